import { useEffect, useState } from "react";
import { publicApi } from "../../../../../shared/api-public.ts";
import { PAYMENT_STATUS_LABEL } from "../../../../../shared/order-status.ts";
import { call } from "../../../api.ts";
import { useCartActions } from "../../../cart/cart-context.tsx";
import { latestAttempt } from "../../../checkout-attempt.ts";
import { clearAttempt, clearUnverified, unverifiedSession } from "../checkout-storage.ts";
import { noteProcessing } from "../processing-orders.ts";
import { finishOrder, withoutBought } from "../finish-order.ts";

/** After this time the form is shown without a check, because a submit checks the earlier payment again. */
const TIMEOUT_MS = 8_000;

/** `used`: the session was paid, was refunded or is being processed, so it cannot be paid again. */
export type EarlierPayment = { status: "none" | "checking" } | { status: "used"; sessionId: string };

const earlierSessionId = () => unverifiedSession.read() ?? latestAttempt.read()?.sessionId;

/**
 * Checks an unverified payment, or else the payment page that this tab opened last, because a visitor may come
 * back to the checkout after a payment. Removes the items of a paid order from the cart. If the status is
 * 'used', the caller must redirect to the result of the payment.
 */
export function useEarlierPayment(): EarlierPayment {
  const { replace } = useCartActions();
  const [state, setState] = useState<EarlierPayment>(() => ({
    status: earlierSessionId() === undefined ? "none" : "checking",
  }));
  const isChecking = state.status === "checking";
  useEffect(() => {
    const sessionId = earlierSessionId();
    if (!isChecking || sessionId === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    call(publicApi.verifyPayment, { body: { sessionId }, signal, timeoutMs: TIMEOUT_MS }).then(
      (payment) => {
        if (signal.aborted) return;
        noteProcessing(sessionId, payment);
        const { orderId, paymentStatus, receipt } = payment;
        const isProcessing = paymentStatus === "unpaid" && receipt.status === PAYMENT_STATUS_LABEL.processing;
        const isOpen = paymentStatus === "unpaid" && !isProcessing;
        // The id of an open payment page stays stored, so that the next submit closes the page first.
        if (!isOpen) clearUnverified(sessionId);
        if (isOpen || paymentStatus === "failed" || paymentStatus === "expired")
          return setState({ status: "none" });
        if (paymentStatus === "paid" && finishOrder(orderId))
          replace((lines) => withoutBought(lines, receipt.items));
        clearAttempt(sessionId);
        setState({ status: "used", sessionId });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        console.warn("The earlier payment could not be checked", error);
        setState({ status: "none" });
      },
    );
    return () => controller.abort();
  }, [isChecking, replace]);
  return state;
}
