import { useState } from "react";
import { flushSync } from "react-dom";
import { newsConsentLabel } from "../../../../../shared/site/news-consent.ts";
import type { SubscriberState } from "../../../../../shared/subscribers.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { Link } from "../../../router/link.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { EmailText } from "../email-text.tsx";
import { orderUrl } from "../orders/order-url.ts";
import styles from "./newsletter-tab.module.css";
import { type Subscriber, useRemoveSubscriber } from "./use-newsletter.ts";

const EMPTY_TITLE = {
  agreed: "Nobody has agreed to news yet",
  waiting: "Nobody waits for the confirmation",
} as const satisfies Record<SubscriberState, string>;

const HOW_TO_AGREE =
  newsConsentLabel === undefined
    ? "The checkout does not ask customers whether they want it."
    : "Customers agree with a checkbox at the checkout.";

export const NEWSLETTER_HEADING_ID = "newsletter-heading";

type SubscriberListProps = {
  subscribers: readonly Subscriber[];
  state: SubscriberState;
  isSearching: boolean;
};

/** The loaded subscribers, each with a button that removes the subscriber. */
export function SubscriberList({ subscribers, state, isSearching }: SubscriberListProps) {
  const [subscriberToRemove, setSubscriberToRemove] = useState<Subscriber>();
  const close = () => setSubscriberToRemove(undefined);
  const { mutate, isPending } = useRemoveSubscriber(({ id }) => {
    flushSync(close);
    // The row of the button that had the focus disappears.
    const i = subscribers.findIndex((subscriber) => subscriber.id === id);
    const nextId = (subscribers[i + 1] ?? subscribers[i - 1])?.id;
    document.getElementById(nextId === undefined ? NEWSLETTER_HEADING_ID : `person-${nextId}`)?.focus();
  });
  if (subscribers.length === 0)
    return (
      <div className={styles.subscribers}>
        <EmptyState icon="mail" title={isSearching ? "No address begins like this" : EMPTY_TITLE[state]}>
          {!isSearching && state === "agreed" && HOW_TO_AGREE}
        </EmptyState>
      </div>
    );
  return (
    <>
      <ul className={styles.subscribers} aria-label="People">
        {subscribers.map((subscriber) => (
          <li key={subscriber.id} className={styles.subscriber}>
            <span id={`person-${subscriber.id}`} tabIndex={-1} className={styles.email}>
              <EmailText email={subscriber.email} />
            </span>
            <span className={styles.since}>
              {state === "agreed" ? "since" : "asked"}{" "}
              <time dateTime={subscriber.since}>{formatShopTime(subscriber.since)}</time>
            </span>
            <Link to={orderUrl(subscriber.orderId)} className={styles.order}>
              Order
            </Link>
            <IconButton
              icon="trash"
              label={`Remove ${subscriber.email}`}
              onClick={() => setSubscriberToRemove(subscriber)}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={subscriberToRemove !== undefined}
        title="Remove from the newsletter?"
        actionText="Remove"
        pendingText="Removing..."
        isPending={isPending}
        isDanger
        onConfirm={() => subscriberToRemove && mutate(subscriberToRemove)}
        onClose={close}
      >
        <strong>{subscriberToRemove?.email}</strong> gets no more news and offers. The consents of all orders
        of this address end, and mailing lists are told. Only the person can agree again.
      </ConfirmDialog>
    </>
  );
}
