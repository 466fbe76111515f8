import { queryOptions, replaceEqualDeep, useQuery } from "@tanstack/react-query";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { adminMessages } from "../admin-messages.ts";
import { summaryOf } from "../../../../../shared/order-summary.ts";
import type { Order } from "../../../../../shared/order.ts";
import { ApiError } from "../../../api-error.ts";
import { adminCall, adminBackgroundCall } from "../auth/admin-call.ts";
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
  meta: { failureText: "The orders could not be loaded" },
});

const writeToList = (order: Order) =>
  queryClient.setQueryData<OrderList>(
    LIST_KEY,
    (list) => list && putOrders(list, [summaryOf(order)], list.batch),
  );

/** Updates the list and the cached details with an order that a call has returned. */
export function writeOrder(order: Order): void {
  writeToList(order);
  queryClient.setQueryData<Order>(orderKey(order.orderId), (knownOrder) => knownOrder && order);
}

/** Whether the list has a newer version of the order. */
const isOutdated = ({ orderId, version }: Order): boolean =>
  (cachedList()?.index.get(orderId)?.order.version ?? version) > version;

/** Reads an order, and updates the list with it. Reads it once more if the list has got a newer version meanwhile. */
async function readOrder(orderId: string, signal?: AbortSignal): Promise<Order> {
  const read = () => adminCall(adminApi.getOrder, { params: { id: orderId }, ...(signal ? { signal } : {}) });
  const firstAnswer = await read();
  const order = isOutdated(firstAnswer) ? await read() : firstAnswer;
  writeToList(order);
  return order;
}

/** The order to cache: `known`, the cached order, if it is newer than `answered`, an answer that has arrived late. */
function newerOrder(known: unknown, answered: unknown): unknown {
  const [knownOrder, order] = [known, answered] as [Order | undefined, Order];
  return knownOrder && knownOrder.version > order.version ? knownOrder : replaceEqualDeep(knownOrder, order);
}

const READ_FAILURE = "The order could not be loaded";

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKey(orderId),
    queryFn: ({ signal }) => readOrder(orderId, signal),
    // Runs when an answer is cached, so that an answer cannot replace a newer order that arrives in the same moment.
    structuralSharing: newerOrder,
    meta: { failureText: READ_FAILURE },
  });

/**
 * Reads an order again, for its details and the list. Returns undefined if the call fails. Does not use `orderQuery`, which would
 * return the answer of a read that is running already, and may have begun before the change that the caller looks for.
 */
export async function rereadOrder(orderId: string): Promise<Order | undefined> {
  try {
    const order = await readOrder(orderId);
    writeOrder(order);
    return order;
  } catch (error) {
    console.error(READ_FAILURE, error);
    return undefined;
  }
}

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
