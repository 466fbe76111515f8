import type { PaymentStatus, OrderState } from "../../../../../shared/order-status.ts";
import { paymentLabel } from "../../../../../shared/order-status.ts";
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
  "needs-attention": ["danger", "alert"],
} as const satisfies Record<PaymentStatus, readonly ["ok" | "warn" | "danger" | "neutral", IconName]>;

/** The payment status as an icon and a word. */
export function PaymentBadge({ order }: { order: Omit<OrderState, "orderStatus"> }) {
  const { paymentStatus, refunding } = order;
  // A full refund that is under way looks like a partial refund.
  const [tone, icon] =
    TONE_AND_ICON[refunding && paymentStatus === "paid" ? "partially-refunded" : paymentStatus];
  return (
    <Badge tone={tone} icon={icon} className={tone === "neutral" ? styles.neutral : undefined}>
      {paymentLabel(order)}
    </Badge>
  );
}
