import { readMonthsUpTo, readOrdersOfMonth } from "../orders/order-list-table.ts";
import { stockName } from "../products/stock-table.ts";
import { soldPiecesOf } from "./compare-stock.ts";
import { readOrders } from "./read-orders.ts";
import { isUnreadable, type Run } from "./run.ts";
import type { SoldSum } from "./sold-table.ts";

const PAGE_SIZE = 200;
/** A run that has read this many orders for the sum reads no further page. */
const MAX_ORDERS = 10_000;
/**
 * The sum is computed once a day, because every order is read for it. If some stock could not be compared with the sum, the sum
 * is computed again after an hour.
 */
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Tolerance: a run may start a little less than an hour after the previous one. */
const EARLY_MS = 300_000;

const newSum = (now: Date): SoldSum => ({
  startedAt: now.toISOString(),
  pieces: {},
  isDone: false,
  hasUnreadable: false,
});

/**
 * Whether to start a new sum, because a finished sum is too old, or because an unfinished sum was started before
 * `run.since`.
 */
function isOutdated({ startedAt, isDone, hasSkipped }: SoldSum, run: Run): boolean {
  if (!isDone) return Date.parse(startedAt) < +run.since;
  const maxAgeMs = hasSkipped ? HOUR_MS - EARLY_MS : DAY_MS;
  return Date.parse(startedAt) < +run.now - maxAgeMs;
}

/** Adds the sold pieces of further orders, newest first, until all orders or MAX_ORDERS are read, or the time is up. */
export async function continueSoldSum(stored: SoldSum | undefined, run: Run): Promise<SoldSum> {
  const isCurrent = stored && !isOutdated(stored, run);
  if (isCurrent && stored.isDone) return stored;
  const sum = isCurrent ? structuredClone(stored) : newSum(run.now);
  const newestMonth = sum.month ?? sum.startedAt.slice(0, 7);
  let orderCount = 0;
  for (const month of await readMonthsUpTo(newestMonth)) {
    let before = month === sum.month ? sum.before : undefined;
    do {
      if (run.isTimeUp() || orderCount >= MAX_ORDERS) return { ...sum, month, ...(before ? { before } : {}) };
      const page = await readOrdersOfMonth(month, before, PAGE_SIZE);
      const ids = [...page.orders, ...page.broken].map(({ orderId }) => orderId);
      const orders = await readOrders(ids, run.unreadable);
      if (ids.some((id) => isUnreadable(run, id))) sum.hasUnreadable = true;
      for (const order of orders.values())
        for (const pieces of soldPiecesOf(order))
          sum.pieces[stockName(pieces)] = (sum.pieces[stockName(pieces)] ?? 0) + pieces.quantity;
      orderCount += ids.length;
      before = page.last;
    } while (before !== undefined);
  }
  const { month: _, before: __, ...finishedSum } = sum;
  return { ...finishedSum, isDone: true };
}
