import * as z from "zod/mini";

/** Fulfilment, set by the admin. A missing status reads as Pending. */
export const ORDER_STATUS = { pending: 1, completed: 2, cancelled: 3 } as const;
export const OrderStatus = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type OrderStatus = z.infer<typeof OrderStatus>;

export const ORDER_STATUS_LABEL = { 1: "Pending", 2: "Completed", 3: "Cancelled" } as const satisfies Record<
  OrderStatus,
  string
>;

/** Money, set by Stripe's events only. */
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

/** Why an order that was paid cannot be fulfilled: nothing was left when the payment came, or it had been cancelled. */
export const Unfulfilled = z.enum(["sold-out", "cancelled"]);
export type Unfulfilled = z.infer<typeof Unfulfilled>;

/** Statuses in which money is with the shop. */
export const holdsMoney = (status: PaymentStatus): boolean =>
  status === "paid" || status === "partially-refunded" || status === "needs-attention";

/** What decides which statuses an order can be given. */
export type Standing = {
  orderStatus: OrderStatus;
  paymentStatus: PaymentStatus;
  refunding?: boolean | undefined;
};

/** What the receipt and the back office call a payment that goes back and has not gone yet. */
export const BEING_REFUNDED = "Being refunded";

/** What the back office calls the payment of an order. */
export const paymentLabel = ({ paymentStatus, refunding }: Omit<Standing, "orderStatus">): string =>
  refunding && paymentStatus !== "needs-attention" ? BEING_REFUNDED : PAYMENT_STATUS_LABEL[paymentStatus];

/** What keeps an order from a status, in two or three words. */
type Obstacle = "not paid" | "payment on its way" | "money goes back" | "money went back";

/**
 * What keeps an order from being set to a status, if anything. 'Completed' tells the customer that the order is done or
 * on its way, so that it needs money; reopening takes the items out of sale again. The spec restricts no change: this
 * is where the shop differs from it.
 */
export function statusObstacle(order: Standing, to: OrderStatus): Obstacle | undefined {
  const { orderStatus: from, paymentStatus, refunding = false } = order;
  if (to === from) return undefined;
  // Nobody can stop a payment that is on its way: the customer would be told that nothing was charged, and then charged.
  if (to === ORDER_STATUS.cancelled) return paymentStatus === "processing" ? "payment on its way" : undefined;
  const returned =
    paymentStatus === "refunded" ? "money went back" : refunding ? "money goes back" : undefined;
  if (to === ORDER_STATUS.pending) return from === ORDER_STATUS.cancelled ? returned : undefined;
  if (returned || holdsMoney(paymentStatus)) return returned;
  return paymentStatus === "processing" ? "payment on its way" : "not paid";
}

const OBSTACLE = {
  "not paid": "This order is not paid",
  "payment on its way": "The payment of this order is still on its way",
  "money goes back": "This order is being refunded",
  "money went back": "This order was refunded",
} as const satisfies Record<Obstacle, string>;

/** Why an order cannot be set to a status, in words for the admin; undefined when it can. */
export function statusRefusal(order: Standing, to: OrderStatus): string | undefined {
  const obstacle = statusObstacle(order, to);
  const undone = { 1: "reopened", 2: "completed", 3: "cancelled" }[to];
  return obstacle && `${OBSTACLE[obstacle]}: it cannot be ${undone}.`;
}
