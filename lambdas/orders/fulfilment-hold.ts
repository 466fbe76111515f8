/** Pure: the event that tells consumers whether the items of an order must not be sent. */
import type { FulfilmentHold } from "../../shared/attention.ts";
import { doNotSendCauseOf } from "../../shared/order-summary.ts";
import { openCauses } from "./attention-rules.ts";
import { balanceOf, isPaymentReturned, ownDisputes } from "./balance-rules.ts";
import type { EventBody } from "./change.ts";
import type { StoredOrder } from "./stored-order.ts";

/**
 * Whether a lost dispute of the order's own payment forbids to send the items: always if all of the money is gone; after the loss
 * of a part of the money only until an admin acknowledges the loss.
 */
function isLost(order: StoredOrder): boolean {
  const ownIds = ownDisputes(order).map(({ disputeId }) => disputeId);
  const isOpen = openCauses(order).some(
    ({ cause, about }) => cause === "dispute-lost" && ownIds.includes(about),
  );
  return isOpen || (balanceOf(order).lost > 0 && isPaymentReturned(order, order.payment.paymentIntentId));
}

function fulfilmentHoldOf(order: StoredOrder): FulfilmentHold | undefined {
  const { attention, disputes, payment } = order;
  const doNotSend = doNotSendCauseOf({ attention, disputes, paymentIntentId: payment.paymentIntentId });
  return doNotSend ?? (isLost(order) ? "dispute-lost" : undefined);
}

/** The event that a hold of the order begins, changes or ends. Empty if a change does not affect this. */
export function fulfilmentHoldEvents(before: StoredOrder, after: StoredOrder): EventBody[] {
  const doNotSend = fulfilmentHoldOf(after);
  if (doNotSend === fulfilmentHoldOf(before)) return [];
  return [{ type: "FulfilmentHoldChanged", ...(doNotSend === undefined ? {} : { doNotSend }) }];
}
