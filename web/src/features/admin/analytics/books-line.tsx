import {
  differenceKey,
  hasEndedEarly,
  type BooksResult,
  type Difference,
} from "../../../../../shared/books.ts";
import { DIFFERENCE_TEXTS } from "../../../../../shared/books-texts.ts";
import { Link } from "../../../router/link.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { errorText } from "../admin-messages.ts";
import { agoText } from "../ago-text.ts";
import { Disclosure } from "../disclosure.tsx";
import { orderUrl } from "../orders/order-url.ts";
import { productFormUrl } from "../product-list/products-url.ts";
import { useNow } from "../use-now.ts";
import { amountsText, comparedText, isOverdue, booksNeedAttention } from "./books-text.ts";
import styles from "./books-line.module.css";
import { useBooks } from "./use-books.ts";

/** The result of the hourly comparison of orders with Stripe, stock and figures. */
export function BooksLine() {
  const { data, error, retry } = useBooks();
  const now = useNow();
  const result = data?.result;
  return (
    <section aria-label="Drift" className={cx("card", styles.books)}>
      {result && <ComparisonResult result={result} now={now} />}
      {data && !result && (
        <p className={styles.line}>
          <Icon name="clock" size={18} />
          Orders and Stripe have not been compared yet. It is done every hour.
        </p>
      )}
      {!data && !error && <p className={styles.line}>Loading the last comparison with Stripe...</p>}
      {error && (
        <Notice
          tone="warn"
          role="alert"
          title={data ? "This line may be out of date." : "The last comparison could not be loaded."}
          actions={
            <Button icon="refresh" onClick={retry}>
              Try again
            </Button>
          }
        >
          {errorText(error)}
        </Notice>
      )}
    </section>
  );
}

function ComparisonResult({ result, now }: { result: BooksResult; now: number }) {
  const { openCount, repairedCount, open, repaired, finishedAt } = result;
  const isWarning = booksNeedAttention(result, now);
  return (
    <>
      <p className={styles.line}>
        <span className={cx(styles.drift, isWarning ? styles.warn : styles.ok)}>
          <Icon name={isWarning ? "alert" : "check-circle"} size={18} />
          Drift: {openCount}
        </span>
        <span>
          · checked <time dateTime={finishedAt}>{agoText(finishedAt, now)}</time>
          {isOverdue(result, now) && ", although it is done every hour"}
          {repairedCount > 0 && ` · ${repairedCount} repaired`}
          {hasEndedEarly(result) && " · the last comparison ended early"}
        </span>
      </p>
      {openCount + repairedCount === 0 ? (
        <p className={styles.muted}>
          No differences: orders, Stripe, stock and figures agree. {comparedText(result)}.
        </p>
      ) : (
        <Disclosure label="What was found" isInitiallyOpen={openCount > 0}>
          <p className={styles.muted}>{comparedText(result)}</p>
          <Differences heading="To do" count={openCount} differences={open} />
          <Differences heading="Repaired" count={repairedCount} differences={repaired} />
        </Disclosure>
      )}
    </>
  );
}

type DifferencesProps = { heading: "To do" | "Repaired"; count: number; differences: readonly Difference[] };

function Differences({ heading, count, differences }: DifferencesProps) {
  if (count === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>{heading}</h3>
      <ul className={styles.list}>
        {differences.map((difference) => (
          <li key={differenceKey(difference)}>
            <DifferenceText difference={difference} isRepaired={heading === "Repaired"} />
          </li>
        ))}
      </ul>
      {count > differences.length && (
        <p className={styles.muted}>And {count - differences.length} more, in the log.</p>
      )}
    </>
  );
}

/**
 * Whether the `orderId` of a difference is not an order's id, but the key of a second stock hold. The shop makes a second hold
 * if a payment arrives after the end of the order's first hold. No page shows a hold, so there is no link.
 */
const isHoldKey = (orderId: string): boolean => orderId.startsWith("hld_");

function DifferenceText({ difference, isRepaired }: { difference: Difference; isRepaired: boolean }) {
  const { kind, orderId, productId, stripeId, day } = difference;
  const { what, todo } = DIFFERENCE_TEXTS[kind];
  return (
    <>
      <p>
        <strong>{what}</strong> {!isRepaired && todo}
      </p>
      <p className={styles.facts}>
        {amountsText(difference) && <span>{amountsText(difference)}</span>}
        {day && <span>{day}</span>}
        {orderId &&
          (isHoldKey(orderId) ? (
            <span>Hold {orderId}</span>
          ) : (
            <Link to={orderUrl(orderId)}>Order {orderId}</Link>
          ))}
        {productId && <Link to={productFormUrl(productId)}>Edit the product</Link>}
        {stripeId && <code>{stripeId}</code>}
      </p>
    </>
  );
}
