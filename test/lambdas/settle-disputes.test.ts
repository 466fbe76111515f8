import type Stripe from "stripe";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PaymentAction } from "../../infra/local/stripe/actions.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { raiseAttention } from "../../lambdas/orders/attention-rules.ts";
import { applyDispute, applyFraudWarning } from "../../lambdas/orders/dispute-rules.ts";
import { parseDisputeEvent } from "../../lambdas/orders/refund-or-dispute.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import { checkInvariants, eventsOf, orderOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import { alarmCauses } from "../support/alarms.ts";
import { call, deliver, toBusEvent } from "../support/invoke.ts";
import type { QueueHandler } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";
import { createSecondSession, createStripeEvent, stripeEvents } from "../support/stripe-events.ts";

const { pending, completed, cancelled } = ORDER_STATUS;
let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
let countSales: QueueHandler;
const tee = testProduct({ stock: 1000 });
const DAY_MS = 86_400_000;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  ({ handler: countSales } = await import("../../lambdas/count-sales.ts"));
  await stockUp(shop.table, tee);
});
beforeEach(() => void (shop.logs.length = 0));
afterEach(() => checkInvariants(shop.table));

const readOrder = (orderId: string) => orderOf(shop.table, orderId);
const { act, sessionEvent } = stripeEvents(() => shop.payments);
const alarmCausesOf = (orderId: string) => alarmCauses(shop.logs, orderId);
const buyAndPay = () => driver.buyAndPay([[tee, 1]]);
const readStoredOrder = async (orderId: string) =>
  (await shop.table.partition(`ORDER#${orderId}`)).find(({ sk }) => sk === "ORDER");
const readParkedEvents = async (paymentIntentId: string) =>
  (await shop.table.partition(`PAYMENT#${paymentIntentId}`)).filter(({ sk }) =>
    String(sk).startsWith("PARKED#"),
  );

