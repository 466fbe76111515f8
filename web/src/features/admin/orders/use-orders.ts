import { useSyncExternalStore } from "react";
import type { OrdersState } from "./orders-store.ts";
import { ordersStore } from "./orders-store.ts";

/** The state of the list of orders, kept in step while the component is on the page. */
export const useOrders = (): OrdersState => useSyncExternalStore(ordersStore.subscribe, ordersStore.current);
