import type { ordersApi } from "../../shared/api-orders.ts";
import type { Body } from "../../shared/endpoint.ts";
import type { OrderPage } from "../../shared/order-page.ts";
import { conflict } from "../lib/errors.ts";
import { applyChange } from "../orders/apply-change.ts";
import { withHistory } from "../orders/change.ts";
import { addRequest, hasRequest, requestRefusal } from "./customer-rules.ts";
import type { PageSettings } from "./read-order-page.ts";
import { requireOrderWithFullAccess, toOrderPage } from "./read-order-page.ts";

/**
 * Records the customer's message about an order, once for each requestId. Throws 404 and 403 as `requireOrderWithFullAccess`; 409
 * if the order has too many requests; 503 as `applyChange`.
 */
export async function reportProblem(
  { text, requestId, ...access }: Body<typeof ordersApi.reportProblem>,
  settings: PageSettings,
  now: Date,
): Promise<OrderPage> {
  const initialOrder = await requireOrderWithFullAccess(access, settings, now);
  const actor = { by: "customer", now };
  const changedOrder = await applyChange(
    initialOrder.orderId,
    (order) => {
      if (hasRequest(order, requestId)) return undefined;
      const refusal = requestRefusal(order);
      if (refusal) throw conflict(refusal);
      const request = { requestId, kind: "problem", at: now.toISOString(), text, state: "open" } as const;
      return addRequest(withHistory(order, actor, { what: "message from the order's page" }), request, actor);
    },
    { now, initialOrder },
  );
  return toOrderPage(changedOrder, true, settings, now);
}
