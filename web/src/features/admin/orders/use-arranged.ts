import { useDeferredValue, useMemo, useState } from "react";
import type { ListQuery } from "./arrange.ts";
import { arrange, countAttention, countNew, DEFAULT_SORTING } from "./arrange.ts";
import type { OrderEntry } from "./order-entry.ts";
import { ordersStore } from "./orders-store.ts";
import { useOrders } from "./use-orders.ts";

type Arranged = { found: OrderEntry[]; news: number; worrying: number; showNews: () => void };

/**
 * The orders that a query asks for. What changes meanwhile changes in its row; a row comes, goes or moves only when
 * the query changes or `showNews` is called, so nothing jumps away under the cursor. `news` is how many wait, `worrying` how many
 * of all orders somebody must look at.
 */
export function useArranged(query: ListQuery): Arranged {
  const orders = useOrders();
  const [asOf, setAsOf] = useState(orders.round);
  const { status, unpaid, attention, sorting } = query;
  const search = useDeferredValue(query.search);
  const { key, direction } = sorting;
  // While the history comes, it is appended below the newest; any other order waits for all of it.
  const appended = key === DEFAULT_SORTING.key && direction === DEFAULT_SORTING.direction;
  const history = orders.complete ? -1 : appended ? orders.loaded : orders.status;
  const found = useMemo(
    () =>
      history === "loading"
        ? []
        : arrange(
            ordersStore.index(),
            { search, status, unpaid, attention, sorting: { key, direction } },
            asOf,
          ),
    [search, status, unpaid, attention, key, direction, asOf, history],
  );
  const news = orders.round > asOf ? countNew(ordersStore.index(), query, asOf) : 0;
  const { revision } = orders;
  const worrying = useMemo(() => (revision > 0 ? countAttention(ordersStore.index()) : 0), [revision]);
  return { found, news, worrying, showNews: () => setAsOf(orders.round) };
}