describe("before the payment was applied to the order,", () => {
  test("a dispute is parked instead of going back to the queue, and is applied once with the payment", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    const paymentEvents = await act(sessionId, "pay");
    const disputeEvents = await act(sessionId, "dispute");
    expect(await driver.settleAndListFailures([...disputeEvents, ...disputeEvents])).toEqual([]);
    expect((await readOrder(orderId)).paymentStatus).toBe("unpaid");
    expect(await driver.settleAndListFailures(paymentEvents)).toEqual([]);
    expect(await driver.settleAndListFailures([...paymentEvents, ...disputeEvents])).toEqual([]);
    const { paymentStatus, attention, disputes, history } = await readOrder(orderId);
    expect([paymentStatus, attention]).toMatchObject(["needs-attention", [{ cause: "disputed" }]]);
    expect(disputes).toMatchObject([{ status: "open", amount: 25, withdrawn: 25, reason: "fraudulent" }]);
    expect(history.filter(({ what }) => what.includes("disputed"))).toHaveLength(1);
    expect(alarmCausesOf(orderId)).toEqual(["disputed"]);
  });

  test("a dispute that is handled at the same time as the payment is not lost", async () => {
    const orderIds = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
        shop.payments.act(sessionId, "pay");
        shop.payments.act(sessionId, "dispute");
        return orderId;
      }),
    );
    const events = await shop.payments.takeNewEvents();
    expect((await Promise.all(events.map((event) => driver.settleAndListFailures([event])))).flat()).toEqual(
      [],
    );
    for (const orderId of orderIds) {
      expect(await readOrder(orderId)).toMatchObject({
        paymentStatus: "needs-attention",
        disputes: [{ withdrawn: 25 }],
      });
      expect(alarmCausesOf(orderId)).toEqual(["disputed"]);
    }
  });

  test("a dispute and its win are parked, and the paid order then needs no attention", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    const paymentEvents = await act(sessionId, "pay");
    await driver.settleAndListFailures([
      ...(await act(sessionId, "dispute")),
      ...(await act(sessionId, "dispute-win")),
    ]);
    await driver.settleAndListFailures(paymentEvents);
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "paid", disputes: [{ status: "won" }] });
  });

  test("a refund from Stripe's dashboard is parked, and is applied with the payment", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    const paymentEvents = await act(sessionId, "pay");
    await driver.settleAndListFailures(await act(sessionId, "refund"));
    await driver.settleAndListFailures(paymentEvents);
    expect(await readOrder(orderId)).toMatchObject({
      paymentStatus: "refunded",
      refunds: [{ status: "succeeded", amount: 25 }],
    });
  });

  test.each([
    ["when the customer returns from the payment page", (id: string) => driver.verifyPayment(id)],
    ["when the customer leaves the payment page", (id: string) => driver.release(id)],
    ["when the time to pay is over", () => Promise.resolve(advanceClock(40 * 60_000))],
  ] as const)(
    "parked events are applied within minutes although the payment's own event never comes: %s",
    async (_, settle) => {
      const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
      await act(sessionId, "pay");
      const { payment_intent: intent } = await shop.payments.sdk.checkout.sessions.retrieve(sessionId);
      const warning = { id: "issfr_early", actionable: true, payment_intent: intent };
      await driver.settleAndListFailures([createStripeEvent("radar.early_fraud_warning.created", warning)]);
      await driver.settleAndListFailures(await act(sessionId, "refund-pending"));
      await settle(sessionId);
      for (let minutes = 0; minutes < 6; minutes += 3) {
        await driver.reconcileCheckouts();
        advanceClock(3 * 60_000);
      }
      await driver.reconcileCheckouts();
      expect(await readOrder(orderId)).toMatchObject({
        paymentStatus: "needs-attention",
        attention: [{ cause: "fraud-warning" }],
        refunds: [{ status: "pending", amount: 25 }],
      });
    },
  );

  test("a dispute of another application is parked without personal data, and ignored after 30 days", async () => {
    const foreignSession = await shop.payments.sdk.checkout.sessions.create({
      mode: "payment",
      success_url: "https://other.example/",
      metadata: { orderId: "4711" },
      customer_email: "theirs@other.example",
      line_items: [
        { quantity: 1, price_data: { currency: "usd", unit_amount: 900, product_data: { name: "Mug" } } },
      ],
    });
    const events = [...(await act(foreignSession.id, "pay")), ...(await act(foreignSession.id, "dispute"))];
    expect(await driver.settleAndListFailures(events)).toEqual([]);
    const { payment_intent: intentId } = await shop.payments.sdk.checkout.sessions.retrieve(
      foreignSession.id,
    );
    if (typeof intentId !== "string") throw new Error("The payment has no id");
    const parkedItems = await readParkedEvents(intentId);
    expect(parkedItems).toHaveLength(2);
    expect(JSON.stringify(parkedItems)).not.toContain("other.example");
    for (const { ttl } of parkedItems) expect(Number(ttl) - Date.now() / 1000).toBeCloseTo(30 * 86_400, -2);

    // DynamoDB deletes expired items late. A payment with the same id must not apply them.
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    advanceClock(31 * DAY_MS);
    const sessionFields = { status: "complete", payment_status: "paid", payment_intent: intentId };
    expect(
      await driver.settleAndListFailures([
        await sessionEvent(sessionId, "checkout.session.completed", sessionFields),
      ]),
    ).toEqual([]);
    const { disputes, paymentStatus } = await readOrder(orderId);
    expect([disputes, paymentStatus]).toEqual([undefined, "paid"]);
  });
});

