import { calendarPath } from "../../../shared/calendar-path.ts";
import type { EventFacts } from "../../../shared/event-facts.ts";
import { eventDetails } from "../../../shared/event-details.ts";
import { eventLine } from "../../../shared/event-text.ts";
import { Icon } from "../ui/icon.tsx";
import styles from "./event-facts.module.css";

/** The date and place of an event on one line. */
export const EventLine = ({ event }: { event: EventFacts }) => eventLine(event);

export type EventFactsProps = { productId: string; event: EventFacts };

/** The title and details of a ticket's event, and a link to its calendar file. */
export function EventFactsList({ productId, event }: EventFactsProps) {
  return (
    <div className={styles.event}>
      {event.title && <h3 className={styles.title}>{event.title}</h3>}
      <dl className={styles.list}>
        {eventDetails(event).map(({ label, lines }) => (
          <div key={label} className={styles.item}>
            <dt>{label}</dt>
            <dd>
              {lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <a href={calendarPath(productId)} className={styles.link}>
        <Icon name="calendar" size={18} />
        Add to calendar
      </a>
    </div>
  );
}
