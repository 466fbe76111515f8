import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { cx } from "../../../ui/class-names.ts";
import type { IconName } from "../../../ui/icon.tsx";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./result.module.css";

type ResultHeadingProps = {
  icon: IconName;
  tone: "ok" | "warn" | "danger" | "neutral";
  title: string;
  lead: ReactNode;
};

/** The heading of a payment's result. Focuses itself, so that screen readers read each new title. */
export function ResultHeading({ icon, tone, title, lead }: ResultHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title]);
  return (
    <div className={styles.head}>
      <span className={cx(styles.icon, styles[tone])}>
        <Icon name={icon} size={36} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="lead">{lead}</p>
    </div>
  );
}
