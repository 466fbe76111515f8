import { ORDER_STATUS } from "./order-status.ts";
import { hasTicket } from "./order-summary.ts";
import type { Receipt } from "./order.ts";
import { admission as admissionTexts } from "./site/admission.ts";
import { delivery as texts } from "./site/delivery.ts";

type DeliveryStep = { kind: "ship" | "pick-up" | "ticket"; text: string };

/** What the customer of a paid order is told about parcel, pick-up and tickets. */
export function deliverySteps({
  delivery,
  items,
  orderStatus,
  admission,
}: Pick<Receipt, "delivery" | "items" | "orderStatus" | "admission">): DeliveryStep[] {
  const state = orderStatus === ORDER_STATUS.completed ? "completed" : "pending";
  return [
    ...(delivery === "none" ? [] : [{ kind: delivery, text: texts[delivery][state] }]),
    ...(hasTicket({ items }) ? [{ kind: "ticket", text: admissionTexts[admission ?? "list"] } as const] : []),
  ];
}
