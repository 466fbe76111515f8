import type { ReactNode } from "react";
import styles from "./details-section.module.css";

/** A section of the order details, with a heading. */
export function DetailsSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={styles.block}>
      <h3 className={styles.heading}>{heading}</h3>
      {children}
    </section>
  );
}

export const DescriptionList = ({ children }: { children: ReactNode }) => (
  <dl className={styles.descriptionList}>{children}</dl>
);

/** A name and a value. Renders nothing if the value is missing or empty. */
export function DescriptionItem({ name, children }: { name: string; children: ReactNode }) {
  if (children === undefined || children === "") return null;
  return (
    <div className={styles.descriptionItem}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
