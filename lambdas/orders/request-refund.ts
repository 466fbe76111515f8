import { formatMoney, toDollars } from "../../shared/money.ts";
import type { Order } from "../../shared/order.ts";
import { aborted, notFound } from "../lib/errors.ts";
import { applyChange } from "./apply-change.ts";
import { getOrder } from "./order-table.ts";
import { refundable } from "./refund-rules.ts";
import { adminRefund } from "./status-rules.ts";
import { toOrder } from "./stored-order.ts";

export type RefundRequest = {
  refundId: string;
  version: number;
  amount?: number | undefined;
  restock?: boolean | undefined;
};

/** Asks for money to go back: the same `refundId` again changes nothing. 404; 409 for another version or too much. */
export async function requestRefund(
  orderId: string,
  ask: RefundRequest,
  admin: string,
  now: Date,
): Promise<Order> {
  const order = await getOrder(orderId);
  if (!order) throw notFound();
  if (order.refunds.some((refund) => refund.refundId === ask.refundId)) return toOrder(order);
  const changed = await applyChange(
    orderId,
    (read) => {
      const change = adminRefund(
        read,
        { refundId: ask.refundId, amount: ask.amount, restock: ask.restock ?? false },
        { by: admin, now },
      );
      if (change === "too-much") {
        throw aborted(`At most ${formatMoney(toDollars(refundable(read)))} can be refunded.`);
      }
      return change;
    },
    { now, version: ask.version },
  );
  return toOrder(changed);
}
