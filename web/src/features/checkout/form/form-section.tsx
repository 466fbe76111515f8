import type { ReactNode } from "react";
import { useId } from "react";
import styles from "./form-section.module.css";

type SectionProps = {
  title: string;
  note?: string | undefined;
  /** The id of the heading, for a control that has the heading as its label. */
  titleId?: string;
  children: ReactNode;
};

/** A part of the checkout form with a heading. Its children are in a grid of twelve columns. */
export function Section({ title, note, titleId, children }: SectionProps) {
  const ownId = useId();
  const id = titleId ?? ownId;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div>
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.grid}>{children}</div>
    </section>
  );
}
