import { useEffect, useState } from "react";
import { useCartActions } from "../../../cart/cart-context.tsx";
import { latestAttempt } from "../../../checkout-attempt.ts";
import { unverifiedSession } from "../checkout-storage.ts";

/**
 * `notPayable`: the earlier session was paid (even if the money went back or is disputed) or is being processed, so it cannot
 * be paid again. `none`: no such session is known, so the form can be shown.
 */
export type EarlierPayment = { status: "none" | "checking" } | { status: "notPayable"; sessionId: string };

const readEarlierSessionId = () => unverifiedSession.read() ?? latestAttempt.read()?.sessionId;

/**
 * Checks an unverified payment, or else the payment page that this tab opened last. (A visitor may come
 * back to the checkout after a payment.) Removes the items of a paid order from the cart. If the status is
 * 'notPayable', the caller must redirect to the result of the payment.
 */
export function useEarlierPayment(): EarlierPayment {
  const { replace: replaceCartLines } = useCartActions();
  const [earlierPayment, setEarlierPayment] = useState<EarlierPayment>(() => ({
    status: readEarlierSessionId() === undefined ? "none" : "checking",
  }));
  const isChecking = earlierPayment.status === "checking";
  useEffect(() => {
    if (!isChecking) return;
    const controller = new AbortController();
    const { signal } = controller;
    const check = async (): Promise<EarlierPayment> => {
      const sessionId = readEarlierSessionId();
      // The page for cancelled payments may have closed the session, and removed its id, since the first render.
      if (sessionId === undefined) return { status: "none" };
      const { checkEarlierPayment } = await import("./check-earlier-payment.ts");
      const status = await checkEarlierPayment(sessionId, replaceCartLines, signal);
      return status === "none" ? { status } : { status, sessionId };
    };
    check().then(setEarlierPayment, (error: unknown) => {
      if (signal.aborted) return;
      console.warn("The earlier payment could not be checked", error);
      setEarlierPayment({ status: "none" });
    });
    return () => controller.abort();
  }, [isChecking, replaceCartLines]);
  return earlierPayment;
}
