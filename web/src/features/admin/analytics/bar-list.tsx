import type { ReactNode } from "react";
import styles from "./bar-list.module.css";

export type BarRow = {
  key: string;
  name: ReactNode;
  /** How long its bar is. */
  value: number;
  /** What stands behind it: the value in words. */
  words: ReactNode;
};

/** Bars that lie beside each other, each with its name and its figure in words. */
export function BarList({ rows, label }: { rows: readonly BarRow[]; label: string }) {
  const longest = Math.max(...rows.map(({ value }) => value), 0);
  return (
    <ol aria-label={label} className={styles.list}>
      {rows.map(({ key, name, value, words }) => (
        <li key={key} className={styles.row}>
          <span className={styles.name}>{name}</span>
          <span className={styles.words}>{words}</span>
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
