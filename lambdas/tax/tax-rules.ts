/** Pure: what Stripe still has to record about an order's tax. Amounts are in cents. */
import { ownRefunds } from "../orders/balance-rules.ts";
import type { StoredOrder, TaxRecord, TaxReversal } from "../orders/stored-order.ts";
import { SHIPPING_REFERENCE, lineReference } from "./tax-parts.ts";

/**
 * A transaction that Stripe has to record. `recordIndex`: the index in the order's `taxRecords`. An undo reverses the
 * reversal of a refund that failed; `reversalId` is the id of this reversal at Stripe.
 */
export type TaxStep =
  | { kind: "sale"; recordIndex: number; reference: string }
  | { kind: "reversal"; recordIndex: number; reference: string; reversal: TaxReversal }
  | { kind: "undo"; recordIndex: number; reference: string; refundId: string; reversalId: string };

/**
 * References are unique at Stripe. The sale of the first calculation has the order's id as its reference, which Stripe's tax
 * reports show.
 */
const saleReference = (orderId: string, recordIndex: number): string =>
  recordIndex === 0 ? orderId : `${orderId}-${recordIndex + 1}`;

/**
 * What Stripe has to record next; empty if the order is not paid or everything is recorded. The steps depend only on the
 * stored order, so its events may arrive late and repeatedly. A dispute reverses nothing: the sale and its tax stay
 * recorded. The sequence of the steps: first all sales, then for each tax record:
 * 1. For refunds that failed: an undo of each recorded reversal, which frees the amount that other reversals need. If
 *    Stripe's answer to such a reversal was lost, Stripe may have recorded it, so the reversal is sent again first.
 * 2. The other reversals, in the sequence in which they were planned. Stripe divides a reversal without `parts` among all
 *    lines by itself. In another sequence, too little of a line could be left for the `parts` of a reversal that was planned
 *    earlier.
 */
export function missingTaxSteps(order: StoredOrder): TaxStep[] {
  const { orderId, payment, taxRecords: records = [] } = order;
  if (!payment.paidSessionId) return [];
  const missingSales = records.flatMap(({ transactionId }, recordIndex): TaxStep[] =>
    transactionId === undefined
      ? [{ kind: "sale", recordIndex, reference: saleReference(orderId, recordIndex) }]
      : [],
  );
  if (missingSales.length > 0) return missingSales;
  const failedRefundIds = new Set(
    ownRefunds(order).flatMap(({ refundId, status }) => (status === "failed" ? [refundId] : [])),
  );
  const stepOf = (reversal: TaxReversal, recordIndex: number): TaxStep[] => {
    const { refundId, transactionId, undoneBy } = reversal;
    const reference = `${saleReference(orderId, recordIndex)}-${refundId}`;
    if (transactionId === undefined) return [{ kind: "reversal", recordIndex, reference, reversal }];
    if (!failedRefundIds.has(refundId) || undoneBy !== undefined) return [];
    const undoReference = `${reference}-undo`;
    return [{ kind: "undo", recordIndex, refundId, reference: undoReference, reversalId: transactionId }];
  };
  return records.flatMap(({ reversals = [] }, recordIndex) =>
    [
      ...reversals.filter(({ refundId }) => failedRefundIds.has(refundId)),
      ...reversals.filter(({ refundId }) => !failedRefundIds.has(refundId)),
    ].flatMap((reversal) => stepOf(reversal, recordIndex)),
  );
}

/** What Stripe recorded for a step. `lineIds`: the ids of a sale's lines by their reference. */
export type RecordedTransaction = { transactionId: string; lineIds?: Record<string, string> };

export function withRecordedStep(
  record: TaxRecord,
  step: TaxStep,
  { transactionId, lineIds }: RecordedTransaction,
): TaxRecord {
  if (step.kind === "sale") return { ...record, transactionId, ...(lineIds ? { lineIds } : {}) };
  const { reversals = [] } = record;
  const refundId = step.kind === "undo" ? step.refundId : step.reversal.refundId;
  const recordedIds = step.kind === "undo" ? { undoneBy: transactionId } : { transactionId };
  return {
    ...record,
    reversals: reversals.map((plannedReversal) =>
      plannedReversal.refundId === refundId ? { ...plannedReversal, ...recordedIds } : plannedReversal,
    ),
  };
}

/**
 * The parameters of a reversal. It is always partial, because only partial reversals can be reversed:
 * https://docs.stripe.com/tax/custom#reversals
 */
export function reversalParams(
  record: TaxRecord,
  { reference, reversal }: Extract<TaxStep, { kind: "reversal" }>,
) {
  const { transactionId = "", lineIds = {} } = record;
  const { cents, parts } = reversal;
  const baseParams = { mode: "partial" as const, original_transaction: transactionId, reference };
  const lines = parts?.flatMap(({ line, cents: amount, tax }) => {
    const lineName = line === undefined ? SHIPPING_REFERENCE : lineReference(line);
    const id = lineIds[lineName];
    return id === undefined
      ? []
      : [{ original_line_item: id, reference: lineName, amount: -amount, amount_tax: -tax }];
  });
  const isShippingALine = lineIds[SHIPPING_REFERENCE] !== undefined;
  const shipping = isShippingALine ? undefined : parts?.find(({ line }) => line === undefined);
  // If Stripe has no line for one of the parts, Stripe divides the whole amount.
  if (!parts || !lines || lines.length + (shipping ? 1 : 0) < parts.length)
    return { ...baseParams, flat_amount: -cents };
  return {
    ...baseParams,
    ...(lines.length > 0 ? { line_items: lines } : {}),
    ...(shipping ? { shipping_cost: { amount: -shipping.cents, amount_tax: -shipping.tax } } : {}),
  };
}
