import { useEffect, useState } from "react";
import { messages } from "../../../../../shared/messages.ts";
import { seo } from "../../../../../shared/site/seo.ts";
import { paths, STORE_ALIAS } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { usePageMeta } from "../../../ui/page-meta.ts";
import { latestAttempt } from "../checkout-storage.ts";
import { successUrl } from "../order-url.ts";
import { releaseSession } from "../release-session.ts";
import { ResultHeading } from "./result-heading.tsx";
import styles from "./result.module.css";
import { StillInCart } from "./still-in-cart.tsx";

/** The releases that this page has requested, so that each is requested once however often effects run. */
const requested = new Map<string, Promise<"released" | "paid">>();

/** Releases the stock hold of a payment page; its result, undefined until it is known. After a failure the hold expires by itself. */
function useRelease(sessionId: string | undefined): "released" | "paid" | undefined {
  const [result, setResult] = useState<"released" | "paid">();
  useEffect(() => {
    if (!sessionId) return;
    let unmounted = false;
    const release = requested.get(sessionId) ?? releaseSession(sessionId);
    requested.set(sessionId, release);
    release.then(
      (known) => !unmounted && setResult(known),
      (error: unknown) => {
        requested.delete(sessionId);
        console.warn("The payment page could not be released; it expires by itself", error);
      },
    );
    return () => {
      unmounted = true;
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
        title={messages.alreadyPaid}
        lead="The payment went through before it could be cancelled."
      />
      <div className={styles.actions}>
        <ButtonLink to={successUrl(sessionId)}>See the Receipt</ButtonLink>
        <ButtonLink to={STORE_ALIAS} variant="secondary">
          Continue Shopping
        </ButtonLink>
      </div>
    </div>
  );
}

function Cancelled() {
  return (
    <div className={styles.single}>
      <ResultHeading
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
  );
}

export default function CancelPage() {
  usePageMeta({ ...seo["/checkout/cancel"], path: paths.checkoutCancel });
  const [sessionId] = useState(() => latestAttempt.read()?.sessionId);
  const paid = useRelease(sessionId) === "paid";
  return (
    <div className="container page">
      {paid && sessionId ? <AlreadyPaid sessionId={sessionId} /> : <Cancelled />}
    </div>
  );
}
