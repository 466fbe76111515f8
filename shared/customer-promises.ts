/** Pure: what a customer may be told about the delivery of a paid order, and about money that comes back. */
import { ORDER_STATUS, statusWithoutAttention } from "./order-status.ts";
import { doNotSendCauseOf, lostCentsOf, requestedCentsOf } from "./order-summary.ts";
import type { Order } from "./order.ts";
import { toCents, toDollars } from "./money.ts";
import type { NoDelivery } from "./receipt-data.ts";

type PromiseSource = Pick<
  Order,
  | "orderStatus"
  | "paymentStatus"
  | "unfulfilled"
  | "refunding"
  | "refundFailed"
  | "moneyDisputed"
  | "financialInfo"
  | "attention"
  | "disputes"
  | "paymentIntentId"
>;

/** The entry in the history of an order whose payment arrived when an event of the order was over. */
export const PAID_AFTER_EVENT = "Paid after the event";

export const isPaidAfterEvent = ({ history }: Pick<Order, "history">): boolean =>
  history.some(({ what }) => what === PAID_AFTER_EVENT);

/** What lost disputes returned to the customer, in dollars. */
export const returnedByBank = (order: PromiseSource): number => toDollars(lostCentsOf(order));

/**
 * Of a cancelled or unfulfilled order: the dollars in dispute, if the dispute is about only a part of the payment, and the rest went
 * or goes back by refunds and lost disputes. Otherwise undefined.
 */
export function disputedPart(order: PromiseSource & Pick<Order, "refunds">): number | undefined {
  const { disputes = [], moneyDisputed, paymentIntentId, financialInfo } = order;
  if (!moneyDisputed) return undefined;
  const disputedCents = disputes
    .filter(({ status }) => status === "open")
    .filter((dispute) => (dispute.paymentIntentId ?? paymentIntentId) === paymentIntentId)
    .reduce((cents, { amount }) => cents + toCents(amount), 0);
  const totalCents = toCents(financialInfo.total);
  const otherReturnCents = toCents(financialInfo.refunded) + requestedCentsOf(order) + lostCentsOf(order);
  const isRestReturned = disputedCents + otherReturnCents >= totalCents;
  return disputedCents < totalCents && isRestReturned ? toDollars(disputedCents) : undefined;
}

/**
 * Where the money of a paid order is. returned: refunds and lost disputes have returned all of it. refunding: what the shop still
 * has of it is on its way back. disputed, refund-failed: see `moneyDisputed` and `refundFailed` of an order. kept: the shop has it,
 * perhaps without a part that was returned.
 */
export type MoneyState = "kept" | "refunding" | "disputed" | "refund-failed" | "returned";

export function moneyStateOf(order: PromiseSource): MoneyState {
  const { refunding, moneyDisputed, refundFailed, paymentStatus, financialInfo } = order;
  if (refunding) return "refunding";
  if (moneyDisputed) return "disputed";
  if (refundFailed) return "refund-failed";
  const status = statusWithoutAttention({ paymentStatus, ...financialInfo, lost: returnedByBank(order) });
  return status === "refunded" ? "returned" : "kept";
}

/**
 * Why the customer must not be told to expect the items; undefined if the customer may expect them, or has got them. The
 * customer is not told of a fraud warning.
 */
export function noDeliveryOf(order: PromiseSource): NoDelivery | undefined {
  const { orderStatus, unfulfilled, attention = [] } = order;
  const moneyState = moneyStateOf(order);
  if (orderStatus === ORDER_STATUS.cancelled || unfulfilled) return "over";
  if (moneyState === "refunding" || moneyState === "returned") return "over";
  if (orderStatus === ORDER_STATUS.completed) return undefined;
  const toldCauses = attention.filter(({ cause }) => cause !== "fraud-warning");
  const doNotSend = doNotSendCauseOf({ ...order, attention: toldCauses });
  return doNotSend === "fraud-warning" ? undefined : doNotSend;
}
