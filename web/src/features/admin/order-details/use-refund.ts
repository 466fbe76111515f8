import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { BodyInput } from "../../../../../shared/endpoint.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import { customerName } from "../../../../../shared/order-summary.ts";
import type { Order } from "../../../../../shared/order.ts";
import { ApiError, mayHaveSaved } from "../../../api-error.ts";
import { announce } from "../../../ui/announce.ts";
import { adminMessages, errorText } from "../admin-messages.ts";
import { adminCall } from "../auth/admin-call.ts";
import { orderLabel } from "../orders/order-link.tsx";
import { rereadOrder, writeOrder } from "../orders/order-queries.ts";
import { toast } from "../toast.ts";
import { createRefundDraft, REFUND_DRAFT } from "./refund-draft.ts";
import { useDraft } from "./use-draft.ts";

type RefundInput = Omit<BodyInput<typeof adminApi.requestRefund>, "version"> & {
  /** Dollars. */
  amount: number;
};

/**
 * The stored input of an order's refund form, and the request for the refund, which continues if the form is closed.
 * `isOpen`: whether the form is shown. `onRefunded` is called only while the form is shown.
 */
export function useRefund(order: Order, isOpen: boolean, onRefunded: () => void) {
  const { orderId } = order;
  const [storedDraft, setStoredDraft] = useDraft(REFUND_DRAFT, orderId, () => createRefundDraft(order));
  const [error, setError] = useState<string>();
  /** The order as it was read after a refused request. */
  const [orderAfterRefusal, setOrderAfterRefusal] = useState<Order>();
  // The version of the order that the admin has seen, which a submit sends. Not `order.version`, because polling updates
  // `order` before the admin has noticed a change. After a refusal, the order is read again, and this is its version.
  const [seenVersion, setSeenVersion] = useState(order.version);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    setSeenVersion(order.version);
    setError(undefined);
  }
  // A late response must not close another order's form, and an error must be shown also if the form is closed.
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = isOpen;
    return () => {
      isShown.current = false;
    };
  }, [isOpen]);
  const { mutate, isPending } = useMutation({
    mutationFn: (input: RefundInput) =>
      adminCall(adminApi.requestRefund, {
        params: { id: orderId },
        body: { version: seenVersion, ...input },
      }),
    onSuccess: (updatedOrder, input) => {
      writeOrder(updatedOrder);
      setStoredDraft((draft) =>
        draft.refundId === input.refundId ? createRefundDraft(updatedOrder) : draft,
      );
      const { amount } = updatedOrder.refunds.find(({ refundId }) => refundId === input.refundId) ?? input;
      const name = customerName(updatedOrder.billingInfo);
      toast.success(`${formatMoney(amount)} is on its way back${name ? ` to ${name}` : ""}`);
      if (isShown.current) onRefunded();
    },
    onError: (failure) => {
      console.error("The refund could not be requested", failure);
      if (failure instanceof ApiError && failure.status === 409)
        void rereadOrder(orderId).then((freshOrder) => {
          setOrderAfterRefusal(freshOrder);
          if (freshOrder) setSeenVersion(freshOrder.version);
        });
      // The refund may be requested although its answer was lost. The form stays the same, so that the next submit repeats the request.
      else if (mayHaveSaved(failure)) void rereadOrder(orderId);
      const text = errorText(failure, adminMessages.refundFailed);
      if (!isShown.current) return void toast.error(`${orderLabel(order)}: ${text}`);
      setError(text);
      announce(text);
    },
  });
  return {
    storedDraft,
    setStoredDraft,
    error,
    setError,
    setSeenVersion,
    orderAfterRefusal,
    isPending,
    refund: (input: RefundInput) => {
      if (!isPending) mutate(input);
    },
  };
}
