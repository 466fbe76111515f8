import type { Order } from "../../shared/order.ts";
import { statusMailOf } from "../../shared/status-mail.ts";
import { conflict } from "../lib/errors.ts";
import { applyChange } from "./apply-change.ts";
import { withHistory } from "./change.ts";
import { toOrder } from "./stored-order.ts";

/**
 * Requests that the mail about the order's status is sent to the customer again. Throws 404; 409 when there is
 * no such mail, or when the order has changed since `version`, which a repeated call finds too.
 */
export async function sendMailAgain(
  orderId: string,
  version: number,
  admin: string,
  now: Date,
): Promise<Order> {
  const changed = await applyChange(
    orderId,
    (order) => {
      const mail = statusMailOf(toOrder(order));
      if (!mail) throw conflict("The customer gets no mail about this status.");
      return {
        order: withHistory(order, { by: admin, now }, { what: "email sent again" }),
        events: [{ type: "OrderMailRequested", mail }],
      };
    },
    { now, version },
  );
  return toOrder(changed);
}
