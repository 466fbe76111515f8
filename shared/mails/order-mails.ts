/** What the shop writes to customers about an order. Times are in the shop's own zone: a mail does not know its reader's. */
import { formatDateTime } from "../dates.ts";
import { formatMoney, toCents } from "../money.ts";
import type { Order, Receipt } from "../order.ts";
import { receiptOf } from "../receipt.ts";
import { TICKET } from "../product.ts";
import { timeZone } from "../site/address-and-hours.ts";
import { brand } from "../site/brand.ts";
import { delivery } from "../site/delivery.ts";
import { facts, highlight, paragraph, points, type Block } from "./blocks.ts";
import { mail } from "./layout.ts";
import type { MailContent } from "./mail.ts";
import { orderLines, orderSums, sums } from "./order-lines.ts";
import { orderFacts, place } from "./order-facts.ts";

const WHY = `You get this mail because you bought from ${brand.name}. Anything wrong? Reply to it, and a person answers.`;

const greeting = ({ billingInfo }: Order): Block =>
  paragraph(billingInfo?.firstName ? `Hello ${billingInfo.firstName},` : "Hello,");

const orderNumber = ({ orderId }: Order): Block =>
  facts([{ name: "Order number", lines: [orderId], mono: true }]);

/** What the customer can expect from here on. */
const nextSteps = (order: Order, way: Receipt["delivery"]): string[] => [
  ...(way === "none" ? [] : [delivery[way]]),
  ...(order.items.some(({ category }) => category === TICKET) ? [delivery.ticket] : []),
];

/** The receipt: all that the page shows, and all that a bookkeeper asks for. */
export function receiptMail(order: Order, origin: string): MailContent {
  const receipt = receiptOf(order, { full: true });
  return mail(
    {
      subject: `Your ${brand.name} receipt: ${receipt.orderNumber}`,
      title: "Thank you for your order",
      preview: `Your receipt over ${formatMoney(receipt.total)} for ${order.items.map(({ name }) => name).join(", ")}`,
      badge: STATUS[order.paymentStatus] ?? { tone: "good", label: "✓ Paid" },
      origin,
      why: WHY,
    },
    [
      greeting(order),
      paragraph("Your payment has arrived. Here is your receipt; keep it as your proof."),
      orderLines(order, origin),
      orderSums(order),
      points("What happens next", nextSteps(order, receipt.delivery)),
      orderFacts(order, receipt),
    ],
  );
}

const STATUS: Partial<Record<Order["paymentStatus"], { tone: "warm"; label: string }>> = {
  refunded: { tone: "warm", label: "↩ Refunded" },
  "partially-refunded": { tone: "warm", label: "↩ Partially refunded" },
};

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
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: refundRequested ? "Your money is on its way back" : "We have cancelled your order",
      badge: { tone: "bad", label: "✕ Cancelled" },
      origin,
      why: WHY,
    },
    [
      greeting(order),
      paragraph("We have cancelled your order."),
      paragraph(
        refundRequested
          ? `Your money is on its way back to your card. ${delivery.refund}`
          : "If you have paid and expect money back, please reply to this mail.",
      ),
      orderLines(order, origin),
      orderSums(order),
      orderNumber(order),
    ],
  );
}

/** Money went back: `amount` just now, `refunded` of this order in all, in dollars. */
export function refundedMail(
  order: Order,
  { amount, refunded, at }: { amount: number; refunded: number; at: string },
  origin: string,
): MailContent {
  const { total } = order.financialInfo;
  const whole = toCents(refunded) >= toCents(total);
  const title = `We refunded ${formatMoney(amount)}`;
  const before = toCents(refunded) > toCents(amount);
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: `It is on its way back to your card. ${delivery.refund}`,
      badge: { tone: "warm", label: whole ? "↩ Refunded" : "↩ Partially refunded" },
      origin,
      why: WHY,
    },
    [
      greeting(order),
      paragraph(`${formatMoney(amount)} of your order is on its way back to your card. ${delivery.refund}`),
      sums([
        ["Order total", total],
        ...(before ? [["Refunded in all", refunded] as const] : []),
        ["Refunded now", amount],
      ]),
      facts([
        { name: "Order number", lines: [order.orderId], mono: true },
        { name: "Refunded on", lines: [formatDateTime(at, timeZone)] },
      ]),
    ],
  );
}

/** A refund that the customer had been told of did not go through: `amount` in dollars. */
export function refundFailedMail(
  order: Order,
  { amount, at }: { amount: number; at: string },
  origin: string,
): MailContent {
  const title = `Your refund of ${formatMoney(amount)} did not go through`;
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: "The money has not reached you. We are seeing to it.",
      badge: { tone: "bad", label: "✕ Refund failed" },
      origin,
      why: WHY,
    },
    [
      greeting(order),
      paragraph(
        `We tried to send ${formatMoney(amount)} of your order back to your card. ` +
          "It did not go through: the money has not reached you and is still with us.",
      ),
      paragraph(
        "We are seeing to it and will write to you again. If your card was closed or replaced, please reply to this mail.",
      ),
      facts([
        { name: "Order number", lines: [order.orderId], mono: true },
        { name: "Failed on", lines: [formatDateTime(at, timeZone)] },
      ]),
    ],
  );
}
