import type { Counters } from "../analytics/sale.ts";
import { piecesOf, type StoredOrder } from "../orders/stored-order.ts";
import { stockName } from "../products/stock-table.ts";
import { compareOrder, type Compared } from "./compare-order.ts";
import { addFiguresOf } from "./compare-sale.ts";
import { mayAwaitWebhook } from "./finding.ts";
import { changedOrderIds, readHolds, readOrders, readSales } from "./read-orders.ts";
import type { Run } from "./run.ts";

/**
 * If a function crashes, `reconcile-checkouts` completes the function's work after about this time. A hold is due after two
 * minutes, and `reconcile-checkouts` runs every minute.
 */
const WORKING_MS = 3 * 60_000;
/** The stock of an order is settled at most this long after a change of the order. */
export const SETTLING_MS = 10 * 60_000;

type WalkOptions = {
  /** The day whose figures are summed. */
  day: string;
  /** `changedStock` gets the stock of the orders that changed after this time or were not settled at this time. */
  changedSince: Date;
};

/**
 * The orders whose stock may have changed after `since`. The stock of an order with a hold item may not be settled yet.
 */
async function withChangedStock(
  run: Run,
  orders: Iterable<StoredOrder>,
  since: Date,
): Promise<StoredOrder[]> {
  const recent = [...orders].filter(({ updatedAt }) => Date.parse(updatedAt) >= +since - SETTLING_MS);
  const holds = await readHolds(
    recent.map(({ orderId }) => orderId),
    run.unreadable,
  );
  return recent.filter(
    ({ orderId, updatedAt }) => Date.parse(updatedAt) >= +since - WORKING_MS || holds.has(orderId),
  );
}

/**
 * Compares the orders that have changed after an index key: at least one page. `next`: the index key after which the
 * next run continues. `isComplete` is false if the run was out of time.
 */
export async function walkChangedOrders(
  run: Run,
  after: string,
  compared: Compared,
  { day, changedSince }: WalkOptions,
) {
  const figures: Counters = new Map();
  const changedStock = new Set<string>();
  let next = after;
  for await (const page of changedOrderIds(after, run.now)) {
    if (next !== after && run.isTimeUp()) return { figures, changedStock, next, isComplete: false };
    const [orders, sales] = await Promise.all([
      readOrders(page.ids, run.unreadable),
      readSales(page.ids, run.unreadable),
    ]);
    for (const sale of sales.values()) addFiguresOf(sale, day, figures);
    for (const order of await withChangedStock(run, orders.values(), changedSince))
      piecesOf(order).forEach((pieces) => changedStock.add(stockName(pieces)));
    for (const [orderId, order] of orders) {
      run.counted.orders++;
      if (!mayAwaitWebhook(order.updatedAt, run.now))
        await compareOrder(run, order, sales.get(orderId), compared);
    }
    next = page.next;
  }
  return { figures, changedStock, next, isComplete: true };
}
