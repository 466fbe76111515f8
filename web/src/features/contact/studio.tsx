import { address, hours, map, timeZone } from "../../../../shared/site/address-and-hours.ts";
import { contact } from "../../../../shared/site/contact.ts";
import { Icon } from "../../ui/icon.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { Embed } from "../../embed/embed.tsx";
import type { EmbedSource } from "../../embed/source.ts";
import styles from "./studio.module.css";

/** The x coordinates of the streets in the drawing. */
const STREETS = [60, 118, 176, 234, 292, 350, 408, 466, 524];
/** The y coordinates of the avenues in the drawing. */
const AVENUES = [178, 214, 250, 286, 322];

/** A decorative drawing of a town at night with a pin. It is not a real map. */
function MapDrawing() {
  return (
    <svg viewBox="0 0 560 360" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <rect width="560" height="360" fill="var(--char-850)" />
      <g stroke="color-mix(in srgb, var(--char-800) 64%, var(--stave-700))" strokeWidth="7">
        {STREETS.map((x) => (
          <path key={x} d={`M${x} 150l-26 230`} />
        ))}
        {AVENUES.map((y) => (
          <path key={y} d={`M-10 ${y}l580 34`} />
        ))}
      </g>
      <path
        d="M-10 330C120 250 210 300 320 236S480 170 570 190"
        stroke="color-mix(in srgb, var(--stave-700) 90%, var(--stave-500))"
        strokeWidth="12"
        fill="none"
      />
      <path
        d="M-10 -10H570V88C470 66 430 150 330 128S140 84 60 128-10 132-10 132Z"
        fill="color-mix(in srgb, var(--char-900) 80%, var(--viper-700))"
      />
      <path
        d="M-10 132C50 136 40 110 130 106s130 34 220 26S470 66 570 88"
        stroke="color-mix(in srgb, var(--viper-400) 40%, var(--viper-700))"
        strokeWidth="2"
        fill="none"
      />
      <path d="M214 100v62M222 100v62" stroke="var(--stave-500)" strokeWidth="3" />
      <g fill="var(--char-800)">
        <path d="M128 196l40 2-3 26-40-2zM190 200l40 2-3 26-40-2zM252 240l40 2-3 26-40-2zM372 212l40 2-3 26-40-2z" />
      </g>
      <circle cx="300" cy="196" r="46" fill="var(--amber-400)" fillOpacity="0.12" />
      <path
        d="M300 210c18-18 28-32 28-44a28 28 0 0 0-56 0c0 12 10 26 28 44Z"
        fill="var(--amber-400)"
        stroke="var(--char-950)"
        strokeWidth="3"
      />
      <circle cx="300" cy="166" r="10" fill="var(--char-950)" />
    </svg>
  );
}

/**
 * The index of the row of `hours` that contains the weekday of `now` in the studio's time zone; -1 if no row contains it.
 */
function hoursIndex(now: Date): number {
  const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone }).format(now);
  return hours.findIndex(({ weekdays }) => weekdays.some((day) => day === weekday));
}

/** The opening hours. Today's row is marked after hydration, because the HTML was prerendered earlier. */
export function Hours() {
  const todayIndex = useHydrated() ? hoursIndex(new Date()) : undefined;
  return (
    <section aria-labelledby="hours" className={styles.hours}>
      <h2 id="hours" className={styles.heading}>
        <Icon name="clock" size={22} />
        {contact.hours.heading}
      </h2>
      <dl>
        {hours.map(({ days, time }, index) => (
          <div key={days} data-today={index === todayIndex} className={styles.row}>
            <dt>
              {days}
              {index === todayIndex && <VisuallyHidden> (today)</VisuallyHidden>}
            </dt>
            <dd className={styles.time}>{time}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.zone}>{contact.hours.zone}</p>
    </section>
  );
}

const mapSource: EmbedSource = {
  provider: map.provider,
  kind: "map",
  src: map.embedUrl,
  title: map.label,
  link: { label: contact.map.open, url: map.url },
};

export function Location() {
  return (
    <section aria-labelledby="place" className={styles.place}>
      <h2 id="place" className={styles.placeHeading}>
        {contact.map.heading}
      </h2>
      <p className={styles.address}>
        {address.name}, {address.street}, {address.city}, {address.state} {address.zip}
      </p>
      <Embed source={mapSource} poster={<MapDrawing />} className={styles.map} />
    </section>
  );
}
