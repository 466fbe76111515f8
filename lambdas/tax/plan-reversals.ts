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

/** What a calculation has taxed, tax included. */
export function totalOf(order: StoredOrder, { lines, shipping }: TaxRecord): number {
  const goods = lines.map((index) => {
    const { priceEach = 0, quantity = 0, discount = 0, tax = 0 } = order.items[index] ?? {};
    return toCents(priceEach) * quantity - toCents(discount) + toCents(tax);
  });
  return sumOf(goods) + (shipping ? toCents(order.financialInfo.shipping) + shippingTaxCents(order) : 0);
}

/** The reversals of refunds that did not fail. */
function standingReversals(order: StoredOrder, { reversals = [] }: TaxRecord): TaxReversal[] {
  const failed = new Set(
    order.refunds.flatMap(({ refundId, status }) => (status === "failed" ? [refundId] : [])),
  );
  return reversals.filter(({ refundId }) => !failed.has(refundId));
}

/** The parts that a refund names, if they are worth exactly what was refunded; otherwise undefined. */
function partsOf(order: StoredOrder, refund: StoredRefund): ReversedPart[] | undefined {
  const { lines = [], shipping = false, amount } = refund;
  const parts: ReversedPart[] = lines.map((pieces) => {
    const { goods, tax } = centsOfParts(order, { lines: [pieces] });
    return { line: pieces.line, cents: goods, tax };
  });
  if (shipping) parts.push({ cents: toCents(order.financialInfo.shipping), tax: shippingTaxCents(order) });
  const sum = sumOf(parts.map(({ cents, tax }) => cents + tax));
  return parts.length > 0 && sum === toCents(amount) ? parts : undefined;
}

type Share = Pick<TaxReversal, "cents" | "parts">;

/**
 * A refund divided among the calculations: by its parts, or in proportion to what earlier refunds have left of each, because
 * Stripe refuses to reverse more. After a reversal that Stripe has divided, a line may have less left than its pieces cost,
 * so the next reversals of this sale name no lines either.
 */
function sharesOf(order: StoredOrder, records: readonly TaxRecord[], refund: StoredRefund): Share[] {
  const left = records.map((record) =>
    standingReversals(order, record).reduce((rest, { cents }) => rest - cents, totalOf(order, record)),
  );
  const parts = partsOf(order, refund);
  const byParts = records.map((record): Required<Share> => {
    const own = (parts ?? []).filter(({ line, cents, tax }) => {
      const isTaxed = line === undefined ? record.shipping : record.lines.includes(line);
      return isTaxed && cents + tax > 0;
    });
    return { cents: sumOf(own.map(({ cents, tax }) => cents + tax)), parts: own };
  });
  if (parts && byParts.every(({ cents }, i) => cents <= (left[i] ?? 0)))
    return records.map((record, i) => {
      const { cents = 0, parts: own = [] } = byParts[i] ?? {};
      const isDivided = standingReversals(order, record).some((earlier) => !earlier.parts);
      return isDivided ? { cents } : { cents, parts: own };
    });
  return allocate(Math.min(toCents(refund.amount), sumOf(left)), left).map((cents) => ({ cents }));
}

/**
 * The order with the planned reversals of its refunds that succeeded; undefined if none is new. A refund that failed before its
 * reversal was planned needs none, and the refund of a second payment has no taxed sale.
 */
export function withPlans(order: StoredOrder): StoredOrder | undefined {
  const { taxRecords = [], payment } = order;
  if (!payment.paidSessionId) return undefined;
  const planned = new Set(
    taxRecords.flatMap(({ reversals = [] }) => reversals.map(({ refundId }) => refundId)),
  );
  let isChanged = false;
  let records = taxRecords;
  for (const refund of ownRefunds(order)) {
    if (refund.status !== "succeeded" || planned.has(refund.refundId)) continue;
    const shares = sharesOf(order, records, refund);
    records = records.map((record, i) => {
      const share = shares[i];
      if (!share || share.cents === 0) return record;
      isChanged = true;
      const { reversals = [] } = record;
      return { ...record, reversals: [...reversals, { refundId: refund.refundId, ...share }] };
    });
  }
  return isChanged ? { ...order, taxRecords: records } : undefined;
}
