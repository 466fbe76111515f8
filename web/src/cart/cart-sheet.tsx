import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { CartLine } from "../../../shared/cart.ts";
import { cartTotal, keyOf } from "../../../shared/cart.ts";
import { messages } from "../../../shared/messages.ts";
import { paths } from "../paths.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Notice } from "../ui/notice.tsx";
import { Price } from "../ui/price.tsx";
import { useCart } from "./cart-context.tsx";
import { CartLineRow } from "./cart-line-row.tsx";
import styles from "./cart-sheet.module.css";
import type { FreshLine } from "./fresh-cart.ts";
import { orderable } from "./fresh-cart.ts";
import { useFreshCart } from "./use-fresh-cart.ts";

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
function CartLines({ fresh }: { fresh: readonly FreshLine[] }) {
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
      {fresh.map((line, at) => (
        <CartLineRow
          key={idOf(line.line)}
          fresh={line}
          onRemove={() => {
            removed.current = at;
            remove(keyOf(line.line));
            if (lines.length === 1) setTimeout(() => document.getElementById("cart-empty-shop")?.focus());
          }}
          removeRef={(button) => {
            if (button) buttons.current.set(idOf(line.line), button);
            else buttons.current.delete(idOf(line.line));
          }}
        />
      ))}
    </ul>
  );
}

/** Total and the way to the checkout, which takes the cart along as it is now. */
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

/** The cart, in a dialog from the right. While it is open it follows the catalogue and says what changed. */
export function CartSheet() {
  const { isOpen, close } = useCart();
  const fresh = useFreshCart();
  const empty = fresh.length === 0;
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      variant="side"
      title="Your Cart"
      closeLabel="Close cart"
      footer={empty ? undefined : <CartFooter lines={orderable(fresh)} />}
    >
      <div className={styles.lines}>
        <div role="status">
          {fresh.some(({ news }) => news) && <Notice tone="warn" title={messages.cartOutdated} />}
        </div>
        {empty ? <EmptyCart /> : <CartLines fresh={fresh} />}
      </div>
    </Dialog>
  );
}
