/** Pure: the event that tells consumers whether the items of an order must not be sent. */
import type { EventBody } from "./change.ts";
import type { StoredOrder } from "./stored-order.ts";
import { toSummary } from "./stored-order.ts";

/** The event that a hold of the order begins, changes or ends. Empty if a change does not affect this. */
export function fulfilmentHoldEvents(before: StoredOrder, after: StoredOrder): EventBody[] {
  const { doNotSend } = toSummary(after);
  if (doNotSend === toSummary(before).doNotSend) return [];
  return [{ type: "FulfilmentHoldChanged", ...(doNotSend === undefined ? {} : { doNotSend }) }];
}
