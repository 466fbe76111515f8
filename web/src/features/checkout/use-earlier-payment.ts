import { useEffect, useState } from "react";
import { publicApi } from "../../../../shared/api-public.ts";
import { PAYMENT_STATUS_LABEL } from "../../../../shared/order-status.ts";
import { call } from "../../api.ts";
import { useCartActions } from "../../cart/cart-context.tsx";
import { latestAttempt } from "../../purchase/attempt.ts";
import { endAttempt, finishPurchase, withoutBought } from "../../purchase/finish.ts";

/** ms; whoever wants to buy waits no longer, and sending the order looks at the earlier payment again. */
const TIMEOUT = 8_000;

/** `settled`: the payment page of this session was used, and nobody pays there again. */
export type EarlierPayment = { status: "none" | "checking" } | { status: "settled"; sessionId: string };

/**
 * What became of the payment page that this tab opened last, so that a cart that was paid is not offered again to
 * somebody who comes back without knowing: a paid one is taken out of the cart, and everything but an open or ended
 * payment page is shown as it is.
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
        if (paymentStatus === "paid" && finishPurchase(orderId))
          replace((lines) => withoutBought(lines, receipt.items));
        endAttempt(sessionId);
        setState({ status: "settled", sessionId });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        console.warn("The earlier payment could not be looked at", error);
        setState({ status: "none" });
      },
    );
    return () => controller.abort();
  }, [checking, replace]);
  return state;
}
