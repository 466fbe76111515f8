import * as z from "zod/mini";
import { toCents } from "./money.ts";
import { isAllReturned } from "./order-total.ts";

/** The fulfilment status. Admins set it, the team at the door completes pick-ups, and a customer may cancel. Default: Pending. */
export const ORDER_STATUS = { pending: 1, completed: 2, cancelled: 3 } as const;
export const OrderStatus = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type OrderStatus = z.infer<typeof OrderStatus>;

export const ORDER_STATUS_LABEL = { 1: "Pending", 2: "Completed", 3: "Cancelled" } as const satisfies Record<
  OrderStatus,
  string
>;

/** The payment status, derived from payments, refunds, disputes and open causes. An admin cannot set it. */
export const PaymentStatus = z.enum([
  "unpaid",
  "processing",
  "paid",
  "failed",
  "expired",
  "refunded",
  "partially-refunded",
  "needs-attention",
]);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

export const PAYMENT_STATUS_LABEL = {
  unpaid: "Unpaid",
  processing: "Processing",
  paid: "Paid",
  failed: "Failed",
  expired: "Expired",
  refunded: "Refunded",
  "partially-refunded": "Partially refunded",
  "needs-attention": "Needs attention",
} as const satisfies Record<PaymentStatus, string>;

/** Why a paid order cannot be fulfilled: before the payment, its items were sold out, or the order was cancelled. */
export const UnfulfilledReason = z.enum(["sold-out", "cancelled"]);
export type UnfulfilledReason = z.infer<typeof UnfulfilledReason>;

/** Whether the shop still has money for an order in this status; true for 'needs-attention', which can mean either. */
export const shopHasMoney = (status: PaymentStatus): boolean =>
  status === "paid" || status === "partially-refunded" || status === "needs-attention";

/** The fields of an order that limit its status changes. */
export type OrderState = PaymentState & {
  orderStatus: OrderStatus;
  /** Present after the customer's data was erased. */
  erased?: object | boolean | undefined;
};

/** The label while `refunding` of an order is true, on the receipt and in the back office. */
export const BEING_REFUNDED = "Being refunded";

/** The label on the receipt of a cancelled or unfulfilled order whose refund failed. */
export const REFUND_FAILED = "Refund failed";

/** The label on the receipt of a cancelled or unfulfilled order while the customer's bank decides about its payment. */
export const DISPUTED = "Disputed at your bank";

/** The payment of an order in dollars. `lost`: what lost disputes took from the shop. */
type PaymentState = {
  paymentStatus: PaymentStatus;
  refunding?: boolean | undefined;
  total: number;
  refunded?: number | undefined;
  lost?: number | undefined;
};

export const needsAttention = ({ paymentStatus }: Pick<PaymentState, "paymentStatus">): boolean =>
  paymentStatus === "needs-attention";

/** The payment status as it is without open causes: instead of 'needs-attention', the status by the amounts. */
export function statusWithoutAttention({
  paymentStatus,
  total,
  refunded = 0,
  lost = 0,
}: PaymentState): Exclude<PaymentStatus, "needs-attention"> {
  if (paymentStatus !== "needs-attention") return paymentStatus;
  const returnedCents = toCents(refunded) + toCents(lost);
  if (isAllReturned(returnedCents, toCents(total))) return "refunded";
  return returnedCents > 0 ? "partially-refunded" : "paid";
}

/** Instead of 'Refunded' if lost disputes took the money or a part of it: 'Refunded' is what the shop itself paid back. */
const LOST_LABEL: Partial<Record<PaymentStatus, string>> = {
  refunded: "Dispute lost",
  "partially-refunded": "Partially lost",
};

/**
 * The label of an order's payment in the back office. The back office shows beside the label whether the
 * order needs attention.
 */
export function paymentLabel(payment: PaymentState): string {
  if (payment.refunding) return BEING_REFUNDED;
  const status = statusWithoutAttention(payment);
  return (payment.lost ? LOST_LABEL[status] : undefined) ?? PAYMENT_STATUS_LABEL[status];
}

/** The reason why a status change is refused. The back office shows this text beside the status. */
type Obstacle =
  | "customer data erased"
  | "not paid"
  | "payment on its way"
  | "money goes back"
  | "money went back";

/**
 * The reason why an order cannot be set to a status; undefined if the change is allowed. 'Completed' needs
 * a payment, because the customer gets a mail that the order was sent. A cancelled order that was refunded, or is being
 * refunded, cannot be reopened.
 */
export function statusObstacle(order: OrderState, to: OrderStatus): Obstacle | undefined {
  const { orderStatus: from, refunding = false } = order;
  if (to === from) return undefined;
  if (order.erased) return "customer data erased";
  const paymentStatus = statusWithoutAttention(order);
  // A payment in progress cannot be stopped, so the customer would still be charged for the cancelled order.
  if (to === ORDER_STATUS.cancelled) return paymentStatus === "processing" ? "payment on its way" : undefined;
  const refundObstacle = refundObstacleOf(paymentStatus, refunding);
  if (to === ORDER_STATUS.pending) return from === ORDER_STATUS.cancelled ? refundObstacle : undefined;
  if (refundObstacle) return refundObstacle;
  if (shopHasMoney(paymentStatus)) return undefined;
  return paymentStatus === "processing" ? "payment on its way" : "not paid";
}

function refundObstacleOf(status: PaymentStatus, isRefunding: boolean): Obstacle | undefined {
  if (status === "refunded") return "money went back";
  return isRefunding ? "money goes back" : undefined;
}

const REFUSAL = {
  "customer data erased": "The customer's data of this order was erased",
  "not paid": "This order is not paid",
  "payment on its way": "The payment of this order is still on its way",
  "money goes back": "This order is being refunded",
  "money went back": "The money of this order went back",
} as const satisfies Record<Obstacle, string>;

/** The message for the admin if an order cannot be set to a status; undefined if the change is allowed. */
export function statusRefusal(order: OrderState, to: OrderStatus): string | undefined {
  const obstacle = statusObstacle(order, to);
  const change = { 1: "reopened", 2: "completed", 3: "cancelled" }[to];
  return obstacle && `${REFUSAL[obstacle]}: it cannot be ${change}.`;
}
