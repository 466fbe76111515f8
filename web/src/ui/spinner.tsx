import { cx } from "./class-names.ts";
import styles from "./spinner.module.css";

/** The turning ring alone, for places that say in words what is going on. */
export function SpinnerRing() {
  return <span className={styles.ring} aria-hidden="true" />;
}

/** Work in progress, said in a status region: `label` is read aloud and shown. */
export function Spinner({ label, large = false }: { label: string; large?: boolean }) {
  return (
    <div role="status" className={cx(styles.spinner, large && styles.large)}>
      <SpinnerRing />
      <span>{label}</span>
    </div>
  );
}
