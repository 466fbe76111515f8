/** Mails about an order. Times are in the shop's time zone, because the reader's time zone is unknown. */
import { deliveryNotices } from "../delivery-notices.ts";
import { disputedPart, moneyStateOf, noDeliveryOf, returnedByBank } from "../customer-promises.ts";
import { formatMoney } from "../money.ts";
import type { Delivery, Order } from "../order.ts";
import { deliveryOf, doNotSendCauseOf, hasTicket } from "../order-summary.ts";
import { actualDelivery } from "../packing.ts";
import { remainingItems } from "../remaining-items.ts";
import { pieceCount } from "../piece-count.ts";
import { customerPaymentStatus, receiptOf } from "../receipt.ts";
import { address } from "../site/address-and-hours.ts";
import { admission } from "../site/admission.ts";
import { brand } from "../site/brand.ts";
import { trackingLink } from "../tracking-link.ts";
import { delivery } from "../site/delivery.ts";
import { disputedText, partReturnedByBank, restOnItsWayText, returnedText } from "../site/refund-texts.ts";
import { button, descriptionList, highlight, paragraph, bulletList, type Block } from "./blocks.ts";
import { mail, type Badge } from "./layout.ts";
import type { MailContent } from "./mail.ts";
import { DISPUTED_BADGE, REFUND_FAILED_BADGE } from "./refund-mails.ts";
import { orderLines, orderSums } from "./order-lines.ts";
import { pickUpBlock } from "./pick-up-block.ts";
import {
  addressLines,
  admissionText,
  customerFooter,
  type MailedOrder,
  greeting,
  orderButton,
  orderDetails,
  orderNumberBlock,
  orderNumberItem,
  pickUpHours,
  pickUpPlace,
} from "./order-details.ts";

const pickUpCodeBlock = ({ orderId, pickUpCode: code }: MailedOrder): Block | undefined =>
  code === undefined ? undefined : pickUpBlock(orderId, code);

function introduction(order: Order): string {
  if (noDeliveryOf(order) !== undefined)
    return "Here is your receipt, as your order stands now; keep it as your proof.";
  return order.financialInfo.total === 0
    ? "There was nothing to pay for your order. Here is your receipt."
    : "Your payment has arrived. Here is your receipt; keep it as your proof.";
}

/** The receipt, with all data of the receipt page and for accounting. */
export function receiptMail(order: MailedOrder, origin: string): MailContent {
  const receipt = receiptOf(order, { isFull: true, issuesTickets: order.issuesTickets });
  const noDelivery = noDeliveryOf(order);
  const isOver = noDelivery === "over";
  return mail(
    {
      subject: `Your ${brand.name} receipt: ${receipt.orderNumber}`,
      title: isOver ? "Your receipt" : "Thank you for your order",
      preview: `Your receipt for ${formatMoney(receipt.total)}: ${order.items.map(({ name }) => name).join(", ")}`,
      badge: badgeOf(order),
      origin,
      ...customerFooter(order),
    },
    [
      greeting(order),
      paragraph(introduction(order)),
      orderLines(order, origin, { hasCalendarLinks: !isOver }),
      orderSums(order),
      bulletList(
        "What happens next",
        deliveryNotices(receipt).map(({ text }) => text),
      ),
      noDelivery === undefined ? pickUpCodeBlock(order) : undefined,
      orderButton(order),
      orderDetails(order, receipt),
    ],
  );
}

const STATUS_LABEL: Partial<Record<Order["paymentStatus"], string>> = {
  refunded: "↩ Refunded",
  "partially-refunded": "↩ Partially refunded",
  "needs-attention": "Paid, being looked at",
};

function badgeOf(order: Order): Badge {
  if (order.refundFailed) return REFUND_FAILED_BADGE;
  if (order.moneyDisputed) return DISPUTED_BADGE;
  const label = order.refunding ? "↩ Being refunded" : STATUS_LABEL[customerPaymentStatus(order)];
  return label === undefined ? { tone: "good", label: "✓ Paid" } : { tone: "warm", label };
}

const COMPLETED_TEXTS = {
  ship: {
    title: "Your order is on its way",
    label: "✓ Sent",
    text: "We have packed your order and sent it.",
  },
  "pick-up": {
    title: "Your order is complete",
    label: "✓ Complete",
    text: "Your order is complete. Thank you for buying from us.",
  },
  none: {
    title: "Your order is complete",
    label: "✓ Complete",
    text: "Your order is complete: there is nothing to ship.",
  },
} as const satisfies Record<Delivery, object>;

export function completedMail(order: MailedOrder, tracking: string | undefined, origin: string): MailContent {
  const { shippingInfo } = order;
  const remainingOrder = { items: remainingItems(order) };
  const carrierLink = tracking ? trackingLink(tracking) : undefined;
  const deliveryKind = actualDelivery(order);
  const { title, label, text } = COMPLETED_TEXTS[deliveryKind];
  const parcelAddress = deliveryKind === "ship" ? shippingInfo : undefined;
  const previewWithoutTracking = parcelAddress
    ? `We have sent it to ${parcelAddress.city}, ${parcelAddress.state}`
    : "Thank you for buying from us";
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: tracking ? `Tracking number ${tracking}` : previewWithoutTracking,
      badge: { tone: "good", label },
      origin,
      ...customerFooter(order),
    },
    [
      greeting(order),
      paragraph(
        deliveryKind === "none" && hasTicket(remainingOrder) ? `${text} ${admissionText(order)}` : text,
      ),
      deliveryKind !== "none" && hasTicket(remainingOrder)
        ? paragraph(
            `${deliveryKind === "ship" ? "Tickets are not in the parcel. " : ""}${admissionText(order)}`,
          )
        : undefined,
      tracking ? highlight("Tracking number", tracking) : undefined,
      carrierLink ? button(`Track it with ${carrierLink.carrier}`, carrierLink.url) : undefined,
      orderLines(remainingOrder, origin, { hasCalendarLinks: true }),
      descriptionList([
        orderNumberItem(order),
        parcelAddress && { name: "Shipping address", lines: addressLines(parcelAddress) },
      ]),
    ],
  );
}

