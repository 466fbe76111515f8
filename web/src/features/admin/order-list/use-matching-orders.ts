import { useDeferredValue, useMemo, useState } from "react";
import type { OrderList } from "../orders/load-orders.ts";
import type { OrderEntry } from "../orders/order-index.ts";
import type { DateFilter } from "./dates.ts";
import { rangeOf } from "./dates.ts";
import type { ListQuery } from "./filter-and-sort.ts";
import {
  countNeedingAttention,
  countNewOrders,
  countToPack,
  DEFAULT_SORTING,
  filterAndSort,
} from "./filter-and-sort.ts";

const NO_ENTRIES: OrderEntry[] = [];

type MatchingOrders = {
  /** The orders of the query, sorted. */
  entries: OrderEntry[];
  /** The number of orders of the query that have arrived after `entries` was computed. */
  newCount: number;
  /** The number of orders that need attention, also outside the query. */
  attentionCount: number;
  /** The number of orders to pack, also outside the query. */
  toPackCount: number;
  /** Adds the new orders to `entries`. */
  showNewOrders: () => void;
};

/**
 * A number that changes when the rows must be computed again, because React cannot see that the index has changed in place.
 * While the history loads, each new page changes the value for the default sorting, where older orders come last. For other
 * sortings the value changes only when the whole history is loaded.
 */
function revisionOf(list: OrderList | undefined, isDefaultSorting: boolean): number | undefined {
  if (!list) return undefined;
  if (list.isComplete) return -1;
  return isDefaultSorting ? list.index.size() : 0;
}

/**
 * The orders of a query. An update of an order changes its row at once. Once the history is loaded, rows are added, removed or
 * moved only when the query changes or `showNewOrders` is called, so that rows do not move under the user's pointer.
 */
export function useMatchingOrders(
  list: OrderList | undefined,
  query: Omit<ListQuery, "range"> & { dates: DateFilter },
): MatchingOrders {
  const batch = list?.batch ?? 0;
  const [shownBatch, setShownBatch] = useState(batch);
  const { status, delivery, includesUnpaid, showsOnlyAttention, showsOnlyToPack, sorting } = query;
  const search = useDeferredValue(query.search);
  const { fromMs, beforeMs } = rangeOf(query.dates, new Date());
  const { key, direction } = sorting;
  const index = list?.index;
  const isDefaultSorting = key === DEFAULT_SORTING.key && direction === DEFAULT_SORTING.direction;
  const revision = revisionOf(list, isDefaultSorting);
  const entries = useMemo(() => {
    if (!index || revision === undefined) return NO_ENTRIES;
    const listQuery = {
      search,
      status,
      delivery,
      range: { fromMs, beforeMs },
      includesUnpaid,
      showsOnlyAttention,
      showsOnlyToPack,
      sorting: { key, direction },
    };
    return filterAndSort(index, listQuery, shownBatch);
  }, [
    index,
    revision,
    search,
    status,
    delivery,
    fromMs,
    beforeMs,
    includesUnpaid,
    showsOnlyAttention,
    showsOnlyToPack,
    key,
    direction,
    shownBatch,
  ]);
  const attentionCount = useMemo(() => (list ? countNeedingAttention(list.index) : 0), [list]);
  const toPackCount = useMemo(() => (list ? countToPack(list.index) : 0), [list]);
  return {
    entries,
    newCount:
      index && batch > shownBatch
        ? countNewOrders(index, { ...query, range: { fromMs, beforeMs } }, shownBatch)
        : 0,
    attentionCount,
    toPackCount,
    showNewOrders: () => setShownBatch(batch),
  };
}
