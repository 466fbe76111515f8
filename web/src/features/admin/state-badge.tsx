import { Badge } from "../../ui/badge.tsx";
import { cx } from "../../ui/class-names.ts";
import type { IconName } from "../../ui/icon.tsx";
import styles from "./state-badge.module.css";

/** A state as a badge shows it. */
export type BadgeContent = { text: string; tone: "neutral" | "ok" | "warn" | "danger"; icon: IconName };

/** The state of a webhook endpoint, of an event that is sent to an endpoint, or of a ticket. */
export function StateBadge({ state, className }: { state: BadgeContent; className?: string | undefined }) {
  const { text, tone, icon } = state;
  return (
    <Badge tone={tone} icon={icon} className={cx(tone === "neutral" && styles.neutral, className)}>
      {text}
    </Badge>
  );
}
