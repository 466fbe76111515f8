import { arrivalText } from "./arrival-text.ts";
import { ORDER_STATUS } from "./order-status.ts";
import { hasTicket } from "./order-summary.ts";
import type { Receipt } from "./receipt-data.ts";
import { admission as admissionTexts } from "./site/admission.ts";
import { delivery as deliveryTexts } from "./site/delivery.ts";
import { onHoldLeads } from "./site/refund-texts.ts";

type DeliveryNotice = { kind: "ship" | "pick-up" | "ticket"; text: string };

type PaidOrder = Pick<
  Receipt,
  "delivery" | "items" | "orderStatus" | "ready" | "admission" | "arrives" | "noDelivery" | "paidAfterEvent"
>;

function deliveryText(
  delivery: "ship" | "pick-up",
  { orderStatus, ready, arrives, noDelivery }: PaidOrder,
): string {
  if (noDelivery === "disputed" || noDelivery === "dispute-lost") return onHoldLeads[noDelivery];
  if (delivery === "ship" && arrives)
    return deliveryTexts.ship.expected(arrivalText(arrives), orderStatus === ORDER_STATUS.completed);
  if (orderStatus === ORDER_STATUS.completed) return deliveryTexts[delivery].completed;
  return delivery === "pick-up" && ready ? deliveryTexts[delivery].ready : deliveryTexts[delivery].pending;
}

/**
 * What the customer of a paid order is told: one notice about the parcel or the pick-up, and one about tickets; nothing about an
 * order that is over. Tickets stay valid while the other items wait because of a dispute.
 */
export function deliveryNotices(order: PaidOrder): DeliveryNotice[] {
  const { delivery, noDelivery, paidAfterEvent, admission = "list" } = order;
  if (noDelivery === "over") return [];
  return [
    ...(delivery === "none" ? [] : [{ kind: delivery, text: deliveryText(delivery, order) }]),
    ...(hasTicket(order)
      ? // `admission` is absent in a stage whose tickets have no codes: there the door has a list of names.
        [{ kind: "ticket", text: admissionTexts[paidAfterEvent ? "late" : admission] } as const]
      : []),
  ];
}
