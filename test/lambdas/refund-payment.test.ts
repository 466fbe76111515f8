import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { brand } from "../../shared/site/brand.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { checkInvariants, eventsOf, orderOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { alarmCauses } from "../support/alarms.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import type { HttpHandler } from "../support/invoke.ts";
import { call, deliver, toBusEvent } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";
import { createSecondSession, stripeEvents } from "../support/stripe-events.ts";

let shop: Shop;
let driver: CheckoutDriver;
let admin: HttpHandler;
const tee = testProduct({ stock: 100 });

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  ({ handler: admin } = await import("../../lambdas/admin-api.ts"));
  await stockUp(shop.table, tee);
});
afterEach(async () => {
  shop.payments.connection.cut = "none";
  shop.payments.connection.refusal = undefined;
  shop.payments.connection.forbiddenPaths = undefined;
  shop.payments.connection.ignoresKeys = false;
  shop.payments.faults.set({ stripe: "normal" });
  await checkInvariants(shop.table);
});

const { act } = stripeEvents(() => shop.payments);

/** Creates a paid order of $50.00 and requests a refund. */
async function createOrderWithRefund(refundId: string, amount?: number) {
  const { orderId, sessionId } = await driver.buyAndPay([[tee, 2]]);
  const { version } = await orderOf(shop.table, orderId);
  const body = { refundId, version, ...(amount === undefined ? {} : { amount }) };
  const response = await call(admin, adminApi.requestRefund, { params: { id: orderId }, body });
  expect(response.status).toBe(202);
  return { orderId, sessionId };
}
const listStripeRefunds = async (orderId: string) => {
  const { payment } = await orderOf(shop.table, orderId);
  return (await shop.payments.sdk.refunds.list({ payment_intent: payment.paymentIntentId ?? "" })).data;
};

