import { useState } from "react";
import { messages } from "../../../../shared/messages.ts";
import { seo } from "../../../../shared/site/seo.ts";
import { paths, STORE_ALIAS } from "../../paths.ts";
import { latestAttempt } from "../../purchase/attempt.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { ResultHead } from "./result-head.tsx";
import styles from "./result.module.css";
import { StillInCart } from "./still-in-cart.tsx";
import { useRelease } from "./use-release.ts";

function AlreadyPaid({ sessionId }: { sessionId: string }) {
  return (
    <div className={styles.single}>
      <ResultHead
        icon="check-circle"
        tone="ok"
        title={messages.alreadyPaid}
        lead="The payment went through before it could be cancelled."
      />
      <div className={styles.actions}>
        <ButtonLink to={`${paths.checkoutSuccess}?session_id=${encodeURIComponent(sessionId)}`}>
          See the Receipt
        </ButtonLink>
        <ButtonLink to={STORE_ALIAS} variant="secondary">
          Continue Shopping
        </ButtonLink>
      </div>
    </div>
  );
}

export default function CancelPage() {
  usePageMeta({ ...seo["/checkout/cancel"], path: paths.checkoutCancel });
  const [sessionId] = useState(() => latestAttempt.read()?.sessionId);
  const release = useRelease(sessionId);
  if (release === "paid" && sessionId) {
    return (
      <div className="container page">
        <AlreadyPaid sessionId={sessionId} />
      </div>
    );
  }
  return (
    <div className="container page">
      <div className={styles.single}>
        <ResultHead
          icon="close"
          tone="neutral"
          title="Payment Cancelled"
          lead="Your payment was cancelled. No charges have been made to your account."
        />
        <StillInCart />
        <div className={styles.actions}>
          <ButtonLink to={paths.checkout}>Return to Checkout</ButtonLink>
          <ButtonLink to={STORE_ALIAS} variant="secondary">
            Continue Shopping
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
