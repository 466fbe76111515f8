import type { PaymentStatus } from "../../../../../shared/order-status.ts";
import { PAYMENT_STATUS_LABEL } from "../../../../../shared/order-status.ts";
import { Badge } from "../../../ui/badge.tsx";
import type { IconName } from "../../../ui/icon-paths.ts";
import styles from "./payment-badge.module.css";

const LOOKS = {
  paid: ["ok", "check"],
  processing: ["warn", "clock"],
  unpaid: ["neutral", "clock"],
  failed: ["neutral", "close"],
  expired: ["neutral", "clock"],
  refunded: ["neutral", "refresh"],
  "partially-refunded": ["warn", "refresh"],
  "needs-attention": ["danger", "alert"],
} as const satisfies Record<PaymentStatus, readonly ["ok" | "warn" | "danger" | "neutral", IconName]>;

/** What became of the money: icon and word. */
export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const [tone, icon] = LOOKS[status];
  return (
    <Badge tone={tone} icon={icon} className={tone === "neutral" ? styles.neutral : undefined}>
      {PAYMENT_STATUS_LABEL[status]}
    </Badge>
  );
}
