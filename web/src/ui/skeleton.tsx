import { cx } from "./class-names.ts";
import styles from "./skeleton.module.css";

type SkeletonProps = { shape?: "text" | "short" | "square" | "block"; className?: string | undefined };

/** The outline of what is being loaded; silent for screen readers (the spinner's status speaks). */
export function Skeleton({ shape = "text", className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(styles.skeleton, styles[shape], shape === "short" && styles.text, className)}
    />
  );
}
