import * as z from "zod/mini";

/** The fulfilment status, set by an admin. The default is Pending. */
export const ORDER_STATUS = { pending: 1, completed: 2, cancelled: 3 } as const;
export const OrderStatus = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type OrderStatus = z.infer<typeof OrderStatus>;

export const ORDER_STATUS_LABEL = { 1: "Pending", 2: "Completed", 3: "Cancelled" } as const satisfies Record<
  OrderStatus,
  string
>;

/** The payment status, set by Stripe's events only. */
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

/** Why a paid order cannot be fulfilled: when the payment arrived, the stock was gone or the order was cancelled. */
export const Unfulfilled = z.enum(["sold-out", "cancelled"]);
export type Unfulfilled = z.infer<typeof Unfulfilled>;

/** Whether the shop has money of the order in this status. */
export const holdsMoney = (status: PaymentStatus): boolean =>
  status === "paid" || status === "partially-refunded" || status === "needs-attention";

/** The fields of an order that limit its status changes. */
export type OrderState = {
  orderStatus: OrderStatus;
  paymentStatus: PaymentStatus;
  refunding?: boolean | undefined;
};

/** The label of a payment whose refund is requested and not complete, on the receipt and in the back office. */
export const BEING_REFUNDED = "Being refunded";

/** The label of an order's payment in the back office. */
export const paymentLabel = ({ paymentStatus, refunding }: Omit<OrderState, "orderStatus">): string =>
  refunding && paymentStatus !== "needs-attention" ? BEING_REFUNDED : PAYMENT_STATUS_LABEL[paymentStatus];

/** Why a status change is refused, as the back office shows it beside the status. */
type Obstacle = "not paid" | "payment on its way" | "money goes back" | "money went back";

/**
 * Why an order cannot be set to a status; undefined if it can. 'Completed' tells the customer that the order was sent, so
 * it needs a payment, and so does reopening, which takes the items out of stock again.
 */
export function statusObstacle(order: OrderState, to: OrderStatus): Obstacle | undefined {
  const { orderStatus: from, paymentStatus, refunding = false } = order;
  if (to === from) return undefined;
  // A processing payment cannot be stopped: the customer would be charged after a mail that says the order is cancelled.
  if (to === ORDER_STATUS.cancelled) return paymentStatus === "processing" ? "payment on its way" : undefined;
  const returned =
    paymentStatus === "refunded" ? "money went back" : refunding ? "money goes back" : undefined;
  if (to === ORDER_STATUS.pending) return from === ORDER_STATUS.cancelled ? returned : undefined;
  if (returned || holdsMoney(paymentStatus)) return returned;
  return paymentStatus === "processing" ? "payment on its way" : "not paid";
}

const REFUSAL = {
  "not paid": "This order is not paid",
  "payment on its way": "The payment of this order is still on its way",
  "money goes back": "This order is being refunded",
  "money went back": "This order was refunded",
} as const satisfies Record<Obstacle, string>;

/** The message for the admin if an order cannot be set to a status; undefined if it can. */
export function statusRefusal(order: OrderState, to: OrderStatus): string | undefined {
  const obstacle = statusObstacle(order, to);
  const change = { 1: "reopened", 2: "completed", 3: "cancelled" }[to];
  return obstacle && `${REFUSAL[obstacle]}: it cannot be ${change}.`;
}
