import type { ReactNode } from "react";
import { paths, STORE_ALIAS } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { NextSteps } from "./next-steps.tsx";
import type { Words } from "./outcome.ts";
import { standingOf, wordsOf } from "./outcome.ts";
import { ReceiptActions } from "./receipt-actions.tsx";
import { Receipt } from "./receipt.tsx";
import { ResultHead } from "./result-head.tsx";
import styles from "./result.module.css";
import { StillInCart } from "./still-in-cart.tsx";
import type { Payment } from "./use-payment.ts";

type DecidedProps = {
  payment: Payment;
  waiting: boolean;
  sessionId: string;
  onCheckAgain: () => void;
  /** Said below the order's number. */
  note: ReactNode;
};

function OrderFacts({ payment, words }: { payment: Payment; words: Words }) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Order number</dt>
        <dd className="mono">{payment.orderId}</dd>
      </div>
      <div>
        <dt>Payment status</dt>
        <dd>
          <Badge tone={words.tone} icon={words.icon}>
            {payment.receipt.status}
          </Badge>
        </dd>
      </div>
    </dl>
  );
}

/** What the server says of the payment, its receipt, and where to go from here. */
export function Decided({ payment, waiting, sessionId, onCheckAgain, note }: DecidedProps) {
  const standing = standingOf(payment);
  const words = wordsOf(payment);
  const { paper } = words;
  const settled = standing === "paid" || standing === "refunded";
  const done = settled || standing === "refunding" || standing === "processing";
  const pending = standing === "processing" || standing === "unpaid";
  return (
    <div className={paper ? styles.columns : styles.single}>
      <div className={styles.side}>
        <ResultHead icon={words.icon} tone={words.tone} title={words.title} lead={words.lead} />
        <OrderFacts payment={payment} words={words} />
        {note}
        {pending && (
          <div className={styles.waiting}>
            {waiting ? (
              <Spinner label="This page updates by itself." />
            ) : (
              <Button icon="refresh" onClick={onCheckAgain}>
                Check Again
              </Button>
            )}
          </div>
        )}
        {settled && <ReceiptActions receipt={payment.receipt} sessionId={sessionId} />}
        {!done && <StillInCart />}
        <div className={styles.actions}>
          {done ? (
            <>
              <ButtonLink to={STORE_ALIAS}>Continue Shopping</ButtonLink>
              <ButtonLink to={paths.home} variant="ghost">
                Go to Home
              </ButtonLink>
            </>
          ) : (
            <>
              <ButtonLink to={paths.checkout}>
                {standing === "unpaid" ? "Return to Checkout" : "Try Again"}
              </ButtonLink>
              <ButtonLink to={paths.home} variant="secondary">
                Return Home
              </ButtonLink>
            </>
          )}
        </div>
        {standing === "paid" && payment.reason !== "cancelled" && <NextSteps receipt={payment.receipt} />}
      </div>
      {paper && <Receipt receipt={payment.receipt} title={paper} />}
    </div>
  );
}
