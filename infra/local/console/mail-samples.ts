/** Every kind of mail, made by the functions' own code of orders that nobody placed. */
import type { MailContent, MailKind } from "../../../shared/mails/mail.ts";
import { autoReply } from "../../../shared/mails/auto-reply.ts";
import {
  cancelledMail,
  completedMail,
  receiptMail,
  refundedMail,
} from "../../../shared/mails/order-mails.ts";
import { contactMail, teamNotice } from "../../../shared/mails/team-mails.ts";
import { markedUp, manyLines, oneShirt, sampleTime, shipped, ticketOnly } from "./sample-orders.ts";

export type MailSample = {
  id: string;
  kind: MailKind;
  label: string;
  to: "customer" | "team" | "visitor";
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
  const receipts = { shipped, "pick-up": oneShirt, ticket: ticketOnly, long: manyLines, markup: markedUp };
  const words: Record<keyof typeof receipts, string> = {
    shipped: "Receipt, shipped",
    "pick-up": "Receipt, one shirt to pick up",
    ticket: "Receipt, a ticket only",
    long: "Receipt, ten lines and long names",
    markup: "Receipt, markup in every field",
  };
  const at = sampleTime.toISOString();
  const total = shipped.financialInfo.total;
  const sample = (
    id: string,
    kind: MailKind,
    label: string,
    content: MailContent,
    to: MailSample["to"] = "customer",
  ): MailSample => ({ id, kind, label, to, content });
  return [
    ...Object.entries(receipts).map(([id, order]) =>
      sample(`receipt-${id}`, "receipt", words[id as keyof typeof receipts], receiptMail(order, origin)),
    ),
    sample("team-notice", "team-notice", "New order", teamNotice(shipped, origin), "team"),
    sample("team-notice-long", "team-notice", "New order, ten lines", teamNotice(manyLines, origin), "team"),
    sample(
      "completed",
      "order-completed",
      "Sent, with tracking",
      completedMail(shipped, "1Z999AA10123456784", origin),
    ),
    sample(
      "completed-pick-up",
      "order-completed",
      "Complete, nothing to ship",
      completedMail(oneShirt, undefined, origin),
    ),
    sample(
      "cancelled",
      "order-cancelled",
      "Cancelled, money on its way",
      cancelledMail(shipped, true, origin),
    ),
    sample(
      "cancelled-only",
      "order-cancelled",
      "Cancelled, no refund",
      cancelledMail(oneShirt, false, origin),
    ),
    sample(
      "refunded",
      "order-refunded",
      "Refunded in full",
      refundedMail(shipped, { amount: total, refunded: total, at }, origin),
    ),
    sample(
      "refunded-part",
      "order-refunded",
      "Refunded in part",
      refundedMail(shipped, { amount: 12.5, refunded: 37.5, at }, origin),
    ),
    sample("contact", "contact", "Contact form", contactMail(message, sampleTime, origin), "team"),
    sample("auto-reply", "auto-reply", "Answer to the contact form", autoReply(origin), "visitor"),
  ];
}
