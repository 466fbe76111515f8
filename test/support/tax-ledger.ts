import { ownRefunds } from "../../lambdas/orders/balance-rules.ts";
import type { StoredOrder, TaxRecord } from "../../lambdas/orders/stored-order.ts";
import { totalOf, withPlans } from "../../lambdas/tax/plan-reversals.ts";
import { lineReference } from "../../lambdas/tax/tax-parts.ts";
import type { Recorded, TaxStep } from "../../lambdas/tax/tax-rules.ts";
import { missingSteps, reversalParams, withStep } from "../../lambdas/tax/tax-rules.ts";
import { toCents } from "../../shared/money.ts";

/** A sale at Stripe, in cents. `left`: what of a line (or of "shipping") is not reversed. */
type Sale = { total: number; left: Map<string, number>; reversals: Map<string, Reversed> };
type Reversed = { cents: number; byPart: Map<string, number> | undefined; isUndone: boolean };

/**
 * Stripe's transactions in memory, with its refusals: a reference is used once, and neither a sale nor a line of it is reversed
 * by more than it has left. A step that is repeated with the same amounts gets the first answer, as under its idempotency key.
 */
export function openTaxLedger() {
  const sales = new Map<string, Sale>();
  const answers = new Map<string, { sent: string; recorded: Recorded }>();

  const reversedOf = ({ reversals }: Sale) =>
    [...reversals.values()].reduce((sum, { cents, isUndone }) => sum + (isUndone ? 0 : cents), 0);

  function sell(order: StoredOrder, record: TaxRecord, reference: string): Recorded {
    const left = new Map(
      record.lines.map((index) => {
        const { priceEach = 0, quantity = 0, discount = 0, tax = 0 } = order.items[index] ?? {};
        return [lineReference(index), toCents(priceEach) * quantity - toCents(discount) + toCents(tax)];
      }),
    );
    const total = totalOf(order, record);
    if (record.shipping)
      left.set(
        "shipping",
        [...left.values()].reduce((rest, cents) => rest - cents, total),
      );
    sales.set(`tx_${reference}`, { total, left, reversals: new Map() });
    const lineIds = Object.fromEntries([...left.keys()].map((line) => [line, line]));
    return { transactionId: `tx_${reference}`, lineIds };
  }

  function reverse(record: TaxRecord, step: Extract<TaxStep, { kind: "reversal" }>): Recorded {
    const params = reversalParams(record, step);
    const sale = sales.get(params.original_transaction);
    if (!sale) throw new Error("The sale is unknown");
    const lines = "line_items" in params ? (params.line_items ?? []) : [];
    const fee = "shipping_cost" in params ? params.shipping_cost : undefined;
    const isFlat = "flat_amount" in params;
    const byPart = new Map(
      lines.map((line) => [line.original_line_item, -line.amount - line.amount_tax] as [string, number]),
    );
    if (fee) byPart.set("shipping", -fee.amount - fee.amount_tax);
    const cents = isFlat ? -params.flat_amount : [...byPart.values()].reduce((sum, part) => sum + part, 0);
    if (cents <= 0 || reversedOf(sale) + cents > sale.total) throw new Error("More than is left");
    if (!isFlat && [...sale.reversals.values()].some((one) => !one.byPart && !one.isUndone))
      throw new Error("What is left of the lines is unknown after a flat reversal");
    for (const [part, amount] of byPart) {
      const left = (sale.left.get(part) ?? 0) - amount;
      if (left < 0) throw new Error(`More than is left of ${part}`);
      sale.left.set(part, left);
    }
    const id = `tx_${step.reference}`;
    sale.reversals.set(id, { cents, byPart: isFlat ? undefined : byPart, isUndone: false });
    return { transactionId: id };
  }

  function undo(
    record: TaxRecord,
    { reversal: id, reference }: Extract<TaxStep, { kind: "undo" }>,
  ): Recorded {
    const sale = sales.get(record.transactionId ?? "");
    const reversed = sale?.reversals.get(id);
    if (!sale || !reversed || reversed.isUndone) throw new Error("There is no such reversal");
    reversed.isUndone = true;
    for (const [part, amount] of reversed.byPart ?? [])
      sale.left.set(part, (sale.left.get(part) ?? 0) + amount);
    return { transactionId: `tx_${reference}` };
  }

  function execute(order: StoredOrder, step: TaxStep): Recorded {
    const record = order.taxRecords?.[step.record];
    if (!record) throw new Error("The calculation is unknown");
    const sent = JSON.stringify(step.kind === "reversal" ? reversalParams(record, step) : step);
    const answer = answers.get(step.reference);
    if (answer && answer.sent !== sent) throw new Error(`${step.reference} was sent with other amounts`);
    const recorded =
      answer?.recorded ??
      (step.kind === "sale"
        ? sell(order, record, step.reference)
        : step.kind === "undo"
          ? undo(record, step)
          : reverse(record, step));
    answers.set(step.reference, { sent, recorded });
    return recorded;
  }

  return {
    /** The references of everything that was recorded, in its order. */
    references: () => [...answers.keys()],
    /** What is sold and not reversed, in cents. */
    net: () => [...sales.values()].reduce((sum, sale) => sum + sale.total - reversedOf(sale), 0),
    /** Records what is missing; `lost`: the number of the step whose answer is lost, which ends the delivery. */
    record(order: StoredOrder, lost?: number): StoredOrder {
      let next = withPlans(order) ?? order;
      for (let n = 0; ; n++) {
        const [step] = missingSteps(next);
        if (!step) return next;
        const recorded = execute(next, step);
        if (n === lost) return next;
        next = {
          ...next,
          taxRecords: (next.taxRecords ?? []).map((record, i) =>
            i === step.record ? withStep(record, step, recorded) : record,
          ),
        };
      }
    },
  };
}

/** The sum of the refunds that succeeded, in cents. */
export const refundedCents = (order: StoredOrder): number =>
  ownRefunds(order).reduce(
    (sum, { status, amount }) => sum + (status === "succeeded" ? toCents(amount) : 0),
    0,
  );
