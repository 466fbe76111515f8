import { formatDateTime } from "../../../../../shared/dates.ts";
import { formatMoney, toCents } from "../../../../../shared/money.ts";
import type { PaymentStatus } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";

/** An order with the values that searching and sorting compare, computed once. */
export type OrderEntry = {
  readonly id: string;
  order: OrderSummary;
  /** ms since 1970 */
  readonly time: number;
  readonly cents: number;
  /** The customer's name, normalized. */
  readonly name: string;
  /** All searchable texts, normalized, one a line. */
  readonly text: string;
  /** The batch of updates in which the order arrived; 0 when it was loaded with the history. */
  readonly batch: number;
  /** The batch in which the order was first seen paid; infinite while it was never paid. */
  paidBatch: number;
};

const NEVER_PAID: ReadonlySet<PaymentStatus> = new Set(["unpaid", "failed", "expired"]);

const isNeverPaid = ({ paymentStatus }: Pick<OrderSummary, "paymentStatus">): boolean =>
  NEVER_PAID.has(paymentStatus);

/** A text in lower case and without accents, so that 'nunez' finds 'Núñez'. */
export const normalize = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

/** `timeZone`: an IANA name; the browser's own by default. */
function toEntry(order: OrderSummary, batch: number, timeZone?: string): OrderEntry {
  const { customer, items, total, orderDate } = order;
  const texts = [
    customer.name,
    ...items.map((item) => item.name),
    formatMoney(total),
    total.toFixed(2),
    formatDateTime(orderDate, timeZone),
  ];
  return {
    id: order.orderId,
    order,
    time: Date.parse(orderDate),
    cents: toCents(total),
    name: normalize(customer.name),
    text: normalize(texts.join("\n")),
    batch,
    paidBatch: isNeverPaid(order) ? Number.POSITIVE_INFINITY : batch,
  };
}

export const SORT_KEYS = ["date", "customer", "total"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

type Compare = (a: OrderEntry, b: OrderEntry) => number;
const byDate: Compare = (a, b) => a.time - b.time || (a.id < b.id ? -1 : 1);
const COMPARE: Record<SortKey, Compare> = {
  date: byDate,
  customer: (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : byDate(a, b)),
  total: (a, b) => a.cents - b.cents || byDate(a, b),
};

/** Merges two sorted lists into one. */
function merge(a: readonly OrderEntry[], b: readonly OrderEntry[], compare: Compare): OrderEntry[] {
  const all = new Array<OrderEntry>(a.length + b.length);
  let [i, j] = [0, 0];
  for (let k = 0; k < all.length; k++) {
    const [left, right] = [a[i], b[j]];
    const takeLeft = right === undefined || (left !== undefined && compare(left, right) <= 0);
    const next = takeLeft ? left : right;
    if (next === undefined) break;
    all[k] = next;
    if (takeLeft) i++;
    else j++;
  }
  return all;
}

/**
 * All orders (up to 100,000), in one sorted list for each column that the table can be sorted by. New orders are merged
 * into each list, so no list is ever sorted as a whole.
 */
export function createOrderIndex(timeZone?: string) {
  const byId = new Map<string, OrderEntry>();
  const sorted: Record<SortKey, readonly OrderEntry[]> = { date: [], customer: [], total: [] };

  const insert = (entries: OrderEntry[]) => {
    for (const key of SORT_KEYS) {
      const compare = COMPARE[key];
      sorted[key] = merge(sorted[key], entries.toSorted(compare), compare);
    }
  };

  return {
    get: (id: string): OrderEntry | undefined => byId.get(id),
    size: (): number => byId.size,
    /** The orders in ascending order of `key`. */
    sorted: (key: SortKey): readonly OrderEntry[] => sorted[key],
    /** Adds or updates orders that arrived in `batch`. Ignores versions older than the known ones. */
    put: (orders: readonly OrderSummary[], batch: number): void => {
      const added: OrderEntry[] = [];
      for (const order of orders) {
        const known = byId.get(order.orderId);
        if (!known) {
          const entry = toEntry(order, batch, timeZone);
          byId.set(entry.id, entry);
          added.push(entry);
        } else if (order.version >= known.order.version) {
          // The sorted fields of an order never change, so the entry keeps its place in each list.
          known.order = order;
          if (!isNeverPaid(order)) known.paidBatch = Math.min(known.paidBatch, batch);
        }
      }
      if (added.length > 0) insert(added);
    },
  };
}
export type OrderIndex = ReturnType<typeof createOrderIndex>;
