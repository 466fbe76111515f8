import type { Counters } from "../analytics/sale.ts";
import { piecesOf, type StoredOrder } from "../orders/stored-order.ts";
import { stockName } from "../products/stock-table.ts";
import { compareWithListed, type Listed } from "./compare-refunds-and-disputes.ts";
import { addFiguresOf, compareSale } from "./compare-sale.ts";
import { compareSession } from "./compare-session.ts";
import { compareHeldOrder } from "./compare-stock.ts";
import { mayAwaitWebhook } from "./finding.ts";
import { changedOrderIds, readOrders, readSales } from "./read-orders.ts";
import { addFinding, hasRepair, type Run } from "./run.ts";
import { findSession } from "./stripe-lists.ts";
import type { Products } from "./walk-stock.ts";

type Known = {
  sessionIds: ReadonlySet<string>;
  listed: Listed;
  products: Products;
  /** The day whose figures are summed. */
  day: string;
  /** `changedStock` contains the stock of the orders that have changed since this time. */
  changedSince: Date;
};

/**
 * Compares the orders that have changed since `run.since` with Stripe, their holds and their sales. `isComplete` is
 * false if the time was up.
 */
export async function walkChangedOrders(run: Run, known: Known) {
  const figures: Counters = new Map();
  const changedStock = new Set<string>();
  for await (const ids of changedOrderIds(run.since, run.now)) {
    if (run.isTimeUp()) return { figures, changedStock, isComplete: false };
    const [orders, sales] = await Promise.all([readOrders(ids), readSales(ids)]);
    for (const [orderId, order] of orders) {
      run.counted.orders++;
      const sale = sales.get(orderId);
      if (sale) addFiguresOf(sale, known.day, figures);
      if (Date.parse(order.updatedAt) >= +known.changedSince)
        piecesOf(order).forEach((pieces) => changedStock.add(stockName(pieces)));
      if (mayAwaitWebhook(order.updatedAt, run.now)) continue;
      run.findings.push(...compareWithListed(order, known.listed, run.now));
      addFinding(run, compareSale(order, sale, run.now));
      run.findings.push(...compareHeldOrder(order, known.products));
      await comparePayment(run, order, known.sessionIds);
    }
  }
  return { figures, changedStock, isComplete: true };
}

/** Compares the order's session if Stripe's list did not contain it, and finds a hold that should have ended. */
async function comparePayment(run: Run, order: StoredOrder, sessionIds: ReadonlySet<string>): Promise<void> {
  const { orderId, payment, stripeSessionId, hold, createdAt } = order;
  const isHeld = hold.state === "held";
  const sessionId = payment.paidSessionId ?? (isHeld ? stripeSessionId : undefined);
  const isListable = isHeld || Date.parse(createdAt) >= +run.since;
  if (sessionId !== undefined && isListable && !sessionIds.has(sessionId)) {
    const session = await findSession(run.client, sessionId);
    if (session) addFinding(run, compareSession(session, order, run));
    else if (payment.paidSessionId)
      run.findings.push({
        difference: {
          ...{ kind: "payment-unknown-at-stripe", orderId, stripeId: sessionId },
          ...{ shop: order.financialInfo.total, other: 0 },
        },
      });
  }
  if (isHeld && !mayAwaitWebhook(hold.endsAt, run.now) && !hasRepair(run, orderId))
    run.findings.push({
      difference: { kind: "hold-outlived-session", orderId },
      repair: { by: "end-hold", order },
    });
}
