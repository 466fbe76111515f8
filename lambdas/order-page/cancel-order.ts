import type { ordersApi } from "../../shared/api-orders.ts";
import type { CustomerRequest } from "../../shared/customer-request.ts";
import type { Body } from "../../shared/endpoint.ts";
import { ORDER_STATUS, statusRefusal } from "../../shared/order-status.ts";
import type { OrderPage } from "../../shared/order-page.ts";
import { conflict } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { applyChange } from "../orders/apply-change.ts";
import type { Actor, Change } from "../orders/change.ts";
import { withHistory } from "../orders/change.ts";
import { changeStatus } from "../orders/status-rules.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import { toSummary } from "../orders/stored-order.ts";
import type { CancelMode } from "./customer-rules.ts";
import {
  addRequest,
  cancelModeOf,
  cancelRefusal,
  hasRequest,
  requestEvent,
  withRequest,
} from "./customer-rules.ts";
import type { PageSettings } from "./read-order-page.ts";
import { requireOrderWithFullAccess, toOrderPage } from "./read-order-page.ts";

type Cancellation = Pick<CustomerRequest, "requestId" | "text"> & { refundId: string };

/**
 * Pure: cancels the order, refunds it and puts its pieces back on sale, or asks the team to cancel it: see `cancelModeOf`.
 * Undefined for a repeated request. Throws 409 if the order cannot be cancelled any more, or has too many requests.
 */
function cancelByCustomer(
  order: StoredOrder,
  { requestId, text, refundId }: Cancellation,
  mode: CancelMode,
  actor: Actor,
): Change | undefined {
  if (hasRequest(order, requestId)) return undefined;
  const to = ORDER_STATUS.cancelled;
  const refusal = cancelRefusal(order) ?? statusRefusal(toSummary(order), to);
  if (refusal) throw conflict(refusal);
  const request = { requestId, kind: "cancel", at: actor.now.toISOString(), text } as const;
  if (cancelModeOf(order, mode) === "ask") {
    const orderWithEntry = withHistory(order, actor, { what: "asked to cancel" });
    return addRequest(orderWithEntry, { ...request, state: "open" }, actor);
  }
  const acceptedRequest = { ...request, state: "accepted" } as const;
  const reason = { stripeReason: "requested_by_customer" } as const;
  const change = changeStatus(
    withRequest(order, acceptedRequest),
    { to, refund: true, restock: true, refundId, reason },
    actor,
  );
  return change && { ...change, events: [...change.events, requestEvent(acceptedRequest)] };
}

/**
 * Cancels the order, or asks the team to cancel it, once for each requestId. Throws 404 and 403 as `requireOrderWithFullAccess`;
 * 409 as `cancelByCustomer`, also if the team packs the parcel at the same moment, because `applyChange` decides again with
 * the packed order; 503 as `applyChange`.
 */
export async function cancelOrder(
  { text, requestId, ...access }: Body<typeof ordersApi.cancelOwnOrder>,
  settings: PageSettings,
  now: Date,
): Promise<OrderPage> {
  const initialOrder = await requireOrderWithFullAccess(access, settings, now);
  const cancellation = { requestId, text, refundId: newId("rfd", +now) };
  const changedOrder = await applyChange(
    initialOrder.orderId,
    (order) => cancelByCustomer(order, cancellation, settings.cancelMode, { by: "customer", now }),
    { now, initialOrder },
  );
  return toOrderPage(changedOrder, true, settings, now);
}
