import { useEffect, useState } from "react";
import { checkoutMessages } from "../../../../../shared/checkout-messages.ts";
import { PAYMENT_PAGE_MS } from "../../../../../shared/payment-page.ts";
import { seo } from "../../../../../shared/site/seo.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { usePageMeta } from "../../../ui/page-meta.ts";
import { latestAttempt } from "../../../checkout-attempt.ts";
import { successUrl } from "../order-url.ts";
import { releaseSession } from "../release-session.ts";
import { ResultHeading } from "./result-heading.tsx";
import styles from "./result.module.css";
import { StillInCart } from "./still-in-cart.tsx";

/**
 * The releases by session id, without the failed ones. React may run an effect twice, but a session must be released only
 * once.
 */
const releases = new Map<string, Promise<"released" | "paid">>();

/** Closes a session's payment page and releases its stock. Undefined until the server has responded, and after a failure. */
function useRelease(sessionId: string | undefined): "released" | "paid" | undefined {
  const [result, setResult] = useState<"released" | "paid">();
  useEffect(() => {
    if (!sessionId) return;
    let isUnmounted = false;
    const releasePromise = releases.get(sessionId) ?? releaseSession(sessionId);
    releases.set(sessionId, releasePromise);
    releasePromise.then(
      (releaseResult) => !isUnmounted && setResult(releaseResult),
      (error: unknown) => {
        releases.delete(sessionId);
        console.warn("The payment page could not be released; it expires by itself", error);
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [sessionId]);
  return result;
}

function AlreadyPaid({ sessionId }: { sessionId: string }) {
  return (
    <div className={styles.single}>
      <ResultHeading
        icon="check-circle"
        tone="ok"
        title={checkoutMessages.alreadyPaid}
        lead="The payment was made before it could be cancelled."
      />
      <div className={styles.actions}>
        <ButtonLink to={successUrl(sessionId)}>See the Receipt</ButtonLink>
        <ButtonLink to={paths.storeAlias} variant="secondary">
          Continue Shopping
        </ButtonLink>
      </div>
    </div>
  );
}

const CANCELLED = {
  icon: "close",
  title: "Payment Cancelled",
  lead: "Your payment was cancelled. No charges have been made to your account.",
} as const;
const EXPIRED = {
  icon: "clock",
  title: "Payment Expired",
  lead: "The payment page closes after half an hour. No charges have been made to your account. What you typed is kept, so you can check out again.",
} as const;

function Unpaid({ hasExpired }: { hasExpired: boolean }) {
  return (
    <div className={styles.single}>
      <ResultHeading tone="neutral" {...(hasExpired ? EXPIRED : CANCELLED)} />
      <StillInCart />
      <div className={styles.actions}>
        <ButtonLink to={paths.checkout}>Return to Checkout</ButtonLink>
        <ButtonLink to={paths.storeAlias} variant="secondary">
          Continue Shopping
        </ButtonLink>
      </div>
    </div>
  );
}

export default function CancelPage() {
  usePageMeta({ ...seo["/checkout/cancel"], path: paths.checkoutCancel });
  const [{ sessionId, hasExpired }] = useState(() => {
    const { sessionId: id, openedAt = Infinity } = latestAttempt.read() ?? {};
    // If the server returned an older page at `openedAt`, its end goes unnoticed, which changes only the text.
    return { sessionId: id, hasExpired: openedAt + PAYMENT_PAGE_MS <= Date.now() };
  });
  const isPaid = useRelease(sessionId) === "paid";
  return (
    <div className="container page">
      {isPaid && sessionId ? <AlreadyPaid sessionId={sessionId} /> : <Unpaid hasExpired={hasExpired} />}
    </div>
  );
}
