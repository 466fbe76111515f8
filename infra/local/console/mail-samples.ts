import { autoReply, contactMail } from "../../../shared/mails/contact-mails.ts";
import type { MailContent, MailKind } from "../../../shared/mails/mail.ts";
import { cancelledMail, completedMail, receiptMail } from "../../../shared/mails/order-mails.ts";
import {
  paidTwiceMail,
  refundedMail,
  refundFailedMail,
  unfulfilledMail,
} from "../../../shared/mails/refund-mails.ts";
import { teamNotice } from "../../../shared/mails/order-mails.ts";
import type { Order } from "../../../shared/order.ts";
import { stageSettings } from "../../stages.ts";
import { manyLines, markedUp, oneShirt, sampleTime, shipped, ticketOnly } from "./sample-orders.ts";

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

const message = {
  user_name: "Ada Lovelace",
  user_email: "ada@example.com",
  subject: "merchandise",
  message:
    "Hello,\n\nthe Angel's Share Tee in L: does it come back before the holidays?\n\n<b>Thank you</b>\nAda",
} as const;

/** Every kind of mail, written by the functions' own code for sample orders. `origin` is the shop's address. */
export function mailSamples(origin: string): MailSample[] {
  const { mailSender: from, teamEmail: team } = stageSettings("local");
  const at = sampleTime.toISOString();
  const { total } = shipped.financialInfo;
  const refunding = { ...shipped, refunding: true };
  const orderMail = (kind: MailKind, id: string, label: string, content: MailContent, order = shipped) => {
    const customer = order.billingInfo?.email ?? "";
    const addresses =
      kind === "team-notice" ? { to: team, replyTo: customer } : { to: customer, replyTo: team };
    return { id, kind, label, from, ...addresses, content };
  };
  const receipt = (id: string, label: string, order: Order) =>
    orderMail("receipt", id, label, receiptMail(order, origin), order);
  const notice = (id: string, label: string, order: Order) =>
    orderMail("team-notice", id, label, teamNotice(order, origin), order);
  const unfulfilled = (why: "sold-out" | "cancelled", label: string) => {
    const content = unfulfilledMail(refunding, { why, amount: total }, origin);
    return orderMail("order-unfulfilled", `unfulfilled-${why}`, label, content);
  };
  const refunded = (id: string, label: string, refund: Parameters<typeof refundedMail>[1]) =>
    orderMail("order-refunded", id, label, refundedMail(shipped, refund, origin));
  const withTracking = completedMail(shipped, "1Z999AA10123456784", origin);
  const toPickUp = completedMail(oneShirt, undefined, origin);
  const withRefund = cancelledMail(shipped, true, origin);
  const withoutRefund = cancelledMail(oneShirt, false, origin);
  const failed = refundFailedMail(shipped, { amount: total, at }, origin);
  return [
    receipt("receipt-shipped", "Receipt, shipped", shipped),
    receipt("receipt-pick-up", "Receipt, one shirt to pick up", oneShirt),
    receipt("receipt-ticket", "Receipt, a ticket only", ticketOnly),
    receipt("receipt-long", "Receipt, ten lines, long names", manyLines),
    receipt("receipt-markup", "Receipt, markup in every field", markedUp),
    notice("team-notice", "New order", shipped),
    notice("team-notice-long", "New order, ten lines", manyLines),
    orderMail("order-completed", "completed", "Sent, with tracking", withTracking),
    orderMail("order-completed", "completed-pick-up", "Complete, not shipped", toPickUp, oneShirt),
    orderMail("order-cancelled", "cancelled", "Cancelled, money on its way", withRefund),
    orderMail("order-cancelled", "cancelled-only", "Cancelled, no refund", withoutRefund, oneShirt),
    unfulfilled("sold-out", "Paid when it was sold out"),
    unfulfilled("cancelled", "Paid when it was cancelled"),
    orderMail("order-paid-twice", "paid-twice", "Paid twice", paidTwiceMail(shipped, total, origin)),
    refunded("refunded-second", "Second payment refunded", {
      amount: total,
      refunded: 0,
      at,
      isSecond: true,
    }),
    receipt("receipt-refunding", "Receipt, being refunded", refunding),
    refunded("refunded", "Refunded in full", { amount: total, refunded: total, at }),
    refunded("refunded-part", "Refunded in part", { amount: 12.5, refunded: 37.5, at }),
    orderMail("order-refund-failed", "refund-failed", "A refund that did not go through", failed),
    {
      ...{ id: "contact", kind: "contact", label: "Contact form", from, to: team },
      ...{ replyTo: message.user_email, content: contactMail(message, sampleTime, origin) },
    },
    {
      ...{ id: "auto-reply", kind: "auto-reply", label: "Answer to the contact form", from },
      ...{ to: message.user_email, replyTo: "", content: autoReply(origin) },
    },
  ];
}
