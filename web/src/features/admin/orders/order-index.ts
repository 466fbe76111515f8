import type { OrderSummary } from "../../../../../shared/order.ts";
import type { OrderEntry } from "./order-entry.ts";
import { isNeverPaid, toEntry } from "./order-entry.ts";

export const SORT_KEYS = ["date", "customer", "total"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

type Compare = (a: OrderEntry, b: OrderEntry) => number;
const byDate: Compare = (a, b) => a.time - b.time || (a.id < b.id ? -1 : 1);
const COMPARE: Record<SortKey, Compare> = {
  date: byDate,
  customer: (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : byDate(a, b)),
  total: (a, b) => a.cents - b.cents || byDate(a, b),
};

/** Two lists in order, as one. */
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
 * All orders, kept in every order that the table can be sorted by, so that a list is found by walking one of them:
 * a page of new ones is merged in, nothing is ever sorted as a whole.
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
    /** Ascending; a walk in the other direction is descending. */
    sorted: (key: SortKey): readonly OrderEntry[] => sorted[key],
    /** Takes orders in that came in `round`; an older version than the one that is known is left out. */
    put: (orders: readonly OrderSummary[], round: number): void => {
      const added: OrderEntry[] = [];
      for (const order of orders) {
        const known = byId.get(order.orderId);
        if (!known) {
          const entry = toEntry(order, round, timeZone);
          byId.set(entry.id, entry);
          added.push(entry);
        } else if (order.version >= known.order.version) {
          // What an order is sorted by never changes; in place, it keeps its row.
          known.order = order;
          if (!isNeverPaid(order)) known.paid = Math.min(known.paid, round);
        }
      }
      if (added.length > 0) insert(added);
    },
  };
}
export type OrderIndex = ReturnType<typeof createOrderIndex>;
