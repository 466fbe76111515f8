import type { Ref } from "react";
import { Link } from "react-router-dom";
import { formatMoney } from "../../../../shared/money.ts";
import { messages } from "../../../../shared/messages.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Price } from "../../ui/price.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./purchase.module.css";
import type { Trouble } from "./use-submit.ts";

/** Why the last submit did not lead to a payment page. */
function TroubleNotice({ trouble }: { trouble: Trouble }) {
  if (trouble.kind === "changed") return null;
  if (trouble.kind === "failed") {
    return (
      <Notice role="alert" tone="danger" title={trouble.message}>
        {trouble.detail && <p>{trouble.detail}</p>}
      </Notice>
    );
  }
  const { sessionId } = trouble;
  return (
    <Notice role="alert" tone="warn" title={messages.alreadyPaid}>
      <p>
        {sessionId && (
          <>
            <Link to={`${paths.checkoutSuccess}?session_id=${encodeURIComponent(sessionId)}`}>
              See its receipt
            </Link>
            .{" "}
          </>
        )}
        To place another order, press Complete Purchase once more.
      </p>
    </Notice>
  );
}

type PurchaseProps = {
  /** Dollars. */
  total: number;
  busy: boolean;
  trouble: Trouble | undefined;
  /** The visitor has just taken the changes into the cart. */
  accepted: boolean;
  cartError: string | undefined;
  ref: Ref<HTMLButtonElement>;
};

/** The end of the form: what will be paid, the button, what went wrong, and the way back. */
export function Purchase({ total, busy, trouble, accepted, cartError, ref }: PurchaseProps) {
  return (
    <div className={styles.purchase}>
      <p className={styles.total}>
        To pay
        <Price dollars={total} className={styles.amount} />
      </p>
      {cartError && <Notice role="alert" tone="danger" title={cartError} />}
      <div role="status">
        {accepted && (
          <Notice tone="ok" title={`Your cart is up to date. Grand Total ${formatMoney(total)}.`} />
        )}
      </div>
      {trouble && <TroubleNotice trouble={trouble} />}
      <Button ref={ref} type="submit" size="large" wide icon="lock" loading={busy}>
        Complete Purchase
      </Button>
      <VisuallyHidden role="status">{busy ? "Processing. The payment page opens next." : ""}</VisuallyHidden>
      <p className={styles.safe}>
        Next, you pay by card on Stripe’s secure page. Your card number never reaches us.
      </p>
      <ButtonLink to={paths.store} variant="ghost" icon="arrow-left" className={styles.back}>
        Back to Merchandise
      </ButtonLink>
    </div>
  );
}