export function readyMail(order: MailedOrder, origin: string): MailContent {
  const title = "Your order is ready to be picked up";
  const remainingOrder = { items: remainingItems(order) };
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: `At ${address.street}, ${address.city}`,
      badge: { tone: "good", label: "✓ Ready" },
      origin,
      ...customerFooter(order),
    },
    [
      greeting(order),
      paragraph(
        `Your order is ready. ${order.pickUpCode ? "" : "Please name the order number when you come. "}${delivery["pick-up"].ready}`,
      ),
      pickUpCodeBlock(order),
      descriptionList([pickUpPlace, pickUpHours]),
      hasTicket(remainingOrder) ? paragraph(`${admission.notAtPickUp} ${admissionText(order)}`) : undefined,
      orderLines(remainingOrder, origin, { hasCalendarLinks: true }),
      orderNumberBlock(order),
    ],
  );
}

/** The mail about an order whose payment was delayed, such as a bank debit, and has failed days later. */
export function paymentFailedMail(order: Order, origin: string): MailContent {
  const title = "Your payment did not go through";
  const notTaken = "Nothing was taken from your account.";
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: `Your order was not placed. ${notTaken}`,
      badge: { tone: "warm", label: "Not paid" },
      origin,
      footer: `You get this email because you wanted to buy from ${brand.name}. Anything wrong? Reply to it, and a person answers.`,
    },
    [
      greeting(order),
      paragraph(
        `Your bank has not confirmed the payment of ${formatMoney(order.financialInfo.total)}, so your order was not placed. ${notTaken}`,
      ),
      paragraph("These items are no longer kept for you:"),
      orderLines(order, origin),
      paragraph("Do you still want them? Please order once more, and choose another way of paying."),
      button("Back to the store", `${origin}/store`),
      orderNumberBlock(order),
    ],
  );
}

const MONEY_ON_ITS_WAY = "Your money is on its way back";

/** What the mail about a cancelled order says about its money. */
function moneyText(order: Order): string {
  const { total, refunded } = order.financialInfo;
  if (total === 0) return "Nothing was paid for it, so no money comes back.";
  const fromBank = returnedByBank(order);
  switch (moneyStateOf(order)) {
    case "disputed":
      return disputedText({ disputed: disputedPart(order), refunded, returnedByBank: fromBank, total });
    case "refunding":
      if (fromBank > 0) return restOnItsWayText({ returnedByBank: fromBank });
      return `${MONEY_ON_ITS_WAY} to the payment method you used. ${delivery.refund}`;
    case "returned":
      if (fromBank > 0) return returnedText({ refunded, returnedByBank: fromBank });
      return `${MONEY_ON_ITS_WAY} to the payment method you used. ${delivery.refund}`;
    case "refund-failed":
    case "kept":
      return fromBank > 0
        ? `${partReturnedByBank(fromBank)} If you expect the rest back, please reply to this email.`
        : "If you have paid and expect money back, please reply to this email.";
  }
}

export function cancelledMail(order: MailedOrder, origin: string): MailContent {
  const title = "Your order was cancelled";
  const text = moneyText(order);
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: text.startsWith(MONEY_ON_ITS_WAY) ? MONEY_ON_ITS_WAY : "We have cancelled your order",
      badge: { tone: "bad", label: "✕ Cancelled" },
      origin,
      ...customerFooter(order),
    },
    [
      greeting(order),
      paragraph("We have cancelled your order."),
      paragraph(text),
      orderLines(order, origin),
      orderSums(order),
      orderNumberBlock(order),
    ],
  );
}

const PACKING_LABEL = {
  ship: "To ship",
  "pick-up": "To be picked up",
  none: "Tickets only: nothing to pack",
} as const;

/** What the team has to do with the order as it stands now: the mail may be sent hours after the payment. */
function packingBadge(order: Order): Badge {
  if (noDeliveryOf(order) === "over") return { tone: "bad", label: "Do not send: cancelled or refunded" };
  if (doNotSendCauseOf(order) !== undefined) return { tone: "bad", label: "Do not send now: see the order" };
  const deliveryKind = deliveryOf(order);
  return { tone: deliveryKind === "none" ? "good" : "warm", label: PACKING_LABEL[deliveryKind] };
}

/** The mail to the team about a new order, with all data for packing the order. */
export function teamNotice(order: Order, origin: string): MailContent {
  const receipt = receiptOf(order, { isFull: true, issuesTickets: undefined });
  const title = `New order: ${formatMoney(receipt.total)}`;
  const itemCount = pieceCount(order.items);
  return mail(
    {
      subject: `${title} (${receipt.orderNumber})`,
      title,
      preview: order.items.map((item) => `${item.quantity} × ${item.name}`).join(", "),
      badge: packingBadge(order),
      origin,
      footer: `Sent to the team of ${brand.name} for each order. Replies go to the customer.`,
    },
    [
      paragraph(
        `${receipt.customer.name || "Someone"} bought ${itemCount === 1 ? "one item" : `${itemCount} items`}.`,
      ),
      button("Open the order", `${origin}/admin/dashboard?tab=orders&order=${order.orderId}`),
      orderLines(order, origin),
      orderSums(order),
      orderDetails(order, receipt, {
        name: "Phone",
        lines: [order.billingInfo?.phoneNumber],
      }),
    ],
  );
}
