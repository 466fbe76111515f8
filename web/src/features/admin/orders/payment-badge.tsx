import type { PaymentStatus } from "../../../../../shared/order-status.ts";
import { needsAttention, paymentLabel, statusWithoutAttention } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { Badge } from "../../../ui/badge.tsx";
import type { IconName } from "../../../ui/icon.tsx";
import styles from "./payment-badge.module.css";

const TONE_AND_ICON = {
  paid: ["ok", "check"],
  processing: ["warn", "clock"],
  unpaid: ["neutral", "clock"],
  failed: ["neutral", "close"],
  expired: ["neutral", "clock"],
  refunded: ["neutral", "refresh"],
  "partially-refunded": ["warn", "refresh"],
} as const satisfies Record<
  Exclude<PaymentStatus, "needs-attention">,
  readonly ["ok" | "warn" | "danger" | "neutral", IconName]
>;

/** The payment status as an icon and a word, and beside it whether the order needs attention. */
export function PaymentBadge({ order }: { order: OrderSummary }) {
  const status = statusWithoutAttention(order);
  // A full refund that is under way looks like a partial refund.
  const [tone, statusIcon] =
    TONE_AND_ICON[order.refunding && status === "paid" ? "partially-refunded" : status];
  const icon = order.lost && !order.refunding ? "close" : statusIcon;
  return (
    <span className={styles.badges}>
      <Badge tone={tone} icon={icon} className={tone === "neutral" ? styles.neutral : undefined}>
        {paymentLabel(order)}
      </Badge>{" "}
      {needsAttention(order) && (
        <Badge tone="danger" icon="alert">
          Needs attention
        </Badge>
      )}
    </span>
  );
}
