import type { Ref } from "react";
import { messages } from "../../../../shared/messages.ts";
import { variantLabel } from "../../../../shared/product.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Price } from "../../ui/price.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { CartChange } from "./cart-changes.ts";
import styles from "./changed-cart.module.css";

function PriceChange({ was, now }: { was: number; now: number }) {
  return (
    <>
      <VisuallyHidden>The price was </VisuallyHidden>
      <s>
        <Price dollars={was} />
      </s>
      <span aria-hidden="true">→</span>
      <VisuallyHidden>and is now </VisuallyHidden>
      <Price dollars={now} className={styles.now} />
    </>
  );
}

/** In words what happened to the stock of a line; undefined where there is enough. */
function stockText({ gone, short }: CartChange): string | undefined {
  if (gone) return "No longer in the shop: it will be taken out of your cart.";
  if (!short) return undefined;
  if (short.available === 0) return "Sold out: it will be taken out of your cart.";
  return `Only ${short.available} left: your ${short.wanted} become ${short.available}.`;
}

function Change({ change }: { change: CartChange }) {
  const { product, variantId } = change.line;
  const variant = variantLabel(product.variants?.find(({ id }) => id === variantId) ?? product);
  const text = stockText(change);
  return (
    <li className={styles.change}>
      <p className={styles.name}>
        {product.name}
        {variant && <span className={styles.variant}> {variant}</span>}
      </p>
      {change.price && (
        <p className={styles.price}>
          <PriceChange {...change.price} />
          <span className={styles.each}>each</span>
        </p>
      )}
      {text && <p>{text}</p>}
    </li>
  );
}

type ChangedCartProps = {
  changes: readonly CartChange[];
  /** The grand total in dollars, as it was and with the changes. */
  total: { was: number; now: number };
  accepting: boolean;
  onAccept: () => void;
  ref: Ref<HTMLDivElement>;
};

/** What the server sees differently, line by line, and one button that accepts it. It takes the focus. */
export function ChangedCart({ changes, total, accepting, onAccept, ref }: ChangedCartProps) {
  return (
    <Notice
      ref={ref}
      tone="warn"
      icon="tag"
      title={<h3 className={styles.title}>{messages.cartChanged}</h3>}
      actions={
        <Button icon="check" loading={accepting} onClick={onAccept}>
          Accept Changes
        </Button>
      }
    >
      <p>Nothing was charged. Since you filled your cart, this is what changed:</p>
      {changes.length > 0 ? (
        <ul className={styles.list}>
          {changes.map((change) => (
            <Change key={`${change.key.productId}/${change.key.variantId ?? ""}`} change={change} />
          ))}
        </ul>
      ) : (
        <p>The total or the shipping of your order.</p>
      )}
      {total.was !== total.now && (
        <p className={styles.total}>
          Grand Total
          <span className={styles.price}>
            <PriceChange {...total} />
          </span>
        </p>
      )}
    </Notice>
  );
}