describe("a refund", () => {
  test("is made once, also if the request for it is delivered repeatedly and concurrently", async () => {
    const { orderId } = await createOrderWithRefund("refund-once-1", 12.34);
    const failedIndexes = await Promise.all(
      [1, 2, 3].map(() => driver.deliverOutbox("refund-payment", orderId, "RefundRequested")),
    );
    // Of concurrent deliveries, some may fail: their messages go back to the queue.
    for (const failedIndex of failedIndexes.flat()) expect(failedIndex).toBe(0);
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
    expect((await listStripeRefunds(orderId)).map(({ amount, metadata }) => [amount, metadata])).toEqual([
      [1234, { orderId, refundId: "refund-once-1" }],
    ]);
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    expect(await orderOf(shop.table, orderId)).toMatchObject({
      paymentStatus: "partially-refunded",
      financialInfo: { refunded: 12.34 },
      refunds: [{ refundId: "refund-once-1", status: "succeeded" }],
    });
    const refundEvents = (await eventsOf(shop.table, orderId)).filter(({ type }) => type === "OrderRefunded");
    expect(refundEvents).toHaveLength(1);
  });

  test("is made once when Stripe's response is lost: the message goes back to the queue, and its retry gets the same refund", async () => {
    const { orderId } = await createOrderWithRefund("refund-cut-1");
    shop.payments.connection.cut = "after";
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([0]);
    shop.payments.connection.cut = "none";
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
    expect(await listStripeRefunds(orderId)).toHaveLength(1);
    expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("refunded");
  });

  test("is made once when Stripe replays a 500: the message goes back to the queue until a new idempotency key succeeds", async () => {
    const { orderId } = await createOrderWithRefund("refund-replayed-1", 20);
    shop.payments.faults.set({ stripe: "error-replayed" });
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([0]);
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([0]);
    shop.payments.faults.set({ stripe: "normal" });
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
    expect((await listStripeRefunds(orderId)).map(({ amount }) => amount)).toEqual([2000]);
    expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("partially-refunded");
  });

  test("is made once if Stripe has forgotten its idempotency key and lists more than 100 newer refunds of the payment", async () => {
    const { orderId } = await createOrderWithRefund("refund-many-1", 10);
    shop.payments.connection.cut = "after";
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([0]);
    shop.payments.connection.cut = "none";
    const { refunds } = shop.payments.sdk;
    const payment_intent = (await orderOf(shop.table, orderId)).payment.paymentIntentId ?? "";
    for (let i = 0; i < 101; i++) await refunds.create({ payment_intent, amount: 1 });
    shop.payments.connection.ignoresKeys = true;
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
    const allRefunds = await refunds.list({ payment_intent, limit: 100 }).autoPagingToArray({ limit: 1_000 });
    expect(allRefunds.filter(({ amount }) => amount === 1000)).toHaveLength(1);
    expect((await orderOf(shop.table, orderId)).refunds).toMatchObject([{ amount: 10, status: "succeeded" }]);
  });

  test("that Stripe refuses is recorded as failed, needs attention and is not retried", async () => {
    const { orderId } = await createOrderWithRefund("refund-refused-1");
    shop.payments.connection.refusal = { code: "charge_not_refundable", message: "Not refundable" };
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
    const { paymentStatus, refunds: storedRefunds } = await orderOf(shop.table, orderId);
    expect([paymentStatus, storedRefunds.map(({ status }) => status)]).toEqual([
      "needs-attention",
      ["failed"],
    ]);
  });

  test("goes back to the queue, without a failure, while another delivery is calling Stripe", async () => {
    const { orderId } = await createOrderWithRefund("refund-in-use-1");
    shop.payments.connection.refusal = {
      code: "idempotency_key_in_use",
      message: "Another request is in progress",
    };
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([0]);
    expect((await orderOf(shop.table, orderId)).refunds).toMatchObject([{ status: "requested" }]);
    shop.payments.connection.refusal = undefined;
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
    expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("refunded");
  });

  test("is not requested from Stripe when Stripe has already reported it as pending", async () => {
    const { orderId } = await createOrderWithRefund("refund-pending-1", 10);
    const { payment } = await orderOf(shop.table, orderId);
    const refundAtStripe = {
      id: "re_slow",
      amount: 1000,
      status: "pending",
      payment_intent: payment.paymentIntentId,
      metadata: { orderId, refundId: "refund-pending-1" },
    };
    const createdEvent = { id: "evt_slow", type: "refund.created", data: { object: refundAtStripe } };
    const message = { source: "stripe", detailType: "refund.created", detail: createdEvent };
    expect(await deliver(driver.settleHandler, [message])).toEqual([]);
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
    expect(await listStripeRefunds(orderId)).toEqual([]);
    expect((await orderOf(shop.table, orderId)).refunds).toMatchObject([{ status: "pending" }]);
  });

  test("counts in addition to a refund of the same amount that was made in Stripe's dashboard at the same time", async () => {
    const { orderId } = await createOrderWithRefund("refund-both-1", 18);
    const { payment } = await orderOf(shop.table, orderId);
    await shop.payments.takeNewEvents();
    await shop.payments.sdk.refunds.create({ payment_intent: payment.paymentIntentId ?? "", amount: 1800 });
    // `charge.refunded` has only the sum of all refunds.
    for (const event of await shop.payments.takeNewEvents()) await driver.settleAndListFailures([event]);
    expect((await orderOf(shop.table, orderId)).financialInfo.refunded).toBe(18);
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    expect((await listStripeRefunds(orderId)).map(({ amount }) => amount)).toEqual([1800, 1800]);
    const order = await orderOf(shop.table, orderId);
    expect(order.financialInfo.refunded).toBe(36);
    expect(order.refunds.map(({ amount, status }) => [amount, status])).toEqual([
      [18, "succeeded"],
      [18, "succeeded"],
    ]);
    const refundedAmounts = (await eventsOf(shop.table, orderId)).flatMap((event) =>
      event.type === "OrderRefunded" ? [event.amount] : [],
    );
    expect(refundedAmounts).toEqual([18, 18]);
  });

  test("of the whole payment needs no attention when Stripe's dashboard has refunded the payment already", async () => {
    const { orderId, sessionId } = await createOrderWithRefund("refund-both-2");
    shop.payments.act(sessionId, "refund");
    await driver.settleAndListFailures((await shop.payments.takeNewEvents()).toReversed());
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
    const order = await orderOf(shop.table, orderId);
    expect([order.paymentStatus, order.financialInfo.refunded]).toEqual(["refunded", 50]);
    expect(await listStripeRefunds(orderId)).toHaveLength(1);
  });

  // The request waits in its queue, for example because Stripe's key was revoked, and a person refunds in the meantime.
  test("of a cancelled order sends no mail that it failed if Stripe's dashboard has refunded the payment already", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([[tee, 2]]);
    const { version } = await orderOf(shop.table, orderId);
    const body = { orderStatus: ORDER_STATUS.cancelled, refund: true, version } as const;
    await call(admin, adminApi.changeOrder, { params: { id: orderId }, body });
    await driver.settleAndListFailures(await act(sessionId, "refund"));
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
    shop.mails.length = 0;
    for (const type of ["OrderRefunded", "RefundFailed"] as const)
      expect(await driver.deliverOutbox("send-order-email", orderId, type)).toEqual([]);
    expect(shop.mails.map(({ subject }) => subject)).toEqual([`We refunded $50.00 (${brand.name})`]);
    // The refund in the dashboard fails too, so the shop has the money again.
    await driver.settleAndListFailures(await act(sessionId, "refund-fail"));
    expect(await driver.deliverOutbox("send-order-email", orderId, "RefundFailed")).toEqual([]);
    expect(shop.mails.map(({ subject }) => subject)).toContain(
      `Your refund of $50.00 did not go through (${brand.name})`,
    );
    expect((await orderOf(shop.table, orderId)).attention).toMatchObject([{ cause: "refund-failed" }]);
  });

  test("of a cancelled order sends no mail that it failed if the bank has taken the money for a dispute", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([[tee, 2]]);
    const { version } = await orderOf(shop.table, orderId);
    const body = { orderStatus: ORDER_STATUS.cancelled, refund: true, version } as const;
    await call(admin, adminApi.changeOrder, { params: { id: orderId }, body });
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
    shop.mails.length = 0;
    expect(await driver.deliverOutbox("send-order-email", orderId, "RefundFailed")).toEqual([]);
    expect(shop.mails).toEqual([]);
  });

  test.each(["refund", "dispute"] as const)(
    "of a cancelled order sends no mail if Stripe refuses it because of a %s whose webhook comes after the refusal",
    async (action) => {
      const { orderId, sessionId } = await driver.buyAndPay([[tee, 2]]);
      const { version } = await orderOf(shop.table, orderId);
      const body = { orderStatus: ORDER_STATUS.cancelled, refund: true, version } as const;
      await call(admin, adminApi.changeOrder, { params: { id: orderId }, body });
      const lateEvents = await act(sessionId, action);
      expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
      shop.mails.length = 0;
      expect(await driver.deliverOutbox("send-order-email", orderId, "RefundFailed")).toEqual([]);
      expect(shop.mails).toEqual([]);
      expect(alarmCauses(shop.logs, orderId)).toEqual(
        action === "refund" ? [] : ["disputed", "refund-failed"],
      );
      const orderBefore = await orderOf(shop.table, orderId);
      await driver.settleAndListFailures(lateEvents);
      const { refunds, disputes, attention, paymentStatus } = await orderOf(shop.table, orderId);
      expect({ refunds, attention, paymentStatus }).toMatchObject({
        refunds: orderBefore.refunds,
        attention: orderBefore.attention,
        paymentStatus: action === "refund" ? "refunded" : "needs-attention",
      });
      expect(disputes?.length ?? 0).toBe(action === "refund" ? 0 : 1);
    },
  );

  test("that Stripe refuses is recorded even if the shop's Stripe key may not list disputes", async () => {
    const { orderId, sessionId } = await createOrderWithRefund("refund-refused-2");
    await act(sessionId, "dispute");
    shop.payments.connection.forbiddenPaths = /^\/v1\/disputes/;
    expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
    expect(await orderOf(shop.table, orderId)).toMatchObject({ refunds: [{ status: "failed" }] });
  });

  test.each([
    ["already", false],
    ["after the failure of the automatic refund", true],
  ])(
    "of a second payment needs no attention if Stripe's dashboard has refunded that payment %s",
    async (_, isRefusedFirst) => {
      const { orderId } = await driver.buyAndPay([[tee, 1]]);
      const secondSession = await createSecondSession(shop.payments, orderId);
      await driver.settleAndListFailures(await act(secondSession.id, "pay"));
      if (isRefusedFirst) await driver.failRefund({ orderId, sessionId: secondSession.id });
      shop.payments.faults.set({ refunds: "normal" });
      await driver.settleAndListFailures(await act(secondSession.id, "refund"));
      expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
      const { attention, paymentStatus, refunds } = await orderOf(shop.table, orderId);
      expect([attention, paymentStatus]).toEqual([[], "paid"]);
      expect(refunds.map(({ status }) => status)).toEqual(["failed", "succeeded"]);
      expect(alarmCauses(shop.logs, orderId)).toEqual(isRefusedFirst ? ["refund-failed"] : []);
      await driver.settleAndListFailures(await act(secondSession.id, "refund-fail"));
      expect((await orderOf(shop.table, orderId)).attention).toMatchObject([{ cause: "refund-failed" }]);
    },
  );

  test("with the same refund id on two orders is made for each of the orders", async () => {
    const [firstOrder, secondOrder] = [
      await createOrderWithRefund("refund-shared-1", 12),
      await createOrderWithRefund("refund-shared-1", 34),
    ];
    for (const { orderId } of [firstOrder, secondOrder])
      expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
    expect((await listStripeRefunds(firstOrder.orderId)).map(({ amount }) => amount)).toEqual([1200]);
    expect((await listStripeRefunds(secondOrder.orderId)).map(({ amount }) => amount)).toEqual([3400]);
    expect((await orderOf(shop.table, secondOrder.orderId)).financialInfo.refunded).toBe(34);
  });

  test("with a refund id that its order does not have goes back to the queue", async () => {
    const { orderId } = await createOrderWithRefund("refund-known-1");
    const forgedEvents = (await driver.outbox(orderId))
      .filter(({ type }) => type === "RefundRequested")
      .map((event) => toBusEvent({ ...event, refundId: "other" }));
    expect(await deliver(driver.refundHandler, forgedEvents)).toEqual([0]);
    expect(await listStripeRefunds(orderId)).toEqual([]);
  });
});
