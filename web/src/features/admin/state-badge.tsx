import { Badge } from "../../ui/badge.tsx";
import { cx } from "../../ui/class-names.ts";
import type { IconName } from "../../ui/icon.tsx";
import styles from "./state-badge.module.css";

export type StateText = { text: string; tone: "neutral" | "ok" | "warn" | "danger"; icon: IconName };

/** The state of an endpoint, a delivery or a ticket. */
export function StateBadge({ state, className }: { state: StateText; className?: string | undefined }) {
  const { text, tone, icon } = state;
  return (
    <Badge tone={tone} icon={icon} className={cx(tone === "neutral" && styles.neutral, className)}>
      {text}
    </Badge>
  );
}
