import { needsAttention, type OrderStatus } from "../../../../../shared/order-status.ts";
import type { Delivery } from "../../../../../shared/order.ts";
import { isToPack } from "../fulfilment/to-pack.ts";
import type { SortDirection } from "../sort-header.tsx";
import type { TimeRange } from "./dates.ts";
import type { OrderEntry, OrderIndex, SortKey } from "../orders/order-index.ts";
import { searchMatcher } from "./search-orders.ts";

export type Sorting = { key: SortKey; direction: SortDirection };
export const DEFAULT_SORTING: Sorting = { key: "date", direction: "descending" };

export type ListQuery = {
  search: string;
  status: OrderStatus | undefined;
  delivery: Delivery | undefined;
  /** The range of the order dates. */
  range: TimeRange;
  /** Also shows checkouts that were never paid. */
  includesUnpaid: boolean;
  /** Shows only orders that need attention. */
  showsOnlyAttention: boolean;
  /** Shows only orders to pack. */
  showsOnlyToPack: boolean;
  sorting: Sorting;
};

const entryNeedsAttention = ({ order }: OrderEntry): boolean => needsAttention(order);

const countMatches = (entries: readonly OrderEntry[], matches: (entry: OrderEntry) => boolean): number =>
  entries.reduce((total, entry) => (matches(entry) ? total + 1 : total), 0);

export const countToPack = (index: OrderIndex): number =>
  countMatches(index.sortedBy("date"), ({ order }) => isToPack(order));

export const countNeedingAttention = (index: OrderIndex): number =>
  countMatches(index.sortedBy("date"), entryNeedsAttention);

/**
 * Returns a function that matches the orders of a query that arrived after the batch `afterBatch`, up to and including the
 * batch `lastBatch`. A batch is the result of one poll; batch 0 is the history that was loaded first.
 */
function queryMatcher(
  index: OrderIndex,
  query: ListQuery,
  afterBatch: number,
  lastBatch: number,
): (entry: OrderEntry) => boolean {
  const { status, delivery, includesUnpaid, showsOnlyAttention, showsOnlyToPack } = query;
  const { fromMs, beforeMs } = query.range;
  const containsTicket = ({ order }: OrderEntry) => index.containsTicket(order);
  const matchesSearch = searchMatcher(query.search, containsTicket);
  // The filter 'Tickets' also finds orders that have tickets and other items.
  const matchesDelivery = (entry: OrderEntry) =>
    entry.order.delivery === delivery || (delivery === "none" && containsTicket(entry));
  return (entry) => {
    // A list without unpaid checkouts gets an order with the order's first payment, even while the payment is in progress.
    const batch = includesUnpaid ? entry.batch : entry.paidBatch;
    if (batch <= afterBatch || batch > lastBatch) return false;
    if (entry.time < fromMs || entry.time >= beforeMs) return false;
    if (showsOnlyAttention && !entryNeedsAttention(entry)) return false;
    if (showsOnlyToPack && !isToPack(entry.order)) return false;
    if (delivery !== undefined && !matchesDelivery(entry)) return false;
    return (status === undefined || entry.order.orderStatus === status) && matchesSearch(entry);
  };
}

/** The number of orders of a query that arrived after the batch `batch`. */
export const countNewOrders = (index: OrderIndex, query: ListQuery, batch: number): number =>
  countMatches(index.sortedBy("date"), queryMatcher(index, query, batch, Number.MAX_SAFE_INTEGER));

/** The sorted orders of a query that arrived up to and including the batch `batch`. */
export function filterAndSort(index: OrderIndex, query: ListQuery, batch: number): OrderEntry[] {
  const { key, direction } = query.sorting;
  const matches = queryMatcher(index, query, -1, batch);
  const sortedEntries = index.sortedBy(key);
  const matchingEntries: OrderEntry[] = [];
  for (let i = 0; i < sortedEntries.length; i++) {
    const entry = sortedEntries[direction === "ascending" ? i : sortedEntries.length - 1 - i];
    if (entry && matches(entry)) matchingEntries.push(entry);
  }
  return matchingEntries;
}
