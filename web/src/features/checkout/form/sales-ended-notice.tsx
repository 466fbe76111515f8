import { useEffect, useEffectEvent } from "react";
import type { CartLine } from "../../../../../shared/cart.ts";
import { lineKeyOf } from "../../../../../shared/cart.ts";
import { checkoutMessages } from "../../../../../shared/checkout-messages.ts";
import { haveSalesEnded, isEventOver } from "../../../../../shared/event-facts.ts";
import { useCart } from "../../../cart/cart-context.tsx";
import { useValueAtTime } from "../../../catalog/use-event-times.ts";
import { useProduct } from "../../../catalog/use-products.ts";
import { announce } from "../../../ui/announce.ts";
import { Button } from "../../../ui/button.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import styles from "./sales-ended-notice.module.css";

/**
 * The reason why a ticket cannot be bought any more; '' if it can be bought. Uses the event's times in the
 * cart until those of the server are loaded. `useProduct` returns an error text if the ticket is not in the store any more.
 */
function useEndReason({ product }: CartLine): string {
  const productOrErrorText = useProduct(product.id, product);
  const knownProduct = typeof productOrErrorText === "object" ? productOrErrorText : product;
  const reasonByTime = useValueAtTime(true, (now) => {
    if (isEventOver(knownProduct, now)) return checkoutMessages.eventOver;
    return haveSalesEnded(knownProduct, now) ? checkoutMessages.salesHaveEnded : "";
  });
  return typeof productOrErrorText === "string" ? productOrErrorText : reasonByTime;
}

/** `onEnded`: called when the ticket cannot be bought any more. */
export type SalesEndedNoticeProps = { line: CartLine; onEnded: () => void };

/** At the line of a ticket that cannot be bought any more: the reason, and a button that removes the line. */
export function SalesEndedNotice({ line, onEnded }: SalesEndedNoticeProps) {
  const { remove } = useCart();
  const reason = useEndReason(line);
  const { name } = line.product;
  const announceEnd = useEffectEvent(() => {
    onEnded();
    announce(`${name}: ${reason}`);
  });
  useEffect(() => {
    if (reason) announceEnd();
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
