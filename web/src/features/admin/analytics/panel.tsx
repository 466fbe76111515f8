import type { ReactNode } from "react";
import { useId } from "react";
import { cx } from "../../../ui/class-names.ts";
import styles from "./panel.module.css";

type PanelProps = {
  heading: string;
  /** A line below the heading. */
  hint?: ReactNode;
  /** A control beside the heading. */
  control?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
};

/** A card with a heading. */
export function Panel({ heading, hint, control, children, className }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx("card", styles.panel, className)}>
      <div className={styles.head}>
        <div>
          <h3 id={id} className={styles.heading}>
            {heading}
          </h3>
          {hint && <p className={styles.hint}>{hint}</p>}
        </div>
        {control}
      </div>
      {children}
    </section>
  );
}
