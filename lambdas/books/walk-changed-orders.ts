import type { Counters } from "../analytics/sale.ts";
import { compareOrder, type ComparisonContext } from "./compare-order.ts";
import { addFiguresOf } from "./compare-sale.ts";
import { mayAwaitWebhook } from "./finding.ts";
import { changedOrderIds, readOrders, readSales } from "./read-orders.ts";
import type { Run } from "./run.ts";
import { stockNamesOf, STOCK_CHANGE_MS } from "./unsettled-stock.ts";

type WalkOptions = {
  /** The day for which the figures of the sales are added up. */
  day: string;
  /**
   * When the sold pieces were summed. Pieces of an order that changed since, or up to `STOCK_CHANGE_MS` before, may be missing in
   * the sum, so the names of its stock are in `changedStock`.
   */
  changedSince: Date;
};

/**
 * Compares the orders that come after the key `after` in the index of changed orders. Reads at least one page, and stops
 * when the time of the run is up. `isComplete` is then false, and the next run continues after the key `next`. Orders that
 * a webhook may still change are not compared. Returns also the `figures` of `day` that the orders' sales add up to, and in
 * `changedStock` the names of the stock of recently changed orders.
 */
export async function walkChangedOrders(
  run: Run,
  after: string,
  context: ComparisonContext,
  { day, changedSince }: WalkOptions,
) {
  const figures: Counters = new Map();
  const changedStock = new Set<string>();
  let nextKey = after;
  let isFirstPage = true;
  for await (const page of changedOrderIds(after, run.now)) {
    if (!isFirstPage && run.isTimeUp()) return { figures, changedStock, next: nextKey, isComplete: false };
    isFirstPage = false;
    const [orders, sales] = await Promise.all([
      readOrders(page.ids, run.unreadable),
      readSales(page.ids, run.unreadable),
    ]);
    for (const sale of sales.values()) addFiguresOf(sale, day, figures);
    for (const [orderId, order] of orders) {
      if (Date.parse(order.updatedAt) >= +changedSince - STOCK_CHANGE_MS)
        stockNamesOf(order).forEach((name) => changedStock.add(name));
      if (mayAwaitWebhook(order.updatedAt, run.now)) continue;
      run.counted.orders++;
      await compareOrder(run, order, sales.get(orderId), context);
    }
    nextKey = page.next;
  }
  return { figures, changedStock, next: nextKey, isComplete: true };
}
