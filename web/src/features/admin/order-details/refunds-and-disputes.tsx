import { formatAdminTime } from "../../../../../shared/zoned-time.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import type { Dispute, Order, Refund } from "../../../../../shared/order.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Price } from "../../../ui/price.tsx";
import { DetailsSection } from "./details-section.tsx";
import { disputeReasonText } from "./order-text.ts";
import styles from "./refunds-and-disputes.module.css";

const REFUND_BADGES = {
  requested: ["warn", "clock", "Requested"],
  pending: ["warn", "clock", "Pending"],
  succeeded: ["ok", "check", "Refunded"],
  failed: ["danger", "alert", "Failed"],
} as const satisfies Record<Refund["status"], readonly [string, string, string]>;

/** The refunds of an order, with the state of each refund. */
export function Refunds({ refunds }: Pick<Order, "refunds">) {
  return (
    <DetailsSection heading="Refunds">
      <ul className={styles.list}>
        {refunds.map(({ refundId, amount, status, reason, at }) => {
          const [tone, icon, label] = REFUND_BADGES[status];
          return (
            <li key={refundId}>
              <Price dollars={amount} className={styles.amount} />
              <Badge tone={tone} icon={icon}>
                {label}
              </Badge>
              <span className={styles.reason}>
                {reason}, {formatAdminTime(at)}
              </span>
            </li>
          );
        })}
      </ul>
    </DetailsSection>
  );
}

const DISPUTE_BADGES = {
  inquiry: ["warn", "alert", "Inquiry"],
  open: ["danger", "alert", "Open"],
  won: ["ok", "check", "Won"],
  lost: ["danger", "close", "Lost"],
  closed: ["neutral", "check", "Closed"],
} as const satisfies Record<Dispute["status"], readonly [string, string, string]>;

/** The disputes of an order's payment, each with its state and the money that the bank has taken. */
export function Disputes({ disputes }: { disputes: readonly Dispute[] }) {
  return (
    <DetailsSection heading="Disputes">
      <ul className={styles.list}>
        {disputes.map(({ disputeId, amount, status, withdrawn, reason, at }) => {
          const [tone, icon, label] = DISPUTE_BADGES[status];
          return (
            <li key={disputeId}>
              <Price dollars={amount} className={styles.amount} />
              <Badge tone={tone} icon={icon}>
                {label}
              </Badge>
              <span className={styles.reason}>
                {disputeReasonText(reason)}, {formatAdminTime(at)}.{" "}
                {withdrawn > 0
                  ? `The bank has taken ${formatMoney(withdrawn)} from the shop.`
                  : "No money is taken."}
              </span>
            </li>
          );
        })}
      </ul>
    </DetailsSection>
  );
}
