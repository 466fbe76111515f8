import { cx } from "./class-names.ts";
import styles from "./skeleton.module.css";

type SkeletonProps = { shape?: "text" | "short" | "square" | "block"; className?: string | undefined };

/**
 * A placeholder for content that is being loaded. Screen readers ignore the placeholder, and read a
 * spinner's status instead.
 */
export function Skeleton({ shape = "text", className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(styles.skeleton, styles[shape], shape === "short" && styles.text, className)}
    />
  );
}
