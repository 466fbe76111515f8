/** Pure: which transactions of an order's tax Stripe still has to record. Amounts are in cents. */
import { allocate } from "../../shared/allocate.ts";
import { toCents } from "../../shared/money.ts";
import { centsOfParts, shippingTaxCents } from "../../shared/part-prices.ts";
import type { StoredOrder, StoredRefund, TaxRecord } from "../orders/stored-order.ts";
import { lineReference } from "./tax-parts.ts";

/** A line of a reversal, or the shipping (`line` is undefined). Both amounts are positive. */
type ReversedPart = { line: number | undefined; cents: number; tax: number };
/** `record`: the index of the calculation. A reversal without `parts` is of a sum, `cents`, tax included. */
export type TaxStep =
  | { kind: "sale"; record: number; reference: string }
  | {
      kind: "reversal";
      record: number;
      refundId: string;
      reference: string;
      cents: number;
      parts?: ReversedPart[];
    }
  | { kind: "undo"; record: number; refundId: string; reference: string; reversal: string };

/** References are unique at Stripe. The first calculation has the order's own id, which Stripe's tax reports show. */
const saleReference = (orderId: string, record: number): string =>
  record === 0 ? orderId : `${orderId}-${record + 1}`;
const refundReference = (order: StoredOrder, record: number, refundId: string): string =>
  `${saleReference(order.orderId, record)}-${refundId}`;

/** The refunds of the order's own payment: the refund of a second payment has no taxed sale. */
const ownRefunds = ({ refunds, payment }: StoredOrder): StoredRefund[] =>
  refunds.filter(({ paymentIntentId }) => paymentIntentId === payment.paymentIntentId);

/** What a calculation has taxed, tax included. */
function totalOf(order: StoredOrder, { lines, shipping }: TaxRecord): number {
  const goods = lines.reduce((sum, index) => {
    const { priceEach = 0, quantity = 0, discount = 0, tax = 0 } = order.items[index] ?? {};
    return sum + toCents(priceEach) * quantity - toCents(discount) + toCents(tax);
  }, 0);
  return goods + (shipping ? toCents(order.financialInfo.shipping) + shippingTaxCents(order) : 0);
}

/** The parts that a refund names, if they are worth exactly what was refunded; otherwise undefined. */
function partsOf(order: StoredOrder, refund: StoredRefund): ReversedPart[] | undefined {
  const { lines = [], shipping = false, amount } = refund;
  const parts: ReversedPart[] = lines.map((pieces) => {
    const { goods, tax } = centsOfParts(order, { lines: [pieces] });
    return { line: pieces.line, cents: goods, tax };
  });
  if (shipping)
    parts.push({
      ...{ line: undefined, cents: toCents(order.financialInfo.shipping), tax: shippingTaxCents(order) },
    });
  const sum = parts.reduce((total, { cents, tax }) => total + cents + tax, 0);
  return parts.length > 0 && sum === toCents(amount) ? parts : undefined;
}

/** A refund divided among the calculations: by its parts, or in proportion to their totals. */
function reversalsOf(order: StoredOrder, records: readonly TaxRecord[], refund: StoredRefund) {
  const parts = partsOf(order, refund);
  const shares = allocate(
    toCents(refund.amount),
    records.map((record) => totalOf(order, record)),
  );
  return records.map((record, i) => {
    if (!parts) return { cents: shares[i] ?? 0 };
    const own = parts.filter(({ line }) =>
      line === undefined ? record.shipping : record.lines.includes(line),
    );
    return { cents: own.reduce((sum, { cents, tax }) => sum + cents + tax, 0), parts: own };
  });
}

/**
 * The next transactions to record: first the sale, then a reversal for each refund that succeeded, and for a refund that
 * failed afterwards the reversal of its reversal. Empty if the order is not paid or everything is recorded, so the order of
 * the events and their repetition do not matter. A dispute reverses nothing: the sale and its tax stand.
 */
export function missingSteps(order: StoredOrder): TaxStep[] {
  const records = order.taxRecords ?? [];
  if (!order.payment.paidSessionId) return [];
  const unsold = records.flatMap(({ transactionId }, record): TaxStep[] =>
    transactionId === undefined
      ? [{ kind: "sale", record, reference: saleReference(order.orderId, record) }]
      : [],
  );
  if (unsold.length > 0) return unsold;
  return ownRefunds(order).flatMap((refund) => {
    const reversals = reversalsOf(order, records, refund);
    return records.flatMap((record, i): TaxStep[] => {
      const { refundId, status } = refund;
      const reference = refundReference(order, i, refundId);
      const done = record.reversals?.find((reversal) => reversal.refundId === refundId);
      const { cents = 0, parts } = reversals[i] ?? {};
      if (status === "succeeded" && !done && cents > 0)
        return [{ kind: "reversal", record: i, refundId, reference, cents, ...(parts ? { parts } : {}) }];
      if (status === "failed" && done && done.undoneBy === undefined)
        return [
          { kind: "undo", record: i, refundId, reference: `${reference}-undo`, reversal: done.transactionId },
        ];
      return [];
    });
  });
}

/** What Stripe recorded for a step. `lineIds`: the ids of a sale's lines by their reference. */
export type Recorded = { transactionId: string; lineIds?: Record<string, string> };

/** The calculation's record after a step. */
export function withStep(record: TaxRecord, step: TaxStep, { transactionId, lineIds }: Recorded): TaxRecord {
  if (step.kind === "sale") return { ...record, transactionId, ...(lineIds ? { lineIds } : {}) };
  const { refundId } = step;
  const { reversals = [] } = record;
  if (step.kind === "undo")
    return {
      ...record,
      reversals: reversals.map((one) =>
        one.refundId === refundId ? { ...one, undoneBy: transactionId } : one,
      ),
    };
  return { ...record, reversals: [...reversals, { refundId, transactionId }] };
}

/**
 * The parameters of a reversal. They are always those of a partial one, because Stripe lets only partial reversals be
 * reversed: https://docs.stripe.com/tax/custom#reversals
 */
export function reversalParams(record: TaxRecord, step: Extract<TaxStep, { kind: "reversal" }>) {
  const { transactionId = "", lineIds = {} } = record;
  const base = { mode: "partial" as const, original_transaction: transactionId, reference: step.reference };
  const lines = step.parts?.flatMap(({ line, cents, tax }) => {
    const id = line === undefined ? undefined : lineIds[lineReference(line)];
    return line === undefined || id === undefined
      ? []
      : [{ original_line_item: id, reference: lineReference(line), amount: -cents, amount_tax: -tax }];
  });
  const fee = step.parts?.find(({ line }) => line === undefined);
  if (!step.parts || !lines || lines.length + (fee ? 1 : 0) < step.parts.length)
    return { ...base, flat_amount: -step.cents };
  return {
    ...base,
    ...(lines.length > 0 ? { line_items: lines } : {}),
    ...(fee ? { shipping_cost: { amount: -fee.cents, amount_tax: -fee.tax } } : {}),
  };
}
