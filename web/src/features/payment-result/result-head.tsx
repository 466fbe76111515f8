import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { cx } from "../../ui/class-names.ts";
import type { IconName } from "../../ui/icon-paths.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./result.module.css";

type ResultHeadProps = {
  icon: IconName;
  tone: "ok" | "warn" | "danger" | "neutral";
  title: string;
  lead: ReactNode;
};

/** How it went, in one glance. The heading takes the focus, so that it is read aloud when it appears. */
export function ResultHead({ icon, tone, title, lead }: ResultHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title]);
  return (
    <div className={styles.head}>
      <span className={cx(styles.mark, styles[tone])}>
        <Icon name={icon} size={36} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="lead">{lead}</p>
    </div>
  );
}
