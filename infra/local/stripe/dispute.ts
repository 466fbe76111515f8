import type Stripe from "stripe";
import { newId } from "./ids.ts";

/** A customer's complaint at their bank, in the few fields that a shop reads; `created` in seconds. */
export type DisputeNotice = Pick<
  Stripe.Dispute,
  | "id"
  | "object"
  | "amount"
  | "charge"
  | "created"
  | "currency"
  | "is_charge_refundable"
  | "livemode"
  | "metadata"
  | "payment_intent"
  | "reason"
  | "status"
>;

export function newDispute(charge: Stripe.Charge, created: number): DisputeNotice {
  return {
    id: newId.dispute(),
    object: "dispute",
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    created,
    currency: charge.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  };
}
