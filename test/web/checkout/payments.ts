import type { Payment } from "../../../web/src/features/checkout/payment/use-payment.ts";

/** A payment of an empty order. `status` is the text on its receipt. */
export const payment = (paymentStatus: Payment["paymentStatus"], status = ""): Payment => ({
  orderId: "ord_1",
  paymentStatus,
  receipt: {
    orderNumber: "ord_1",
    date: "2026-11-21T12:00:00.000Z",
    customer: { name: "Ada Lovelace", city: "Louisville", state: "KY", zip: "40202" },
    items: [],
    subtotal: 0,
    shipping: 0,
    total: 0,
    delivery: "none",
    paymentMethod: "Credit Card",
    transactionId: "ord_1",
    status,
  },
});
