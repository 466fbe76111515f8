import { useEffect, useRef } from "react";
import { cartTotal, lineKeyOf, needsShipping } from "../../../shared/cart.ts";
import { checkoutMessages } from "../../../shared/checkout-messages.ts";
import { DeliveryNotes } from "../catalog/delivery-notes.tsx";
import { Suggestions } from "../catalog/suggestions.tsx";
import { paths } from "../paths.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Notice } from "../ui/notice.tsx";
import { notify } from "../ui/notify.ts";
import { onPlainClick } from "../ui/plain-click.ts";
import { Price } from "../ui/price.tsx";
import { useCart } from "./cart-context.tsx";
import { lineId } from "./cart-line.ts";
import { CartLineRow } from "./cart-line-row.tsx";
import styles from "./cart-contents.module.css";
import type { ComparedLine } from "./compare-with-catalog.ts";
import { orderableLines, soldOutLines, useComparedCart } from "./compare-with-catalog.ts";

function EmptyCart() {
  const { leave } = useCart();
  return (
    <EmptyState
      icon="bag"
      title={checkoutMessages.yourCartIsEmpty}
      actions={
        <ButtonLink
          to={paths.store}
          onClick={onPlainClick(() => leave(paths.store))}
          variant="secondary"
          id="cart-empty-shop"
        >
          Shop Now
        </ButtonLink>
      }
    >
      {checkoutMessages.addProducts}
      <Suggestions onOpen={({ id }) => leave(paths.product(id))} />
    </EmptyState>
  );
}

/**
 * After the removal of a line, the focus moves to the line in its place, or to the new last line, or to the button of the empty
 * cart.
 */
function CartLines({ comparedLines }: { comparedLines: readonly ComparedLine[] }) {
  const { lines, remove } = useCart();
  const removeButtons = useRef(new Map<string, HTMLButtonElement>());
  const removedIndex = useRef<number>(undefined);
  useEffect(() => {
    const index = removedIndex.current;
    if (index === undefined) return;
    removedIndex.current = undefined;
    const nextLine = lines[Math.min(index, lines.length - 1)];
    if (nextLine) removeButtons.current.get(lineId(nextLine))?.focus();
  }, [lines]);
  return (
    <ul className={styles.list}>
      {comparedLines.map((comparedLine, index) => (
        <CartLineRow
          key={lineId(comparedLine.line)}
          comparedLine={comparedLine}
          onRemove={() => {
            removedIndex.current = index;
            remove(lineKeyOf(comparedLine.line));
            if (lines.length === 1) setTimeout(() => document.getElementById("cart-empty-shop")?.focus());
          }}
          removeButtonRef={(button) => {
            if (button) removeButtons.current.set(lineId(comparedLine.line), button);
            else removeButtons.current.delete(lineId(comparedLine.line));
          }}
        />
      ))}
    </ul>
  );
}

/**
 * The total, and the button to the checkout. The button removes the sold-out lines from the cart, and passes the others to the
 * checkout in the navigation's state. A toast on the checkout's page names the removed products.
 */
export function CartFooter({ isOpen }: { isOpen: boolean }) {
  const { replace, leave } = useCart();
  const comparedLines = useComparedCart(isOpen);
  const lines = orderableLines(comparedLines);
  const proceed = () => {
    if (lines.length === 0) return;
    notify.dismiss();
    const leftOutNames = soldOutLines(comparedLines).map(({ product }) => product.name);
    if (leftOutNames.length > 0)
      notify.info(checkoutMessages.leftOut(leftOutNames), {
        id: "left-out",
        duration: 10_000,
        outlivesPage: true,
      });
    replace(lines);
    leave(paths.checkout, { state: { cart: lines } });
  };
  return (
    <div className={styles.footer}>
      <p className={styles.total}>
        <span>Total</span>
        <Price dollars={cartTotal(lines)} />
      </p>
      {needsShipping(lines) && <p className={styles.note}>Shipping is chosen at checkout.</p>}
      <Button
        wide
        size="large"
        iconAfter="arrow-right"
        aria-disabled={lines.length === 0}
        onClick={proceed}
        className={styles.proceed}
      >
        Proceed to Checkout
      </Button>
    </div>
  );
}

/** The lines, with the changes of price and stock since the products were added, and notes about the delivery. */
export function CartContents({ isOpen }: { isOpen: boolean }) {
  const { leave } = useCart();
  const comparedLines = useComparedCart(isOpen);
  const isEmpty = comparedLines.length === 0;
  return (
    <div className={styles.contents}>
      <div role="status">
        {comparedLines.some(({ change }) => change) && (
          <Notice tone="warn" title={checkoutMessages.cartOutdated} />
        )}
      </div>
      {isEmpty ? <EmptyCart /> : <CartLines comparedLines={comparedLines} />}
      {!isEmpty && (
        <DeliveryNotes
          categories={comparedLines.map(({ line }) => line.product.category)}
          onLeave={(to) => leave(to)}
        />
      )}
    </div>
  );
}
