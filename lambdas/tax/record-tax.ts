import type Stripe from "stripe";
import * as z from "zod/mini";
import { isReplayedFailure } from "../lib/stripe.ts";
import { applyChange } from "../orders/apply-change.ts";
import { getOrder } from "../orders/order-table.ts";
import type { StoredOrder, TaxRecord } from "../orders/stored-order.ts";
import { withPlannedReversals } from "./plan-reversals.ts";
import { MAX_LINES } from "./tax-parts.ts";
import type { RecordedTransaction, TaxStep } from "./tax-rules.ts";
import { missingTaxSteps, reversalParams, withRecordedStep } from "./tax-rules.ts";

/**
 * The maximum number of idempotency keys for one step. A delivery normally uses up one key. The queue delivers a message 12
 * times, and as often again after each redrive, so the keys are enough for two redrives.
 */
const MAX_KEYS = 40;
/** More steps than an order can have. */
const MAX_STEPS = 200;

/** The fields of an order's events that this function needs. */
const OrderEvent = z.object({ orderId: z.string() });

/**
 * Records the sale and the refunds of an order at Stripe, for its tax reports. The stored order shows what is not
 * recorded yet, so a repeated event records nothing again. Stripe refuses a second transaction with the same reference, so a
 * step whose answer was lost is first repeated under the same idempotency key, which returns that answer.
 * https://docs.stripe.com/tax/custom#tax-transaction
 */
export async function recordTax(client: Stripe, detail: unknown, now: Date): Promise<void> {
  const { orderId } = z.parse(OrderEvent, detail);
  let order = await getOrder(orderId);
  if (!order) throw new Error(`There is no order ${orderId}`);
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    order = await applyChange(orderId, planReversals, { now, initialOrder: order });
    const [step] = missingTaxSteps(order);
    if (!step) return;
    const recordedTransaction = await recordStep(client, order, step);
    order = await applyChange(orderId, (latestOrder) => applyStep(latestOrder, step, recordedTransaction), {
      now,
      initialOrder: order,
    });
  }
  throw new Error(`The tax of order ${orderId} needs more than ${MAX_STEPS} transactions`);
}

/** The change that stores the planned reversals of new refunds; undefined if there are none. */
function planReversals(order: StoredOrder) {
  const plannedOrder = withPlannedReversals(order);
  return plannedOrder && { order: plannedOrder, events: [], isFollowUp: true };
}

/** The change that stores the recorded step; undefined if another delivery was faster. */
function applyStep(order: StoredOrder, step: TaxStep, recordedTransaction: RecordedTransaction) {
  const isMissing = missingTaxSteps(order).some(({ reference }) => reference === step.reference);
  if (!isMissing) return undefined;
  const taxRecords = (order.taxRecords ?? []).map((record, i) =>
    i === step.recordIndex ? withRecordedStep(record, step, recordedTransaction) : record,
  );
  return { order: { ...order, taxRecords }, events: [], isFollowUp: true };
}

async function recordStep(client: Stripe, order: StoredOrder, step: TaxStep): Promise<RecordedTransaction> {
  const record = order.taxRecords?.[step.recordIndex];
  if (!record) throw new Error(`Order ${order.orderId} has no tax calculation ${step.recordIndex}`);
  for (let keyNumber = 1; keyNumber <= MAX_KEYS; keyNumber++) {
    try {
      return await sendStep(client, order.orderId, record, step, {
        idempotencyKey: `${step.reference}:tax:${keyNumber}`,
      });
    } catch (error) {
      // Under a new key nothing can be recorded twice, because references are unique.
      if (!isReplayedFailure(error)) throw error;
    }
  }
  throw new Error(`Stripe repeats a failure under ${MAX_KEYS} keys of ${step.reference}`);
}

async function sendStep(
  { tax }: Stripe,
  orderId: string,
  record: TaxRecord,
  step: TaxStep,
  options: Stripe.RequestOptions,
): Promise<RecordedTransaction> {
  const metadata = { orderId };
  if (step.kind === "sale") {
    const { reference } = step;
    const { id, line_items } = await tax.transactions.createFromCalculation(
      { calculation: record.calculationId, reference, metadata, expand: ["line_items"] },
      options,
    );
    const lines = line_items?.has_more
      ? (await tax.transactions.listLineItems(id, { limit: MAX_LINES })).data
      : (line_items?.data ?? []);
    const lineIds = Object.fromEntries(lines.map((line) => [line.reference, line.id]));
    return { transactionId: id, lineIds };
  }
  const params =
    step.kind === "undo"
      ? { mode: "full" as const, original_transaction: step.reversalId, reference: step.reference }
      : reversalParams(record, step);
  const { id } = await tax.transactions.createReversal({ ...params, metadata }, options);
  return { transactionId: id };
}
