import type { OrderPage } from "../../../../shared/order-page.ts";
import { formatCustomerTime } from "../../../../shared/zoned-time.ts";
import { Badge } from "../../ui/badge.tsx";
import { REQUEST_STATES, requestTitle } from "./order-text.ts";
import styles from "./order.module.css";

/** What the customer asked for, with the team's answers. */
export function OrderRequests({ requests }: Pick<OrderPage, "requests">) {
  return (
    <section aria-labelledby="order-requests" className={`card ${styles.panel}`}>
      <h2 id="order-requests" className={styles.heading}>
        Your messages
      </h2>
      <ul className={styles.list}>
        {requests.map(({ requestId, kind, state, text, at, answer }) => {
          const { label, tone, icon } = REQUEST_STATES[state];
          return (
            <li key={requestId} className={styles.list}>
              <div className={styles.row}>
                <p>
                  <strong>{requestTitle({ kind, state })}</strong>{" "}
                  <time dateTime={at} className={styles.small}>
                    {formatCustomerTime(at)}
                  </time>
                </p>
                <Badge tone={tone} icon={icon}>
                  {label}
                </Badge>
              </div>
              {text !== "" && <p className={styles.message}>{text}</p>}
              {answer && <p className={styles.answer}>{answer.text}</p>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
