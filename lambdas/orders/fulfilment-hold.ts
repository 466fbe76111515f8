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
function fulfilmentHoldOf(order: StoredOrder): DoNotSendCause | undefined {
  const hasSettledWarning = order.settledWarnings !== undefined && isAllGoingBack(order);
  return toSummary(order).doNotSend ?? (hasSettledWarning ? "fraud-warning" : undefined);
}

/** The event that a hold of the order begins, changes or ends. Empty if a change does not affect this. */
export function fulfilmentHoldEvents(before: StoredOrder, after: StoredOrder): EventBody[] {
  const doNotSend = fulfilmentHoldOf(after);
  if (doNotSend === fulfilmentHoldOf(before)) return [];
  return [{ type: "FulfilmentHoldChanged", ...(doNotSend === undefined ? {} : { doNotSend }) }];
}
