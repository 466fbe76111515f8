import { formatMoney } from "../../../../../shared/money.ts";
import { ORDER_STATUS } from "../../../../../shared/order-status.ts";
import type { Unfulfilled } from "../../../../../shared/order-status.ts";
import type { Order } from "../../../../../shared/order.ts";

type Money = Pick<
  Order,
  "orderStatus" | "paymentStatus" | "refunding" | "unfulfilled" | "financialInfo" | "refunds"
>;

const IN_VAIN = {
  "sold-out": "Paid after the last item was sold. Send nothing:",
  cancelled: "Paid after the order was cancelled. Send nothing:",
} as const satisfies Record<Unfulfilled, string>;

/** What a payment's status means for the order, in a sentence for the admin. */
export function paymentWords(order: Money): string {
  const { paymentStatus, refunding, unfulfilled, financialInfo, orderStatus } = order;
  if (unfulfilled && paymentStatus === "refunded") return `${IN_VAIN[unfulfilled]} all of it went back.`;
  if (unfulfilled && refunding)
    return `${IN_VAIN[unfulfilled]} the money is on its way back, and the customer is told.`;
  if (refunding) return "All that is left of the payment is on its way back.";
  switch (paymentStatus) {
    case "unpaid":
      return "Nobody has paid yet. The items are held while the payment page is open.";
    case "processing":
      return "The customer has paid by a slow method. Wait for the money: the items are held until it arrives or fails.";
    case "failed":
    case "expired":
      return orderStatus === ORDER_STATUS.cancelled
        ? "Cancelled before it was paid. A payment that still arrives goes back by itself."
        : "Not paid. The items are for sale again.";
    case "refunded":
      return "All of it went back.";
    case "partially-refunded":
      return `${formatMoney(financialInfo.refunded)} of ${formatMoney(financialInfo.total)} went back.`;
    case "needs-attention":
      return order.refunds.some(({ status }) => status === "failed")
        ? "A refund failed: that money is still here. The history says more."
        : "The notice above says why.";
    case "paid":
      return `${formatMoney(financialInfo.total)} has arrived.`;
  }
}
