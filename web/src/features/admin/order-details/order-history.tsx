import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import type { Order } from "../../../../../shared/order.ts";
import { DetailsSection } from "./details-section.tsx";
import { authorText, historyText } from "./order-text.ts";
import styles from "./order-history.module.css";
import { useOwnIdentifiers } from "./use-own-identifiers.ts";

/** The changes of an order with their times and authors, the latest change first. */
export function OrderHistory({ history }: Pick<Order, "history">) {
  const ownIdentifiers = useOwnIdentifiers();
  return (
    <DetailsSection heading="History">
      <ol className={styles.history}>
        {history.toReversed().map((entry, i) => (
          <li key={i}>
            <time dateTime={entry.at}>{formatShopTime(entry.at)}</time>
            <span>
              {historyText(entry)}{" "}
              <span className={styles.author}>{authorText(entry.by, ownIdentifiers)}</span>
            </span>
          </li>
        ))}
      </ol>
    </DetailsSection>
  );
}
