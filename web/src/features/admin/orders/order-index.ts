import { toCents } from "../../../../../shared/money.ts";
import type { PaymentStatus } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { normalizeForSearch } from "../../../normalize-for-search.ts";
import { searchTextOf } from "./search-text.ts";

/** An order with the values for searching and sorting, which are stored because each search needs them. */
export type OrderEntry = {
  readonly id: string;
  order: OrderSummary;
  /** The order date in ms since 1970. */
  readonly time: number;
  /** The total in cents. */
  readonly cents: number;
  /** The customer's name when the order was first loaded, normalized, for sorting. */
  readonly name: string;
  /** The result of `searchTextOf`. */
  searchText: string;
  /** The batch of updates in which the order arrived; 0 if the order was loaded with the history. */
  readonly batch: number;
  /** The batch in which the order first had a payment, even one in progress; infinite while the order has none. */
  paidBatch: number;
};

const NEVER_PAID: ReadonlySet<PaymentStatus> = new Set(["unpaid", "failed", "expired"]);

const isNeverPaid = ({ paymentStatus }: Pick<OrderSummary, "paymentStatus">): boolean =>
  NEVER_PAID.has(paymentStatus);

function toEntry(order: OrderSummary, batch: number): OrderEntry {
  const { customer, total, orderDate } = order;
  return {
    id: order.orderId,
    order,
    time: Date.parse(orderDate),
    cents: toCents(total),
    name: normalizeForSearch(customer.name),
    searchText: searchTextOf(order),
    batch,
    paidBatch: isNeverPaid(order) ? Number.POSITIVE_INFINITY : batch,
  };
}

export const SORT_KEYS = ["date", "customer", "total"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

type Compare = (a: OrderEntry, b: OrderEntry) => number;
const compareDates: Compare = (a, b) => a.time - b.time || (a.id < b.id ? -1 : 1);
const compareCustomers: Compare = (a, b) => {
  if (a.name === b.name) return compareDates(a, b);
  return a.name < b.name ? -1 : 1;
};
const COMPARE: Record<SortKey, Compare> = {
  date: compareDates,
  customer: compareCustomers,
  total: (a, b) => a.cents - b.cents || compareDates(a, b),
};

/** Merges two sorted lists into one. */
function merge(a: readonly OrderEntry[], b: readonly OrderEntry[], compare: Compare): OrderEntry[] {
  const mergedEntries = new Array<OrderEntry>(a.length + b.length);
  let [i, j] = [0, 0];
  for (let k = 0; k < mergedEntries.length; k++) {
    const [left, right] = [a[i], b[j]];
    const isLeftNext = right === undefined || (left !== undefined && compare(left, right) <= 0);
    const nextEntry = isLeftNext ? left : right;
    if (nextEntry === undefined) break;
    mergedEntries[k] = nextEntry;
    if (isLeftNext) i++;
    else j++;
  }
  return mergedEntries;
}

/**
 * All orders (up to 100,000), in one sorted list for each sortable column of the table. New orders are merged
 * into each list, because sorting a whole list again would be slow.
 */
export function createOrderIndex() {
  const byId = new Map<string, OrderEntry>();
  const sortedLists: Record<SortKey, readonly OrderEntry[]> = { date: [], customer: [], total: [] };
  /** The names of items in orders that have only tickets. */
  const ticketNames = new Set<string>();

  const insert = (entries: OrderEntry[]) => {
    for (const key of SORT_KEYS) {
      const compare = COMPARE[key];
      sortedLists[key] = merge(sortedLists[key], entries.toSorted(compare), compare);
    }
  };

  return {
    get: (id: string): OrderEntry | undefined => byId.get(id),
    size: (): number => byId.size,
    /** The orders sorted by `key`, ascending. */
    sortedBy: (key: SortKey): readonly OrderEntry[] => sortedLists[key],
    /**
     * Whether an item of the order is a ticket. An older version of the shop wrote orders without `hasTicket`. An item of such
     * an order counts as a ticket if an order with only tickets has an item of the same name.
     */
    containsTicket: ({ hasTicket, items }: OrderSummary): boolean =>
      hasTicket ?? items.some(({ name }) => ticketNames.has(name)),
    /** Adds or updates orders that arrived in `batch`. Ignores an order if the index has a newer version of it. */
    put: (orders: readonly OrderSummary[], batch: number): void => {
      const newEntries: OrderEntry[] = [];
      for (const order of orders) {
        if (order.delivery === "none") for (const { name } of order.items) ticketNames.add(name);
        const existingEntry = byId.get(order.orderId);
        if (!existingEntry) {
          const entry = toEntry(order, batch);
          byId.set(entry.id, entry);
          newEntries.push(entry);
        } else if (order.version >= existingEntry.order.version) {
          // The date and the total never change. A changed name of the customer is shown and found, but is not sorted again.
          existingEntry.order = order;
          existingEntry.searchText = searchTextOf(order);
          if (!isNeverPaid(order)) existingEntry.paidBatch = Math.min(existingEntry.paidBatch, batch);
        }
      }
      if (newEntries.length > 0) insert(newEntries);
    },
  };
}
export type OrderIndex = ReturnType<typeof createOrderIndex>;
