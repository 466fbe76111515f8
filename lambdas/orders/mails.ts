/** Pure: what the shop writes about an order. Times are in the shop's own zone, since a mail does not know its reader's. */
import type { OrderEvent } from "../../shared/events.ts";
import { html } from "../../shared/html.ts";
import { formatMoney } from "../../shared/money.ts";
import { receiptHtml, receiptText } from "../../shared/receipt-html.ts";
import { brand } from "../../shared/site/brand.ts";
import { timeZone as shopTimeZone } from "../../shared/site/address-and-hours.ts";
import type { MailContent, MailKind } from "../lib/mail.ts";
import { mailHtml, paragraph } from "../lib/mail-layout.ts";
import { toReceipt } from "./receipt.ts";
import type { StoredOrder } from "./stored-order.ts";

/** A mail about an order, to the customer or to the team. */
export type OrderMail = { kind: MailKind; to: "customer" | "team"; content: MailContent };

type Of<T extends OrderEvent["type"]> = Extract<OrderEvent, { type: T }>;

/** The mails that an event brings: each goes out once for each event. */
export function mailsFor(event: OrderEvent, order: StoredOrder, origin: string, now: Date): OrderMail[] {
  switch (event.type) {
    case "OrderPaid":
      return [
        { kind: "receipt", to: "customer", content: receiptMail(order, now) },
        { kind: "team-notice", to: "team", content: teamNotice(order, origin, now) },
      ];
    case "OrderStatusChanged":
      return event.to === 2 && event.from !== 2
        ? [{ kind: "order-completed", to: "customer", content: completedMail(order, event) }]
        : [];
    case "OrderCancelled":
      return order.payment.paidSessionId
        ? [{ kind: "order-cancelled", to: "customer", content: cancelledMail(order, event) }]
        : [];
    case "OrderRefunded":
      return [{ kind: "order-refunded", to: "customer", content: refundedMail(order, event) }];
    case "OrderPlaced":
    case "RefundRequested":
    case "CheckoutExpired":
      return [];
  }
}

const greeting = (order: StoredOrder): string =>
  `Hello ${order.billingInfo?.firstName ?? ""},`.replace(" ,", ",");

/** Title, first words and paragraphs of a plain mail, as both parts. */
function letter(order: StoredOrder, title: string, lines: readonly string[]): MailContent {
  const body = html`${paragraph(greeting(order))} ${lines.map(paragraph)}
  ${paragraph(`Order number: ${order.orderId}`)}`;
  return {
    subject: `${title} (${brand.name})`,
    html: mailHtml(title, lines[0] ?? "", body),
    text: [greeting(order), ...lines, `Order number: ${order.orderId}`, brand.name].join("\n\n"),
  };
}

/** The receipt, from the order itself. */
export function receiptMail(order: StoredOrder, now: Date): MailContent {
  const receipt = toReceipt(order, now);
  const title = "Thank you for your order";
  const pickUp =
    receipt.delivery === "pick-up" ? ["We will write to you when your order is ready to be picked up."] : [];
  const lines = ["Your payment has arrived. Here is your receipt.", ...pickUp];
  return {
    subject: `Your ${brand.name} receipt: ${receipt.orderNumber}`,
    html: mailHtml(
      title,
      `Receipt over ${formatMoney(receipt.total)}`,
      html`${paragraph(greeting(order))} ${lines.map(paragraph)} ${receiptHtml(receipt, shopTimeZone)}`,
    ),
    text: [greeting(order), ...lines, receiptText(receipt, shopTimeZone), brand.name].join("\n\n"),
  };
}

function teamNotice(order: StoredOrder, origin: string, now: Date): MailContent {
  const receipt = toReceipt(order, now);
  const title = `New order over ${formatMoney(receipt.total)}`;
  return {
    subject: `${title}: ${receipt.orderNumber}`,
    html: mailHtml(
      title,
      receipt.items.map((item) => `${item.quantity} × ${item.name}`).join(", "),
      receiptHtml(receipt, shopTimeZone),
      {
        label: "Open the orders",
        url: `${origin}/admin/dashboard?tab=orders`,
      },
    ),
    text: [title, receiptText(receipt, shopTimeZone), `${origin}/admin/dashboard?tab=orders`].join("\n\n"),
  };
}

function completedMail(order: StoredOrder, event: Of<"OrderStatusChanged">): MailContent {
  const shipped = order.shippingInfo !== undefined;
  return letter(order, shipped ? "Your order is on its way" : "Your order is complete", [
    shipped
      ? "We have packed your order and sent it."
      : "Your order is complete. Thank you for buying from us.",
    ...(event.tracking ? [`Tracking number: ${event.tracking}`] : []),
  ]);
}

function cancelledMail(order: StoredOrder, event: Of<"OrderCancelled">): MailContent {
  return letter(order, "Your order was cancelled", [
    "We have cancelled your order.",
    event.refundRequested
      ? "Your money is on its way back to your card. Banks take 5 to 10 days to show it."
      : "If you have paid and expect money back, please reply to this mail.",
  ]);
}

function refundedMail(order: StoredOrder, event: Of<"OrderRefunded">): MailContent {
  return letter(order, `We refunded ${formatMoney(event.amount)}`, [
    `${formatMoney(event.amount)} of your order is on its way back to your card. Banks take 5 to 10 days to show it.`,
  ]);
}
