import { Badge } from "../../ui/badge.tsx";
import { cx } from "../../ui/class-names.ts";
import type { IconName } from "../../ui/icon.tsx";
import styles from "./state-badge.module.css";

export type BadgeContent = { text: string; tone: "neutral" | "ok" | "warn" | "danger"; icon: IconName };

/** The state of a webhook endpoint, a delivery or a ticket. */
export function StateBadge({
  content,
  className,
}: {
  content: BadgeContent;
  className?: string | undefined;
}) {
  const { text, tone, icon } = content;
  return (
    <Badge tone={tone} icon={icon} className={cx(tone === "neutral" && styles.neutral, className)}>
      {text}
    </Badge>
  );
}
