import { Badge } from "../../../ui/badge.tsx";
import { cx } from "../../../ui/class-names.ts";
import styles from "./state-badge.module.css";
import type { StateText } from "./webhook-text.ts";

/** The state of an endpoint or a delivery. */
export function StateBadge({ state, className }: { state: StateText; className?: string | undefined }) {
  const { text, tone, icon } = state;
  return (
    <Badge tone={tone} icon={icon} className={cx(tone === "neutral" && styles.neutral, className)}>
      {text}
    </Badge>
  );
}
