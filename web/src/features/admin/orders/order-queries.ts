import { queryOptions, useQuery } from "@tanstack/react-query";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { messages } from "../../../../../shared/messages.ts";
import type { Order, OrderSummary } from "../../../../../shared/order.ts";
import { ApiError } from "../../../api-error.ts";
import { adminCall, adminPoll } from "../auth/admin-call.ts";
import { queryClient } from "../query-client.ts";
import type { LoadContext, OrderList } from "./load-orders.ts";
import { loadHistory, loadUpdates, withOrders } from "./load-orders.ts";

/** How long (ms) one page of the list may take. */
const PAGE_TIMEOUT = 30_000;
const LIST_KEY = ["orders"];
const orderKey = (orderId: string) => ["order", orderId];

const cachedList = () => queryClient.getQueryData<OrderList>(LIST_KEY);
const cachedOrder = (orderId: string) => queryClient.getQueryData<Order>(orderKey(orderId));

/** All orders. The first read loads the history, later ones merge what has changed. */
export const orderListQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: ({ signal }) => {
    const context: LoadContext = {
      current: cachedList,
      readPage: async (query) => {
        const page = await adminPoll(adminApi.listOrders, { query, signal, timeoutMs: PAGE_TIMEOUT });
        signal.throwIfAborted();
        return page;
      },
      publish: (list, changed) => {
        queryClient.setQueryData(LIST_KEY, list);
        for (const { orderId, version } of changed)
          if ((cachedOrder(orderId)?.version ?? version) < version)
            void queryClient.invalidateQueries({ queryKey: orderKey(orderId) });
      },
    };
    const list = cachedList();
    return list?.complete ? loadUpdates(list, context) : loadHistory(context);
  },
  // The index is updated in place, so comparing old and new data would find no difference.
  structuralSharing: false,
  gcTime: Number.POSITIVE_INFINITY,
  meta: { failure: "The orders could not be loaded" },
});

/** An order as a row of the list. */
export function summaryOf(order: Order): OrderSummary {
  const { orderId, orderDate, createdAt, updatedAt, orderStatus, paymentStatus, version } = order;
  const { firstName = "", lastName = "", email = "" } = order.billingInfo ?? {};
  return {
    orderId,
    orderDate,
    createdAt,
    updatedAt,
    orderStatus,
    paymentStatus,
    ...(order.refunding ? { refunding: true } : {}),
    version,
    customer: { name: [firstName, lastName].filter(Boolean).join(" "), email },
    items: order.items.map(({ name, quantity, size, color }) => ({
      name,
      quantity,
      ...(size ? { size } : {}),
      ...(color ? { color } : {}),
    })),
    total: order.financialInfo.total,
  };
}

const writeToList = (order: Order) =>
  queryClient.setQueryData<OrderList>(
    LIST_KEY,
    (list) => list && withOrders(list, [summaryOf(order)], list.batch),
  );

const newer = (known: Order | undefined, read: Order): Order =>
  known && known.version > read.version ? known : read;

/** Updates the list and the cached details with an order that a call has returned. */
export function writeOrder(order: Order): void {
  writeToList(order);
  queryClient.setQueryData<Order>(orderKey(order.orderId), (known) => known && newer(known, order));
}

const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKey(orderId),
    queryFn: async ({ signal }) => {
      const order = await adminCall(adminApi.getOrder, { params: { id: orderId }, signal });
      writeToList(order);
      return newer(cachedOrder(orderId), order);
    },
    meta: { failure: "The order could not be loaded" },
  });

/** Reads an order again, for its details and the list; undefined when that fails. */
export const rereadOrder = (orderId: string): Promise<Order | undefined> =>
  queryClient.fetchQuery(orderQuery(orderId)).catch(() => undefined);

/** The details of an order; nothing while `orderId` is undefined. `error` is set only as long as there is no order to show. */
export function useOrder(orderId: string | undefined) {
  const {
    data: order,
    error,
    refetch,
  } = useQuery({
    ...orderQuery(orderId ?? ""),
    enabled: orderId !== undefined,
  });
  const isMissing = error instanceof ApiError && error.status === 404;
  return {
    order,
    error: order || !error ? undefined : isMissing ? messages.invalidOrderId : error.message,
    retry: () => void refetch(),
  };
}
