import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import styles from "./page-title.module.css";

type PageTitleProps = {
  children: ReactNode;
  /** A short line in the mono font above the title. */
  eyebrow?: ReactNode;
  lead?: ReactNode;
  className?: string | undefined;
};

/** A page's h1. It is focusable because it gets the focus after a route change. */
export function PageTitle({ children, eyebrow, lead, className }: PageTitleProps) {
  return (
    <div className={cx(styles.title, className)}>
      {eyebrow && <p className="eyebrow">{eyebrow}</p>}
      <h1 tabIndex={-1}>{children}</h1>
      {lead && <p className="lead">{lead}</p>}
    </div>
  );
}
