import { useEffect, useState } from "react";
import { publicApi } from "../../../../../shared/api-public.ts";
import { PAYMENT_STATUS_LABEL } from "../../../../../shared/order-status.ts";
import { call } from "../../../api.ts";
import { useCartActions } from "../../../cart/cart-context.tsx";
import { clearAttempt, latestAttempt } from "../checkout-storage.ts";
import { finishOrder, withoutBought } from "../finish-order.ts";

/** ms. Without an answer the checkout opens: submitting asks for the earlier payment again. */
const TIMEOUT = 8_000;

/** `used`: the session's payment page is paid, refunded or processing, and cannot be paid again. */
export type EarlierPayment = { status: "none" | "checking" } | { status: "used"; sessionId: string };

/**
 * The state of the payment page that this tab opened last. A visitor may come back to the checkout without knowing that
 * they have paid: a paid order is taken out of the cart, and a used payment page is shown instead of the form.
 */
export function useEarlierPayment(): EarlierPayment {
  const { replace } = useCartActions();
  const [state, setState] = useState<EarlierPayment>(() => ({
    status: latestAttempt.read()?.sessionId === undefined ? "none" : "checking",
  }));
  const checking = state.status === "checking";
  useEffect(() => {
    const sessionId = latestAttempt.read()?.sessionId;
    if (!checking || sessionId === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    call(publicApi.verifyPayment, { body: { sessionId }, signal, timeoutMs: TIMEOUT }).then(
      ({ orderId, paymentStatus, receipt }) => {
        if (signal.aborted) return;
        const processing = paymentStatus === "unpaid" && receipt.status === PAYMENT_STATUS_LABEL.processing;
        const open = paymentStatus === "unpaid" && !processing;
        if (open || paymentStatus === "failed" || paymentStatus === "expired")
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
  }, [checking, replace]);
  return state;
}
