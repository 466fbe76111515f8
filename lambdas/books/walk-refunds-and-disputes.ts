import { splitIntoParts } from "../../shared/split-into-parts.ts";
import type Stripe from "stripe";
import type { StoredOrder } from "../orders/stored-order.ts";
import { compareDispute, compareRefund, type StripeListIds } from "./compare-refunds-and-disputes.ts";
import type { Finding } from "./finding.ts";
import { readOrderIdsOfPayments, readOrders } from "./read-orders.ts";
import { addFinding, type Run } from "./run.ts";
import { listDisputesSince, listRefundsSince } from "./stripe-lists.ts";

const DAY_MS = 86_400_000;
/**
 * A refund may fail for 30 days after it was made. A refund for which the customer has to name a bank account waits for 45
 * days, and is then cancelled.
 * https://docs.stripe.com/refunds#failed-refunds and https://docs.stripe.com/payments/customer-balance/refunding
 */
const REFUNDS_MS = 60 * DAY_MS;
/**
 * A bank decides a dispute within about three months. After that, the bank or the shop can take the dispute to arbitration, which
 * takes months more. https://docs.stripe.com/disputes/how-disputes-work and https://docs.stripe.com/disputes/arbitration
 */
const DISPUTES_MS = 365 * DAY_MS;
/**
 * The shop records a refund when the webhook arrives, and Stripe repeats a failed webhook for three days. So a refund that
 * the shop recorded at least this long after the lists begin is in the lists.
 */
const MAX_WEBHOOK_DELAY_MS = 4 * DAY_MS;
const PAYMENTS_IN_BATCH = 100;

const paymentOf = ({ payment_intent: intent }: Stripe.Refund | Stripe.Dispute): string =>
  typeof intent === "string" ? intent : (intent?.id ?? "");

/** Compares Stripe's recent refunds and disputes with the orders of their payments. Returns what Stripe lists. */
export async function walkRefundsAndDisputes(run: Run): Promise<StripeListIds> {
  const { client, now } = run;
  const refunds = await listRefundsSince(client, new Date(+now - REFUNDS_MS));
  const disputes = await listDisputesSince(client, new Date(+now - DISPUTES_MS));
  run.counted.refunds = await compareEach(run, refunds, (refund, order) => compareRefund(refund, order, now));
  run.counted.disputes = await compareEach(run, disputes, (dispute, order) =>
    compareDispute(dispute, order, now),
  );
  return {
    refunds: new Set(refunds.map(({ id }) => id)),
    disputes: new Set(disputes.map(({ id }) => id)),
    since: new Date(+now - REFUNDS_MS + MAX_WEBHOOK_DELAY_MS),
  };
}

/** Compares each row that belongs to an order of this shop; returns their number. */
async function compareEach<Row extends Stripe.Refund | Stripe.Dispute>(
  run: Run,
  rows: readonly Row[],
  compare: (row: Row, order: StoredOrder) => Finding | undefined,
): Promise<number> {
  let count = 0;
  for (const batch of splitIntoParts(rows, PAYMENTS_IN_BATCH)) {
    const orderIds = await readOrderIdsOfPayments(batch.map(paymentOf).filter(Boolean));
    const orders = await readOrders([...orderIds.values()], run.unreadable);
    for (const row of batch) {
      const order = orders.get(orderIds.get(paymentOf(row)) ?? "");
      if (!order) continue;
      count++;
      addFinding(run, compare(row, order));
    }
  }
  return count;
}
