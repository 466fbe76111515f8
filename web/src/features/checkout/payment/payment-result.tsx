import type { ReactNode } from "react";
import { useEffect } from "react";
import { paymentMessages } from "../../../../../shared/payment-messages.ts";
import { messages } from "../../../../../shared/messages.ts";
import { lineTotal, toCents, toDollars } from "../../../../../shared/money.ts";
import type { UrlOrderData } from "../../../../../shared/url-order-data.ts";
import { useCart } from "../../../cart/cart-context.tsx";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { notify } from "../../../ui/notify.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { clearAttempt } from "../checkout-storage.ts";
import { finishOrder, withoutBought } from "../finish-order.ts";
import { updateProcessingOrders } from "../processing-orders.ts";
import { OrderTable } from "../order-table.tsx";
import { lazyModule, useLazyModule } from "../../../lazy-module.ts";
import { ResultHeading } from "./result-heading.tsx";
import styles from "./result.module.css";
import { updateUnverifiedSession } from "./update-unverified.ts";
import type { Payment, PaymentState } from "./use-payment.ts";
import { usePayment } from "./use-payment.ts";

/** The order from the URL, shown until the server has responded. */
function OrderPreview({ order }: { order: UrlOrderData }) {
  const itemCents = order.items.reduce((sum, { p, q }) => sum + toCents(lineTotal(p, q)), 0);
  // The URL has the items and the total, but not the shipping, tax and discount between them.
  const otherDollars = toDollars(toCents(order.total) - itemCents);
  return (
    <section aria-label="Your order" className={`card ${styles.preview}`}>
      <OrderTable
        items={order.items.map(({ n, q, p }) => ({
          name: n,
          quantity: q,
          priceEach: p,
          lineTotal: lineTotal(p, q),
        }))}
        amounts={[
          ...(otherDollars === 0 ? [] : [{ label: "Shipping, tax and discounts", dollars: otherDollars }]),
          { label: "Total", dollars: order.total },
        ]}
      />
    </section>
  );
}

type VerificationFailedProps = {
  message: string;
  /** Undefined if another request cannot help. */
  onCheckAgain?: (() => void) | undefined;
  note?: ReactNode;
};

export function VerificationFailed({ message, onCheckAgain, note }: VerificationFailedProps) {
  return (
    <div className={styles.single}>
      <ResultHeading icon="alert" tone="danger" title="Payment Verification Failed" lead={message} />
      <p className={styles.hint}>
        {onCheckAgain
          ? "If you have paid, your order is safe: check again in a moment."
          : "This address may be incomplete."}{" "}
        The receipt of a paid order also comes by email.
      </p>
      {note}
      <div className={styles.actions}>
        {onCheckAgain && (
          <Button icon="refresh" onClick={onCheckAgain}>
            Check Again
          </Button>
        )}
        <ButtonLink to={paths.home} variant={onCheckAgain ? "secondary" : "primary"}>
          Return Home
        </ButtonLink>
        <ButtonLink to={paths.checkout} variant="secondary">
          Try Again
        </ButtonLink>
      </div>
    </div>
  );
}

type DetailsMissingProps = { payment: Payment; onLoadAgain: () => void; note?: ReactNode };

/** Shown if the payment is known, but the code of its details cannot be loaded. */
function DetailsMissing({ payment, onLoadAgain, note }: DetailsMissingProps) {
  const isPaid = payment.paymentStatus === "paid";
  return (
    <div className={styles.single}>
      <ResultHeading
        icon={isPaid ? "check-circle" : "info"}
        tone={isPaid ? "ok" : "neutral"}
        title={isPaid ? "Payment Successful!" : "Your payment"}
        lead={messages.partMissing}
      />
      {note}
      <div className={styles.actions}>
        <Button icon="refresh" onClick={onLoadAgain}>
          Try Again
        </Button>
      </div>
    </div>
  );
}

/** The statuses of an order whose money was, is or should be refunded, or is disputed. */
const REFUND_STATUSES: ReadonlySet<Payment["paymentStatus"]> = new Set([
  "refunding",
  "refund-failed",
  "disputed",
  "refunded",
]);

/**
 * Shows toasts about the verification, and stores a session in the browser while its payment is unknown, unpaid or being
 * processed. Removes the items of a paid order from the cart, once. After a refund or a dispute the cart does not change, and
 * the next submit creates another order.
 */
function usePaymentEffects(state: PaymentState, sessionId: string): void {
  const { lines, replace } = useCart();
  const hasFailed = state.status === "failed";
  const isUnknown = state.status === "failed" && state.canRetry;
  const payment = state.status === "known" ? state.payment : undefined;
  const paidPayment = payment?.paymentStatus === "paid" ? payment : undefined;
  const hasRefundStatus = payment !== undefined && REFUND_STATUSES.has(payment.paymentStatus);
  useEffect(() => {
    if (hasFailed) notify.error(paymentMessages.verifyFailed, { id: "payment" });
  }, [hasFailed]);
  useEffect(() => {
    const result = isUnknown ? "unknown" : payment;
    if (result) updateUnverifiedSession(sessionId, result);
  }, [isUnknown, payment, sessionId]);
  useEffect(() => {
    if (payment) updateProcessingOrders(sessionId, payment);
  }, [payment, sessionId]);
  useEffect(() => {
    if (paidPayment) notify.success(paymentMessages.paymentVerified, { id: "payment" });
  }, [paidPayment]);
  useEffect(() => {
    if (paidPayment && finishOrder(paidPayment.orderId, sessionId))
      replace(withoutBought(lines, paidPayment.receipt.items));
  }, [paidPayment, sessionId, lines, replace]);
  useEffect(() => {
    if (hasRefundStatus) clearAttempt(sessionId);
  }, [hasRefundStatus, sessionId]);
}

/** Loaded while the payment is being verified. */
const lazyPaymentDetails = lazyModule(() => import("./payment-details.tsx"));

type PaymentResultProps = { sessionId: string; orderInUrl: UrlOrderData | "unreadable" | undefined };

/** The result of a payment. Shows the order from the URL until the server has responded. */
export function PaymentResult({ sessionId, orderInUrl }: PaymentResultProps) {
  const { retry, ...state } = usePayment(sessionId);
  usePaymentEffects(state, sessionId);
  const {
    module: loadedModule,
    failed: hasLoadFailed,
    retry: loadAgain,
  } = useLazyModule(lazyPaymentDetails, true);
  const note = orderInUrl === "unreadable" && (
    <Notice tone="warn" title={paymentMessages.orderDetailsUnreadable}>
      <p>The summary in this page’s address cannot be read. It changes nothing about your order.</p>
    </Notice>
  );
  if (state.status === "failed")
    return (
      <VerificationFailed
        message={state.message}
        onCheckAgain={state.canRetry ? retry : undefined}
        note={note}
      />
    );
  if (state.status === "known" && hasLoadFailed)
    return <DetailsMissing payment={state.payment} onLoadAgain={loadAgain} note={note} />;
  if (state.status === "known" && loadedModule)
    return (
      <loadedModule.PaymentDetails
        payment={state.payment}
        isPolling={state.isPolling}
        sessionId={sessionId}
        onCheckAgain={retry}
        note={note}
      />
    );
  return (
    <div className={styles.single}>
      <h1>
        <VisuallyHidden>Payment</VisuallyHidden>
      </h1>
      <Spinner large label="Verifying payment..." />
      {orderInUrl && orderInUrl !== "unreadable" && <OrderPreview order={orderInUrl} />}
      {note}
    </div>
  );
}
