import type { Sale } from "../analytics/sale.ts";
import { isFreeSession } from "../orders/free-order.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import {
  compareDispute,
  compareRefund,
  compareRefundRequests,
  unlistedOf,
  type StripeListIds,
} from "./compare-refunds-and-disputes.ts";
import { compareSale } from "./compare-sale.ts";
import { compareSession } from "./compare-session.ts";
import { compareHeldOrder } from "./compare-stock.ts";
import { compareTax } from "./compare-tax.ts";
import { mayAwaitWebhook } from "./finding.ts";
import { addFinding, hasRepair, type Run } from "./run.ts";
import { findDispute, findRefund, findSession } from "./stripe-lists.ts";
import type { ProductsById } from "./walk-stock.ts";

/**
 * What the run has read before it compares the orders. `sessionIds`: the ids of the sessions that this run has listed at
 * Stripe. Another session is read by its id if its order was placed at `since` or later, or still holds pieces.
 */
export type ComparisonContext = {
  sessionIds: ReadonlySet<string>;
  since: Date;
  listedAtStripe: StripeListIds;
  products: ProductsById;
};

/**
 * Compares an order with Stripe, its hold, its sale and its tax. Asks Stripe only for objects that the run has not found in
 * Stripe's lists.
 */
export async function compareOrder(
  run: Run,
  order: StoredOrder,
  sale: Sale | undefined,
  context: ComparisonContext,
): Promise<void> {
  run.findings.push(...compareRefundRequests(order, context.listedAtStripe.since, run.now));
  await compareUnlisted(run, order, context.listedAtStripe);
  const isSaleReadable = !run.unreadable.has(`SALES#${order.orderId} SALE`);
  if (isSaleReadable) addFinding(run, compareSale(order, sale, run.now));
  addFinding(run, compareTax(order, run.now));
  run.findings.push(...compareHeldOrder(order, context.products));
  await comparePayment(run, order, context);
}

/** Compares the order's refunds and disputes that should be in Stripe's lists and are not. */
async function compareUnlisted(run: Run, order: StoredOrder, listedAtStripe: StripeListIds): Promise<void> {
  const { client, now } = run;
  const { orderId } = order;
  const unlisted = unlistedOf(order, listedAtStripe, now);
  for (const { id, amount } of unlisted.refunds) {
    const refund = await findRefund(client, id);
    const ids = { orderId, stripeId: id };
    if (refund) addFinding(run, compareRefund(refund, order, now));
    else
      run.findings.push({ difference: { kind: "refund-unknown-at-stripe", ...ids, shop: amount, other: 0 } });
  }
  for (const { id, amount } of unlisted.disputes) {
    const dispute = await findDispute(client, id);
    const ids = { orderId, stripeId: id };
    if (dispute) addFinding(run, compareDispute(dispute, order, now));
    else
      run.findings.push({
        difference: { kind: "dispute-unknown-at-stripe", ...ids, shop: amount, other: 0 },
      });
  }
}

/** Compares the order's session if this run has not listed it, and finds a hold that should have ended. */
async function comparePayment(
  run: Run,
  order: StoredOrder,
  { sessionIds, since }: ComparisonContext,
): Promise<void> {
  const { orderId, payment, stripeSessionId, hold, createdAt } = order;
  const isHeld = hold.state === "held";
  const sessionId = payment.paidSessionId ?? (isHeld ? stripeSessionId : undefined);
  // An order that still holds pieces is checked whatever its age.
  const mustBeChecked = isHeld || Date.parse(createdAt) >= +since;
  if (sessionId !== undefined && mustBeChecked && !sessionIds.has(sessionId)) {
    const session = await findSession(run.client, sessionId);
    if (session) addFinding(run, compareSession(session, order, run));
    else if (payment.paidSessionId && !isFreeSession(sessionId))
      run.findings.push({
        difference: {
          kind: "payment-unknown-at-stripe",
          orderId,
          stripeId: sessionId,
          shop: order.financialInfo.total,
          other: 0,
        },
      });
  }
  if (isHeld && !mayAwaitWebhook(hold.endsAt, run.now) && !hasRepair(run, orderId))
    run.findings.push({
      difference: { kind: "hold-outlived-session", orderId },
      repair: { by: "end-hold", order },
    });
}
