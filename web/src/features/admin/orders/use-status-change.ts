import { useMutation, useMutationState } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { adminMessages } from "../admin-messages.ts";
import type { OrderStatus } from "../../../../../shared/order-status.ts";
import { shopHasMoney, ORDER_STATUS, ORDER_STATUS_LABEL } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { hasNothingToShip } from "../../../../../shared/packing.ts";
import type { RefundReason } from "../../../../../shared/refund-reason.ts";
import { ApiError, mayHaveSaved } from "../../../api-error.ts";
import { changeDraft } from "../order-details/use-draft.ts";
import { toast } from "../toast.ts";
import { useNestedDialog } from "../use-nested-dialog.ts";
import { CANCELLATION_DRAFT } from "./cancel-form.tsx";
import type { OrderChange } from "./change-order.ts";
import { changeOrder } from "./change-order.ts";
import {
  trackingDraftAfterSave,
  TRACKING_DRAFT,
  type TrackingDraft,
} from "../order-details/tracking-draft.ts";
import { rereadOrder } from "./order-queries.ts";

/** For an order to cancel: whether to refund the money, which items to put back in stock, and the reason. */
export type CancelOptions = Pick<
  OrderChange,
  "refund" | "restock" | "restockLines" | "stripeReason" | "note"
>;
type StatusChange = {
  order: OrderSummary;
  newStatus: OrderStatus;
  options?: Omit<OrderChange, "orderStatus">;
};

/** The order and the new status about which the admin is asked before the change. */
type Question = { order: OrderSummary; newStatus: (typeof ORDER_STATUS)["completed" | "cancelled"] };

const MUTATION_KEY = ["change-status"];

/** Whether the order was paid, also if the money went back: its items may still have to go back in stock. */
const wasPaid = ({ paymentStatus }: OrderSummary): boolean =>
  shopHasMoney(paymentStatus) || paymentStatus === "refunded";

const hasParcel = (order: OrderSummary): boolean => order.delivery === "ship" && !hasNothingToShip(order);

const sendStatusChange = ({ order, newStatus, options }: StatusChange) =>
  changeOrder(order, { orderStatus: newStatus, ...options });

/** Removes the input of a saved change from the drafts. Text that was typed after the request stays. */
function removeSentInput({ order, newStatus, options = {} }: StatusChange): void {
  const { orderId, tracking: previousNumber = "" } = order;
  const { tracking: sentNumber = previousNumber, note, stripeReason } = options;
  if (newStatus === ORDER_STATUS.completed)
    changeDraft<TrackingDraft>(TRACKING_DRAFT, orderId, (draft) =>
      trackingDraftAfterSave(draft, previousNumber, sentNumber),
    );
  if (newStatus === ORDER_STATUS.cancelled)
    changeDraft<RefundReason>(CANCELLATION_DRAFT, orderId, (reason) =>
      reason.note === note && reason.stripeReason === stripeReason ? {} : reason,
    );
}

/**
 * The message for a failed change. Reads the order again after a refusal, and after a cancellation without an answer. If somebody
 * else has changed the order, the message names its current status. If the cancellation was made although its answer was lost, the
 * message says so.
 */
async function explainFailure(
  error: Error,
  { order: { orderId }, newStatus }: StatusChange,
): Promise<string> {
  if (!(error instanceof ApiError) || error.status !== 409) {
    console.error("The status could not be changed", error);
    const mayBeCancelled = newStatus === ORDER_STATUS.cancelled && mayHaveSaved(error);
    const orderNow = mayBeCancelled ? await rereadOrder(orderId) : undefined;
    return orderNow?.orderStatus === ORDER_STATUS.cancelled
      ? adminMessages.cancelledWithoutAnswer
      : adminMessages.statusFailed;
  }
  const currentOrder = await rereadOrder(orderId);
  if (!currentOrder || error.reason !== "order_changed") return error.message;
  return `${error.message} It is now ${ORDER_STATUS_LABEL[currentOrder.orderStatus]}.`;
}

/**
 * Changes the status of orders. `savingStatuses` maps the id of each order that is being saved to the new
 * status. A paid order that the admin wants to cancel is in `orderToCancel` until `cancelOrder` or `keepOrder` is called.
 * An order with items to ship that the admin wants to complete is in `orderToComplete` until `completeOrder` or
 * `postponeCompletion` is called.
 */
export function useStatusChange() {
  const [question, setQuestion] = useState<Question>();
  const { isOpen, open, close } = useNestedDialog("status");
  const orderToAskAbout = (newStatus: Question["newStatus"]) =>
    isOpen && question?.newStatus === newStatus ? question.order : undefined;
  const { mutate } = useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: sendStatusChange,
    onSuccess: (_, change) => removeSentInput(change),
    onError: async (error, change) => toast.error(await explainFailure(error, change)),
  });
  const pendingChanges = useMutationState({
    filters: { mutationKey: MUTATION_KEY, status: "pending" },
    select: ({ state }) => state.variables as StatusChange,
  });
  const savingStatuses = useMemo(
    () =>
      new Map(
        pendingChanges.map(({ order, newStatus }): [string, OrderStatus] => [order.orderId, newStatus]),
      ),
    [pendingChanges],
  );

  const changeStatus = useCallback(
    (order: OrderSummary, newStatus: OrderStatus) => {
      const ask = (askedStatus: Question["newStatus"]) => {
        setQuestion({ order, newStatus: askedStatus });
        void open();
      };
      if (newStatus === ORDER_STATUS.cancelled && wasPaid(order)) ask(newStatus);
      else if (newStatus === ORDER_STATUS.completed && hasParcel(order)) ask(newStatus);
      else mutate({ order, newStatus });
    },
    [mutate, open],
  );

  const endQuestion = () => {
    setQuestion(undefined);
    close();
  };
  const orderToComplete = orderToAskAbout(ORDER_STATUS.completed);
  const orderToCancel = orderToAskAbout(ORDER_STATUS.cancelled);
  return {
    savingStatuses,
    changeStatus,
    orderToComplete,
    /** Does not complete `orderToComplete`. */
    postponeCompletion: endQuestion,
    completeOrder: (tracking: string) => {
      if (!orderToComplete) return;
      endQuestion();
      // The list lacks the tracking numbers of some older orders, so an empty field must not remove the number.
      const options = tracking === "" && !orderToComplete.tracking ? {} : { tracking };
      mutate({ order: orderToComplete, newStatus: ORDER_STATUS.completed, options });
    },
    orderToCancel,
    /** Does not cancel `orderToCancel`. */
    keepOrder: endQuestion,
    cancelOrder: (options: CancelOptions) => {
      if (!orderToCancel) return;
      endQuestion();
      mutate({ order: orderToCancel, newStatus: ORDER_STATUS.cancelled, options });
    },
  };
}
