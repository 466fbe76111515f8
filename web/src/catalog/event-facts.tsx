import { calendarPath } from "../../../shared/calendar-path.ts";
import type { EventFacts } from "../../../shared/event-facts.ts";
import { eventDetails } from "../../../shared/event-text.ts";
import { Icon } from "../ui/icon.tsx";
import styles from "./event-facts.module.css";

/** The date, doors and venue of a ticket's event, and a link to its calendar file. */
export function EventFactsList({ productId, event }: { productId: string; event: EventFacts }) {
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
