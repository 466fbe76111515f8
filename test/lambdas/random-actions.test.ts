import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { checkInvariants, eventsOf, orderOf } from "../support/invariants.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import type { ShopWithTableFaults } from "../support/shop.ts";
import { advanceClock, openShopWithTableFaults } from "../support/shop.ts";
import { randomAction } from "../support/random-actions.ts";
import type { BooksResult, Difference } from "../../shared/books.ts";
import { CONTEXT } from "../support/invoke.ts";
import { shortenBackoff } from "../support/short-backoff.ts";
import { createChaos } from "../support/chaos.ts";
import { balanceOf } from "../../lambdas/orders/balance-rules.ts";
import { refundableCents } from "../../lambdas/orders/refund-rules.ts";
import { paymentOutcome } from "../../lambdas/orders/payment-outcome.ts";
import { automaticRefundId, type StoredOrder, toOrder } from "../../lambdas/orders/stored-order.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { toCents } from "../../shared/money.ts";
import { refundableDollars } from "../../web/src/features/admin/order-details/refund-amount.ts";

let shop: ShopWithTableFaults;
let driver: CheckoutDriver;
let office: BackOffice;
let compareBooks: () => Promise<BooksResult>;

beforeAll(async () => {
  shortenBackoff();
  shop = await openShopWithTableFaults();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  const { handler } = await import("../../lambdas/reconcile-books.ts");
  compareBooks = () => handler({ dryRun: true }, CONTEXT);
});

/** An order's payments at Stripe; amounts in cents. */
async function readPaymentsOf(orderId: string) {
  const sessions = shop.payments.sessions().filter(({ metadata }) => metadata?.["orderId"] === orderId);
  const paidSessions = sessions.filter(({ payment_status }) => payment_status === "paid");
  return Promise.all(
    paidSessions.map(async ({ id }) => {
      const session = await shop.payments.sdk.checkout.sessions.retrieve(id, {
        expand: ["payment_intent.latest_charge"],
      });
      const intent = session.payment_intent;
      const charge = typeof intent === "object" ? intent?.latest_charge : undefined;
      if (typeof charge !== "object" || !charge) throw new Error(`Session ${id} is paid without a charge`);
      return {
        sessionId: id,
        paymentIntentId: typeof intent === "string" ? intent : (intent?.id ?? ""),
        paidAmount: charge.amount,
        refundedAmount: charge.amount_refunded,
      };
    }),
  );
}

/**
 * Checks that the payment status that the customer sees agrees with the amounts, and that a cancelled order needs attention if a
 * dispute that was won later has returned money to the shop.
 */
function expectTrueOutcome(order: StoredOrder, sessionId: string): void {
  const { total, refunded, requested, withdrawn, lost } = balanceOf(order);
  const { paymentStatus } = paymentOutcome(order, sessionId);
  if (paymentStatus === "refunded") expect(refunded + lost).toBeGreaterThanOrEqual(total);
  if (paymentStatus === "refund-failed") expect(total - refunded - requested - withdrawn).toBeGreaterThan(0);
  if (paymentStatus === "refunding") expect(requested).toBeGreaterThan(0);
  const { disputes = [], orderStatus } = order;
  const ownDisputes = disputes.filter((dispute) => dispute.paymentIntentId === order.payment.paymentIntentId);
  if (paymentStatus === "disputed") expect(ownDisputes.some(({ status }) => status === "open")).toBe(true);
  // After the cancellation of a disputed order, a won dispute returns money that the shop has to refund.
  const cancelledAt = order.history.findLast(({ what, to }) => what === "status" && to === "Cancelled")?.at;
  const wonAt = order.history.findLast(({ what }) => what === "dispute won")?.at;
  const isWonLater = cancelledAt !== undefined && wonAt !== undefined && cancelledAt < wonAt;
  if (orderStatus === ORDER_STATUS.cancelled && isWonLater && refundableCents(order) > 0)
    expect(order.paymentStatus).toBe("needs-attention");
}

/** Checks that the order agrees with Stripe, and that every payment without goods is refunded or needs attention. */
async function expectSettled(orderId: string): Promise<void> {
  const order = await orderOf(shop.table, orderId);
  const payments = await readPaymentsOf(orderId);
  const orderPayment = payments.find(({ sessionId }) => sessionId === order.payment.paidSessionId);
  expect(order.hold.state).not.toBe("held");
  expect(orderPayment === undefined).toBe(payments.length === 0);
  if (!orderPayment) {
    expect(["unpaid", "failed", "expired"]).toContain(order.paymentStatus);
    expect(order.hold.state).toBe("released");
    return;
  }
  expect(order.financialInfo.refunded * 100).toBeCloseTo(orderPayment.refundedAmount);
  expect(toCents(refundableDollars(toOrder(order)))).toBe(refundableCents(order));
  expectTrueOutcome(order, orderPayment.sessionId);
  // A failed refund leaves money with the shop and needs an admin.
  const failedRefunds = order.refunds.filter(({ status }) => status === "failed");
  const openRefundIds = (order.attention ?? [])
    .filter(({ cause }) => cause === "refund-failed")
    .map(({ about }) => about);
  if (orderPayment.refundedAmount < orderPayment.paidAmount && failedRefunds.length > 0)
    expect(order.paymentStatus).toBe("needs-attention");
  if (order.hold.state === "short" && failedRefunds.length === 0)
    expect(orderPayment.refundedAmount).toBe(orderPayment.paidAmount);
  if (order.paymentStatus === "paid") expect(orderPayment.refundedAmount).toBe(0);
  if (order.paymentStatus === "refunded") expect(orderPayment.refundedAmount).toBe(orderPayment.paidAmount);
  // The failed refund of a second payment needs attention until a person has refunded this payment in Stripe's dashboard.
  for (const { paymentIntentId, refundId } of failedRefunds) {
    if (paymentIntentId === order.payment.paymentIntentId) continue;
    const { refunded, total } = balanceOf(order, paymentIntentId);
    expect(openRefundIds.includes(refundId)).toBe(refunded < total);
  }
  for (const other of payments)
    if (other !== orderPayment && other.refundedAmount < other.paidAmount)
      expect(order.paymentStatus).toBe("needs-attention");
}

