import type { OrderStatus } from "../../../../../shared/order-status.ts";
import type { OrderEntry, OrderIndex, SortKey } from "../orders/order-index.ts";
import { normalize } from "../orders/order-index.ts";

type Direction = "ascending" | "descending";
export type Sorting = { key: SortKey; direction: Direction };
export const DEFAULT_SORTING: Sorting = { key: "date", direction: "descending" };

/** The sorting after a click on a column: reverses the active column, starts another one ascending. */
export const sortingAfterClick = (now: Sorting, key: SortKey): Sorting => ({
  key,
  direction: now.key === key && now.direction === "ascending" ? "descending" : "ascending",
});

export type ListQuery = {
  search: string;
  status: OrderStatus | undefined;
  /** Also shows checkouts that were never paid. */
  unpaid: boolean;
  /** Shows only orders whose payment needs attention. */
  attention: boolean;
  sorting: Sorting;
};

/** Matches part of customer, item, total or date. A search with @ also matches the e-mail, one with ord_ the order id. */
function searchMatcher(search: string): (entry: OrderEntry) => boolean {
  const wanted = normalize(search.trim());
  if (wanted === "") return () => true;
  if (wanted.startsWith("ord_"))
    return ({ id, text }) => id.toLowerCase().startsWith(wanted) || text.includes(wanted);
  if (wanted.includes("@"))
    return ({ order, text }) => order.customer.email.toLowerCase().includes(wanted) || text.includes(wanted);
  return ({ text }) => text.includes(wanted);
}

const needsAttention = ({ order }: OrderEntry): boolean => order.paymentStatus === "needs-attention";

const count = (entries: readonly OrderEntry[], matches: (entry: OrderEntry) => boolean): number =>
  entries.reduce((total, entry) => (matches(entry) ? total + 1 : total), 0);

/** How many orders need attention. */
export const countAttention = (index: OrderIndex): number => count(index.sorted("date"), needsAttention);

/** Matches the orders of a query that arrived after one batch of updates and up to another. */
function queryMatcher(query: ListQuery, after: number, upTo: number): (entry: OrderEntry) => boolean {
  const { status, unpaid, attention } = query;
  const matchesSearch = searchMatcher(query.search);
  return (entry) => {
    const batch = unpaid ? entry.batch : entry.paidBatch;
    if (batch <= after || batch > upTo) return false;
    if (attention && !needsAttention(entry)) return false;
    return (status === undefined || entry.order.orderStatus === status) && matchesSearch(entry);
  };
}

/** How many orders of a query arrived after `batch`. */
export const countNew = (index: OrderIndex, query: ListQuery, batch: number): number =>
  count(index.sorted("date"), queryMatcher(query, batch, Number.MAX_SAFE_INTEGER));

/** The orders of a query that arrived up to `batch`, sorted as the query says. */
export function filterAndSort(index: OrderIndex, query: ListQuery, batch: number): OrderEntry[] {
  const { key, direction } = query.sorting;
  const matches = queryMatcher(query, -1, batch);
  const all = index.sorted(key);
  const found: OrderEntry[] = [];
  for (let i = 0; i < all.length; i++) {
    const entry = all[direction === "ascending" ? i : all.length - 1 - i];
    if (entry && matches(entry)) found.push(entry);
  }
  return found;
}
