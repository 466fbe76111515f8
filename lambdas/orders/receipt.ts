/** Pure: the receipt of an order. */
import { lineTotal } from "../../shared/money.ts";
import type { PaymentStatus } from "../../shared/order-status.ts";
import type { Receipt } from "../../shared/order.ts";
import { TICKET } from "../../shared/product.ts";
import type { StoredOrder } from "./stored-order.ts";

/** After this time, whoever holds the session id sees no e-mail and no street any more. ms */
const FULL_FOR_MS = 86_400_000;

const STATUS = {
  unpaid: "Unpaid",
  processing: "Processing",
  paid: "Paid",
  failed: "Failed",
  expired: "Expired",
  refunded: "Refunded",
  "partially-refunded": "Partially refunded",
  "needs-attention": "Paid, being looked at",
} as const satisfies Record<PaymentStatus, string>;

export function toReceipt(order: StoredOrder, now: Date): Receipt {
  const { billingInfo } = order;
  const full = +now - Date.parse(order.payment.paidAt ?? order.createdAt) < FULL_FOR_MS;
  return {
    orderNumber: order.orderId,
    date: order.orderDate,
    customer: {
      name: [billingInfo?.firstName, billingInfo?.lastName].filter(Boolean).join(" "),
      ...(full && billingInfo ? { email: billingInfo.email, address: billingInfo.address } : {}),
      city: billingInfo?.city ?? "",
      state: billingInfo?.state ?? "",
      zip: billingInfo?.zipCode ?? "",
    },
    items: order.items.map((item) => ({
      name: item.name,
      ...(item.size ? { size: item.size } : {}),
      ...(item.color ? { color: item.color } : {}),
      category: item.category,
      quantity: item.quantity,
      priceEach: item.priceEach,
      lineTotal: lineTotal(item.priceEach, item.quantity),
    })),
    subtotal: order.financialInfo.subtotal,
    shipping: order.financialInfo.shipping,
    total: order.financialInfo.total,
    delivery: order.shippingInfo
      ? "ship"
      : order.items.some((item) => item.category !== TICKET)
        ? "pick-up"
        : "none",
    paymentMethod: "Credit Card",
    transactionId: order.orderId,
    status: STATUS[order.paymentStatus],
  };
}