describe("changes of a dispute:", () => {
  test("a won dispute restores the order, and the next dispute raises the alarm again", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    await driver.settleAndListFailures(await act(sessionId, "dispute-win"));
    expect(await readOrder(orderId)).toMatchObject({
      paymentStatus: "paid",
      attention: [],
      financialInfo: { refunded: 0, total: 25 },
    });
    expect((await readOrder(orderId)).financialInfo).not.toHaveProperty("withdrawn");
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    expect(alarmCausesOf(orderId)).toEqual(["disputed", "disputed"]);
  });

  test("a lost dispute lowers the revenue and its money cannot be refunded; a win after the loss restores both", async () => {
    const { orderId, sessionId } = await buyAndPay();
    /** Delivers the order's events about money to `count-sales`; returns the shop's figures of the week. */
    const countAndReadTotals = async () => {
      const events = (await eventsOf(shop.table, orderId)).filter(({ type }) =>
        /^(OrderPaid|DisputeUpdated)$/.test(type),
      );
      expect(await deliver(countSales, events.map(toBusEvent))).toEqual([]);
      return (await call(office.handler, adminApi.getAnalytics, { query: { days: "7" } })).data.total;
    };
    const totalsBefore = await countAndReadTotals();
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    expect(await countAndReadTotals()).toMatchObject({ revenue: totalsBefore.revenue });
    await driver.settleAndListFailures(await act(sessionId, "dispute-lose"));
    expect(await readOrder(orderId)).toMatchObject({
      paymentStatus: "needs-attention",
      attention: [{ cause: "dispute-lost" }],
      financialInfo: { refunded: 0, withdrawn: 25 },
    });
    expect(alarmCausesOf(orderId)).toEqual(["disputed", "dispute-lost"]);
    expect(await countAndReadTotals()).toMatchObject({
      revenue: totalsBefore.revenue - 25,
      refunded: totalsBefore.refunded + 25,
    });
    const refusedResponse = await office.refund(orderId, { refundId: `refund-${orderId}` });
    expect([refusedResponse.status, refusedResponse.error.message]).toEqual([
      409,
      "At most $0.00 can be refunded.",
    ]);
    advanceClock(DAY_MS);
    await driver.settleAndListFailures(await act(sessionId, "dispute-win"));
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "paid", attention: [] });
    expect(await countAndReadTotals()).toMatchObject({ revenue: totalsBefore.revenue });
    expect((await office.refund(orderId, { refundId: `refund-${orderId}` })).status).toBe(202);
  });

  test("an inquiry raises the alarm, and again when it becomes a dispute; a closed inquiry needs no attention", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures(await act(sessionId, "dispute-inquiry"));
    expect(await readOrder(orderId)).toMatchObject({
      attention: [{ cause: "inquiry" }],
      disputes: [{ withdrawn: 0 }],
    });
    await driver.settleAndListFailures(await act(sessionId, "dispute-escalate"));
    expect(await readOrder(orderId)).toMatchObject({
      attention: [{ cause: "disputed" }],
      disputes: [{ withdrawn: 25 }],
    });
    expect(alarmCausesOf(orderId)).toEqual(["inquiry", "disputed"]);

    const otherPurchase = await buyAndPay();
    await driver.settleAndListFailures(await act(otherPurchase.sessionId, "dispute-inquiry"));
    await driver.settleAndListFailures(await act(otherPurchase.sessionId, "dispute-close"));
    expect(await readOrder(otherPurchase.orderId)).toMatchObject({ paymentStatus: "paid", attention: [] });
  });

  test("a refund that Stripe refuses because of a dispute is a second cause for attention and raises another alarm", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await office.refund(orderId, { refundId: `refund-${orderId}` });
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
    expect((await readOrder(orderId)).attention).toMatchObject([
      { cause: "disputed" },
      { cause: "refund-failed" },
    ]);
    expect(alarmCausesOf(orderId)).toEqual(["disputed", "refund-failed"]);
  });
});

test("a balance transaction in another currency than its dispute's counts as the dispute's whole amount", () => {
  const dispute = {
    id: "dp_1",
    amount: 5000,
    currency: "usd",
    status: "won",
    reason: "fraudulent",
    payment_intent: "pi_1",
    balance_transactions: [
      { amount: -4600, currency: "eur" },
      { amount: 4550, currency: "eur" },
      { amount: -5000, currency: "usd" },
    ],
  };
  expect(parseDisputeEvent("evt_1", dispute, 1)).toMatchObject({ movements: [-5000, 5000, -5000] });
});

