/** Pure: divides the refunds of an order among its tax calculations. Amounts are in cents. */
import { allocate } from "../../shared/allocate.ts";
import { toCents } from "../../shared/money.ts";
import { centsOfParts, shippingTaxCents } from "../../shared/part-prices.ts";
import { ownRefunds } from "../orders/balance-rules.ts";
import type {
  ReversedPart,
  StoredOrder,
  StoredRefund,
  TaxRecord,
  TaxReversal,
} from "../orders/stored-order.ts";

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** The amount that a calculation taxed, with the tax. */
export function taxedCents(order: StoredOrder, { lines, shipping }: TaxRecord): number {
  const goodsCents = lines.map((index) => {
    const { priceEach = 0, quantity = 0, discount = 0, tax = 0 } = order.items[index] ?? {};
    return toCents(priceEach) * quantity - toCents(discount) + toCents(tax);
  });
  return sumOf(goodsCents) + (shipping ? toCents(order.financialInfo.shipping) + shippingTaxCents(order) : 0);
}

/** The reversals of refunds that did not fail. */
function activeReversals(order: StoredOrder, { reversals = [] }: TaxRecord): TaxReversal[] {
  const failedRefundIds = new Set(
    order.refunds.flatMap(({ refundId, status }) => (status === "failed" ? [refundId] : [])),
  );
  return reversals.filter(({ refundId }) => !failedRefundIds.has(refundId));
}

/** The parts (lines and shipping) that a refund names; undefined for none, and if their prices do not add up to the amount. */
function partsOfRefund(order: StoredOrder, refund: StoredRefund): ReversedPart[] | undefined {
  const { lines = [], shipping = false, amount } = refund;
  const parts: ReversedPart[] = lines.map((pieces) => {
    const { goods, tax } = centsOfParts(order, { lines: [pieces] });
    return { line: pieces.line, cents: goods, tax };
  });
  if (shipping) parts.push({ cents: toCents(order.financialInfo.shipping), tax: shippingTaxCents(order) });
  const sum = sumOf(parts.map(({ cents, tax }) => cents + tax));
  return parts.length > 0 && sum === toCents(amount) ? parts : undefined;
}

type ReversalAmount = Pick<TaxReversal, "cents" | "parts">;

/**
 * The amount to reverse of each calculation (one for each of `records`) for one refund. The parts of the refund decide. If there
 * are none, or Stripe would refuse because too little is left to reverse, the refund is divided in proportion to what is left.
 * Stripe divides a reversal without parts among the lines by itself. After that, less of a line may be left than the price of
 * its pieces, so later reversals of this calculation name no parts either.
 */
function divideRefund(
  order: StoredOrder,
  records: readonly TaxRecord[],
  refund: StoredRefund,
): ReversalAmount[] {
  const unreversedCents = records.map((record) =>
    activeReversals(order, record).reduce(
      (cents, reversal) => cents - reversal.cents,
      taxedCents(order, record),
    ),
  );
  const parts = partsOfRefund(order, refund);
  const amounts = records.map((record): Required<ReversalAmount> => {
    const taxedParts = (parts ?? []).filter(({ line, cents, tax }) => {
      const isTaxed = line === undefined ? record.shipping : record.lines.includes(line);
      return isTaxed && cents + tax > 0;
    });
    return { cents: sumOf(taxedParts.map(({ cents, tax }) => cents + tax)), parts: taxedParts };
  });
  if (parts && amounts.every(({ cents }, i) => cents <= (unreversedCents[i] ?? 0)))
    return records.map((record, i) => {
      const { cents = 0, parts: taxedParts = [] } = amounts[i] ?? {};
      const isDividedByStripe = activeReversals(order, record).some((reversal) => !reversal.parts);
      return isDividedByStripe ? { cents } : { cents, parts: taxedParts };
    });
  return allocate(Math.min(toCents(refund.amount), sumOf(unreversedCents)), unreversedCents).map((cents) => ({
    cents,
  }));
}

/**
 * The order with a planned reversal for each refund that succeeded; undefined if no reversal is new. A refund that
 * failed before its reversal was planned needs no reversal. A refund of a second payment needs none either, because
 * that payment was not taxed.
 */
export function withPlannedReversals(order: StoredOrder): StoredOrder | undefined {
  const { taxRecords = [], payment } = order;
  if (!payment.paidSessionId) return undefined;
  const plannedRefundIds = new Set(
    taxRecords.flatMap(({ reversals = [] }) => reversals.map(({ refundId }) => refundId)),
  );
  let isChanged = false;
  let records = taxRecords;
  for (const refund of ownRefunds(order)) {
    if (refund.status !== "succeeded" || plannedRefundIds.has(refund.refundId)) continue;
    const amounts = divideRefund(order, records, refund);
    records = records.map((record, i) => {
      const amount = amounts[i];
      if (!amount || amount.cents === 0) return record;
      isChanged = true;
      const { reversals = [] } = record;
      return { ...record, reversals: [...reversals, { refundId: refund.refundId, ...amount }] };
    });
  }
  return isChanged ? { ...order, taxRecords: records } : undefined;
}
