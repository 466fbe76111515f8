import type { ReactNode } from "react";
import { lazyModule, useLazyModule } from "../../../lazy-module.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { NextSteps } from "./next-steps.tsx";
import type { OutcomeText } from "./payment-outcome.ts";
import { outcomeOf, outcomeText } from "./payment-outcome.ts";
import { ReceiptActions } from "./receipt-actions.tsx";
import { Receipt } from "./receipt.tsx";
import { ResultHeading } from "./result-heading.tsx";
import styles from "./result.module.css";
import { StillInCart } from "./still-in-cart.tsx";
import { mayGetPickUpCode } from "./pick-up.ts";
import type { Payment } from "./use-payment.ts";

type PaymentDetailsProps = {
  payment: Payment;
  /** Whether the page repeats the request for the payment's state by itself. */
  isPolling: boolean;
  sessionId: string;
  onCheckAgain: () => void;
  /** Shown below the order number and the payment status. */
  note: ReactNode;
};

function OrderNumberAndStatus({ payment, text }: { payment: Payment; text: OutcomeText }) {
  return (
    <dl className={styles.descriptionList}>
      <div>
        <dt>Order number</dt>
        <dd className="mono">{payment.receipt.orderNumber}</dd>
      </div>
      <div>
        <dt>Payment status</dt>
        <dd>
          <Badge tone={text.tone} icon={text.icon}>
            {payment.receipt.status}
          </Badge>
        </dd>
      </div>
    </dl>
  );
}

const receiptTickets = lazyModule(() => import("./receipt-tickets.tsx"));

/**
 * The tickets and the pick-up code of a paid order. Shows nothing in a stage without tickets, and from a day
 * after the payment.
 */
function CodesOfOrder({ payment, sessionId }: { payment: Payment; sessionId: string }) {
  // `tickets` is undefined for an order without tickets. An order that was picked up has no code any more.
  const isNeeded = payment.tickets !== undefined || mayGetPickUpCode(payment);
  const { module: loadedModule } = useLazyModule(receiptTickets, isNeeded);
  return isNeeded && loadedModule ? (
    <loadedModule.ReceiptTickets firstPayment={payment} sessionId={sessionId} />
  ) : null;
}

export function PaymentDetails({ payment, isPolling, sessionId, onCheckAgain, note }: PaymentDetailsProps) {
  const outcome = outcomeOf(payment);
  const text = outcomeText(payment);
  const { receiptTitle } = text;
  const isReceiptReady = outcome === "paid" || outcome === "refunded";
  const isRefundOrDispute = outcome === "refunding" || outcome === "refund-failed" || outcome === "disputed";
  const isOrderPlaced = isReceiptReady || isRefundOrDispute || outcome === "processing";
  const isOrderStillValid = outcome === "paid" && payment.reason !== "cancelled";
  const isUndecided = outcome === "processing" || outcome === "unpaid";
  return (
    <div className={receiptTitle ? styles.columns : styles.single}>
      <div className={styles.side}>
        <ResultHeading icon={text.icon} tone={text.tone} title={text.title} lead={text.lead} />
        <OrderNumberAndStatus payment={payment} text={text} />
        {note}
        {isUndecided && (
          <div className={styles.waiting}>
            {isPolling ? (
              <Spinner label="This page updates by itself." />
            ) : (
              <Button icon="refresh" onClick={onCheckAgain}>
                Check Again
              </Button>
            )}
          </div>
        )}
        {isReceiptReady && <ReceiptActions receipt={payment.receipt} sessionId={sessionId} />}
        {!isOrderPlaced && <StillInCart />}
        <div className={styles.actions}>
          {isOrderPlaced ? (
            <>
              <ButtonLink to={paths.storeAlias}>Continue Shopping</ButtonLink>
              <ButtonLink to={paths.home} variant="ghost">
                Go to Home
              </ButtonLink>
            </>
          ) : (
            <>
              <ButtonLink to={paths.checkout}>
                {outcome === "unpaid" ? "Return to Checkout" : "Try Again"}
              </ButtonLink>
              <ButtonLink to={paths.home} variant="secondary">
                Return Home
              </ButtonLink>
            </>
          )}
        </div>
        {isOrderStillValid && <NextSteps receipt={payment.receipt} />}
      </div>
      {receiptTitle && (
        <div className={styles.documents}>
          {isOrderStillValid && <CodesOfOrder payment={payment} sessionId={sessionId} />}
          <Receipt receipt={payment.receipt} title={receiptTitle} />
        </div>
      )}
    </div>
  );
}