describe("a dispute that was won", () => {
  test("asks a person to refund an order that was cancelled meanwhile, until all of its money went back", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    // Stripe refuses to refund a disputed payment, so the cancellation requests no refund.
    expect(
      (await office.change(orderId, { orderStatus: cancelled, refund: true, restock: true })).status,
    ).toBe(200);
    expect((await readOrder(orderId)).refunds).toEqual([]);
    const wonEvents = await act(sessionId, "dispute-win");
    await driver.settleAndListFailures(wonEvents.toReversed());
    await driver.settleAndListFailures(wonEvents);
    const { disputes = [], ...order } = await readOrder(orderId);
    expect(order).toMatchObject({
      paymentStatus: "needs-attention",
      attention: [{ cause: "other", about: disputes[0]?.disputeId }],
    });
    expect(alarmCausesOf(orderId)).toEqual(["disputed", "other"]);
    await office.refund(orderId, { refundId: `rfd_${orderId}` });
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "refunded", attention: [] });
  });

  test("asks for no refund any more after an admin has reopened the order", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    await office.change(orderId, { orderStatus: cancelled, restock: true });
    const wonEvents = await act(sessionId, "dispute-win");
    await driver.settleAndListFailures(wonEvents);
    expect((await readOrder(orderId)).attention).toMatchObject([{ cause: "other" }]);
    expect((await office.change(orderId, { orderStatus: pending })).status).toBe(200);
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "paid", attention: [] });
    await office.change(orderId, { orderStatus: completed });
    await driver.settleAndListFailures(wonEvents);
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "paid", attention: [] });
  });

  test("asks for no refund any more after an admin has reopened an order that was paid after its cancellation", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    await office.change(orderId, { orderStatus: cancelled });
    await driver.pay(sessionId);
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    const { version, refunds } = await readOrder(orderId);
    expect(refunds).toMatchObject([{ status: "failed" }]);
    await call(office.handler, adminApi.acknowledge, { params: { id: orderId }, body: { version } });
    await driver.settleAndListFailures(await act(sessionId, "dispute-win"));
    expect((await readOrder(orderId)).attention).toMatchObject([{ cause: "other" }]);
    expect((await office.change(orderId, { orderStatus: pending })).status).toBe(200);
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "paid", attention: [] });
    const lastPaidEvent = (await eventsOf(shop.table, orderId)).findLast(({ type }) => type === "OrderPaid");
    expect(lastPaidEvent).toMatchObject({ paymentStatus: "paid" });
  });

  test("asks for the refund although the refund of a second payment has failed", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    await office.change(orderId, { orderStatus: cancelled });
    const order = (await readStoredOrder(orderId)) ?? {};
    const secondRefund = {
      refundId: "rfd_second",
      paymentIntentId: "pi_second",
      status: "failed",
      amount: 25,
      reason: "paid twice",
      at: "2026-11-20T12:00:00.000Z",
    };
    const cause = { cause: "refund-failed", about: "rfd_second", since: secondRefund.at };
    const { attention = [] } = await readOrder(orderId);
    await shop.table.put({ ...order, refunds: [secondRefund], attention: [...attention, cause] });
    await driver.settleAndListFailures(await act(sessionId, "dispute-win"));
    expect((await readOrder(orderId)).attention?.map((open) => open.cause)).toEqual([
      "refund-failed",
      "other",
    ]);
  });

  test("asks for the refund of a second payment, until it went back", async () => {
    const { orderId } = await buyAndPay();
    const secondSession = await createSecondSession(shop.payments, orderId);
    for (const action of ["pay", "dispute"] as const)
      await driver.settleAndListFailures(await act(secondSession.id, action));
    // Stripe refuses to refund a disputed payment.
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    const { version, attention } = await readOrder(orderId);
    expect(attention?.map(({ cause }) => cause)).toEqual(["disputed", "refund-failed"]);
    await call(office.handler, adminApi.acknowledge, { params: { id: orderId }, body: { version } });
    await driver.settleAndListFailures(await act(secondSession.id, "dispute-win"));
    const { refunds, ...wonOrder } = await readOrder(orderId);
    expect(wonOrder.attention).toMatchObject([{ cause: "refund-failed", about: refunds[0]?.refundId }]);
    await driver.settleAndListFailures(await act(secondSession.id, "refund"));
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "paid", attention: [] });
  });

  test("asks for the refund also if only a part of the money came back", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    await office.change(orderId, { orderStatus: cancelled });
    const [closedEvent] = await act(sessionId, "dispute-win");
    if (!closedEvent) throw new Error("Stripe sent no event");
    const dispute = closedEvent.data.object as Stripe.Dispute;
    const movements = dispute.balance_transactions.map(({ currency }, i) => ({
      currency,
      amount: i === 0 ? -2500 : 1500,
    }));
    const object = { ...dispute, balance_transactions: movements };
    await driver.settleAndListFailures([{ ...closedEvent, data: { object } } as Stripe.Event]);
    const { attention, disputes = [] } = await readOrder(orderId);
    expect(disputes).toMatchObject([{ status: "won", withdrawn: 10 }]);
    expect(attention).toMatchObject([{ cause: "other", about: disputes[0]?.disputeId }]);
  });

  test("asks for no refund of an order that was not cancelled", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures([
      ...(await act(sessionId, "dispute")),
      ...(await act(sessionId, "dispute-win")),
    ]);
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "paid", attention: [] });
  });
});

const REST_RETURNED =
  "The part of this order's payment that is not disputed was refunded or is being refunded: it cannot be reopened.";

