import type { Ref } from "react";
import { Link } from "../../../router/link.tsx";
import { checkoutMessages } from "../../../../../shared/checkout-messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { successUrl } from "../order-url.ts";
import type { EarlierOrder } from "../processing-orders.ts";

type AlreadyOrderedProps = {
  orders: readonly EarlierOrder[];
  onTakeOut: () => void;
  onOrderAgain: () => void;
  ref: Ref<HTMLDivElement>;
};

/**
 * Names the items of the cart that are already ordered. The visitor removes them from the cart or orders them again.
 */
export function AlreadyOrdered({ orders, onTakeOut, onOrderAgain, ref }: AlreadyOrderedProps) {
  return (
    <Notice
      ref={ref}
      tone="warn"
      title={<h3>{checkoutMessages.orderedBefore}</h3>}
      actions={
        <>
          <Button onClick={onTakeOut}>Take Out of the Cart</Button>
          <Button variant="secondary" onClick={onOrderAgain}>
            Order Again
          </Button>
        </>
      }
    >
      {orders.map(({ sessionId, names, isPaid }) => (
        <p key={sessionId}>
          {checkoutMessages.alreadyOrdered(names, isPaid)}{" "}
          <Link to={successUrl(sessionId)}>See that order</Link>.
        </p>
      ))}
    </Notice>
  );
}
