import { useState } from "react";
import { flushSync } from "react-dom";
import type { SubscriberState } from "../../../../../shared/subscribers.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { Link } from "../../../router/link.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { EmailText } from "../email-text.tsx";
import { orderUrl } from "../orders/order-url.ts";
import styles from "./newsletter-tab.module.css";
import { type Person, useRemovePerson } from "./use-newsletter.ts";

const EMPTY_TITLE = {
  agreed: "Nobody has agreed to news yet",
  waiting: "Nobody waits for the confirmation",
} as const satisfies Record<SubscriberState, string>;

export const NEWSLETTER_HEADING_ID = "newsletter-heading";

type PeopleListProps = { people: readonly Person[]; state: SubscriberState; isSearching: boolean };

/** The loaded people, each with a button that removes the person. */
export function PeopleList({ people, state, isSearching }: PeopleListProps) {
  const [personToRemove, setPersonToRemove] = useState<Person>();
  const close = () => setPersonToRemove(undefined);
  const { mutate, isPending } = useRemovePerson(({ id }) => {
    flushSync(close);
    // The row of the button that had the focus disappears.
    const i = people.findIndex((person) => person.id === id);
    const nextId = (people[i + 1] ?? people[i - 1])?.id;
    document.getElementById(nextId === undefined ? NEWSLETTER_HEADING_ID : `person-${nextId}`)?.focus();
  });
  if (people.length === 0)
    return (
      <div className={styles.people}>
        <EmptyState icon="mail" title={isSearching ? "No address begins like this" : EMPTY_TITLE[state]}>
          {!isSearching && state === "agreed" && "Customers agree with a checkbox at the checkout."}
        </EmptyState>
      </div>
    );
  return (
    <>
      <ul className={styles.people} aria-label="People">
        {people.map((person) => (
          <li key={person.id} className={styles.person}>
            <span id={`person-${person.id}`} tabIndex={-1} className={styles.email}>
              <EmailText email={person.email} />
            </span>
            <span className={styles.since}>
              {state === "agreed" ? "since" : "asked"}{" "}
              <time dateTime={person.since}>{formatShopTime(person.since)}</time>
            </span>
            <Link to={orderUrl(person.orderId)} className={styles.order}>
              Order
            </Link>
            <IconButton
              icon="trash"
              label={`Remove ${person.email}`}
              onClick={() => setPersonToRemove(person)}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={personToRemove !== undefined}
        title="Remove from the newsletter?"
        actionText="Remove"
        pendingText="Removing..."
        isPending={isPending}
        isDanger
        onConfirm={() => personToRemove && mutate(personToRemove)}
        onClose={close}
      >
        <strong>{personToRemove?.email}</strong> gets no more news and offers. The consents of all orders of
        this address end, and mailing lists are told. Only the person can agree again.
      </ConfirmDialog>
    </>
  );
}
