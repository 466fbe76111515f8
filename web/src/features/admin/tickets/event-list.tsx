import type { AdminEventRow } from "../../../../../shared/api-tickets.ts";
import { isEventOver } from "../../../../../shared/event-facts.ts";
import { eventLine } from "../../../../../shared/event-text.ts";
import { Link } from "../../../router/link.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { cx } from "../../../ui/class-names.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import cardList from "../card-list.module.css";
import { Heading } from "../heading.tsx";
import { useNow } from "../use-now.ts";
import styles from "./event-list.module.css";
import { EventNumbers } from "./event-numbers.tsx";
import { eventUrl } from "./tickets-url.ts";

type EventListProps = {
  /** Whether the shop issues tickets. */
  hasTickets: boolean;
  /** Sorted by start, the earliest first. */
  events: readonly AdminEventRow[];
  /** Whether the heading takes the focus: when the admin comes back from an event's page. */
  takesFocus: boolean;
};

/** All events: first the events that are not over, the soonest first, then the past events, the latest first. */
export function EventList({ hasTickets, events, takesFocus }: EventListProps) {
  const now = useNow();
  const sortedEvents = [
    ...events.filter((event) => !isEventOver(event, now)),
    ...events.filter((event) => isEventOver(event, now)).reverse(),
  ];
  return (
    <>
      <Heading takesFocus={takesFocus}>Tickets</Heading>
      {sortedEvents.length === 0 ? (
        <div className={cx("card", styles.empty)}>
          <EmptyState icon="ticket" title={hasTickets ? "No events yet" : "This shop issues no tickets"}>
            {hasTickets
              ? "Add a product of the category Tickets with its date and venue."
              : "An operator of the shop can turn them on."}
          </EmptyState>
        </div>
      ) : (
        <ul className={cx(cardList.list, styles.list)}>
          {sortedEvents.map((event) => (
            <li key={event.productId} className={cx("card", cardList.row, styles.row)}>
              <div className={styles.main}>
                <Link to={eventUrl(event.productId)} className={cardList.link}>
                  {event.name}
                </Link>
                <p className={cx(cardList.facts, styles.line)}>
                  {eventLine(event.event)}
                  {isEventOver(event, now) && <Badge className={styles.over}>Over</Badge>}
                </p>
                <EventNumbers event={event} />
              </div>
              <Icon name="chevron-right" className={cardList.arrow} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
