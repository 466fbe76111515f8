/** Pure: the event that tells consumers to send no items of an order, or that they may go on. */
import type { DoNotSendCause } from "../../shared/attention.ts";
import { doNotSendCauseOf } from "../../shared/order-summary.ts";
import { balanceOf, isAllGoingBack } from "./balance-rules.ts";
import type { EventBody } from "./change.ts";
import type { StoredOrder } from "./stored-order.ts";
import { toOrder } from "./stored-order.ts";

/**
 * The bank's reason why consumers must not send the items; undefined if there is none. (The items of a cancelled or refunded
 * order are not sent in any case.) While a refund returns all of the money, or has returned it, a settled fraud warning and the
 * loss of a part of the money stay reasons. Otherwise the fulfilment hold would end and begin again whenever the refund is
 * requested, succeeds or fails, and a consumer that lacks one of these events would send the items.
 */
export function fulfilmentHoldOf(order: StoredOrder): DoNotSendCause | undefined {
  const doNotSend = doNotSendCauseOf(toOrder(order));
  if (doNotSend !== undefined || !isAllGoingBack(order)) return doNotSend;
  if (order.settledWarnings !== undefined) return "fraud-warning";
  return balanceOf(order).lost > 0 ? "dispute-lost" : undefined;
}

/**
 * The event that tells consumers the fulfilment hold of a changed order, `doNotSend`; empty if they were told of it before. They
 * are also told if `toldHold` was wrong before the change, as in orders that an earlier version of the shop has stored.
 */
export function fulfilmentHoldEvents(
  before: StoredOrder,
  doNotSend: DoNotSendCause | undefined,
): EventBody[] {
  const { toldHold } = before;
  if (doNotSend === toldHold && fulfilmentHoldOf(before) === toldHold) return [];
  return [{ type: "FulfilmentHoldChanged", ...(doNotSend === undefined ? {} : { doNotSend }) }];
}
