import { formatDateTime } from "../../../../../shared/dates.ts";
import type { Order, Refund } from "../../../../../shared/order.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Price } from "../../../ui/price.tsx";
import { Block } from "./facts.tsx";
import styles from "./refunds.module.css";

const LOOKS = {
  requested: ["warn", "clock", "Requested"],
  pending: ["warn", "clock", "Pending"],
  succeeded: ["ok", "check", "Refunded"],
  failed: ["danger", "alert", "Failed"],
} as const satisfies Record<Refund["status"], readonly [string, string, string]>;

/** Money that goes or went back, each with its state. */
export function Refunds({ refunds }: Pick<Order, "refunds">) {
  return (
    <Block heading="Refunds">
      <ul className={styles.refunds}>
        {refunds.map(({ refundId, amount, status, reason, at }) => {
          const [tone, icon, label] = LOOKS[status];
          return (
            <li key={refundId}>
              <Price dollars={amount} className={styles.amount} />
              <Badge tone={tone} icon={icon}>
                {label}
              </Badge>
              <span className={styles.why}>
                {reason}, {formatDateTime(at)}
              </span>
            </li>
          );
        })}
      </ul>
    </Block>
  );
}
