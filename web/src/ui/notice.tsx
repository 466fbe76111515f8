import type { ReactNode, Ref } from "react";
import { cx } from "./class-names.ts";
import type { IconName } from "./icon.tsx";
import { Icon } from "./icon.tsx";
import styles from "./notice.module.css";

type Tone = "info" | "ok" | "warn" | "danger";
const ICONS = { info: "info", ok: "check-circle", warn: "alert", danger: "alert" } as const satisfies Record<
  Tone,
  IconName
>;

type NoticeProps = {
  tone?: Tone;
  icon?: IconName;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /**
   * Screen readers read an 'alert' immediately, a 'status' at the next pause. A notice with the focus needs no
   * role.
   */
  role?: "alert" | "status";
  /** Also makes the notice focusable by code. */
  ref?: Ref<HTMLDivElement>;
  className?: string | undefined;
};

/** A ref for an element, such as a notice, that replaces the focused button or form: the element gets the focus when it appears. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/** A message on the page itself, shown as long as it applies. */
export function Notice({ tone = "info", icon, title, children, actions, role, ref, className }: NoticeProps) {
  return (
    <div
      role={role}
      {...(ref ? { ref, tabIndex: -1 } : {})}
      className={cx(styles.notice, styles[tone], className)}
    >
      <Icon name={icon ?? ICONS[tone]} size={22} />
      <div className={styles.content}>
        {title && <div className={styles.title}>{title}</div>}
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
