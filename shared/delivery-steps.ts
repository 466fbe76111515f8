import { ORDER_STATUS } from "./order-status.ts";
import type { Receipt } from "./order.ts";
import { TICKET } from "./product.ts";
import { delivery as texts } from "./site/delivery.ts";

type DeliveryStep = { kind: "ship" | "pick-up" | "ticket"; text: string };

/** What the customer of a paid order is told about parcel, pick-up and tickets. */
export function deliverySteps({
  delivery,
  items,
  orderStatus,
}: Pick<Receipt, "delivery" | "items" | "orderStatus">): DeliveryStep[] {
  const state = orderStatus === ORDER_STATUS.completed ? "completed" : "pending";
  const hasTicket = items.some(({ category }) => category === TICKET);
  return [
    ...(delivery === "none" ? [] : [{ kind: delivery, text: texts[delivery][state] }]),
    ...(hasTicket ? [{ kind: "ticket", text: texts.ticket } as const] : []),
  ];
}
