import type { Ref } from "react";
import { checkoutMessages } from "../../../../../shared/checkout-messages.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import { fewerLeftText, lineId, variantLabelOf } from "../../../cart/cart-line.ts";
import { PriceChange } from "../../../cart/price-change.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { CartChange } from "./cart-changes.ts";
import styles from "./changed-cart.module.css";

/** The text for a line that will be taken out or has fewer pieces left; undefined if only its price has changed. */
function stockText({ isGone, shortage, haveSalesEnded }: CartChange): string | undefined {
  if (haveSalesEnded) return `${checkoutMessages.salesHaveEnded}: it will be taken out of your cart.`;
  if (isGone) return "No longer in the shop: it will be taken out of your cart.";
  if (!shortage) return undefined;
  if (shortage.available === 0) return "Sold out: it will be taken out of your cart.";
  return fewerLeftText(shortage.inCart, shortage.available);
}

function ChangedLineItem({ change }: { change: CartChange }) {
  const sizeAndColor = variantLabelOf(change.line);
  const text = stockText(change);
  return (
    <li className={styles.change}>
      <p className={styles.name}>
        {change.line.product.name}
        {sizeAndColor && <span className={styles.variant}> {sizeAndColor}</span>}
      </p>
      {change.price && (
        <p className={styles.price}>
          <PriceChange {...change.price} nowClassName={styles.now} />
          <span className={styles.each}>each</span>
        </p>
      )}
      {text && <p>{text}</p>}
    </li>
  );
}

const ChangedAmount = ({ label, ...amounts }: { label: string; was: number; now: number }) => (
  <p className={styles.total}>
    {label}
    <span className={styles.price}>
      <PriceChange {...amounts} nowClassName={styles.now} />
    </span>
  </p>
);

type ChangedCartProps = {
  changes: readonly CartChange[];
  /** The grand total in dollars, before and after the changes. `now` is undefined if it depends on `serverAmountNames`. */
  total: { was: number; now: number | undefined };
  /** What the server calculates again for the changed cart, such as 'the sales tax'. */
  serverAmountNames: readonly string[];
  /** Shipping in dollars, before and after; undefined if the server compared only the lines. */
  shipping: { was: number; now: number } | undefined;
  /** The discount and the sales tax in dollars, before and after; undefined if the server compared only the lines. */
  discount: { was: number; now: number } | undefined;
  tax: { was: number; now: number } | undefined;
  /** Whether the button was pressed, and the current catalog and settings are being read. */
  isAccepting: boolean;
  onAccept: () => void;
  ref: Ref<HTMLDivElement>;
};

/** The differences between the cart and the server's data, with a button to accept the changes. */
export function ChangedCart({ changes, total: { was, now }, serverAmountNames, ...props }: ChangedCartProps) {
  const { discount, shipping, tax, isAccepting, onAccept, ref } = props;
  return (
    <Notice
      ref={ref}
      tone="warn"
      icon="tag"
      title={<h3 className={styles.title}>{checkoutMessages.cartChanged}</h3>}
      actions={
        <Button icon="check" loading={isAccepting} onClick={onAccept}>
          Accept Changes
        </Button>
      }
    >
      <p>Nothing was charged. Since you filled your cart, this is what changed:</p>
      {changes.length > 0 ? (
        <ul className={styles.list}>
          {changes.map((change) => (
            <ChangedLineItem key={lineId(change.line)} change={change} />
          ))}
        </ul>
      ) : (
        <p>The amounts of your order.</p>
      )}
      {discount && discount.was !== discount.now && <ChangedAmount label="Discount" {...discount} />}
      {shipping && shipping.was !== shipping.now && <ChangedAmount label="Shipping" {...shipping} />}
      {tax && tax.was !== tax.now && <ChangedAmount label="Tax" {...tax} />}
      {now === undefined && (
        <p>
          Your Grand Total was {formatMoney(was)}. It is calculated again with{" "}
          {serverAmountNames.join(" and ")}.
        </p>
      )}
      {now !== undefined && was !== now && <ChangedAmount label="Grand Total" was={was} now={now} />}
    </Notice>
  );
}
