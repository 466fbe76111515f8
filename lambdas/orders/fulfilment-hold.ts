/** Pure: the event that tells consumers whether the items of an order must not be sent. */
import type { DoNotSendCause } from "../../shared/attention.ts";
import { isAllGoingBack } from "./balance-rules.ts";
import type { EventBody } from "./change.ts";
import type { StoredOrder } from "./stored-order.ts";
import { toSummary } from "./stored-order.ts";

/**
 * The reason not to send the items that consumers are told. A fraud warning stays the reason after a full refund has settled it.
 * Otherwise the end of the hold would come with the event of the refund, and its new begin with the event of the refund's
 * failure, and a consumer that gets only one of both events would send the items.
 */
export function fulfilmentHoldOf(order: StoredOrder): DoNotSendCause | undefined {
  const hasSettledWarning = order.settledWarnings !== undefined && isAllGoingBack(order);
  return toSummary(order).doNotSend ?? (hasSettledWarning ? "fraud-warning" : undefined);
}

/**
 * The event that tells the hold of an order after a change; empty if consumers know it. It is also told if the stored `toldHold`
 * did not fit the order before the change, because an earlier version has stored the order.
 */
export function fulfilmentHoldEvents(
  before: StoredOrder,
  doNotSend: DoNotSendCause | undefined,
): EventBody[] {
  const { toldHold } = before;
  if (doNotSend === toldHold && fulfilmentHoldOf(before) === toldHold) return [];
  return [{ type: "FulfilmentHoldChanged", ...(doNotSend === undefined ? {} : { doNotSend }) }];
}
