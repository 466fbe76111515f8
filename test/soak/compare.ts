import type Stripe from "stripe";
import * as z from "zod/mini";
import { balanceOf } from "../../lambdas/orders/balance-rules.ts";
import { automaticRefundId, StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { toCents } from "../../shared/money.ts";
import { checkInvariants } from "../support/invariants.ts";
import type { Item } from "../support/table.ts";
import type { Account } from "./account.ts";
import type { SoakShop } from "./shop.ts";
import { discountDifferences } from "./compare-discounts.ts";
import type { StockAdmin } from "./stock-admin.ts";

const EMPTY_ACCOUNT: Account = {
  paid: 0,
  refunded: 0,
  secondPaymentPaid: 0,
  secondPaymentRefunded: 0,
  withdrawn: 0,
};
const PAGE_SIZE = 100;

/** The account of an order, from the order's item in the table. */
function accountInTable(order: StoredOrder): Account {
  const balance = balanceOf(order);
  const otherRefunds = order.refunds.filter(
    ({ paymentIntentId }) => paymentIntentId !== order.payment.paymentIntentId,
  );
  // The shop itself refunds a second payment, in full. So the refund's amount is also what was paid.
  const isOfSecondPayment = ({ refundId, paymentIntentId }: StoredOrder["refunds"][number]) =>
    refundId === automaticRefundId(paymentIntentId);
  const sumOf = (refunds: StoredOrder["refunds"]) =>
    refunds.reduce((sum, { amount }) => sum + toCents(amount), 0);
  return {
    paid: order.payment.paidSessionId ? balance.total : 0,
    refunded: balance.refunded,
    secondPaymentPaid: sumOf(otherRefunds.filter(isOfSecondPayment)),
    secondPaymentRefunded: sumOf(otherRefunds.filter(({ status }) => status === "succeeded")),
    withdrawn: balance.withdrawn,
  };
}

/** All money of an order at Stripe, in cents. Stripe does not know which of two payments is the order's own. */
type Sums = { paid: number; refunded: number; withdrawn: number };
const sumsOf = ({ paid, secondPaymentPaid, refunded, secondPaymentRefunded, withdrawn }: Account): Sums => ({
  paid: paid + secondPaymentPaid,
  refunded: refunded + secondPaymentRefunded,
  withdrawn,
});

/** The sums of each order from Stripe's lists of sessions, refunds and disputes. */
async function sumsAtStripe(stripe: Stripe): Promise<Map<string, Sums>> {
  const sums = new Map<string, Sums>();
  const orderIdByPayment = new Map<string, string>();
  for await (const session of stripe.checkout.sessions.list({ limit: PAGE_SIZE })) {
    const orderId = session.metadata?.["orderId"] ?? "";
    const payment = session.payment_intent;
    if (typeof payment === "string") orderIdByPayment.set(payment, orderId);
    const orderSums = sums.get(orderId) ?? { paid: 0, refunded: 0, withdrawn: 0 };
    if (session.payment_status === "paid") orderSums.paid += session.amount_total ?? 0;
    sums.set(orderId, orderSums);
  }
  /** The sums of the order that the payment belongs to. The callers add to them. */
  const orderSumsOf = (payment: unknown): Sums => {
    const orderSums = sums.get(orderIdByPayment.get(String(payment)) ?? "");
    if (!orderSums) throw new Error(`The payment ${String(payment)} is of no session.`);
    return orderSums;
  };
  for await (const refund of stripe.refunds.list({ limit: PAGE_SIZE }))
    if (refund.status === "succeeded") orderSumsOf(refund.payment_intent).refunded += refund.amount;
  for await (const dispute of stripe.disputes.list({ limit: PAGE_SIZE }))
    orderSumsOf(dispute.payment_intent).withdrawn -= dispute.balance_transactions.reduce(
      (sum, { amount }) => sum + amount,
      0,
    );
  return sums;
}

const isDifferent = (a: object, b: object): boolean => JSON.stringify(a) !== JSON.stringify(b);

export type Comparison = {
  orderCount: number;
  /** Orders for which money was paid. */
  paidOrderCount: number;
  /** Orders with a discount code that were paid, or that the discount made free. */
  discountedOrderCount: number;
  /** The sums of all orders in cents. */
  total: Sums;
  /** One text for each difference. If an order's money differs, the text has the order's history. */
  differences: string[];
};

/**
 * Compares table, ledger and Stripe's lists for each order, the stock with the pieces that were added and sold, and the uses of
 * codes with the orders.
 */
export async function compareAll(shop: SoakShop, stockAdmin: StockAdmin): Promise<Comparison> {
  const items = await shop.items();
  const differences: string[] = [];
  const orders = new Map(
    items
      .filter(({ sk }) => sk === "ORDER")
      .map((item) => [String(item["orderId"]), z.parse(StoredOrder, item)]),
  );
  const ledger = new Map((await shop.ledger()).map(({ pk, ...account }) => [String(pk), account as Account]));
  const stripeSumsByOrder = await sumsAtStripe(shop.stripe);
  const total: Sums = { paid: 0, refunded: 0, withdrawn: 0 };
  let paidOrderCount = 0;
  for (const orderId of new Set([...orders.keys(), ...ledger.keys(), ...stripeSumsByOrder.keys()])) {
    const order = orders.get(orderId);
    const tableAccount = order ? accountInTable(order) : EMPTY_ACCOUNT;
    const ledgerAccount = { ...EMPTY_ACCOUNT, ...ledger.get(orderId) };
    const tableSums = sumsOf(tableAccount);
    const stripeSums = stripeSumsByOrder.get(orderId) ?? sumsOf(EMPTY_ACCOUNT);
    if (tableSums.paid > 0) paidOrderCount++;
    for (const name of ["paid", "refunded", "withdrawn"] as const) total[name] += tableSums[name];
    if (isDifferent(tableAccount, ledgerAccount) || isDifferent(tableSums, stripeSums))
      differences.push(
        [
          `${orderId}: table ${JSON.stringify(tableAccount)}, ledger ${JSON.stringify(ledgerAccount)}, Stripe ${JSON.stringify(stripeSums)}`,
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

/**
 * Differences between the pieces that admins have added and those that are in stock or sold, and pieces that are still held. If an
 * invariant is broken, only the invariant's message is returned.
 */
async function stockDifferences(
  items: readonly Item[],
  { pieces: addedPieces }: StockAdmin,
): Promise<string[]> {
  try {
    const countedPieces = await checkInvariants({
      items: () => Promise.resolve([...items]),
      partition: () => Promise.resolve([]),
    });
    const differences = [...addedPieces]
      .filter(([key, quantity]) => countedPieces.get(key) !== quantity)
      .map(
        ([key, quantity]) =>
          `${key}: ${quantity} pieces were added, ${String(countedPieces.get(key))} are in stock or sold`,
      );
    const heldItems = items.filter(
      ({ sk, held: quantity }) => String(sk).startsWith("STOCK#") && quantity !== 0,
    );
    return [...differences, ...heldItems.map((item) => `Pieces are still held: ${JSON.stringify(item)}`)];
  } catch (error) {
    return [String(error)];
  }
}