test("an order that was cancelled cannot be reopened while the rest of its payment goes back and a part is disputed", async () => {
  const { orderId, sessionId } = await buyAndPay();
  await driver.settleAndListFailures(await act(sessionId, "dispute-part"));
  await office.change(orderId, { orderStatus: cancelled, refund: true, restock: true });
  expect((await readOrder(orderId)).refunds).toMatchObject([{ status: "requested", amount: 15 }]);
  for (const orderStatus of [pending, completed]) {
    const { status, error } = await office.change(orderId, { orderStatus });
    expect([status, error.message]).toEqual([409, REST_RETURNED]);
  }
  // Stripe refuses to refund a disputed payment. The failure shows the admin that the money is still here.
  await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
  expect((await readOrder(orderId)).refunds).toMatchObject([{ status: "failed" }]);
  expect((await office.change(orderId, { orderStatus: pending })).status).toBe(200);
  expect((await readOrder(orderId)).attention).toMatchObject([{ cause: "disputed" }]);
});

test("an order that was cancelled cannot be reopened after the rest of its payment went back, while a part is disputed", async () => {
  const { orderId, sessionId } = await buyAndPay();
  await office.change(orderId, { orderStatus: cancelled });
  await office.refund(orderId, { refundId: `rest-${orderId}`, amount: 15 });
  await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
  await driver.settleAndListFailures(await act(sessionId, "dispute"));
  expect((await readOrder(orderId)).refunds).toMatchObject([{ status: "succeeded", amount: 15 }]);
  const { status, error } = await office.change(orderId, { orderStatus: pending });
  expect([status, error.message]).toEqual([409, REST_RETURNED]);
});

describe("a lost dispute of a part of the payment", () => {
  test("asks a person to refund the rest of an order that was cancelled meanwhile, until the rest went back", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures(await act(sessionId, "dispute-part"));
    await office.change(orderId, { orderStatus: cancelled });
    const lostEvents = await act(sessionId, "dispute-lose");
    await driver.settleAndListFailures(lostEvents);
    await driver.settleAndListFailures(lostEvents);
    const { disputes = [], attention } = await readOrder(orderId);
    const about = disputes[0]?.disputeId;
    expect(attention).toMatchObject([
      { cause: "dispute-lost", about },
      { cause: "other", about },
    ]);
    expect(alarmCausesOf(orderId)).toEqual(["disputed", "dispute-lost", "other"]);
    const refundId = `rfd_${orderId}`;
    await office.refund(orderId, { refundId });
    expect((await readOrder(orderId)).refunds).toMatchObject([{ status: "requested", amount: 15 }]);
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    expect((await readOrder(orderId)).refunds).toMatchObject([{ status: "succeeded" }]);
    expect((await readOrder(orderId)).attention).toMatchObject([{ cause: "dispute-lost", about }]);
  });

  test("asks for the refund only when no other dispute of the payment is open", async () => {
    const { orderId } = await buyAndPay();
    await office.change(orderId, { orderStatus: cancelled });
    const order = await readOrder(orderId);
    const actor = { by: "stripe", now: new Date() };
    const report = (disputeId: string, status: string, toldAt: number) => ({
      disputeId,
      status,
      toldAt,
      amount: 1000,
      movements: [-1000],
      reason: "general",
      paymentIntentId: order.payment.paymentIntentId ?? "",
    });
    const causesAfter = (...reports: ReturnType<typeof report>[]) => {
      const changedOrder = reports.reduce(
        (current, next) => applyDispute(current, next, actor)?.order ?? current,
        order,
      );
      return (changedOrder.attention ?? []).map(({ cause }) => cause);
    };
    const reports = [report("dp_1", "needs_response", 1), report("dp_2", "needs_response", 2)];
    expect(causesAfter(...reports, report("dp_1", "lost", 3))).not.toContain("other");
    expect(causesAfter(...reports, report("dp_1", "lost", 3), report("dp_2", "lost", 4))).toContain("other");
    expect(causesAfter({ ...report("dp_3", "warning_closed", 1), movements: [] })).toEqual([]);
  });

  test("asks for no refund of an order that was not cancelled", async () => {
    const { orderId, sessionId } = await buyAndPay();
    for (const action of ["dispute-part", "dispute-lose"] as const)
      await driver.settleAndListFailures(await act(sessionId, action));
    expect((await readOrder(orderId)).attention).toMatchObject([{ cause: "dispute-lost" }]);
  });
});

