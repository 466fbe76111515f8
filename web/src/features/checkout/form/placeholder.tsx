import type { ReactNode } from "react";
import styles from "./placeholder.module.css";

/**
 * The children, or while `isUnknown` a placeholder of the same size, so that nothing moves when the children
 * become known.
 */
export const Placeholder = ({ isUnknown, children }: { isUnknown: boolean; children: ReactNode }) =>
  isUnknown ? (
    <span className={styles.placeholder}>
      <span>{children}</span>
    </span>
  ) : (
    children
  );
