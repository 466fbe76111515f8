import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { brand } from "../../shared/site/brand.ts";
import { countOrderAlarms } from "../support/alarms.ts";
import { expectPaidOnce } from "../support/expect-paid-once.ts";
import { checkInvariants, orderOf, stockOf } from "../support/invariants.ts";
import { createClient, newOrder, type Client } from "../support/client.ts";
import { sharedStack, type RunningStack } from "../support/local-stack.ts";
import { waitUntil } from "../support/wait-until.ts";
import { createWebhookSender, EXPIRED_SESSION, type WebhookSender } from "../support/webhook-sender.ts";

let stack: RunningStack;
let shop: Client;
let stripe: WebhookSender;
beforeAll(async () => {
  stack = sharedStack();
  shop = createClient(stack);
  stripe = createWebhookSender(stack, shop);
  await shop.adminToken();
});
afterEach(() => shop.setFaults({ stripe: "normal", webhooks: "normal" }));

describe("while Stripe", () => {
  test("is down, a checkout gets 503 with Retry-After, and its retry creates one order and one session", async () => {
    const shirt = await shop.createProduct();
    const data = newOrder([shirt, 1]);
    await shop.setFaults({ stripe: "down" });
    const refusedResponse = await shop.checkout(data);
    expect(refusedResponse).toMatchObject({ status: 503, error: { code: "unavailable" } });
    expect(Number(refusedResponse.headers["retry-after"])).toBeGreaterThan(0);
    await shop.setFaults({ stripe: "normal" });
    const { orderId, sessionId } = (await shop.checkout(data)).data;
    expect(await shop.sessionsOf(orderId)).toMatchObject([{ id: sessionId }]);
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 9, held: 1, sold: 0 });
    await checkInvariants(shop.table);
  });

  test("times out after it created the session, a retry with the same key returns that session", async () => {
    const shirt = await shop.createProduct();
    const data = newOrder([shirt, 1]);
    await shop.setFaults({ stripe: "timeout-after-create" });
    const refusedResponse = await shop.checkout(data);
    expect(refusedResponse.status).toBe(503);
    expect(refusedResponse.headers["retry-after"]).toBe("5");
    await shop.setFaults({ stripe: "normal" });
    const { orderId, sessionId } = (await shop.checkout(data)).data;
    expect(await shop.sessionsOf(orderId)).toMatchObject([{ id: sessionId, status: "open" }]);
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 9, held: 1, sold: 0 });
    await shop.act(sessionId, "pay");
    await shop.waitUntilIdle();
    await expectPaidOnce(shop, { orderId, email: data.bill.email });
  });

  test("replays a 500 for a key, a retry uses a new key and creates no second order", async () => {
    const shirt = await shop.createProduct();
    const data = newOrder([shirt, 1]);
    await shop.setFaults({ stripe: "error-replayed" });
    const refusedResponse = await shop.checkout(data);
    expect(refusedResponse).toMatchObject({ status: 503, error: { code: "unavailable" } });
    expect(refusedResponse.headers["retry-after"]).toBe("5");
    await shop.setFaults({ stripe: "normal" });
    const { orderId } = (await shop.checkout(data)).data;
    expect(await shop.sessionsOf(orderId)).toHaveLength(1);
    const orders = (await shop.table.items()).filter(
      ({ sk, attemptId }) => sk === "ORDER" && attemptId === data.oId,
    );
    expect(orders.map((order) => order["orderId"])).toEqual([orderId]);
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 9, held: 1, sold: 0 });
  });

  test("limits the request rate, a checkout gets 503 with Retry-After, releases its hold, and succeeds later", async () => {
    const shirt = await shop.createProduct({ stock: 1 });
    const data = newOrder([shirt, 1]);
    await shop.setFaults({ stripe: "rate-limited" });
    const refusedResponse = await shop.checkout(data);
    expect(refusedResponse).toMatchObject({ status: 503, error: { code: "unavailable" } });
    expect(refusedResponse.headers["retry-after"]).toBe("5");
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 1, held: 0, sold: 0 });
    await shop.setFaults({ stripe: "normal" });
    expect((await shop.checkout(data)).status).toBe(200);
    await checkInvariants(shop.table);
  });

  test("replays a 500 for a refund, the refund waits in its queue and is made once", async () => {
    const shirt = await shop.createProduct();
    const order = await shop.openCheckout([shirt, 1]);
    await shop.act(order.sessionId, "pay");
    await shop.waitUntilIdle();
    const { version } = await shop.order(order.orderId);
    await shop.setFaults({ stripe: "error-replayed" });
    await shop.refund(order.orderId, { refundId: `refund-${order.data.oId}`, version });
    await waitUntil("the refund was tried", () =>
      stack.readLog("refund-payment").includes("goes back to its queue"),
    );
    await shop.setFaults({ stripe: "normal" });
    await shop.waitUntilIdle();
    expect(await shop.order(order.orderId)).toMatchObject({
      paymentStatus: "refunded",
      financialInfo: { refunded: 25 },
      refunds: [{ status: "succeeded" }],
    });
    expect(await shop.deadLetters()).toEqual([]);
  });

  test("is down, a release of the session gets 503 and keeps the hold, because the customer may be paying", async () => {
    const shirt = await shop.createProduct({ stock: 1 });
    const { sessionId } = await shop.openCheckout([shirt, 1]);
    await shop.setFaults({ stripe: "down" });
    expect((await shop.release(sessionId)).status).toBe(503);
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 0, held: 1, sold: 0 });
    await shop.setFaults({ stripe: "normal" });
    expect((await shop.release(sessionId)).status).toBe(204);
    expect((await shop.release(sessionId)).status).toBe(204);
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 1, held: 0, sold: 0 });
  });
});

