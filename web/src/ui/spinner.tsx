import { cx } from "./class-names.ts";
import styles from "./spinner.module.css";

/** The turning ring without a label, for a button or text that already has words. */
export function SpinnerRing() {
  return <span className={styles.ring} aria-hidden="true" />;
}

/** The ring with a label in a status region, which screen readers read aloud. */
export function Spinner({ label, large = false }: { label: string; large?: boolean }) {
  return (
    <div role="status" className={cx(styles.spinner, large && styles.large)}>
      <SpinnerRing />
      <span>{label}</span>
    </div>
  );
}
