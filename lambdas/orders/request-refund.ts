import type { adminApi } from "../../shared/api-admin.ts";
import type { Body } from "../../shared/endpoint.ts";
import { formatMoney, toDollars } from "../../shared/money.ts";
import type { Order } from "../../shared/order.ts";
import { partsRefusal } from "../../shared/refund-lines.ts";
import { givenReason } from "../../shared/refund-reason.ts";
import { conflict, notFound } from "../lib/errors.ts";
import { applyChange } from "./apply-change.ts";
import { getOrder } from "./order-table.ts";
import { refundableCents } from "./refund-rules.ts";
import { restockLinesRefusal } from "./restock-rules.ts";
import { adminRefund } from "./status-rules.ts";
import { toOrder } from "./stored-order.ts";

type RefundRequest = Body<typeof adminApi.requestRefund>;

/** Requests a refund. Idempotent by `refundId`. Throws 404; 409 for another version or a too large amount. */
export async function requestRefund(
  orderId: string,
  request: RefundRequest,
  admin: string,
  now: Date,
): Promise<Order> {
  const order = await getOrder(orderId);
  if (!order) throw notFound();
  if (order.refunds.some((refund) => refund.refundId === request.refundId)) return toOrder(order);
  const changed = await applyChange(
    orderId,
    (latest) => {
      const refusal = partsRefusal(latest, request) ?? restockLinesRefusal(latest, request);
      if (refusal) throw conflict(refusal);
      const change = adminRefund(
        latest,
        { ...request, restock: request.restock ?? false, reason: givenReason(request) },
        { by: admin, now },
      );
      if (change === "too-much") {
        throw conflict(`At most ${formatMoney(toDollars(refundableCents(latest)))} can be refunded.`);
      }
      return change;
    },
    { now, version: request.version, initialOrder: order },
  );
  return toOrder(changed);
}
