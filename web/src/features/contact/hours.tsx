import { hours, timeZone } from "../../../../shared/site/address-and-hours.ts";
import { contact } from "../../../../shared/site/contact.ts";
import { Icon } from "../../ui/icon.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./hours.module.css";

/** The row of hours that the day at the studio belongs to. */
function rowOf(now: Date): number {
  const day = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone }).format(now);
  return day === "Sat" ? 1 : day === "Sun" ? 2 : 0;
}

/** When somebody is at the studio; today's row is marked as soon as the day is known. */
export function Hours() {
  const today = useHydrated() ? rowOf(new Date()) : undefined;
  return (
    <section aria-labelledby="hours" className={styles.hours}>
      <h2 id="hours" className={styles.heading}>
        <Icon name="clock" size={22} />
        {contact.hours.heading}
      </h2>
      <dl className={styles.list}>
        {hours.map(({ days, time }, row) => (
          <div key={days} data-today={row === today} className={styles.row}>
            <dt>
              {days}
              {row === today && <VisuallyHidden> (today)</VisuallyHidden>}
            </dt>
            <dd className={styles.time}>{time}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.zone}>{contact.hours.zone}</p>
    </section>
  );
}
