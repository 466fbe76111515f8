import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { CartLine } from "../../../shared/cart.ts";
import { cartTotal, lineKeyOf } from "../../../shared/cart.ts";
import { messages } from "../../../shared/messages.ts";
import { paths } from "../paths.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Notice } from "../ui/notice.tsx";
import { Price } from "../ui/price.tsx";
import { useCart } from "./cart-context.tsx";
import { lineId } from "./cart-line.ts";
import { CartLineRow } from "./cart-line-row.tsx";
import styles from "./cart-sheet.module.css";
import type { ComparedLine } from "./compare-with-catalog.ts";
import { orderable, useComparedCart } from "./compare-with-catalog.ts";

function EmptyCart() {
  const { close } = useCart();
  return (
    <EmptyState
      icon="bag"
      title={messages.yourCartIsEmpty}
      actions={
        <ButtonLink to={paths.store} onClick={close} variant="secondary" id="cart-empty-shop">
          Shop Now
        </ButtonLink>
      }
    >
      {messages.addProducts}
    </EmptyState>
  );
}

/** The lines. After a removal the focus moves to the next line, or to the empty cart's button. */
function CartLines({ compared }: { compared: readonly ComparedLine[] }) {
  const { lines, remove } = useCart();
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const removed = useRef<number>(undefined);
  useEffect(() => {
    const index = removed.current;
    if (index === undefined) return;
    removed.current = undefined;
    const next = lines[Math.min(index, lines.length - 1)];
    if (next) buttons.current.get(lineId(next))?.focus();
  }, [lines]);
  return (
    <ul className={styles.list}>
      {compared.map((line, index) => (
        <CartLineRow
          key={lineId(line.line)}
          compared={line}
          onRemove={() => {
            removed.current = index;
            remove(lineKeyOf(line.line));
            if (lines.length === 1) setTimeout(() => document.getElementById("cart-empty-shop")?.focus());
          }}
          removeRef={(button) => {
            if (button) buttons.current.set(lineId(line.line), button);
            else buttons.current.delete(lineId(line.line));
          }}
        />
      ))}
    </ul>
  );
}

/** The total, and the button to the checkout. The current lines go along in the navigation's state. */
function CartFooter({ lines }: { lines: CartLine[] }) {
  const { replace, close } = useCart();
  const navigate = useNavigate();
  const proceed = () => {
    if (lines.length === 0) return;
    replace(lines);
    close();
    void navigate(paths.checkout, { state: { cart: lines } });
  };
  return (
    <>
      <p className={styles.total}>
        <span>Total</span>
        <Price dollars={cartTotal(lines)} />
      </p>
      <p className={styles.note}>Shipping is chosen at checkout.</p>
      <Button wide size="large" iconAfter="arrow-right" aria-disabled={lines.length === 0} onClick={proceed}>
        Proceed to Checkout
      </Button>
    </>
  );
}

/** The cart, in a dialog from the right. While it is open it shows what changed in the catalog. */
export function CartSheet() {
  const { isOpen, close } = useCart();
  const compared = useComparedCart();
  const empty = compared.length === 0;
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      variant="side"
      title="Your Cart"
      closeLabel="Close cart"
      footer={empty ? undefined : <CartFooter lines={orderable(compared)} />}
    >
      <div className={styles.lines}>
        <div role="status">
          {compared.some(({ change }) => change) && <Notice tone="warn" title={messages.cartOutdated} />}
        </div>
        {empty ? <EmptyCart /> : <CartLines compared={compared} />}
      </div>
    </Dialog>
  );
}
