import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { CartLine } from "../../../shared/cart.ts";
import { keyOf } from "../../../shared/cart.ts";
import { messages } from "../../../shared/messages.ts";
import { paths } from "../paths.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Price } from "../ui/price.tsx";
import { useCart } from "./cart-context.tsx";
import { CartLineRow } from "./cart-line-row.tsx";
import styles from "./cart-sheet.module.css";

const idOf = ({ product, variantId }: CartLine): string => `${product.id}/${variantId ?? ""}`;

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

/** The lines; removing one gives the focus to the next, the last one's to what is left. */
function CartLines() {
  const { lines, remove } = useCart();
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const removed = useRef<number>(undefined);
  useEffect(() => {
    const at = removed.current;
    if (at === undefined) return;
    removed.current = undefined;
    const next = lines[Math.min(at, lines.length - 1)];
    if (next) buttons.current.get(idOf(next))?.focus();
  }, [lines]);
  return (
    <ul className={styles.list}>
      {lines.map((line, at) => (
        <CartLineRow
          key={idOf(line)}
          line={line}
          onRemove={() => {
            removed.current = at;
            remove(keyOf(line));
            if (lines.length === 1) setTimeout(() => document.getElementById("cart-empty-shop")?.focus());
          }}
          removeRef={(button) => {
            if (button) buttons.current.set(idOf(line), button);
            else buttons.current.delete(idOf(line));
          }}
        />
      ))}
    </ul>
  );
}

/** The cart, in a dialog from the right. */
export function CartSheet() {
  const { lines, total, isOpen, close } = useCart();
  const navigate = useNavigate();
  const proceed = () => {
    close();
    void navigate(paths.checkout, { state: { cart: lines } });
  };
  const footer = (
    <>
      <p className={styles.total}>
        <span>Total</span>
        <Price dollars={total} />
      </p>
      <p className={styles.note}>Shipping is chosen at checkout.</p>
      <Button wide size="large" iconAfter="arrow-right" onClick={proceed}>
        Proceed to Checkout
      </Button>
    </>
  );
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      variant="side"
      title="Your Cart"
      closeLabel="Close cart"
      footer={lines.length > 0 ? footer : undefined}
    >
      {lines.length > 0 ? <CartLines /> : <EmptyCart />}
    </Dialog>
  );
}
