/** What the shop writes to customers about an order. Times are in the shop's own zone: a mail does not know its reader's. */
import { formatMoney } from "../money.ts";
import { ORDER_STATUS } from "../order-status.ts";
import type { Order, Receipt } from "../order.ts";
import { receiptOf } from "../receipt.ts";
import { TICKET } from "../product.ts";
import { brand } from "../site/brand.ts";
import { delivery } from "../site/delivery.ts";
import { facts, highlight, paragraph, points } from "./blocks.ts";
import { greeting, orderNumber, WHY } from "./customer.ts";
import { mail, type Badge } from "./layout.ts";
import type { MailContent } from "./mail.ts";
import { orderLines, orderSums } from "./order-lines.ts";
import { orderFacts, place } from "./order-facts.ts";

/** The order is not going to come, or its money goes back. */
const isOff = ({ orderStatus, paymentStatus, refunding }: Order): boolean =>
  orderStatus === ORDER_STATUS.cancelled || paymentStatus === "refunded" || refunding === true;

/** What the customer can expect from here on. */
const nextSteps = (order: Order, way: Receipt["delivery"]): string[] =>
  isOff(order)
    ? []
    : [
        ...(way === "none" ? [] : [delivery[way]]),
        ...(order.items.some(({ category }) => category === TICKET) ? [delivery.ticket] : []),
      ];

/** The receipt: all that the page shows, and all that a bookkeeper asks for. */
export function receiptMail(order: Order, origin: string): MailContent {
  const receipt = receiptOf(order, { full: true });
  return mail(
    {
      subject: `Your ${brand.name} receipt: ${receipt.orderNumber}`,
      title: isOff(order) ? "Your receipt" : "Thank you for your order",
      preview: `Your receipt over ${formatMoney(receipt.total)} for ${order.items.map(({ name }) => name).join(", ")}`,
      badge: badgeOf(order),
      origin,
      why: WHY,
    },
    [
      greeting(order),
      paragraph(
        isOff(order)
          ? "Here is your receipt, as your order stands now; keep it as your proof."
          : "Your payment has arrived. Here is your receipt; keep it as your proof.",
      ),
      orderLines(order, origin),
      orderSums(order),
      points("What happens next", nextSteps(order, receipt.delivery)),
      orderFacts(order, receipt),
    ],
  );
}

const STATUS: Partial<Record<Order["paymentStatus"], string>> = {
  refunded: "↩ Refunded",
  "partially-refunded": "↩ Partially refunded",
  "needs-attention": "Paid, being looked at",
};

function badgeOf({ refunding, paymentStatus }: Order): Badge {
  const label = refunding ? "↩ Being refunded" : STATUS[paymentStatus];
  return label === undefined ? { tone: "good", label: "✓ Paid" } : { tone: "warm", label };
}

/** The goods are on their way, or wait to be fetched. */
export function completedMail(order: Order, tracking: string | undefined, origin: string): MailContent {
  const { shippingInfo } = order;
  const title = shippingInfo ? "Your order is on its way" : "Your order is complete";
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: tracking
        ? `Tracking number ${tracking}`
        : shippingInfo
          ? `We have sent it to ${shippingInfo.city}, ${shippingInfo.state}`
          : "Thank you for buying from us",
      badge: { tone: "good", label: shippingInfo ? "✓ Sent" : "✓ Complete" },
      origin,
      why: WHY,
    },
    [
      greeting(order),
      paragraph(
        shippingInfo
          ? "We have packed your order and sent it."
          : "Your order is complete. Thank you for buying from us.",
      ),
      tracking ? highlight("Tracking number", tracking) : undefined,
      orderLines(order, origin),
      facts([
        { name: "Order number", lines: [order.orderId], mono: true },
        shippingInfo && { name: "Shipping address", lines: place(shippingInfo) },
      ]),
    ],
  );
}

/** The order will not come. */
export function cancelledMail(order: Order, refundRequested: boolean, origin: string): MailContent {
  const title = "Your order was cancelled";
  const returns = refundRequested || order.refunding === true || order.paymentStatus === "refunded";
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: returns ? "Your money is on its way back" : "We have cancelled your order",
      badge: { tone: "bad", label: "✕ Cancelled" },
      origin,
      why: WHY,
    },
    [
      greeting(order),
      paragraph("We have cancelled your order."),
      paragraph(
        returns
          ? `Your money is on its way back to your card. ${delivery.refund}`
          : "If you have paid and expect money back, please reply to this mail.",
      ),
      orderLines(order, origin),
      orderSums(order),
      orderNumber(order),
    ],
  );
}
