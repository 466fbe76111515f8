import type { ReactNode } from "react";
import styles from "./facts.module.css";

/** A section of the details with its heading. */
export function Block({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={styles.block}>
      <h3 className={styles.heading}>{heading}</h3>
      {children}
    </section>
  );
}

export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>;

/** A name and its value. Renders nothing without a value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === undefined || children === "") return null;
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
