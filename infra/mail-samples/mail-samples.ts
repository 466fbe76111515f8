import { renderSVG } from "uqr";
import { autoReply, contactMail } from "../../shared/mails/contact-mails.ts";
import type { MailContent, MailKind } from "../../shared/mails/mail.ts";
import { newsletterConfirmMail } from "../../shared/mails/newsletter-mails.ts";
import {
  cancelledMail,
  completedMail,
  paymentFailedMail,
  readyMail,
  receiptMail,
  teamNotice,
} from "../../shared/mails/order-mails.ts";
import {
  paidTwiceMail,
  refundedMail,
  refundFailedMail,
  unfulfilledMail,
} from "../../shared/mails/refund-mails.ts";
import {
  customerRequestMail,
  orderLinkMail,
  requestAnswerMail,
  requestReceivedMail,
} from "../../shared/mails/order-page-mails.ts";
import {
  alreadyWaitingMail,
  backInStockMail,
  confirmRequestMail,
} from "../../shared/mails/back-in-stock-mails.ts";
import { ticketMovedMail, ticketsMail, ticketVoidMail } from "../../shared/mails/ticket-mails.ts";
import type { Order } from "../../shared/order.ts";
import { localStage } from "../example-stages.ts";
import {
  discountedOrder,
  longOrder,
  markupOrder,
  shirtOrder,
  sampleTime,
  shippedOrder,
  sampleTickets,
  ticketOrder,
} from "./sample-orders.ts";

export type MailSample = {
  id: string;
  kind: MailKind;
  label: string;
  from: string;
  to: string;
  /** `""` when replies go to the sender. */
  replyTo: string;
  content: MailContent;
};

/** The QR codes of a sample as pictures. */
export const picturesOf = ({ qrCodes = [] }: MailContent) =>
  qrCodes.map(({ contentId, text }) => {
    const content = Buffer.from(renderSVG(text, { ecc: "M", border: 4 })).toString("base64");
    return { contentId, content, contentType: "image/svg+xml" };
  });

const contactMessage = {
  user_name: "Ada Lovelace",
  user_email: "ada@example.com",
  subject: "merchandise",
  message:
    "Hello,\n\nthe Angel's Share Tee in L: does it come back before the holidays?\n\n<b>Thank you</b>\nAda",
} as const;

const KINDS_TO_TEAM: readonly MailKind[] = ["team-notice", "customer-request", "contact"];
const sampleCustomerEmail = shippedOrder.billingInfo?.email ?? "";

