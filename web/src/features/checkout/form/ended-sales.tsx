import { useEffect, useEffectEvent } from "react";
import type { CartLine } from "../../../../../shared/cart.ts";
import { lineKeyOf } from "../../../../../shared/cart.ts";
import { checkoutMessages } from "../../../../../shared/checkout-messages.ts";
import { haveSalesEnded, isOver } from "../../../../../shared/event-facts.ts";
import { useCart } from "../../../cart/cart-context.tsx";
import { useAtTime } from "../../../catalog/use-event-times.ts";
import { useProduct } from "../../../catalog/use-products.ts";
import { announce } from "../../../ui/announce.ts";
import { Button } from "../../../ui/button.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import styles from "./ended-sales.module.css";

/**
 * The reason why a ticket cannot be bought any more; '' if it can be bought. Uses the cart's times until the server's
 * times are loaded.
 */
function useReason({ product }: CartLine): string {
  const current = useProduct(product.id, product);
  const known = typeof current === "object" ? current : product;
  const reasonByTime = useAtTime(true, (now) => {
    if (isOver(known, now)) return checkoutMessages.eventOver;
    return haveSalesEnded(known, now) ? checkoutMessages.salesHaveEnded : "";
  });
  return typeof current === "string" ? current : reasonByTime;
}

/** `onEnded` is called when the ticket cannot be bought any more. */
export type EndedSalesProps = { line: CartLine; onEnded: () => void };

/** At the line of a ticket that cannot be bought any more: the reason, and a button that removes the line. */
export function EndedSales({ line, onEnded }: EndedSalesProps) {
  const { remove } = useCart();
  const reason = useReason(line);
  const { name } = line.product;
  const tell = useEffectEvent(() => {
    onEnded();
    announce(`${name}: ${reason}`);
  });
  useEffect(() => {
    if (reason) tell();
  }, [reason]);
  if (!reason) return null;
  const removeLine = () => {
    // The focused button is removed with its line, so the page's heading gets the focus.
    document.querySelector("h1")?.focus({ preventScroll: true });
    remove(lineKeyOf(line));
  };
  return (
    <div className={styles.ended}>
      <p className={styles.reason}>{reason}</p>
      <Button variant="secondary" icon="trash" onClick={removeLine}>
        Remove<VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </div>
  );
}
