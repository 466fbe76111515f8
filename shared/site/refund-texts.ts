import { formatMoney, toCents } from "../money.ts";
import { delivery } from "./delivery.ts";

export const REFUND_FAILED_LEAD =
  "A refund of your payment did not go through: the money has not reached you and is still with us. We are working on it and will write to you. If your card or account was closed or replaced, please write to us with your order number.";

const ASK_BANK = "Please ask your bank, or write to us with your order number.";

export const DISPUTED_LEAD = `This payment is disputed, and your bank decides whether the money goes back to you. Until then we cannot refund it. ${ASK_BANK}`;

/** For an order whose whole payment the shop has lost in disputes. */
export const RETURNED_BY_BANK = "Your bank has already given the money back to you.";

/** For an order of which the shop has lost a part of the payment, `dollars`, in disputes. */
export const partReturnedByBank = (dollars: number): string =>
  `Your bank has already given ${formatMoney(dollars)} of your payment back to you.`;

/** The amounts in dollars that came back to the customer. */
type ReturnedAmounts = { refunded?: number | undefined; returnedByBank?: number | undefined };

const refundedPart = (dollars: number): string =>
  `We have refunded ${formatMoney(dollars)} to the payment method you used.`;

/**
 * For a cancelled or unfulfilled order whose payment is disputed. `disputed`: the dollars in dispute if the rest of the payment went
 * back or is on its way; undefined otherwise.
 */
export function disputedText({
  disputed,
  refunded = 0,
  returnedByBank = 0,
  total,
}: ReturnedAmounts & { disputed?: number | undefined; total: number }): string {
  if (disputed === undefined) return DISPUTED_LEAD;
  const isRestOnItsWay = toCents(disputed) + toCents(refunded) + toCents(returnedByBank) < toCents(total);
  return [
    `${formatMoney(disputed)} of this payment is disputed, and your bank decides whether it goes back to you. Until then we cannot refund this part. ${ASK_BANK}`,
    ...(returnedByBank > 0 ? [partReturnedByBank(returnedByBank)] : []),
    ...(refunded > 0 ? [refundedPart(refunded)] : []),
    ...(isRestOnItsWay ? [`The rest goes back to the payment method you used. ${delivery.refund}`] : []),
  ].join(" ");
}

/** What lost disputes, and perhaps refunds, returned of an order whose whole payment came back. */
export const returnedText = ({ refunded = 0, returnedByBank = 0 }: ReturnedAmounts): string =>
  refunded > 0
    ? `${partReturnedByBank(returnedByBank)} ${refundedPart(refunded)} ${delivery.refund}`
    : RETURNED_BY_BANK;

/** For an order of which a part was lost in disputes while the rest is on its way back. */
export const restOnItsWayText = ({ returnedByBank = 0 }: ReturnedAmounts): string =>
  `${partReturnedByBank(returnedByBank)} The rest goes back to the payment method you used. ${delivery.refund}`;

/** What the customer is told of an order that waits because its payment is disputed, or because a dispute was lost. */
export const onHoldLeads = {
  disputed:
    "The payment of your order is disputed at your bank, so your order waits until the bank has decided. If you want to have it, please ask your bank to withdraw the dispute, and write to us.",
  "dispute-lost":
    "Your bank has given money of your order back to you, so your order waits. If you want to have it, please write to us with your order number.",
} as const;

/** What the pages after a payment say of an order whose payment goes or went back, or cannot be refunded now. */
export const refundTexts = {
  refunding: {
    title: "Your money goes back",
    lead: `All that you paid goes back to the payment method you used. ${delivery.refund}`,
  },
  "refund-failed": {
    title: "Your refund did not go through",
    lead: REFUND_FAILED_LEAD,
  },
  disputed: {
    title: "Your bank decides about your payment",
    lead: DISPUTED_LEAD,
  },
  refunded: {
    title: "Payment Refunded",
    lead: "This order was paid and has been refunded to the payment method you used.",
  },
} as const;
