import { formatDateTime } from "../../../../../shared/dates.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import type { Dispute } from "../../../../../shared/order.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Price } from "../../../ui/price.tsx";
import { disputeReason } from "./dispute-words.ts";
import { Block } from "./facts.tsx";
import styles from "./refunds.module.css";

const LOOKS = {
  inquiry: ["warn", "alert", "Inquiry"],
  open: ["danger", "alert", "Open"],
  won: ["ok", "check", "Won"],
  lost: ["danger", "close", "Lost"],
  closed: ["neutral", "check", "Closed"],
} as const satisfies Record<Dispute["status"], readonly [string, string, string]>;

/** The customer's complaints at their bank, each with its state and what it takes from the shop. */
export function Disputes({ disputes }: { disputes: readonly Dispute[] }) {
  return (
    <Block heading="Disputes">
      <ul className={styles.refunds}>
        {disputes.map(({ disputeId, amount, status, withdrawn, reason, at }) => {
          const [tone, icon, label] = LOOKS[status];
          return (
            <li key={disputeId}>
              <Price dollars={amount} className={styles.amount} />
              <Badge tone={tone} icon={icon}>
                {label}
              </Badge>
              <span className={styles.why}>
                {disputeReason(reason)}, {formatDateTime(at)}.{" "}
                {withdrawn > 0
                  ? `The bank has taken ${formatMoney(withdrawn)} from the shop.`
                  : "No money is taken."}
              </span>
            </li>
          );
        })}
      </ul>
    </Block>
  );
}
