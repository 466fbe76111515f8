import type { OrderStatus } from "../../../../../shared/order-status.ts";
import type { OrderEntry } from "./order-entry.ts";
import { plain } from "./order-entry.ts";
import type { OrderIndex, SortKey } from "./order-index.ts";

export type Direction = "ascending" | "descending";
export type Sorting = { key: SortKey; direction: Direction };
export const DEFAULT_SORTING: Sorting = { key: "date", direction: "descending" };

/** A click on a column: the active one turns round, another one starts ascending. */
export const sortedBy = (now: Sorting, key: SortKey): Sorting => ({
  key,
  direction: now.key === key && now.direction === "ascending" ? "descending" : "ascending",
});

export type ListQuery = {
  search: string;
  status: OrderStatus | undefined;
  /** Also checkouts that were never paid. */
  unpaid: boolean;
  /** Only orders whose payment somebody must look at. */
  attention: boolean;
  sorting: Sorting;
};

/** A test for what was typed: part of customer, item, total or date. With @ also the e-mail, with ord_ the order's id. */
function matcher(search: string): (entry: OrderEntry) => boolean {
  const wanted = plain(search.trim());
  if (wanted === "") return () => true;
  if (wanted.startsWith("ord_"))
    return ({ id, text }) => id.toLowerCase().startsWith(wanted) || text.includes(wanted);
  if (wanted.includes("@"))
    return ({ order, text }) => order.customer.email.toLowerCase().includes(wanted) || text.includes(wanted);
  return ({ text }) => text.includes(wanted);
}

const needsAttention = ({ order }: OrderEntry): boolean => order.paymentStatus === "needs-attention";

/** How many orders somebody must look at. */
export const countAttention = (index: OrderIndex): number =>
  index.sorted("date").reduce((count, entry) => (needsAttention(entry) ? count + 1 : count), 0);

/** Whether an order is one that the query asks for, and came after one round of news but not after another. */
function asked(query: ListQuery, after: number, upTo: number): (entry: OrderEntry) => boolean {
  const { status, unpaid, attention } = query;
  const matches = matcher(query.search);
  return (entry) => {
    const round = unpaid ? entry.came : entry.paid;
    if (round <= after || round > upTo) return false;
    if (attention && !needsAttention(entry)) return false;
    return (status === undefined || entry.order.orderStatus === status) && matches(entry);
  };
}

/** How many orders that a query asks for came after `round`. */
export function countNew(index: OrderIndex, query: ListQuery, round: number): number {
  const isNew = asked(query, round, Number.MAX_SAFE_INTEGER);
  return index.sorted("date").reduce((count, entry) => (isNew(entry) ? count + 1 : count), 0);
}

/** The orders that a query asks for, in its order, as far as they came up to `round`. */
export function arrange(index: OrderIndex, query: ListQuery, round: number): OrderEntry[] {
  const { sorting } = query;
  const isAsked = asked(query, -1, round);
  const all = index.sorted(sorting.key);
  const found: OrderEntry[] = [];
  const consider = (entry: OrderEntry | undefined) => {
    if (entry && isAsked(entry)) found.push(entry);
  };
  if (sorting.direction === "ascending") for (let i = 0; i < all.length; i++) consider(all[i]);
  else for (let i = all.length - 1; i >= 0; i--) consider(all[i]);
  return found;
}
