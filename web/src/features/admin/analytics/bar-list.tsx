import type { ReactNode } from "react";
import styles from "./bar-list.module.css";

export type BarRow = {
  key: string;
  name: ReactNode;
  /** The value that the length of the bar shows. A negative value has no bar. */
  value: number;
  /** The value as text. */
  text: ReactNode;
};

export function BarList({ rows, label }: { rows: readonly BarRow[]; label: string }) {
  const highestValue = Math.max(...rows.map(({ value }) => value), 0);
  return (
    <ol aria-label={label} className={styles.list}>
      {rows.map(({ key, name, value, text }) => (
        <li key={key} className={styles.row}>
          <span className={styles.name}>{name}</span>
          <span className={styles.valueText}>{text}</span>
          <svg
            aria-hidden="true"
            viewBox="0 0 100 1"
            preserveAspectRatio="none"
            focusable="false"
            className={styles.bar}
          >
            <rect width="100" height="1" className={styles.track} />
            <rect
              width={highestValue > 0 ? (100 * Math.max(0, value)) / highestValue : 0}
              height="1"
              className={styles.fill}
            />
          </svg>
        </li>
      ))}
    </ol>
  );
}