/** Checks that all events of an order are published and all its mails are sent: once, unless a function crashed while it sent mails. */
async function expectPublishedAndMailed(orderId: string, mailCrashCount: number): Promise<void> {
  const items = await shop.table.partition(`ORDER#${orderId}`);
  expect(items.filter(({ duePk }) => String(duePk).startsWith("OUTBOX#"))).toEqual([]);
  const mails = items.filter(({ sk }) => String(sk).startsWith("MAIL#"));
  expect(mails.filter(({ state }) => state !== "sent")).toEqual([]);
  const mailKeys = mails.map(({ sk }) => String(sk));
  const { refunds, disputes = [], payment, unfulfilled } = await orderOf(shop.table, orderId);
  /** Whether another refund or a dispute may have taken the money of a failed refund from the shop. */
  const mayBeTaken = (failedRefundId: string): boolean => {
    const failedRefund = refunds.find(({ refundId }) => refundId === failedRefundId);
    return [...refunds, ...disputes].some(
      (other) => other !== failedRefund && other.paymentIntentId === failedRefund?.paymentIntentId,
    );
  };
  const failedRefundIds = refunds.filter(({ status }) => status === "failed").map(({ refundId }) => refundId);
  for (const event of await eventsOf(shop.table, orderId)) {
    const { type, id } = event;
    if (type === "OrderPaid")
      expect(mailKeys).toEqual(expect.arrayContaining([`MAIL#receipt#${id}`, `MAIL#team-notice#${id}`]));
    const hasFailedLater = type === "OrderRefunded" && failedRefundIds.includes(event.refundId);
    if (type === "OrderRefunded" && !hasFailedLater) expect(mailKeys).toContain(`MAIL#order-refunded#${id}`);
    // An order that goes on after its automatic refund has failed may have gone on before the mail was due.
    const mayGoOn =
      type === "RefundFailed" &&
      unfulfilled === undefined &&
      event.refundId === automaticRefundId(payment.paymentIntentId);
    if (type === "RefundFailed" && event.announced && !mayBeTaken(event.refundId) && !mayGoOn)
      expect(mailKeys).toContain(`MAIL#order-refund-failed#${id}`);
  }
  const sentCount = shop.mails.filter(({ text }) => text.includes(orderId)).length;
  expect(sentCount).toBeGreaterThanOrEqual(mails.length);
  if (mailCrashCount === 0) expect(sentCount).toBe(mails.length);
}

/** The differences that this test causes, because it counts no sales, and deletes the orders and the list of months after each run. */
const EXPECTED_DIFFERENCES: Difference["kind"][] = [
  "sale-not-counted",
  "payment-without-order",
  "sold-differs",
];

test("random actions of visitors, admins and Stripe with random faults leave stock and money correct", async () => {
  const runCount = Number(process.env["CHAOS_RUNS"] ?? 50);
  let runIndex = 0;
  // The default is an arbitrary number.
  const seed = Number(process.env["CHAOS_SEED"] ?? 1_897);
  await fc.assert(
    fc.asyncProperty(fc.array(randomAction, { minLength: 5, maxLength: 30 }), async (actions) => {
      const products = [testProduct({ stock: 2 }), testProduct({ stock: 6 })];
      await stockUp(shop.table, ...products);
      const simulation = createChaos(shop, driver, office, products);
      for (const action of actions) await simulation.act(action);
      await simulation.recover();
      const sums = await checkInvariants(shop.table);
      expect(products.map(({ id }) => sums.get(`${id}#-`))).toEqual([2, 6]);
      for (const orderId of await simulation.orderIds()) {
        await expectSettled(orderId);
        await expectPublishedAndMailed(orderId, simulation.mailCrashCount());
      }
      // Each comparison takes a tenth of a second, so only some runs end with one.
      if (runIndex++ % 10 === 0) {
        advanceClock(15 * 60_000);
        const { open } = await compareBooks();
        expect(open.filter(({ kind }) => !EXPECTED_DIFFERENCES.includes(kind))).toEqual([]);
      }
      // The checks read the whole table, so each run starts with an empty table.
      await shop.table.clear();
    }),
    { numRuns: runCount, seed, endOnFailure: true },
  );
}, 600_000);
