import { useDeferredValue, useMemo, useState } from "react";
import type { OrderList } from "../orders/load-orders.ts";
import type { OrderEntry } from "../orders/order-index.ts";
import type { ListQuery } from "./filter-and-sort.ts";
import { countAttention, countNew, DEFAULT_SORTING, filterAndSort } from "./filter-and-sort.ts";

const NONE: OrderEntry[] = [];

type FoundOrders = {
  found: OrderEntry[];
  /** How many orders of the query have arrived since the rows were last arranged. */
  newCount: number;
  /** How many of all orders need attention. */
  attentionCount: number;
  showNew: () => void;
};

/**
 * The orders of a query. An update changes an order in its row, but rows are added, removed or moved only when the query
 * changes or `showNew` is called, so that nothing moves under the cursor.
 */
export function useFoundOrders(list: OrderList | undefined, query: ListQuery): FoundOrders {
  const batch = list?.batch ?? 0;
  const [shownBatch, setShownBatch] = useState(batch);
  const { status, unpaid, attention, sorting } = query;
  const search = useDeferredValue(query.search);
  const { key, direction } = sorting;
  const index = list?.index;
  // While the history loads, older orders are added below in the default sorting; in others, only when all are there.
  const appends = key === DEFAULT_SORTING.key && direction === DEFAULT_SORTING.direction;
  const loaded = list?.complete ? -1 : appends ? index?.size() : 0;
  const found = useMemo(
    () =>
      index && loaded !== undefined
        ? filterAndSort(index, { search, status, unpaid, attention, sorting: { key, direction } }, shownBatch)
        : NONE,
    [index, loaded, search, status, unpaid, attention, key, direction, shownBatch],
  );
  const attentionCount = useMemo(() => (list ? countAttention(list.index) : 0), [list]);
  return {
    found,
    newCount: index && batch > shownBatch ? countNew(index, query, shownBatch) : 0,
    attentionCount,
    showNew: () => setShownBatch(batch),
  };
}