/** Sample mails of every kind, written by the code that the functions use. `origin` is the shop's URL. */
export function mailSamples(origin: string): MailSample[] {
  const { mailSender: from, teamEmail: teamAddress } = localStage;
  const at = sampleTime.toISOString();
  const orderLink = `${origin}/order#${shippedOrder.orderId}.Q29mZmVlIGFuZCBib3VyYg`;
  const { total } = shippedOrder.financialInfo;
  const orderBeingRefunded = { ...shippedOrder, refunding: true };
  const mailOf = (
    kind: MailKind,
    id: string,
    label: string,
    content: MailContent,
    customerEmail = sampleCustomerEmail,
  ) => {
    const toCustomer = { to: customerEmail, replyTo: kind === "auto-reply" ? "" : teamAddress };
    const addresses = KINDS_TO_TEAM.includes(kind) ? { to: teamAddress, replyTo: customerEmail } : toCustomer;
    return { id, kind, label, from, ...addresses, content };
  };
  const receiptSample = (id: string, label: string, order: Order) =>
    mailOf("receipt", id, label, receiptMail({ ...order, issuesTickets: true, orderLink }, origin));
  const noticeSample = (id: string, label: string, order: Order) =>
    mailOf("team-notice", id, label, teamNotice(order, origin));
  const unfulfilledSample = (why: "sold-out" | "cancelled", label: string) => {
    const content = unfulfilledMail(orderBeingRefunded, { why, amount: total }, origin);
    return mailOf("order-unfulfilled", `unfulfilled-${why}`, label, content);
  };
  const refundedSample = (id: string, label: string, refund: Parameters<typeof refundedMail>[1]) =>
    mailOf("order-refunded", id, label, refundedMail(shippedOrder, refund, origin));
  const completedWithTracking = completedMail(
    { ...shippedOrder, issuesTickets: true, orderLink },
    "1Z999AA10123456784",
    origin,
  );
  const completedWithoutTracking = completedMail(shirtOrder, undefined, origin);
  const completedTicketOnly = completedMail({ ...ticketOrder, issuesTickets: true }, undefined, origin);
  const readyForPickUp = readyMail({ ...shirtOrder, orderLink, pickUpCode: sampleTickets[0].code }, origin);
  const boughtTickets = ticketsMail(sampleTickets, "bought", origin);
  const ticketFromSomebodyElse = ticketsMail(
    [{ ...sampleTickets[0], sentBy: "Ada Lovelace" }],
    "moved",
    origin,
  );
  const voidNotice = ticketVoidMail(sampleTickets[0], "refunded", origin);
  const movedNotice = ticketMovedMail(sampleTickets[0], origin);
  const newsletterConfirm = newsletterConfirmMail(
    `${origin}/confirm-news?order=${shippedOrder.orderId}&token=t`,
    origin,
  );
  const paymentFailure = paymentFailedMail({ ...shirtOrder, paymentStatus: "failed" }, origin);
  const cancelledWithRefund = cancelledMail(orderBeingRefunded, origin);
  const cancelledWithoutRefund = cancelledMail(shirtOrder, origin);
  const secondRefund = { amount: total, refunded: 0, at, isOfSecondPayment: true };
  const { user_email: visitorEmail } = contactMessage;
  const contact = contactMail(contactMessage, sampleTime, origin);
  const linkAndCode = orderLinkMail(shippedOrder, { code: "402118", link: `${orderLink}.402118` }, origin);
  const problemRequest = {
    requestId: "req_1",
    kind: "problem",
    state: "open",
    at,
    text: "The tee is torn.",
  } as const;
  const answeredRequest = {
    ...problemRequest,
    state: "answered",
    answer: { at, by: "", text: "A new one comes." },
  } as const;
  const problemNotice = customerRequestMail(shippedOrder, problemRequest, origin);
  const cancellationNotice = customerRequestMail(shippedOrder, { ...problemRequest, kind: "cancel" }, origin);
  const requestReceived = requestReceivedMail({ ...shippedOrder, orderLink }, problemRequest, origin);
  const addressRequest = {
    ...problemRequest,
    kind: "address",
    text: "From: 12 Barrel Rd, Louisville, KY 40202\nTo: 7 Rickhouse Ln, Lexington, KY 40507",
  } as const;
  const addressChanged = requestReceivedMail({ ...shippedOrder, orderLink }, addressRequest, origin);
  const answer = requestAnswerMail({ ...shippedOrder, orderLink }, answeredRequest, origin);
  const refundFailure = refundFailedMail(shippedOrder, { amount: total, at }, origin);
  const stockSample = (kind: MailKind, label: string, content: MailContent) =>
    mailOf(kind, kind, label, content);
  const links = { confirmUrl: `${origin}/back-in-stock`, endUrl: `${origin}/back-in-stock` };
  const request = {
    name: "Angel's Share Tee",
    nameWithVariant: "Angel's Share Tee, L",
    productUrl: origin,
    ...links,
  };
  return [
    receiptSample("receipt-shipped", "Receipt, shipped", shippedOrder),
    receiptSample("receipt-pick-up", "Receipt, one shirt to pick up", shirtOrder),
    receiptSample("receipt-ticket", "Receipt, a ticket only", ticketOrder),
    receiptSample("receipt-discount", "Receipt, with a discount and tax", discountedOrder),
    receiptSample("receipt-long", "Receipt, ten lines, long names", longOrder),
    receiptSample("receipt-markup", "Receipt, markup in every field", markupOrder),
    noticeSample("team-notice", "New order", shippedOrder),
    noticeSample("team-notice-long", "New order, ten lines", longOrder),
    mailOf("order-completed", "completed", "Sent, with tracking", completedWithTracking),
    mailOf("order-completed", "completed-pick-up", "Complete, not shipped", completedWithoutTracking),
    mailOf("order-completed", "completed-ticket", "Complete, a ticket only", completedTicketOnly),
    mailOf("order-ready", "ready", "Ready to be picked up", readyForPickUp),
    mailOf("tickets", "tickets", "Tickets", boughtTickets),
    mailOf("tickets", "tickets-moved", "A ticket from somebody else", ticketFromSomebodyElse),
    mailOf("ticket-moved", "ticket-moved", "A ticket was sent on", movedNotice),
    mailOf("ticket-void", "ticket-void", "A ticket is void", voidNotice),
    mailOf("order-cancelled", "cancelled", "Cancelled, money on its way", cancelledWithRefund),
    mailOf("order-cancelled", "cancelled-only", "Cancelled, no refund", cancelledWithoutRefund),
    mailOf("order-payment-failed", "payment-failed", "A delayed payment that failed", paymentFailure),
    unfulfilledSample("sold-out", "Paid after it sold out"),
    unfulfilledSample("cancelled", "Paid after the cancellation"),
    mailOf("order-paid-twice", "paid-twice", "Paid twice", paidTwiceMail(shippedOrder, total, origin)),
    refundedSample("refunded-second", "Second payment refunded", secondRefund),
    receiptSample("receipt-refunding", "Receipt, being refunded", orderBeingRefunded),
    refundedSample("refunded", "Refunded in full", { amount: total, refunded: total, at }),
    refundedSample("refunded-part", "Refunded in part", { amount: 12.5, refunded: 37.5, at }),
    mailOf("order-refund-failed", "refund-failed", "A refund that did not go through", refundFailure),
    mailOf("order-link", "order-link", "Link and code of an order's page", linkAndCode),
    mailOf("customer-request", "request-problem", "A customer says that something is wrong", problemNotice),
    mailOf("customer-request", "request-cancel", "A customer asks to cancel", cancellationNotice),
    mailOf("request-received", "request-received", "A customer's message has arrived", requestReceived),
    mailOf("request-received", "address-changed", "The address was changed", addressChanged),
    mailOf("request-answer", "request-answer", "Answer to a customer", answer),
    stockSample("stock-request", "Asked for a mail when it is back", confirmRequestMail(request, origin)),
    stockSample("stock-request-known", "Asked again", alreadyWaitingMail(request, origin)),
    stockSample("back-in-stock", "Back in stock", backInStockMail(request, origin)),
    mailOf("news-confirm", "news-confirm", "Confirm news and offers", newsletterConfirm),
    mailOf("contact", "contact", "Contact form", contact, visitorEmail),
    mailOf("auto-reply", "auto-reply", "Answer to the contact form", autoReply(origin), visitorEmail),
  ];
}
