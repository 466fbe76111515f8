import { useEffect } from "react";
import { messages } from "../../../../shared/messages.ts";
import type { UrlOrderData } from "../../../../shared/order-data.ts";
import { useCart } from "../../cart/cart-context.tsx";
import { endAttempt, finishPurchase, withoutBought } from "../../purchase/finish.ts";
import { notify } from "../../ui/notify.ts";
import { Notice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { Decided } from "./decided.tsx";
import { OrderGlance } from "./order-glance.tsx";
import styles from "./result.module.css";
import type { PaymentState } from "./use-payment.ts";
import { usePayment } from "./use-payment.ts";
import { VerificationFailed } from "./verification-failed.tsx";

/**
 * The toasts of a verification, and the cart: emptied of what was bought, once, and only when it is paid. When the money
 * goes back, the cart stays, and what is bought next is another order.
 */
function useEffectsOf(state: PaymentState, sessionId: string): void {
  const { lines, replace } = useCart();
  const failed = state.status === "failed";
  const known = state.status === "known" ? state.payment : undefined;
  const paid = known?.paymentStatus === "paid" ? known : undefined;
  const returned = known?.paymentStatus === "refunding" || known?.paymentStatus === "refunded";
  useEffect(() => {
    if (failed) notify.error(messages.verifyFailed, { id: "payment" });
  }, [failed]);
  useEffect(() => {
    if (paid) notify.success(messages.paymentVerified, { id: "payment" });
  }, [paid]);
  useEffect(() => {
    if (paid && finishPurchase(paid.orderId)) replace(withoutBought(lines, paid.receipt.items));
  }, [paid, lines, replace]);
  useEffect(() => {
    if (returned) endAttempt(sessionId);
  }, [returned, sessionId]);
}

type PaymentResultProps = { sessionId: string; carried: UrlOrderData | "unreadable" | undefined };

/** How a payment went: what the address carried is shown while the server is asked; then the server's word counts. */
export function PaymentResult({ sessionId, carried }: PaymentResultProps) {
  const { again, ...state } = usePayment(sessionId);
  useEffectsOf(state, sessionId);
  const note = carried === "unreadable" && (
    <Notice tone="warn" title={messages.orderDetailsUnreadable}>
      <p>The summary in this page’s address cannot be read. It changes nothing about your order.</p>
    </Notice>
  );
  return (
    <>
      {state.status === "verifying" && (
        <div className={styles.single}>
          <h1>
            <VisuallyHidden>Payment</VisuallyHidden>
          </h1>
          <Spinner large label="Verifying payment..." />
          {carried && carried !== "unreadable" && <OrderGlance order={carried} />}
          {note}
        </div>
      )}
      {state.status === "failed" && (
        <VerificationFailed
          message={state.message}
          onCheckAgain={state.retry ? again : undefined}
          note={note}
        />
      )}
      {state.status === "known" && (
        <Decided
          payment={state.payment}
          waiting={state.waiting}
          sessionId={sessionId}
          onCheckAgain={again}
          note={note}
        />
      )}
    </>
  );
}
