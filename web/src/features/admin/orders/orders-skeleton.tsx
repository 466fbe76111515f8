import { Skeleton } from "../../../ui/skeleton.tsx";
import styles from "./orders-skeleton.module.css";

/** The list's outline until its first rows are there. */
export function OrdersSkeleton({ rows }: { rows: number }) {
  return (
    <div className={`card ${styles.list}`} aria-busy="true">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className={styles.row}>
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      ))}
    </div>
  );
}
