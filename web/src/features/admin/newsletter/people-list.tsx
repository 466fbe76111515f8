import { useState } from "react";
import type { SubscriberState } from "../../../../../shared/subscribers.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { Link } from "../../../router/link.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { orderUrl } from "../orders/order-url.ts";
import styles from "./newsletter-tab.module.css";
import { type Person, useRemovePerson } from "./use-newsletter.ts";

const EMPTY_TITLE = {
  agreed: "Nobody has agreed to news yet",
  waiting: "Nobody waits for the confirmation",
} as const satisfies Record<SubscriberState, string>;

type PeopleListProps = { people: readonly Person[]; state: SubscriberState; isSearching: boolean };

/** The loaded people, each with a button that removes the person. */
export function PeopleList({ people, state, isSearching }: PeopleListProps) {
  const [personToRemove, setPersonToRemove] = useState<Person>();
  const close = () => setPersonToRemove(undefined);
  const { mutate, isPending } = useRemovePerson(close);
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
            <span className={styles.email}>{person.email}</span>
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
      <Dialog open={personToRemove !== undefined} onClose={close} title="Remove from the newsletter?">
        {personToRemove && (
          <div className={styles.question}>
            <p>
              <strong>{personToRemove.email}</strong> gets no more news and offers. The consents of all orders
              of this address end, and mailing lists are told. Only the person can agree again.
            </p>
            <div className={styles.actions}>
              <Button variant="secondary" onClick={close}>
                Keep
              </Button>
              <Button
                variant="danger"
                loading={isPending}
                onClick={() => {
                  if (!isPending) mutate(personToRemove);
                }}
              >
                Remove
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  );
}
