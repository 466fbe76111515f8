import type { ReactNode, Ref } from "react";
import { cx } from "../../../ui/class-names.ts";
import styles from "./details-section.module.css";

type DetailsSectionProps = {
  heading: string;
  /** The ref of the heading. A heading with a ref can be focused by code. */
  headingRef?: Ref<HTMLHeadingElement> | undefined;
  children: ReactNode;
};

export function DetailsSection({ heading, headingRef, children }: DetailsSectionProps) {
  return (
    <section className={styles.block}>
      <h3 {...(headingRef ? { ref: headingRef, tabIndex: -1 } : {})} className={styles.heading}>
        {heading}
      </h3>
      {children}
    </section>
  );
}

export const DescriptionList = ({ children }: { children: ReactNode }) => (
  <dl className={styles.descriptionList}>{children}</dl>
);

type DescriptionItemProps = {
  name: string;
  /** On a phone, shows the value below the name, so that the value has the whole width. */
  isStacked?: boolean;
  children: ReactNode;
};

/** A name and a value. Renders nothing if the value is missing or empty. */
export function DescriptionItem({ name, isStacked, children }: DescriptionItemProps) {
  if (children === undefined || children === "") return null;
  return (
    <div className={cx(styles.descriptionItem, isStacked && styles.stacked)}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
