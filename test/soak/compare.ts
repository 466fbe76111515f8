import type Stripe from "stripe";
import * as z from "zod/mini";
import { balanceOf } from "../../lambdas/orders/balance-rules.ts";
import { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { toCents } from "../../shared/money.ts";
import { checkInvariants } from "../support/invariants.ts";
import type { Item } from "../support/table.ts";
import type { Account } from "./account.ts";
import type { SoakShop } from "./shop.ts";
import { discountDifferences } from "./compare-discounts.ts";
import type { StockAdmin } from "./stock-admin.ts";

const NOTHING: Account = { paid: 0, refunded: 0, paidTwice: 0, refundedTwice: 0, withdrawn: 0 };
const PAGE_SIZE = 100;

/** An order's money as the table has it. */
function accountInTable(order: StoredOrder): Account {
  const balance = balanceOf(order);
  const otherRefunds = order.refunds.filter(
    ({ paymentIntentId }) => paymentIntentId !== order.payment.paymentIntentId,
  );
  const sumOf = (refunds: StoredOrder["refunds"]) =>
    refunds.reduce((sum, { amount }) => sum + toCents(amount), 0);
  return {
    paid: order.payment.paidSessionId ? balance.total : 0,
    refunded: balance.refunded,
    paidTwice: sumOf(
      otherRefunds.filter(({ refundId, paymentIntentId }) => refundId === `rfd_${paymentIntentId}`),
    ),
    refundedTwice: sumOf(otherRefunds.filter(({ status }) => status === "succeeded")),
    withdrawn: balance.withdrawn,
  };
}

/** All money of an order at Stripe, in cents. Stripe does not know which of two payments is the order's own. */
type Sums = { paid: number; refunded: number; withdrawn: number };
const sumsOf = ({ paid, paidTwice, refunded, refundedTwice, withdrawn }: Account): Sums => ({
  paid: paid + paidTwice,
  refunded: refunded + refundedTwice,
  withdrawn,
});

/** The sums of each order from Stripe's lists of sessions, refunds and disputes. */
async function sumsAtStripe(stripe: Stripe): Promise<Map<string, Sums>> {
  const sums = new Map<string, Sums>();
  const orderOfPayment = new Map<string, string>();
  for await (const session of stripe.checkout.sessions.list({ limit: PAGE_SIZE })) {
    const orderId = session.metadata?.["orderId"] ?? "";
    const payment = session.payment_intent;
    if (typeof payment === "string") orderOfPayment.set(payment, orderId);
    const order = sums.get(orderId) ?? { paid: 0, refunded: 0, withdrawn: 0 };
    if (session.payment_status === "paid") order.paid += session.amount_total ?? 0;
    sums.set(orderId, order);
  }
  const orderOf = (payment: unknown): Sums => {
    const order = sums.get(orderOfPayment.get(String(payment)) ?? "");
    if (!order) throw new Error(`The payment ${String(payment)} is of no session.`);
    return order;
  };
  for await (const refund of stripe.refunds.list({ limit: PAGE_SIZE }))
    if (refund.status === "succeeded") orderOf(refund.payment_intent).refunded += refund.amount;
  for await (const dispute of stripe.disputes.list({ limit: PAGE_SIZE }))
    orderOf(dispute.payment_intent).withdrawn -= dispute.balance_transactions.reduce(
      (sum, { amount }) => sum + amount,
      0,
    );
  return sums;
}

const isDifferent = (a: object, b: object): boolean => JSON.stringify(a) !== JSON.stringify(b);

export type Comparison = {
  orderCount: number;
  paidOrderCount: number;
  /** Paid orders with a discount code, also those of which nothing was left to pay. */
  discountedOrderCount: number;
  /** The sums of all orders in cents. */
  total: Sums;
  /** One text for each difference, with the order's history. */
  differences: string[];
};

/** Compares table, ledger and Stripe's lists for each order, and the stock with the pieces that were added and sold. */
export async function compareAll(shop: SoakShop, stockAdmin: StockAdmin): Promise<Comparison> {
  const items = await shop.items();
  const differences: string[] = [];
  const orders = new Map(
    items
      .filter(({ sk }) => sk === "ORDER")
      .map((item) => [String(item["orderId"]), z.parse(StoredOrder, item)]),
  );
  const ledger = new Map((await shop.ledger()).map(({ pk, ...account }) => [String(pk), account as Account]));
  const atStripe = await sumsAtStripe(shop.stripe);
  const total: Sums = { paid: 0, refunded: 0, withdrawn: 0 };
  let paidOrderCount = 0;
  for (const orderId of new Set([...orders.keys(), ...ledger.keys(), ...atStripe.keys()])) {
    const order = orders.get(orderId);
    const inTable = order ? accountInTable(order) : NOTHING;
    const inLedger = { ...NOTHING, ...ledger.get(orderId) };
    const sums = sumsOf(inTable);
    const stripeSums = atStripe.get(orderId) ?? sumsOf(NOTHING);
    if (sums.paid > 0) paidOrderCount++;
    for (const name of ["paid", "refunded", "withdrawn"] as const) total[name] += sums[name];
    if (isDifferent(inTable, inLedger) || isDifferent(sums, stripeSums))
      differences.push(
        [
          `${orderId}: table ${JSON.stringify(inTable)}, ledger ${JSON.stringify(inLedger)}, Stripe ${JSON.stringify(stripeSums)}`,
          ...historyOf(order, items),
        ].join("\n  "),
      );
  }
  differences.push(...(await stockDifferences(items, stockAdmin)));
  differences.push(...discountDifferences(items, [...orders.values()]));
  const discountedOrders = [...orders.values()].filter(
    ({ discountUse, payment }) => discountUse && payment.paidSessionId,
  );
  return {
    orderCount: orders.size,
    paidOrderCount,
    discountedOrderCount: discountedOrders.length,
    total,
    differences,
  };
}

/** The lines about an order that help to find the cause of a difference. */
function historyOf(order: StoredOrder | undefined, items: readonly Item[]): string[] {
  if (!order) return ["The table has no such order."];
  const { orderId, hold, payment, refunds, disputes, history } = order;
  const events = items
    .filter(({ pk, sk }) => pk === `ORDER#${orderId}` && String(sk).startsWith("OUTBOX#"))
    .map(({ event, sk }) => `event ${String(sk)} ${JSON.stringify(event)}`);
  return [
    ...history.map((entry) => `history ${JSON.stringify(entry)}`),
    ...events,
    JSON.stringify({ hold, payment, refunds, disputes }),
  ];
}

/** Differences between the stock and the pieces that admins added minus those sold and not restocked. */
async function stockDifferences(items: readonly Item[], { pieces }: StockAdmin): Promise<string[]> {
  try {
    const sums = await checkInvariants({
      items: () => Promise.resolve([...items]),
      partition: () => Promise.resolve([]),
    });
    const differences = [...pieces]
      .filter(([key, quantity]) => sums.get(key) !== quantity)
      .map(
        ([key, quantity]) =>
          `${key}: ${quantity} pieces were added, ${String(sums.get(key))} are in stock or sold`,
      );
    const heldItems = items.filter(
      ({ sk, held: quantity }) => String(sk).startsWith("STOCK#") && quantity !== 0,
    );
    return [...differences, ...heldItems.map((item) => `Pieces are still held: ${JSON.stringify(item)}`)];
  } catch (error) {
    return [String(error)];
  }
}