test("the second of two payments for one order is refunded and shown in the history", async () => {
  const shirt = await shop.createProduct();
  const data = newOrder([shirt, 1]);
  // Stripe's response with the first session is lost. After a 500 the next try uses a new idempotency key.
  await shop.setFaults({ stripe: "timeout-after-create" });
  const firstCheckout = shop.checkout(data);
  const orderId = await waitUntil(
    "the order is stored",
    async () => (await shop.table.items()).find(({ attemptId }) => attemptId === data.oId)?.["orderId"],
  ).then(String);
  const firstSession = await waitUntil(
    "the first session is created",
    async () => (await shop.sessionsOf(orderId))[0],
  );
  await shop.setFaults({ stripe: "down" });
  expect((await firstCheckout).status).toBe(503);
  await shop.setFaults({ stripe: "normal" });
  const secondCheckout = (await shop.checkout(data)).data;
  expect(secondCheckout.orderId).toBe(orderId);
  expect(secondCheckout.sessionId).not.toBe(firstSession.id);

  await shop.act(firstSession.id, "pay");
  await shop.act(secondCheckout.sessionId, "pay");
  await shop.waitUntilIdle();
  await expectPaidOnce(shop, { orderId, email: data.bill.email });
  const order = await orderOf(shop.table, orderId);
  expect(order.refunds).toMatchObject([{ status: "succeeded", amount: 25, reason: "Paid twice" }]);
  const refundedSession = [firstSession.id, secondCheckout.sessionId].find(
    (id) => id !== order.payment.paidSessionId,
  );
  expect((await shop.order(orderId)).history).toContainEqual(
    expect.objectContaining({ what: "Paid twice", to: refundedSession }),
  );
  expect(await stockOf(shop.table, shirt)).toEqual({ available: 9, held: 0, sold: 1 });
});

describe("a payment", () => {
  test("after the end of the session makes the order paid and takes stock again, if there is stock", async () => {
    const shirt = await shop.createProduct({ stock: 2 });
    const order = await shop.openCheckout([shirt, 1]);
    const expiredEvent = stripe.event("checkout.session.expired", order, EXPIRED_SESSION);
    expect((await stripe.deliver(expiredEvent)).status).toBe(200);
    await shop.waitUntilIdle();
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 2, held: 0, sold: 0 });
    await shop.act(order.sessionId, "pay");
    await shop.waitUntilIdle();
    await expectPaidOnce(shop, order);
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 1, held: 0, sold: 1 });
  });

  test("after the end of the hold is refunded, with an alarm, if the stock has been sold", async () => {
    const shirt = await shop.createProduct({ stock: 1 });
    const slowOrder = await shop.openCheckout([shirt, 1]);
    const expiredEvent = stripe.event("checkout.session.expired", slowOrder, EXPIRED_SESSION);
    await stripe.deliver(expiredEvent);
    await shop.waitUntilIdle();
    const quickOrder = await shop.openCheckout([shirt, 1]);
    await shop.act(quickOrder.sessionId, "pay");
    await shop.act(slowOrder.sessionId, "pay");
    await shop.waitUntilIdle();
    await expectPaidOnce(shop, quickOrder);
    const refundedOrder = await shop.order(slowOrder.orderId);
    expect(refundedOrder).toMatchObject({ paymentStatus: "refunded", financialInfo: { refunded: 25 } });
    expect(refundedOrder.history.map(({ to }) => to)).toContain("needs-attention");
    expect(refundedOrder.refunds).toMatchObject([
      { status: "succeeded", reason: "Paid after the last item was sold" },
    ]);
    expect(countOrderAlarms(stack.readLog("settle-payment"), slowOrder.orderId)).toBe(1);
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 0, held: 0, sold: 1 });
    await checkInvariants(shop.table);
  });

  test("whose money arrives later keeps the stock held until the payment succeeds or fails", async () => {
    const shirt = await shop.createProduct({ stock: 4 });
    const [successfulOrder, failingOrder] = [
      await shop.openCheckout([shirt, 1]),
      await shop.openCheckout([shirt, 2]),
    ];
    for (const { sessionId } of [successfulOrder, failingOrder]) await shop.act(sessionId, "pay-later");
    await shop.waitUntilIdle();
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 1, held: 3, sold: 0 });
    expect((await shop.order(successfulOrder.orderId)).paymentStatus).toBe("processing");
    await shop.act(successfulOrder.sessionId, "settle");
    await shop.act(failingOrder.sessionId, "fail-later");
    await shop.waitUntilIdle();
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 3, held: 0, sold: 1 });
    await expectPaidOnce(shop, successfulOrder);
    expect((await shop.verifyPayment(failingOrder.sessionId)).data.paymentStatus).toBe("failed");
    const mails = await shop.mailsTo(failingOrder.email);
    expect(mails.map(({ subject }) => subject)).toEqual([`Your payment did not go through (${brand.name})`]);
  });

  test("that is declined keeps the payment page open and the stock held, and a second try makes the order paid", async () => {
    const shirt = await shop.createProduct({ stock: 1 });
    const order = await shop.openCheckout([shirt, 1]);
    await shop.act(order.sessionId, "decline");
    await shop.waitUntilIdle();
    expect((await shop.verifyPayment(order.sessionId)).data.paymentStatus).toBe("unpaid");
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 0, held: 1, sold: 0 });
    await shop.act(order.sessionId, "pay");
    await shop.waitUntilIdle();
    await expectPaidOnce(shop, order);
  });
});
