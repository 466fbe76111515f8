import type { ReactNode } from "react";
import styles from "./badge.module.css";
import { cx } from "./class-names.ts";
import type { IconName } from "./icon.tsx";
import { Icon } from "./icon.tsx";

type BadgeProps = {
  children: ReactNode;
  tone?: "neutral" | "ok" | "warn" | "danger";
  icon?: IconName | undefined;
  className?: string | undefined;
};

/**
 * A short text on a colored background. If the tone has a meaning, add an icon: color alone is not
 * accessible.
 */
export function Badge({ children, tone = "neutral", icon, className }: BadgeProps) {
  return (
    <span className={cx(styles.badge, styles[tone], className)}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}
