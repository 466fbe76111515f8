import * as z from "zod/mini";
import { Timestamp } from "./timestamp.ts";

/**
 * Why a person has to look at an order. paid-in-vain: the order was paid but cannot be fulfilled, so the shop
 * refunds the payment.
 */
export const AttentionCause = z.enum([
  "paid-in-vain",
  "amount-differs",
  "refund-failed",
  "fraud-warning",
  "inquiry",
  "disputed",
  "dispute-lost",
  "asks-to-cancel",
  "something-wrong",
  "address-changed",
  "other",
]);
export type AttentionCause = z.infer<typeof AttentionCause>;

/** An open cause. `about` is the id of the payment, refund, warning, dispute or request that is the cause. */
export const Attention = z.object({ cause: AttentionCause, about: z.string(), since: Timestamp });
export type Attention = z.infer<typeof Attention>;

/**
 * The causes that customers report on their order's page. They raise no alarm, because they concern the team and not the operators.
 */
export const CAUSES_BY_CUSTOMER: readonly AttentionCause[] = [
  "asks-to-cancel",
  "something-wrong",
  "address-changed",
];

/**
 * The causes because of which the items must not be sent: the customer's bank may take the money back, or has taken it. If several
 * are open, the first one of this list is named.
 */
export const DoNotSendCause = z.enum(["fraud-warning", "disputed", "dispute-lost"]);
export type DoNotSendCause = z.infer<typeof DoNotSendCause>;

/**
 * The cause in a row of the list of orders. A lost dispute has a field of its own, because earlier versions of the shop refuse
 * a row with an unknown cause. One earlier version wrote `doNotSend: "dispute-lost"`, so this value is still read.
 */
export const doNotSendFields = {
  doNotSend: z.optional(DoNotSendCause),
  disputeLost: z.optional(z.literal(true)),
};
type DoNotSendFields = z.infer<z.ZodMiniObject<typeof doNotSendFields>>;

export const toDoNotSendFields = (cause: DoNotSendCause | undefined): DoNotSendFields => {
  if (cause === undefined) return {};
  return cause === "dispute-lost" ? { disputeLost: true } : { doNotSend: cause };
};

/** The cause because of which the items of a row's order must not be sent. */
export const causeOfRow = ({ doNotSend, disputeLost }: DoNotSendFields): DoNotSendCause | undefined =>
  doNotSend ?? (disputeLost ? "dispute-lost" : undefined);

export const ATTENTION_LABEL = {
  "paid-in-vain": "Paid, but the items were gone or the order was cancelled",
  "amount-differs": "Paid another amount than the total",
  "refund-failed": "A refund failed",
  "fraud-warning": "The card's bank reports the payment as fraud",
  inquiry: "The customer's bank asks about the payment",
  disputed: "The customer disputes the payment",
  "dispute-lost": "A dispute was lost",
  "asks-to-cancel": "The customer asks to cancel the order",
  "something-wrong": "The customer says that something is wrong",
  "address-changed": "The customer has changed the address",
  other: "Needs a person",
} as const satisfies Record<AttentionCause, string>;

/** What the admin should do. */
export const ATTENTION_ADVICE = {
  "paid-in-vain": "The refund was requested automatically. This closes when the money has gone back.",
  "amount-differs": "Compare the payment in Stripe with this order, and refund or ask for the difference.",
  "refund-failed":
    "The money is still with the shop. Refund again (in Stripe, if it was a second payment), or ask the customer how to pay it back.",
  "fraud-warning":
    "Do not send the items. A full refund now avoids a dispute and its fee. If you are sure that it is no fraud, acknowledge it.",
  inquiry: "Answer it in Stripe before the deadline given there; a full refund also ends it.",
  disputed: "Answer it in Stripe before the deadline given there. Do not send the items meanwhile.",
  "dispute-lost":
    "The bank has given the money to the customer. Decide what to do with the items. If it was only a part of the money, acknowledge this before you send them.",
  "asks-to-cancel":
    "Do not pack it now. Set the status to Cancelled, or decline below: the customer gets your answer by email.",
  "something-wrong": "Read the message below and answer it there: the customer gets your answer by email.",
  "address-changed": "Print the packing slip again. A label that was made before has the earlier address.",
  other: "The history says what happened.",
} as const satisfies Record<AttentionCause, string>;
