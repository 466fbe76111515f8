import type { ReactNode } from "react";
import styles from "./empty-state.module.css";
import type { IconName } from "./icon.tsx";
import { Icon } from "./icon.tsx";

type EmptyStateProps = { icon?: IconName; title: ReactNode; children?: ReactNode; actions?: ReactNode };

/** Shown in place of missing content: why it is missing, and what to do about it. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon && <Icon name={icon} size={40} className={styles.icon} />}
      <p className={styles.title}>{title}</p>
      {children && <div>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
