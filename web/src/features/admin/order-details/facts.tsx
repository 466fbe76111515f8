import type { ReactNode } from "react";
import styles from "./facts.module.css";

/** A section of the order details, with a heading. */
export function DetailsSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={styles.block}>
      <h3 className={styles.heading}>{heading}</h3>
      {children}
    </section>
  );
}

export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>;

/** A name and a value. Renders nothing if the value is missing or empty. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === undefined || children === "") return null;
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
