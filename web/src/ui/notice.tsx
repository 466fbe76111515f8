import type { ReactNode, Ref } from "react";
import { cx } from "./class-names.ts";
import type { IconName } from "./icon-paths.ts";
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
  /** 'alert' is read aloud at once, 'status' when there is a pause; a notice that takes the focus needs neither. */
  role?: "alert" | "status";
  /** With it, code can give the notice the focus. */
  ref?: Ref<HTMLDivElement>;
  className?: string | undefined;
};

/** Something the visitor has to know, on the page itself and for as long as it is true. */
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