describe("an early fraud warning", () => {
  let warningCount = 0;
  /** Stripe's event about a new warning. `fields` replace fields of the warning. */
  const warningAbout = (paymentIntentId: string, fields: object = {}): Stripe.Event =>
    createStripeEvent("radar.early_fraud_warning.created", {
      id: `issfr_${warningCount++}`,
      object: "radar.early_fraud_warning",
      actionable: true,
      fraud_type: "made_with_stolen_card",
      payment_intent: paymentIntentId,
      ...fields,
    });
  const readPaymentIntentId = async (orderId: string) =>
    (await readOrder(orderId)).payment.paymentIntentId ?? "";

  test("needs attention once and raises an alarm; after an admin's acknowledgement, a repeated event changes nothing", async () => {
    const { orderId } = await buyAndPay();
    const warning = warningAbout(await readPaymentIntentId(orderId));
    expect(await driver.settleAndListFailures([warning, warning])).toEqual([]);
    const { paymentStatus, attention, history } = await readOrder(orderId);
    expect([paymentStatus, attention]).toMatchObject(["needs-attention", [{ cause: "fraud-warning" }]]);
    expect(history.filter(({ what }) => what === "fraud reported by the bank")).toHaveLength(1);
    expect(alarmCausesOf(orderId)).toEqual(["fraud-warning"]);

    const { version } = await readOrder(orderId);
    const options = { params: { id: orderId }, body: { version } };
    const { status } = await call(office.handler, adminApi.acknowledge, options);
    expect(status).toBe(200);
    await driver.settleAndListFailures([warning]);
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "paid", attention: [] });
  });

  test("needs no attention any more when all of the money was refunded, or when the payment is disputed", async () => {
    const [refundedPurchase, disputedPurchase] = [await buyAndPay(), await buyAndPay()];
    for (const { orderId } of [refundedPurchase, disputedPurchase])
      await driver.settleAndListFailures([warningAbout(await readPaymentIntentId(orderId))]);
    await driver.settleAndListFailures(await act(refundedPurchase.sessionId, "refund"));
    expect(await readOrder(refundedPurchase.orderId)).toMatchObject({
      paymentStatus: "refunded",
      attention: [],
    });
    await driver.settleAndListFailures(await act(disputedPurchase.sessionId, "dispute"));
    expect((await readOrder(disputedPurchase.orderId)).attention).toMatchObject([{ cause: "disputed" }]);
  });

  test("changes nothing after the payment was disputed", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    const orderBefore = await readOrder(orderId);
    for (const actionable of [true, false])
      await driver.settleAndListFailures([warningAbout(await readPaymentIntentId(orderId), { actionable })]);
    expect(await readOrder(orderId)).toEqual(orderBefore);
  });

  // Stripe sets `actionable` to false as soon as the refund exists, also while the refund is pending.
  test.each<[description: string, refund: PaymentAction, actionable: boolean, isRefundKnown: boolean]>([
    ["that is complete", "refund", false, true],
    ["that was made after the warning's event", "refund", true, true],
    ["that is pending", "refund-pending", false, true],
    ["whose event comes later", "refund", false, false],
    ["that is pending and whose event comes later", "refund-pending", false, false],
  ])(
    "needs no attention after a refund %s, and needs attention if the refund fails",
    async (_, refund, actionable, isRefundKnown) => {
      const { orderId, sessionId } = await buyAndPay();
      const refundEvents = await act(sessionId, refund);
      const warning = warningAbout(await readPaymentIntentId(orderId), { actionable });
      const events = isRefundKnown ? [...refundEvents, warning] : [warning, ...refundEvents];
      for (const event of events) expect(await driver.settleAndListFailures([event])).toEqual([]);
      const { attention = [], history } = await readOrder(orderId);
      expect([attention, alarmCausesOf(orderId)]).toEqual([[], []]);
      expect(history).toContainEqual(expect.objectContaining({ what: "fraud reported by the bank" }));

      await driver.settleAndListFailures([...(await act(sessionId, "refund-fail")), warning]);
      const causes = (await readOrder(orderId)).attention?.map(({ cause }) => cause);
      expect(causes?.toSorted()).toEqual(["fraud-warning", "refund-failed"]);
      expect(alarmCausesOf(orderId).toSorted()).toEqual(["fraud-warning", "refund-failed"]);
    },
  );

  test("opens again if the refund that settled it fails, although an inquiry was closed meanwhile", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures([warningAbout(await readPaymentIntentId(orderId))]);
    await driver.settleAndListFailures(await act(sessionId, "dispute-inquiry"));
    await driver.settleAndListFailures(await act(sessionId, "refund"));
    await driver.settleAndListFailures(await act(sessionId, "dispute-close"));
    expect((await readOrder(orderId)).attention).toEqual([]);
    await driver.settleAndListFailures(await act(sessionId, "refund-fail"));
    const causes = (await readOrder(orderId)).attention?.map(({ cause }) => cause);
    expect(causes?.toSorted()).toEqual(["fraud-warning", "refund-failed"]);
  });

  test("needs attention after an inquiry was closed", async () => {
    const { orderId, sessionId } = await buyAndPay();
    for (const action of ["dispute-inquiry", "dispute-close"] as const)
      await driver.settleAndListFailures(await act(sessionId, action));
    await driver.settleAndListFailures([warningAbout(await readPaymentIntentId(orderId))]);
    expect((await readOrder(orderId)).attention).toMatchObject([{ cause: "fraud-warning" }]);
  });

  test("is not replaced by later warnings about the refunded payment, and a dispute closes all of them", async () => {
    const { orderId, sessionId } = await buyAndPay();
    const paymentIntentId = await readPaymentIntentId(orderId);
    await driver.settleAndListFailures([warningAbout(paymentIntentId)]);
    await driver.settleAndListFailures(await act(sessionId, "refund"));
    await driver.settleAndListFailures([warningAbout(paymentIntentId)]);
    await driver.settleAndListFailures([warningAbout(paymentIntentId, { actionable: false })]);
    expect((await readOrder(orderId)).attention).toEqual([]);
    await driver.settleAndListFailures(await act(sessionId, "refund-fail"));
    const causes = (await readOrder(orderId)).attention?.map(({ cause }) => cause);
    expect(causes?.filter((cause) => cause === "fraud-warning")).toHaveLength(3);
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    expect((await readOrder(orderId)).attention?.map(({ cause }) => cause).toSorted()).toEqual([
      "disputed",
      "refund-failed",
    ]);
  });

  test("needs no attention when Stripe says that a refund can no longer prevent a dispute", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures([
      warningAbout(await readPaymentIntentId(orderId), { actionable: false }),
    ]);
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "paid" });
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    expect((await readOrder(orderId)).attention).toMatchObject([{ cause: "disputed" }]);
    expect(alarmCausesOf(orderId)).toEqual(["disputed"]);
  });

  test("is parked without the type of fraud until its payment is applied", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    const paymentEvents = await act(sessionId, "pay");
    const { payment_intent: intent } = await shop.payments.sdk.checkout.sessions.retrieve(sessionId);
    if (typeof intent !== "string") throw new Error("The payment has no id");
    await driver.settleAndListFailures([warningAbout(intent)]);
    expect(JSON.stringify(await readParkedEvents(intent))).not.toContain("stolen");
    await driver.settleAndListFailures(paymentEvents);
    expect((await readOrder(orderId)).attention).toMatchObject([{ cause: "fraud-warning" }]);
  });

  test("stays open during a dispute of another payment", async () => {
    const actor = { by: "stripe", now: new Date() };
    const { orderId } = await buyAndPay();
    const warning = {
      warningId: "issfr_own",
      isActionable: true,
      paymentIntentId: await readPaymentIntentId(orderId),
    };
    const warnedOrder = applyFraudWarning(await readOrder(orderId), warning, actor)?.order;
    const dispute = {
      disputeId: "dp_other",
      paymentIntentId: "pi_other",
      status: "needs_response",
      amount: 2500,
      movements: [],
      reason: "fraudulent",
      toldAt: 1,
    };
    expect(warnedOrder && applyDispute(warnedOrder, dispute, actor)?.order.attention).toMatchObject([
      { cause: "fraud-warning" },
      { cause: "disputed" },
    ]);
  });

  test("opens no cause if the whole payment was refunded and another cause is open", async () => {
    const actor = { by: "stripe", now: new Date() };
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures(await act(sessionId, "refund"));
    const orderWithOtherCause = raiseAttention(await readOrder(orderId), "refund-failed", "rfd_other", actor);
    const warning = {
      warningId: "issfr_own",
      isActionable: true,
      paymentIntentId: await readPaymentIntentId(orderId),
    };
    expect(applyFraudWarning(orderWithOtherCause, warning, actor)?.order.attention).toEqual(
      orderWithOtherCause.attention,
    );
  });
});
