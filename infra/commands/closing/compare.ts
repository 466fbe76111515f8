/** Pure: the payments, refunds and disputes of a month at Stripe and in the shop's orders. Amounts are in cents. */
import type { StoredOrder } from "../../../lambdas/orders/stored-order.ts";
import { isRefusedRefund } from "../../../lambdas/orders/refund-rules.ts";
import { toCents } from "../../../shared/money.ts";
import { SHOP_CURRENCY } from "./currency.ts";
import type { Entry } from "./entry.ts";
import { isInMonth, type Month } from "./month.ts";
import { shopAmount } from "./shop-amount.ts";

/** The kinds of Stripe's reporting categories that are compared. The other categories do not belong to orders. */
const KIND_OF_CATEGORY: Record<string, ComparedKind> = {
  charge: "payments",
  charge_failure: "payments",
  refund: "refunds",
  refund_failure: "refunds",
  dispute: "disputes",
  dispute_reversal: "disputes",
};
export const COMPARED_KINDS = ["payments", "refunds", "disputes"] as const;
export type ComparedKind = (typeof COMPARED_KINDS)[number];

/** `text`: what is different. `shop`: the amount that the order records, `stripe`: the amount that Stripe has booked. */
export type ClosingDifference = {
  text: string;
  orderId: string;
  stripeId: string;
  shop: number;
  stripe: number;
};
export type ClosingComparison = Record<ComparedKind, { stripe: number; shop: number }> & {
  differences: ClosingDifference[];
  /** Payments, refunds and disputes in the same Stripe account that do not belong to an order of this shop. */
  notOfShop: { count: number; amount: number };
  /** Payments, refunds and disputes not booked in US dollars. `ownCount`: how many belong to orders of this shop. */
  otherCurrency: { count: number; ownCount: number };
};

/**
 * Compares each entry with its order. The differences explain the sums: over all kinds, Stripe's sum minus the shop's sum is the sum
 * of `stripe - shop` of the differences.
 */
export function compareEntries(entries: readonly Entry[]): ClosingComparison {
  const zeroSums = () => ({ stripe: 0, shop: 0 });
  const comparison: ClosingComparison = {
    payments: zeroSums(),
    refunds: zeroSums(),
    disputes: zeroSums(),
    differences: [],
    notOfShop: { count: 0, amount: 0 },
    otherCurrency: { count: 0, ownCount: 0 },
  };
  for (const entry of entries) {
    const { reporting_category: category, amount, currency, id } = entry.transaction;
    const kind = KIND_OF_CATEGORY[category];
    if (!kind) continue;
    const { order, metadataOrderId } = entry;
    const isOfOrder = order !== undefined || metadataOrderId !== undefined;
    if (currency !== SHOP_CURRENCY) {
      comparison.otherCurrency.count++;
      if (isOfOrder) comparison.otherCurrency.ownCount++;
      continue;
    }
    if (!isOfOrder) {
      comparison.notOfShop.count++;
      comparison.notOfShop.amount += amount;
      continue;
    }
    const shop = shopAmount(entry);
    comparison[kind].stripe += amount;
    comparison[kind].shop += shop;
    if (shop === amount) continue;
    const text = order
      ? `Stripe's ${category} is not in the order with this amount.`
      : `Stripe's ${category} names an order that the shop does not have or cannot read.`;
    comparison.differences.push({
      text,
      shop,
      stripe: amount,
      orderId: order?.orderId ?? metadataOrderId ?? "",
      stripeId: entry.sourceId ?? id,
    });
  }
  return comparison;
}

/** Whether every payment, refund and dispute of the shop's orders was compared and is equal at Stripe and in the shop. */
export const booksAgree = ({ differences, otherCurrency }: ClosingComparison): boolean =>
  differences.length === 0 && otherCurrency.ownCount === 0;

export type MissingMovement = { kind: ComparedKind; orderId: string; cents: number } & (
  | { paymentIntentId: string; sourceId?: never }
  /** The id of the refund or dispute. */
  | { sourceId: string; paymentIntentId?: never }
);

/**
 * The payments, refunds and disputes that orders recorded in the month, but that are missing in Stripe's month. The cause is
 * a late webhook or an error.
 */
export function findMissingMovements(
  orders: readonly StoredOrder[],
  entries: readonly Entry[],
  month: Month,
): MissingMovement[] {
  const charges = entries.filter(({ transaction }) => transaction.reporting_category === "charge");
  const chargedPaymentIds = new Set(charges.map(({ paymentIntentId }) => paymentIntentId));
  const sourceIds = new Set(entries.map(({ sourceId }) => sourceId));
  const isOfMonth = (at: string) => isInMonth(month, new Date(at));
  return orders.flatMap(({ orderId, payment, financialInfo, refunds, disputes = [] }): MissingMovement[] => {
    const { paymentIntentId, paidAt } = payment;
    const isPaid = paymentIntentId !== undefined && paidAt !== undefined && isOfMonth(paidAt);
    const cents = toCents(financialInfo.total);
    return [
      ...(isPaid && !chargedPaymentIds.has(paymentIntentId)
        ? [{ kind: "payments" as const, orderId, cents, paymentIntentId }]
        : []),
      ...refunds
        .filter((refund) => refund.status === "succeeded" && isOfMonth(refund.at) && !isRefusedRefund(refund))
        .flatMap(({ stripeRefundId: sourceId, amount }) =>
          sourceId === undefined || sourceIds.has(sourceId)
            ? []
            : [{ kind: "refunds" as const, orderId, cents: -toCents(amount), sourceId }],
        ),
      ...disputes
        .filter(({ disputeId, withdrawn, at }) => withdrawn > 0 && isOfMonth(at) && !sourceIds.has(disputeId))
        .map(({ disputeId: sourceId, withdrawn }) => {
          return { kind: "disputes" as const, orderId, cents: -toCents(withdrawn), sourceId };
        }),
    ];
  });
}

/** Adds missing payments, refunds and disputes. The caller has checked that Stripe did not book them outside the month. */
export function withMissingMovements(
  comparison: ClosingComparison,
  missing: readonly MissingMovement[],
): ClosingComparison {
  const extendedComparison = structuredClone(comparison);
  for (const { kind, orderId, cents, paymentIntentId, sourceId } of missing) {
    extendedComparison[kind].shop += cents;
    extendedComparison.differences.push({
      text: "Stripe has no balance transaction of this.",
      orderId,
      shop: cents,
      stripe: 0,
      stripeId: paymentIntentId ?? sourceId,
    });
  }
  return extendedComparison;
}
