import type { ReactNode } from "react";
import styles from "./bar-list.module.css";

export type BarRow = {
  key: string;
  name: ReactNode;
  /** The length of the bar. */
  value: number;
  /** The value as text. */
  text: ReactNode;
};

/** A list of rows. Each row shows a name, a value as text, and a bar whose length is the value. */
export function BarList({ rows, label }: { rows: readonly BarRow[]; label: string }) {
  const longest = Math.max(...rows.map(({ value }) => value), 0);
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
              width={longest > 0 ? (100 * Math.max(0, value)) / longest : 0}
              height="1"
              className={styles.fill}
            />
          </svg>
        </li>
      ))}
    </ol>
  );
}
