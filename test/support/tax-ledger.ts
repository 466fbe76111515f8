import { ownRefunds } from "../../lambdas/orders/balance-rules.ts";
import type { StoredOrder, TaxRecord } from "../../lambdas/orders/stored-order.ts";
import { taxedCents, withPlannedReversals } from "../../lambdas/tax/plan-reversals.ts";
import { lineReference } from "../../lambdas/tax/tax-parts.ts";
import type { RecordedTransaction, TaxStep } from "../../lambdas/tax/tax-rules.ts";
import { missingTaxSteps, reversalParams, withRecordedStep } from "../../lambdas/tax/tax-rules.ts";
import { toCents } from "../../shared/money.ts";

/** A sale at Stripe. `unreversedCents`: the amount of each line, and of "shipping", that is not reversed. */
type Sale = { totalCents: number; unreversedCents: Map<string, number>; reversals: Map<string, Reversal> };
/** `byPart`: the reversed cents of each line, and of "shipping"; undefined for a flat amount, which names no lines. */
type Reversal = { cents: number; byPart: Map<string, number> | undefined; isUndone: boolean };

/**
 * A fake of Stripe's tax transactions. Like Stripe, it refuses a second transaction with the same reference, and a reversal
 * of more than the unreversed amount of a sale or a line. A step that is repeated with the same amounts gets the
 * first response again, because the shop repeats it with the same idempotency key.
 */
export function openTaxLedger() {
  const sales = new Map<string, Sale>();
  const responses = new Map<string, { request: string; transaction: RecordedTransaction }>();

  const reversedCents = ({ reversals }: Sale) =>
    [...reversals.values()].reduce((sum, { cents, isUndone }) => sum + (isUndone ? 0 : cents), 0);

  function sell(order: StoredOrder, record: TaxRecord, reference: string): RecordedTransaction {
    const unreversedCents = new Map(
      record.lines.map((index) => {
        const { priceEach = 0, quantity = 0, discount = 0, tax = 0 } = order.items[index] ?? {};
        return [lineReference(index), toCents(priceEach) * quantity - toCents(discount) + toCents(tax)];
      }),
    );
    const totalCents = taxedCents(order, record);
    if (record.shipping)
      unreversedCents.set(
        "shipping",
        [...unreversedCents.values()].reduce((remaining, cents) => remaining - cents, totalCents),
      );
    sales.set(`tx_${reference}`, { totalCents, unreversedCents, reversals: new Map() });
    const lineIds = Object.fromEntries([...unreversedCents.keys()].map((line) => [line, line]));
    return { transactionId: `tx_${reference}`, lineIds };
  }

  function reverse(record: TaxRecord, step: Extract<TaxStep, { kind: "reversal" }>): RecordedTransaction {
    const params = reversalParams(record, step);
    const sale = sales.get(params.original_transaction);
    if (!sale) throw new Error("The sale is unknown");
    const lines = "line_items" in params ? (params.line_items ?? []) : [];
    const shippingCost = "shipping_cost" in params ? params.shipping_cost : undefined;
    const isFlat = "flat_amount" in params;
    const byPart = new Map(
      lines.map((line) => [line.original_line_item, -line.amount - line.amount_tax] as [string, number]),
    );
    if (shippingCost) byPart.set("shipping", -shippingCost.amount - shippingCost.amount_tax);
    const cents = isFlat ? -params.flat_amount : [...byPart.values()].reduce((sum, part) => sum + part, 0);
    if (cents <= 0 || reversedCents(sale) + cents > sale.totalCents) throw new Error("More than is left");
    if (!isFlat && [...sale.reversals.values()].some((reversal) => !reversal.byPart && !reversal.isUndone))
      throw new Error("What is left of the lines is unknown after a flat reversal");
    for (const [part, amount] of byPart) {
      const remainingCents = (sale.unreversedCents.get(part) ?? 0) - amount;
      if (remainingCents < 0) throw new Error(`More than is left of ${part}`);
      sale.unreversedCents.set(part, remainingCents);
    }
    const id = `tx_${step.reference}`;
    sale.reversals.set(id, { cents, byPart: isFlat ? undefined : byPart, isUndone: false });
    return { transactionId: id };
  }

  function undo(
    record: TaxRecord,
    { reversalId: id, reference }: Extract<TaxStep, { kind: "undo" }>,
  ): RecordedTransaction {
    const sale = sales.get(record.transactionId ?? "");
    const reversal = sale?.reversals.get(id);
    if (!sale || !reversal || reversal.isUndone) throw new Error("There is no such reversal");
    reversal.isUndone = true;
    for (const [part, amount] of reversal.byPart ?? [])
      sale.unreversedCents.set(part, (sale.unreversedCents.get(part) ?? 0) + amount);
    return { transactionId: `tx_${reference}` };
  }

  function recordNew(order: StoredOrder, record: TaxRecord, step: TaxStep): RecordedTransaction {
    if (step.kind === "sale") return sell(order, record, step.reference);
    return step.kind === "undo" ? undo(record, step) : reverse(record, step);
  }

  function execute(order: StoredOrder, step: TaxStep): RecordedTransaction {
    const record = order.taxRecords?.[step.recordIndex];
    if (!record) throw new Error("The calculation is unknown");
    const request = JSON.stringify(step.kind === "reversal" ? reversalParams(record, step) : step);
    const response = responses.get(step.reference);
    if (response && response.request !== request)
      throw new Error(`${step.reference} was sent with other amounts`);
    const transaction = response?.transaction ?? recordNew(order, record, step);
    responses.set(step.reference, { request, transaction });
    return transaction;
  }

  return {
    /** The references of the recorded transactions, in the sequence of their recording. */
    references: () => [...responses.keys()],
    /** The sum of the sales minus the reversals, in cents. */
    netCents: () => [...sales.values()].reduce((sum, sale) => sum + sale.totalCents - reversedCents(sale), 0),
    /**
     * Records the missing steps, and returns the order with their responses. The response to the step with the index
     * `lostStep` is lost: the returned order does not contain it, and no further step is recorded.
     */
    record(order: StoredOrder, lostStep?: number): StoredOrder {
      let recordedOrder = withPlannedReversals(order) ?? order;
      for (let stepIndex = 0; ; stepIndex++) {
        const [step] = missingTaxSteps(recordedOrder);
        if (!step) return recordedOrder;
        const transaction = execute(recordedOrder, step);
        if (stepIndex === lostStep) return recordedOrder;
        recordedOrder = {
          ...recordedOrder,
          taxRecords: (recordedOrder.taxRecords ?? []).map((record, i) =>
            i === step.recordIndex ? withRecordedStep(record, step, transaction) : record,
          ),
        };
      }
    },
  };
}

/** The sum of the refunds that succeeded, in cents. A refund of a second payment does not count. */
export const refundedCents = (order: StoredOrder): number =>
  ownRefunds(order).reduce(
    (sum, { status, amount }) => sum + (status === "succeeded" ? toCents(amount) : 0),
    0,
  );
