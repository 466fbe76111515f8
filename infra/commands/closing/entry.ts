/** Pure: a balance transaction with what the shop knows about it. Amounts are in cents. */
import type Stripe from "stripe";
import type { StoredOrder, StoredRefund } from "../../../lambdas/orders/stored-order.ts";
import { toCents } from "../../../shared/money.ts";
import { totalCents } from "../../../shared/order-total.ts";
import { centsOfParts, type PartCents } from "../../../shared/part-prices.ts";
import { SHOP_CURRENCY } from "./currency.ts";
import { idOf } from "./stripe-id.ts";
import type { StripeMonth, Transaction } from "./stripe-month.ts";

/** A balance transaction of a dispute. */
type Movement = Pick<Transaction, "id" | "amount" | "created">;

export type Entry = {
  transaction: Transaction;
  /** The id of the object that moved the money: a charge, refund, dispute or payout. Undefined for a fee of Stripe. */
  sourceId?: string;
  paymentIntentId?: string;
  /** The order id in the source's metadata, even if the shop does not have this order. */
  metadataOrderId?: string;
  payoutId?: string;
  /**
   * The status of a payment. pending: a delayed payment (such as ACH) is in progress. failed: Stripe has reversed it.
   */
  chargeStatus?: string;
  /** All balance transactions of a dispute, also those of other months. */
  disputeMovements?: readonly Movement[];
  order?: StoredOrder;
};

/** The fields of a source that are read. */
type Source = {
  id: string;
  object?: string;
  payment_intent?: string | { id: string } | null;
  metadata?: Stripe.Metadata | null;
  status?: string | null;
  balance_transactions?: readonly Movement[] | null;
};

/** The entry of a transaction. `order` is not set yet. */
export function entryOf(
  transaction: Transaction,
  { payouts, failedCharges }: Pick<StripeMonth, "payouts" | "failedCharges">,
): Entry {
  const { source: sourceField, type } = transaction;
  const source: Source | null = typeof sourceField === "string" ? { id: sourceField } : sourceField;
  // Stripe reverses a failed delayed payment by a refund, which lacks the charge's metadata and status.
  const chargeOrSource: Source | null = failedCharges.get(transaction.id) ?? source;
  const paymentIntentId = idOf(chargeOrSource?.payment_intent);
  const metadataOrderId = chargeOrSource?.metadata?.["orderId"];
  const payoutId = payouts.get(transaction.id) ?? (type.startsWith("payout") ? source?.id : undefined);
  return {
    transaction,
    ...(source ? { sourceId: source.id } : {}),
    ...(paymentIntentId === undefined ? {} : { paymentIntentId }),
    ...(metadataOrderId === undefined ? {} : { metadataOrderId }),
    ...(payoutId === undefined ? {} : { payoutId }),
    ...(chargeOrSource?.object === "charge" && chargeOrSource.status
      ? { chargeStatus: chargeOrSource.status }
      : {}),
    ...(source?.object === "dispute" && source.balance_transactions
      ? { disputeMovements: source.balance_transactions }
      : {}),
  };
}

/** Whether the entry is about the payment that paid the order: the payment itself, or a refund or dispute of it. */
export const isOfPaymentThatPaidOrder = ({ order, paymentIntentId }: Entry): boolean =>
  order !== undefined && order.payment.paymentIntentId === paymentIntentId;

/** Whether the entry is about a delayed payment that is in progress or has failed. */
export const isOfDelayedPayment = ({ chargeStatus }: Entry): boolean =>
  chargeStatus === "pending" || chargeStatus === "failed";

/**
 * Whether the entry is about the payment that counts for the order: the payment that paid it, or, while none has, a
 * delayed payment. A second payment does not count: the shop refunds it.
 */
export const isOfPaymentThatCounts = (entry: Entry): boolean =>
  isOfPaymentThatPaidOrder(entry) ||
  (isOfDelayedPayment(entry) && entry.order?.payment.paidSessionId === undefined);

/** The order's refund that the entry is about; undefined for other entries. */
export const storedRefundOf = ({ order, sourceId }: Entry): StoredRefund | undefined =>
  order?.refunds.find(({ stripeRefundId }) => stripeRefundId === sourceId);

/** The split of an order's total. A discount lowers the goods. */
function splitTotal({ financialInfo }: StoredOrder): PartCents {
  const { subtotal, discount, shipping } = financialInfo;
  const goods = totalCents({ subtotal, discount, shipping: 0 });
  return {
    goods,
    shipping: toCents(shipping),
    tax: toCents(financialInfo.total) - goods - toCents(shipping),
  };
}

/**
 * The amount split into goods, shipping and tax. Undefined for an entry without an order or in another currency, and for a
 * payment that does not count for the order. Undefined also if the amount is neither the order's total nor the price of the
 * parts that an admin chose to refund.
 */
export function splitAmount(entry: Entry): PartCents | undefined {
  const { transaction, order } = entry;
  if (!order || !isOfPaymentThatCounts(entry) || transaction.currency !== SHOP_CURRENCY) return undefined;
  const cents = Math.abs(transaction.amount);
  const parts = cents === toCents(order.financialInfo.total) ? splitTotal(order) : splitRefund(entry, cents);
  if (!parts) return undefined;
  const withSign = (amount: number): number => (transaction.amount < 0 && amount !== 0 ? -amount : amount);
  return {
    goods: withSign(parts.goods),
    shipping: withSign(parts.shipping),
    tax: withSign(parts.tax),
  };
}

function splitRefund(entry: Entry, cents: number): PartCents | undefined {
  const { order } = entry;
  const refund = storedRefundOf(entry);
  const hasParts = refund?.lines !== undefined || refund?.shipping === true;
  if (!order || !refund || !hasParts) return undefined;
  const parts = centsOfParts(order, refund);
  return parts.goods + parts.shipping + parts.tax === cents ? parts : undefined;
}
