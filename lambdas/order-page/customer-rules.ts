/** Pure rules: what a customer may do with an order, and how the order changes. */
import type { AttentionCause } from "../../shared/attention.ts";
import type { CustomerRequest, RequestKind } from "../../shared/customer-request.ts";
import { MAX_REQUESTS } from "../../shared/customer-request.ts";
import { hasTicket } from "../../shared/order-summary.ts";
import { ORDER_STATUS, statusWithoutAttention } from "../../shared/order-status.ts";
import { orderPageMessages } from "../../shared/order-page-messages.ts";
import type { OrderPage } from "../../shared/order-page.ts";
import { hasItemsToPack } from "../../shared/remaining-items.ts";
import { openCauses, raiseAttention } from "../orders/attention-rules.ts";
import { withBalance } from "../orders/balance-rules.ts";
import type { Actor, Change, EventBody } from "../orders/change.ts";
import { isRefunding } from "../orders/refund-rules.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import { toSummary } from "../orders/stored-order.ts";

/** ask: customers ask the team to cancel an order. do: customers cancel an order by themselves. */
export type CancelMode = "ask" | "do";

/**
 * Why the content or the address of the parcel cannot be changed any more: the order is packed, cancelled or refunded.
 * Undefined if it can be changed.
 */
function parcelRefusal(order: StoredOrder): string | undefined {
  if (order.orderStatus === ORDER_STATUS.cancelled) return orderPageMessages.cancelled;
  if (order.orderStatus === ORDER_STATUS.completed || order.packedAt !== undefined || order.ready)
    return orderPageMessages.packed;
  return statusWithoutAttention(toSummary(order)) === "refunded" || isRefunding(order) || order.unfulfilled
    ? orderPageMessages.refunded
    : undefined;
}

const isOpenRequest =
  (wantedKind: RequestKind) =>
  ({ kind, state }: CustomerRequest): boolean =>
    kind === wantedKind && state === "open";

/**
 * Why the customer cannot have the order cancelled; undefined if the customer can cancel it, or ask the team
 * to cancel it.
 */
export const cancelRefusal = (order: StoredOrder): string | undefined =>
  parcelRefusal(order) ??
  (order.requests?.some(isOpenRequest("cancel")) ? orderPageMessages.alreadyAsked : undefined) ??
  requestRefusal(order);

/** Why the address cannot be changed; undefined if it can. */
export const addressRefusal = (order: StoredOrder): string | undefined =>
  (order.shippingInfo && hasItemsToPack(order) ? undefined : orderPageMessages.noDelivery) ??
  parcelRefusal(order) ??
  requestRefusal(order);

/**
 * Why the customer cannot send a request about the order; undefined if that is possible. An erased order must
 * get no new data.
 */
export function requestRefusal({ requests = [], erased }: StoredOrder): string | undefined {
  if (erased) return orderPageMessages.refused;
  return requests.length >= MAX_REQUESTS ? orderPageMessages.tooManyRequests : undefined;
}

/**
 * Whether the team must decide about a cancellation, also where customers cancel by themselves: somebody may have been let
 * in with a ticket, and an order with a dispute or another open cause for attention needs a person.
 */
const needsTeam = (order: StoredOrder): boolean =>
  hasTicket(order) || openCauses(order).length > 0 || (order.disputes ?? []).length > 0;

/** How the order would be cancelled now. `mode`: how this stage cancels orders that do not need the team. */
export const cancelModeOf = (order: StoredOrder, mode: CancelMode): CancelMode =>
  needsTeam(order) ? "ask" : mode;

/** What the customer may do on the page. */
export const allowedActions = (order: StoredOrder, mode: CancelMode): OrderPage["may"] => ({
  ...(cancelRefusal(order) === undefined ? { cancel: cancelModeOf(order, mode) } : {}),
  ...(addressRefusal(order) === undefined ? { changeAddress: true } : {}),
  ...(requestRefusal(order) === undefined ? { write: true } : {}),
});

const CAUSE_OF_REQUEST = {
  cancel: "asks-to-cancel",
  problem: "something-wrong",
  address: "address-changed",
} as const satisfies Record<RequestKind, AttentionCause>;

export const requestEvent = ({ requestId, kind, state }: CustomerRequest): EventBody => ({
  type: "OrderRequestUpdated",
  requestId,
  kind,
  state,
});

export const withRequest = (order: StoredOrder, request: CustomerRequest): StoredOrder => ({
  ...order,
  requests: [...(order.requests ?? []), request],
});

/** Records a request and shows it to the admins as a cause for attention. */
export function addRequest(order: StoredOrder, request: CustomerRequest, actor: Actor): Change {
  const orderWithCause = raiseAttention(order, CAUSE_OF_REQUEST[request.kind], request.requestId, actor);
  return { order: withBalance(withRequest(orderWithCause, request)), events: [requestEvent(request)] };
}

/** Whether the request was recorded before, so that its repetition changes nothing. */
export const hasRequest = ({ requests = [] }: StoredOrder, requestId: string): boolean =>
  requests.some((request) => request.requestId === requestId);
