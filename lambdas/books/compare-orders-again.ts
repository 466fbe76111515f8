import type { Difference } from "../../shared/books.ts";
import { splitIntoParts } from "../../shared/split-into-parts.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import { compareOrder, type ComparisonContext } from "./compare-order.ts";
import { compareDispute, compareRefund } from "./compare-refunds-and-disputes.ts";
import { compareSession } from "./compare-session.ts";
import { mayAwaitWebhook, mayBeQueued, type Finding } from "./finding.ts";
import { readOrders, readSales } from "./read-orders.ts";
import { addFinding, isUnreadable, type Run } from "./run.ts";
import { findDispute, findRefund, findSession } from "./stripe-lists.ts";

/** The number of differences whose orders are read at the same time. */
const BATCH_SIZE = 100;

/**
 * Compares again the orders in which earlier runs found differences, however old the orders are. A difference stays open if it
 * cannot be compared now.
 */
export async function compareOrdersAgain(
  run: Run,
  differences: readonly Difference[],
  { listedAtStripe, products }: Pick<ComparisonContext, "listedAtStripe" | "products">,
): Promise<void> {
  // Pieces that are held without an order are not compared here, because each run finds all of them (walk-stock.ts).
  const orderDifferences = differences.filter(
    ({ kind, orderId }) => orderId !== undefined && kind !== "pieces-held-without-order",
  );
  for (const batch of splitIntoParts(orderDifferences, BATCH_SIZE)) {
    const orderIds = batch.flatMap(({ orderId }) => orderId ?? []);
    const [orders, sales] = await Promise.all([
      readOrders(orderIds, run.unreadable),
      readSales(orderIds, run.unreadable),
    ]);
    // With 1970 as `since` and without `sessionIds`, `compareOrder` reads each session by its id, and also refunds and disputes that
    // are not in the lists that this run has read.
    const since = new Date(0);
    const context: ComparisonContext = {
      sessionIds: new Set(),
      since,
      listedAtStripe: { ...listedAtStripe, since },
      products,
    };
    const comparedIds = new Set<string>();
    for (const difference of batch) {
      const { orderId = "" } = difference;
      const order = orders.get(orderId);
      if (run.isTimeUp() || isUnreadable(run, orderId) || (order && mayChange(difference, order, run.now))) {
        run.findings.push({ difference });
        continue;
      }
      addFinding(run, await compareByStripeId(run, difference, order));
      if (order && !comparedIds.has(orderId)) await compareOrder(run, order, sales.get(orderId), context);
      comparedIds.add(orderId);
    }
  }
}

/** Whether the order has changed so recently that webhooks or queued messages about it may still arrive. */
const mayChange = ({ kind }: Difference, { updatedAt }: StoredOrder, now: Date): boolean =>
  kind.startsWith("sale-") || kind === "tax-not-recorded"
    ? mayBeQueued(updatedAt, now)
    : mayAwaitWebhook(updatedAt, now);

/** Compares the session, refund or dispute by its Stripe id, because it is possible that the order lacks the id. */
async function compareByStripeId(
  run: Run,
  { kind, stripeId }: Difference,
  order: StoredOrder | undefined,
): Promise<Finding | undefined> {
  const { client, now } = run;
  if (stripeId === undefined) return undefined;
  switch (kind) {
    case "payment-not-recorded":
    case "payment-differs":
    case "payment-without-order":
    case "session-open":
    case "hold-outlived-session": {
      const session = await findSession(client, stripeId);
      return session && compareSession(session, order, run);
    }
    case "refund-not-recorded":
    case "refund-differs": {
      const refund = await findRefund(client, stripeId);
      return refund && order && compareRefund(refund, order, now);
    }
    case "dispute-not-recorded": {
      const dispute = await findDispute(client, stripeId);
      return dispute && order && compareDispute(dispute, order, now);
    }
    default:
      return undefined;
  }
}
