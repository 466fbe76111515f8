import { useMutation, useMutationState } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { BodyInput } from "../../../../../shared/endpoint.ts";
import { messages } from "../../../../../shared/messages.ts";
import type { OrderStatus } from "../../../../../shared/order-status.ts";
import { holdsMoney, ORDER_STATUS, ORDER_STATUS_LABEL } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { ApiError } from "../../../api-error.ts";
import { announce } from "../../../ui/announce.ts";
import { adminCall } from "../auth/admin-call.ts";
import { toast } from "../toast.ts";
import { rereadOrder, writeOrder } from "./order-queries.ts";

/** Whether a cancelled order's money is refunded and its items go back to the stock. */
export type CancelOptions = Pick<BodyInput<typeof adminApi.changeOrder>, "refund" | "restock">;
type StatusChange = { order: OrderSummary; to: OrderStatus; options?: CancelOptions };

const MUTATION_KEY = ["change-status"];

const changeStatus = ({ order: { orderId, version }, to, options }: StatusChange) =>
  adminCall(adminApi.changeOrder, {
    params: { id: orderId },
    body: { orderStatus: to, version, ...options },
  });

/** The message for a refused change. After a conflict it names the order's status as it is now. */
async function refusalText(error: Error, orderId: string): Promise<string> {
  if (!(error instanceof ApiError) || error.status !== 409) {
    console.error("The status could not be changed", error);
    return messages.statusFailed;
  }
  const now = await rereadOrder(orderId);
  if (!now || error.reason !== "order_changed") return error.message;
  return `${error.message} It is now ${ORDER_STATUS_LABEL[now.orderStatus]}.`;
}

/**
 * Changes the status of orders. `saving` holds the new status of each order that is being saved. A change that would
 * cancel a paid order waits in `toCancel` until the user has confirmed it.
 */
export function useStatusChange() {
  const [toCancel, setToCancel] = useState<OrderSummary>();
  const { mutate } = useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: changeStatus,
    onSuccess: (order, { to }) => {
      writeOrder(order);
      announce(`Order set to ${ORDER_STATUS_LABEL[to]}`);
    },
    onError: async (error, { order }) => toast.error(await refusalText(error, order.orderId)),
  });
  const pending = useMutationState({
    filters: { mutationKey: MUTATION_KEY, status: "pending" },
    select: ({ state }) => state.variables as StatusChange,
  });
  const saving = useMemo(
    () => new Map(pending.map(({ order, to }): [string, OrderStatus] => [order.orderId, to])),
    [pending],
  );

  const change = useCallback(
    (order: OrderSummary, to: OrderStatus) => {
      if (!order.orderId) toast.error(messages.invalidOrderId);
      else if (to === ORDER_STATUS.cancelled && holdsMoney(order.paymentStatus)) setToCancel(order);
      else mutate({ order, to });
    },
    [mutate],
  );

  return {
    saving,
    change,
    toCancel,
    keep: () => setToCancel(undefined),
    cancel: (options: CancelOptions) => {
      if (!toCancel) return;
      setToCancel(undefined);
      mutate({ order: toCancel, to: ORDER_STATUS.cancelled, options });
    },
  };
}
