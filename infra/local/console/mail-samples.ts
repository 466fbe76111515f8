/** Every kind of mail, made by the functions' own code of orders that nobody placed. */
import { autoReply } from "../../../shared/mails/contact-mails.ts";
import type { MailContent, MailKind } from "../../../shared/mails/mail.ts";
import { cancelledMail, completedMail, receiptMail } from "../../../shared/mails/order-mails.ts";
import {
  paidTwiceMail,
  refundedMail,
  refundFailedMail,
  unfulfilledMail,
} from "../../../shared/mails/refund-mails.ts";
import type { Unfulfilled } from "../../../shared/order-status.ts";
import { contactMail } from "../../../shared/mails/contact-mails.ts";
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
  /** `""` where an answer goes to the sender. */
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

/** `origin`: where the shop is; pictures and links of the mails begin with it. */
export function mailSamples(origin: string): MailSample[] {
  const { mailSender: from, teamEmail: team } = stageSettings("local");
  const at = sampleTime.toISOString();
  const { total } = shipped.financialInfo;
  const emailOf = ({ billingInfo }: Order): string => billingInfo?.email ?? "";
  const toCustomer = (kind: MailKind, id: string, label: string, order: Order, content: MailContent) => ({
    ...{ id, kind, label, from, to: emailOf(order), replyTo: team, content },
  });
  const notice = (id: string, label: string, order: Order): MailSample => ({
    ...{ id, kind: "team-notice", label, from, to: team, replyTo: emailOf(order) },
    content: teamNotice(order, origin),
  });
  const receipt = (id: string, label: string, order: Order): MailSample =>
    toCustomer("receipt", `receipt-${id}`, label, order, receiptMail(order, origin));
  const completed = (id: string, label: string, order: Order, tracking?: string): MailSample =>
    toCustomer("order-completed", id, label, order, completedMail(order, tracking, origin));
  const cancelled = (id: string, label: string, order: Order, refund: boolean): MailSample =>
    toCustomer("order-cancelled", id, label, order, cancelledMail(order, refund, origin));
  const unfulfilled = (id: string, label: string, why: Unfulfilled): MailSample =>
    toCustomer(
      "order-unfulfilled",
      id,
      label,
      shipped,
      unfulfilledMail({ ...shipped, refunding: true }, { why, amount: total }, origin),
    );
  const refunded = (id: string, label: string, amount: number, sum: number): MailSample =>
    toCustomer(
      "order-refunded",
      id,
      label,
      shipped,
      refundedMail(shipped, { amount, refunded: sum, at }, origin),
    );
  return [
    receipt("shipped", "Receipt, shipped", shipped),
    receipt("pick-up", "Receipt, one shirt to pick up", oneShirt),
    receipt("ticket", "Receipt, a ticket only", ticketOnly),
    receipt("long", "Receipt, ten lines, long names", manyLines),
    receipt("markup", "Receipt, markup in every field", markedUp),
    notice("team-notice", "New order", shipped),
    notice("team-notice-long", "New order, ten lines", manyLines),
    completed("completed", "Sent, with tracking", shipped, "1Z999AA10123456784"),
    completed("completed-pick-up", "Complete, not shipped", oneShirt),
    cancelled("cancelled", "Cancelled, money on its way", shipped, true),
    cancelled("cancelled-only", "Cancelled, no refund", oneShirt, false),
    unfulfilled("unfulfilled-sold-out", "Paid when it was sold out", "sold-out"),
    unfulfilled("unfulfilled-cancelled", "Paid when it was cancelled", "cancelled"),
    toCustomer(
      "order-paid-twice",
      "paid-twice",
      "Paid twice",
      shipped,
      paidTwiceMail(shipped, total, origin),
    ),
    toCustomer(
      "order-refunded",
      "refunded-second",
      "Second payment refunded",
      shipped,
      refundedMail(shipped, { amount: total, refunded: 0, at, second: true }, origin),
    ),
    receipt("refunding", "Receipt, being refunded", { ...shipped, refunding: true }),
    refunded("refunded", "Refunded in full", total, total),
    refunded("refunded-part", "Refunded in part", 12.5, 37.5),
    toCustomer(
      "order-refund-failed",
      "refund-failed",
      "A refund that did not go through",
      shipped,
      refundFailedMail(shipped, { amount: total, at }, origin),
    ),
    {
      ...{
        id: "contact",
        kind: "contact",
        label: "Contact form",
        from,
        to: team,
        replyTo: message.user_email,
      },
      content: contactMail(message, sampleTime, origin),
    },
    {
      ...{ id: "auto-reply", kind: "auto-reply", label: "Answer to the contact form", from, replyTo: "" },
      to: message.user_email,
      content: autoReply(origin),
    },
  ];
}
