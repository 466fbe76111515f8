import type Stripe from "stripe";
import { newId } from "./ids.ts";

/** Money that a dispute moved on the shop's balance, in cents. */
type Movement = Pick<Stripe.BalanceTransaction, "id" | "object" | "amount" | "created" | "currency">;

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
> & { balance_transactions: Movement[] };

/** A dispute as it begins: an inquiry moves no money, a chargeback takes it at once. */
export function newDispute(charge: Stripe.Charge, created: number, isInquiry: boolean): DisputeNotice {
  const dispute: DisputeNotice = {
    id: newId.dispute(),
    object: "dispute",
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    is_charge_refundable: true,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "warning_needs_response",
  };
  return isInquiry ? dispute : chargedBack(dispute, created);
}

/** The bank has taken the money from the shop. */
export const chargedBack = (dispute: DisputeNotice, now: number): DisputeNotice => ({
  ...moved(dispute, -dispute.amount, now),
  status: "needs_response",
  is_charge_refundable: false,
});

/** Decided for the shop, which gets the money again. */
export const won = (dispute: DisputeNotice, now: number): DisputeNotice => ({
  ...moved(dispute, dispute.amount, now),
  status: "won",
});

const moved = (dispute: DisputeNotice, amount: number, created: number): DisputeNotice => ({
  ...dispute,
  balance_transactions: [
    ...dispute.balance_transactions,
    { id: newId.movement(), object: "balance_transaction", amount, created, currency: dispute.currency },
  ],
});
