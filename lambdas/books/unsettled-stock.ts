import { readOrderIdsOfDueHolds } from "../orders/hold-table.ts";
import { piecesOf, type StoredOrder } from "../orders/stored-order.ts";
import { stockName } from "../products/stock-table.ts";
import { readOrders } from "./read-orders.ts";
import type { Run } from "./run.ts";

/** A function that changes an order changes the order's stock within this time. */
export const STOCK_CHANGE_MS = 3 * 60_000;
/** Holds with unsettled stock are due within this time: see `nextCheckAt` and `postponeHold`. */
const MAX_DELAY_MS = 5 * 60_000;
/** With so many due holds, no sold pieces are compared. One query can read as many, because the index has only their keys. */
const MAX_HOLDS = 2_000;

export const stockNamesOf = (order: StoredOrder): string[] =>
  piecesOf(order).map((pieces) => stockName(pieces));

/**
 * The names of stock whose sold pieces may differ from the orders, because the function that changed an order
 * crashed before it changed the stock. Call this before the stock is read, because `reconcile-checkouts` may
 * complete the work at any time. Orders that have changed in the last `STOCK_CHANGE_MS` may be missing.
 * Undefined if too many holds are due.
 */
export async function readUnsettledStock(run: Run): Promise<ReadonlySet<string> | undefined> {
  const ids = await readOrderIdsOfDueHolds(new Date(+run.now + MAX_DELAY_MS), MAX_HOLDS);
  if (ids.length >= MAX_HOLDS) return undefined;
  const orders = [...(await readOrders(ids, run.unreadable)).values()];
  return new Set(orders.filter(({ hold }) => hold.state !== "held").flatMap(stockNamesOf));
}
