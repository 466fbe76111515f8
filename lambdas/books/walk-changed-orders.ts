import type { Counters } from "../analytics/sale.ts";
import { compareOrder, type ComparisonContext } from "./compare-order.ts";
import { addFiguresOf } from "./compare-sale.ts";
import { mayAwaitWebhook } from "./finding.ts";
import { changedOrderIds, readOrders, readSales } from "./read-orders.ts";
import type { Run } from "./run.ts";
import { stockNamesOf, WORKING_MS } from "./unsettled-stock.ts";

type WalkOptions = {
  /** The day whose figures are summed. */
  day: string;
  /** `changedStock` gets the stock of the orders that changed after this time, or `WORKING_MS` before it. */
  changedSince: Date;
};

/**
 * Compares the orders that have changed after an index key: at least one page. `next`: the index key after which the
 * next run continues. `isComplete` is false if the run was out of time.
 */
export async function walkChangedOrders(
  run: Run,
  after: string,
  compared: ComparisonContext,
  { day, changedSince }: WalkOptions,
) {
  const figures: Counters = new Map();
  const changedStock = new Set<string>();
  let nextKey = after;
  for await (const page of changedOrderIds(after, run.now)) {
    if (nextKey !== after && run.isTimeUp())
      return { figures, changedStock, next: nextKey, isComplete: false };
    const [orders, sales] = await Promise.all([
      readOrders(page.ids, run.unreadable),
      readSales(page.ids, run.unreadable),
    ]);
    for (const sale of sales.values()) addFiguresOf(sale, day, figures);
    for (const [orderId, order] of orders) {
      if (Date.parse(order.updatedAt) >= +changedSince - WORKING_MS)
        stockNamesOf(order).forEach((name) => changedStock.add(name));
      run.counted.orders++;
      if (!mayAwaitWebhook(order.updatedAt, run.now))
        await compareOrder(run, order, sales.get(orderId), compared);
    }
    nextKey = page.next;
  }
  return { figures, changedStock, next: nextKey, isComplete: true };
}
