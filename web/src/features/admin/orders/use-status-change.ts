import { useCallback, useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { BodyInput } from "../../../../../shared/endpoint.ts";
import { messages } from "../../../../../shared/messages.ts";
import type { OrderStatus } from "../../../../../shared/order-status.ts";
import { holdsMoney, ORDER_STATUS, ORDER_STATUS_LABEL } from "../../../../../shared/order-status.ts";
import type { Order, OrderSummary } from "../../../../../shared/order.ts";
import { ApiError } from "../../../api-error.ts";
import { announce } from "../../../ui/announce.ts";
import { adminCall } from "../identity/admin-call.ts";
import { tell } from "../tell.ts";
import { ordersStore } from "./orders-store.ts";
import { summaryOf } from "./summary.ts";

/** What a cancelled order gives back. */
export type GiveBack = Pick<BodyInput<typeof adminApi.changeOrder>, "refund" | "restock">;
type Target = Pick<OrderSummary, "orderId" | "version" | "paymentStatus">;

/** The order as it is now, into the list; quietly, for it is only asked after a refusal. */
async function reread(orderId: string): Promise<Order | undefined> {
  try {
    const order = await adminCall(adminApi.getOrder, { params: { id: orderId } });
    ordersStore.put(summaryOf(order));
    return order;
  } catch {
    return undefined;
  }
}

/** The words for a change that was refused: a conflict says what became of the order. */
async function explain(error: unknown, orderId: string): Promise<string> {
  if (!(error instanceof ApiError) || error.status !== 409) {
    console.error("The status could not be changed", error);
    return messages.statusFailed;
  }
  const now = await reread(orderId);
  const state = now ? ` It is now ${ORDER_STATUS_LABEL[now.orderStatus]}.` : "";
  return error.message + (error.message === messages.orderChanged ? state : "");
}

/**
 * Changes orders' statuses. While one is saved it is in `saving`, with the new status; a failure takes it out again
 * and says why. Cancelling a paid order first asks what goes back: `question` is that order.
 */
export function useStatusChange() {
  const [saving, setSaving] = useState<ReadonlyMap<string, OrderStatus>>(new Map());
  const [question, setQuestion] = useState<OrderSummary>();

  const save = useCallback(
    async (order: Target, to: OrderStatus, back: GiveBack = {}): Promise<Order | undefined> => {
      const { orderId, version } = order;
      if (!orderId) return void tell.failed(messages.invalidOrderId);
      setSaving((now) => new Map(now).set(orderId, to));
      try {
        const body = { orderStatus: to, version, ...back };
        const changed = await adminCall(adminApi.changeOrder, { params: { id: orderId }, body });
        ordersStore.put(summaryOf(changed));
        announce(`Order set to ${ORDER_STATUS_LABEL[to]}`);
        return changed;
      } catch (error) {
        return void tell.failed(await explain(error, orderId));
      } finally {
        setSaving((now) => new Map([...now].filter(([id]) => id !== orderId)));
      }
    },
    [],
  );

  const change = useCallback(
    (order: OrderSummary, to: OrderStatus) => {
      if (to === ORDER_STATUS.cancelled && holdsMoney(order.paymentStatus)) setQuestion(order);
      else void save(order, to);
    },
    [save],
  );

  return {
    saving,
    change,
    question,
    dismiss: () => setQuestion(undefined),
    /** The answer to `question`. */
    cancel: (back: GiveBack) => {
      if (!question) return;
      setQuestion(undefined);
      void save(question, ORDER_STATUS.cancelled, back);
    },
  };
}
