import { monthsUpTo, ordersOfMonth } from "../orders/order-list-table.ts";
import { stockName } from "../products/stock-table.ts";
import type { SoldSum } from "./books-table.ts";
import { soldPiecesOf } from "./compare-stock.ts";
import { readOrders } from "./read-orders.ts";
import type { Run } from "./run.ts";

const PAGE = 200;
/** The most orders that one run reads for the sum. */
const MAX_ORDERS = 10_000;
/** The sum is made only once a day, because it reads every order. */
const DAY_MS = 86_400_000;

const newSum = (now: Date): SoldSum => ({
  startedAt: now.toISOString(),
  pieces: {},
  isDone: false,
  hasUnreadable: false,
});

/** Whether to start the sum again: a finished sum after a day, an unfinished one if it began before `run.since`. */
const isOld = ({ startedAt, isDone }: SoldSum, run: Run): boolean =>
  isDone ? Date.parse(startedAt) < +run.now - DAY_MS : Date.parse(startedAt) < +run.since;

/** Adds the sold pieces of further orders, newest first, until all orders are read or the run's limit is reached. */
export async function continueSoldSum(stored: SoldSum | undefined, run: Run): Promise<SoldSum> {
  const sum = stored && !isOld(stored, run) ? structuredClone(stored) : newSum(run.now);
  if (sum.isDone) return sum;
  const lastMonth = sum.month ?? sum.startedAt.slice(0, 7);
  let count = 0;
  for (const month of await monthsUpTo(lastMonth)) {
    let before = month === sum.month ? sum.before : undefined;
    do {
      if (run.isTimeUp() || count >= MAX_ORDERS) return { ...sum, month, ...(before ? { before } : {}) };
      const page = await ordersOfMonth(month, before, PAGE);
      if (page.broken.length > 0) sum.hasUnreadable = true;
      const orders = await readOrders(page.orders.map(({ orderId }) => orderId));
      for (const order of orders.values())
        for (const pieces of soldPiecesOf(order))
          sum.pieces[stockName(pieces)] = (sum.pieces[stockName(pieces)] ?? 0) + pieces.quantity;
      count += page.orders.length;
      before = page.last;
    } while (before !== undefined);
  }
  const { month: _, before: __, ...done } = sum;
  return { ...done, isDone: true };
}
