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

/** Statuses in which money is with the shop. */
export const holdsMoney = (status: PaymentStatus): boolean =>
  status === "paid" || status === "partially-refunded" || status === "needs-attention";
