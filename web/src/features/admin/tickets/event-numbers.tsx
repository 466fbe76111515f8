import type { AdminEventRow } from "../../../../../shared/api-tickets.ts";
import { cx } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./event-numbers.module.css";

export function EventNumbers({ event }: { event: AdminEventRow }) {
  const numbers: [label: string, value: number][] = [
    ["Sold", event.sold],
    ["Held", event.held],
    ["Available", event.available],
    ["In", event.checkedIn],
    ["Void", event.void],
    ["Complimentary", event.complimentary],
  ];
  const warnings = [
    ["Conflicts", event.conflicts],
    ...(event.unknown > 0 ? [["Unknown tickets", event.unknown] as const] : []),
  ] as const;
  return (
    <dl className={styles.numbers}>
      {numbers.map(([label, value]) => (
        <div key={label} className={styles.number}>
          <dt>{label}</dt>
          <dd>{value.toLocaleString("en-US")}</dd>
        </div>
      ))}
      {warnings.map(([label, value]) => (
        <div key={label} className={cx(styles.number, value > 0 && styles.conflicts)}>
          <dt>
            {value > 0 && <Icon name="alert" size={14} />}
            {label}
          </dt>
          <dd>{value.toLocaleString("en-US")}</dd>
        </div>
      ))}
    </dl>
  );
}
