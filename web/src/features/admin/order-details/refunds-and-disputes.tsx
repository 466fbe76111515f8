import type { Ref } from "react";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import type { Dispute, Order, Refund } from "../../../../../shared/order.ts";
import { partsText } from "../../../../../shared/refund-lines.ts";
import { reasonText } from "../../../../../shared/refund-reason.ts";
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

/** The refunded parts, and the reason that the admin or customer gave; without one, the reason that the shop or Stripe gave. */
const refundText = (order: Order, refund: Refund): string =>
  [partsText(order, refund), reasonText(refund) || refund.reason].filter(Boolean).join(". ");

type RefundsProps = { order: Order; headingRef: Ref<HTMLHeadingElement> };

export function Refunds({ order, headingRef }: RefundsProps) {
  return (
    <DetailsSection heading="Refunds" headingRef={headingRef}>
      <ul className={styles.list}>
        {order.refunds.map((refund) => {
          const { refundId, amount, status, at } = refund;
          const [tone, icon, label] = REFUND_BADGES[status];
          return (
            <li key={refundId}>
              <Price dollars={amount} className={styles.amount} />
              <Badge tone={tone} icon={icon}>
                {label}
              </Badge>
              <span className={styles.reason}>
                {refundText(order, refund)}, {formatShopTime(at)}
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
                {disputeReasonText(reason)}, {formatShopTime(at)}.{" "}
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
