import { queryOptions, useQuery } from "@tanstack/react-query";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { adminMessages } from "../admin-messages.ts";
import { summaryOf } from "../../../../../shared/order-summary.ts";
import type { Order } from "../../../../../shared/order.ts";
import { ApiError } from "../../../api-error.ts";
import { adminCall, adminBackgroundCall } from "../auth/admin-call.ts";
import { sessionStore } from "../auth/session.ts";
import { queryClient } from "../query-client.ts";
import type { LoadContext, OrderList } from "./load-orders.ts";
import { loadHistory, loadUpdates, putOrders } from "./load-orders.ts";

/** The timeout for one page of the list. */
const PAGE_TIMEOUT_MS = 30_000;
const LIST_KEY = ["orders"];
const orderKey = (orderId: string) => ["order", orderId];

const cachedList = () => queryClient.getQueryData<OrderList>(LIST_KEY);
const cachedOrder = (orderId: string) => queryClient.getQueryData<Order>(orderKey(orderId));

/** All orders. Loads the whole history first; later calls load and merge the changed orders. */
export const orderListQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: ({ signal }) => {
    const context: LoadContext = {
      currentList: cachedList,
      readPage: async (query) => {
        const { oldest: firstMonth, ...page } = await adminBackgroundCall(adminApi.listOrders, {
          query,
          signal,
          timeoutMs: PAGE_TIMEOUT_MS,
        });
        signal.throwIfAborted();
        return { ...page, firstMonth };
      },
      publish: (list, changedOrders) => {
        queryClient.setQueryData(LIST_KEY, list);
        for (const { orderId, version } of changedOrders) {
          const knownOrder = cachedOrder(orderId);
          if (knownOrder && knownOrder.version < version)
            void queryClient.invalidateQueries({ queryKey: orderKey(orderId) });
        }
      },
    };
    const list = cachedList();
    return list?.isComplete ? loadUpdates(list, context) : loadHistory(context);
  },
  // The index changes in place, so a comparison of the old and the new list would find no difference.
  structuralSharing: false,
  gcTime: Number.POSITIVE_INFINITY,
  meta: { failure: "The orders could not be loaded" },
});

const writeToList = (order: Order) =>
  queryClient.setQueryData<OrderList>(
    LIST_KEY,
    (list) => list && putOrders(list, [summaryOf(order)], list.batch),
  );

const newerOf = (knownOrder: Order | undefined, order: Order): Order =>
  knownOrder && knownOrder.version > order.version ? knownOrder : order;

/** Updates the list and the cached details with an order that a call has returned. */
export function writeOrder(order: Order): void {
  writeToList(order);
  queryClient.setQueryData<Order>(
    orderKey(order.orderId),
    (knownOrder) => knownOrder && newerOf(knownOrder, order),
  );
}

const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKey(orderId),
    queryFn: async ({ signal }) => {
      const order = await adminCall(adminApi.getOrder, { params: { id: orderId }, signal });
      writeToList(order);
      return newerOf(cachedOrder(orderId), order);
    },
    meta: { failure: "The order could not be loaded" },
  });

/** Reads an order again, for its details and the list. Returns undefined if the call fails. */
export const rereadOrder = (orderId: string): Promise<Order | undefined> =>
  sessionStore.unlessSessionEnds(queryClient.fetchQuery(orderQuery(orderId)).catch(() => undefined));

/** Loads an order that will be shown next. */
export const prefetchOrder = (orderId: string): void => void queryClient.prefetchQuery(orderQuery(orderId));

function errorMessage(error: Error): string {
  const isMissing = error instanceof ApiError && error.status === 404;
  return isMissing ? adminMessages.invalidOrderId : error.message;
}

/** Loads an order unless `orderId` is undefined. `error` is set only while there is no order to show. */
export function useOrder(orderId: string | undefined) {
  const {
    data: order,
    error,
    refetch,
  } = useQuery({
    ...orderQuery(orderId ?? ""),
    enabled: orderId !== undefined,
  });
  return {
    order,
    error: error && !order ? errorMessage(error) : undefined,
    retry: () => void refetch(),
  };
}
