import { beforeAll, describe, expect, test } from "vitest";
import { expectPaidOnce } from "../support/expect-paid-once.ts";
import { checkInvariants, orderOf, stockOf } from "../support/invariants.ts";
import { createClient, newOrder, type Client } from "../support/client.ts";
import { startLocalStack, type LocalStack } from "../support/local-stack.ts";
import { waitUntil } from "../support/wait-until.ts";
import { createWebhookSender } from "../support/webhook-sender.ts";
import type { OrderData } from "../../shared/order-data.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/**
 * After at least this time, SQS delivers a killed function's message again, and the claim on a mail has ended. The local
 * queues deliver the message right after a restart, so tests restart the shop with a clock that is ahead by this time.
 */
const VISIBILITY_MS = 3 * MINUTE_MS;

let stack: LocalStack;
let shop: Client;
beforeAll(async () => {
  stack = await startLocalStack();
  shop = createClient(stack);
  await shop.adminToken();
});

const orderItemOf = async ({ oId }: OrderData) =>
  (await shop.table.items()).find(({ sk, attemptId }) => sk === "ORDER" && attemptId === oId);
const orderIdOf = async (data: OrderData): Promise<string> => String((await orderItemOf(data))?.["orderId"]);
const sendAndForget = (data: OrderData): void => void shop.checkout(data).catch(() => undefined);

describe("kill -9", () => {
  test("after a hold or after a new Stripe session: the checkout's retry continues the same order and session", async () => {
    const shirt = await shop.createProduct();
    const [orderWithHold, orderWithSession] = [newOrder([shirt, 1]), newOrder([shirt, 2])];
    await shop.setFaults({ stripe: "down" });
    sendAndForget(orderWithHold);
    await waitUntil("the pieces are held", () => orderItemOf(orderWithHold));
    // This fault is set last, because the SDK repeats the call for `orderWithSession` after 6 s without a response. If another
    // fault answered the repeated call with 500, the checkout's retry would have a new idempotency key.
    await shop.setFaults({ stripe: "timeout-after-create" });
    sendAndForget(orderWithSession);
    const createdSession = await waitUntil("Stripe has created the session", async () =>
      (await orderItemOf(orderWithSession))
        ? (await shop.sessionsOf(await orderIdOf(orderWithSession)))[0]
        : undefined,
    );
    await stack.kill();
    await stack.restart();

    expect(await stockOf(shop.table, shirt)).toEqual({ available: 7, held: 3, sold: 0 });
    expect(await orderOf(shop.table, await orderIdOf(orderWithHold))).not.toHaveProperty("stripeSessionId");
    expect(await orderOf(shop.table, await orderIdOf(orderWithSession))).not.toHaveProperty(
      "stripeSessionId",
    );
    const resumedWithSession = (await shop.checkout(orderWithSession)).data;
    expect(resumedWithSession).toMatchObject({
      sessionId: createdSession.id,
      orderId: await orderIdOf(orderWithSession),
    });
    const resumedWithHold = (await shop.checkout(orderWithHold)).data;
    expect(await shop.sessionsOf(resumedWithHold.orderId)).toHaveLength(1);
    for (const { sessionId } of [resumedWithSession, resumedWithHold]) await shop.act(sessionId, "pay");
    await shop.waitUntilIdle();
    await expectPaidOnce(shop, { ...resumedWithSession, email: orderWithSession.bill.email });
    await expectPaidOnce(shop, { ...resumedWithHold, email: orderWithHold.bill.email });
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 7, held: 0, sold: 3 });
  });

  test("before, during and after a webhook: every order whose customer paid becomes paid, with one receipt", async () => {
    const shirt = await shop.createProduct();
    const paidAfterRestart = await shop.openCheckout([shirt, 1]);
    const paymentOnBus = await shop.openCheckout([shirt, 1]);
    const paymentInSettlement = await shop.openCheckout([shirt, 1]);
    const paymentBeforeWebhook = await shop.openCheckout([shirt, 1]);
    await shop.setFaults({ webhooks: "held" });
    await shop.act(paymentBeforeWebhook.sessionId, "pay");
    await shop.setFaults({ webhooks: "normal", bus: "late" });
    await shop.act(paymentOnBus.sessionId, "pay");
    const isOnBus = async (sessionId: string) =>
      (await shop.events()).some(
        ({ source, detail }) => source === "stripe" && JSON.stringify(detail).includes(sessionId),
      );
    await waitUntil("paymentOnBus is on the bus", () => isOnBus(paymentOnBus.sessionId));
    // Table calls are slow, so that the process is killed during the settlement.
    await shop.setFaults({ bus: "normal", tableDelayMs: 1_500 });
    await shop.act(paymentInSettlement.sessionId, "pay");
    await waitUntil("paymentInSettlement is on the bus", () => isOnBus(paymentInSettlement.sessionId));
    await stack.kill();
    await stack.restart(VISIBILITY_MS);

    await shop.act(paidAfterRestart.sessionId, "pay");
    await shop.waitUntilIdle();
    for (const order of [paidAfterRestart, paymentOnBus, paymentInSettlement, paymentBeforeWebhook])
      await expectPaidOnce(shop, order);
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 6, held: 0, sold: 4 });
    for (const order of [paidAfterRestart, paymentOnBus, paymentInSettlement, paymentBeforeWebhook])
      expect(new Set(await shop.eventTypesOf(order.orderId))).toEqual(
        new Set(["OrderPlaced", "OrderPaid", "OrderContact"]),
      );
  });

  test("while a mail is sent: the mail arrives once or twice", async () => {
    const order = await shop.openCheckout([await shop.createProduct(), 1]);
    await shop.setFaults({ tableDelayMs: 700 });
    await shop.act(order.sessionId, "pay");
    await waitUntil("the receipt is sent", async () => (await shop.mailsTo(order.email)).length > 0);
    await stack.kill();
    // The test before has already set the clock ahead by VISIBILITY_MS.
    await stack.restart(2 * VISIBILITY_MS);
    await shop.waitUntilIdle(40_000);
    expect(await shop.deadLetters()).toEqual([]);
    const receipts = await shop.mailsTo(order.email);
    expect(receipts.length).toBeGreaterThanOrEqual(1);
    expect(receipts.length).toBeLessThanOrEqual(2);
    expect((await shop.order(order.orderId)).paymentStatus).toBe("paid");
    await checkInvariants(shop.table);
  });
});

test("after a crash without a retry, the pieces of a paid order are sold, and the other holds and sessions expire", async () => {
  const shirt = await shop.createProduct();
  const [orderWithHold, orderWithSession] = [newOrder([shirt, 1]), newOrder([shirt, 1])];
  const unpaidOrder = await shop.openCheckout([shirt, 1]);
  const paidOrder = await shop.openCheckout([shirt, 1]);
  await shop.setFaults({ webhooks: "held" });
  await shop.act(paidOrder.sessionId, "pay");
  await shop.setFaults({ stripe: "timeout-after-create" });
  sendAndForget(orderWithSession);
  await waitUntil("Stripe has created the session", async () =>
    (await orderItemOf(orderWithSession))
      ? (await shop.sessionsOf(await orderIdOf(orderWithSession)))[0]
      : undefined,
  );
  await shop.setFaults({ stripe: "down" });
  sendAndForget(orderWithHold);
  await waitUntil("the pieces are held", () => orderItemOf(orderWithHold));
  expect(await stockOf(shop.table, shirt)).toEqual({ available: 6, held: 4, sold: 0 });
  await stack.kill();
  await stack.restart(40 * MINUTE_MS);

  await waitUntil("the holds are reconciled", async () => (await stockOf(shop.table, shirt)).held === 0);
  await shop.waitUntilIdle();
  expect(await stockOf(shop.table, shirt)).toEqual({ available: 9, held: 0, sold: 1 });
  await expectPaidOnce(shop, paidOrder);
  for (const orderId of [
    unpaidOrder.orderId,
    await orderIdOf(orderWithHold),
    await orderIdOf(orderWithSession),
  ]) {
    expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("expired");
    for (const { status } of await shop.sessionsOf(orderId)) expect(status).toBe("expired");
    expect(await shop.eventTypesOf(orderId)).toContain("CheckoutExpired");
  }
  await checkInvariants(shop.table);
});

test("an event that Stripe sends again three days later, after a restart, gets 200 and changes nothing", async () => {
  const stripe = createWebhookSender(stack, shop);
  const order = await shop.openCheckout([await shop.createProduct(), 1]);
  await shop.act(order.sessionId, "pay");
  await shop.waitUntilIdle();
  const event = await stripe.earlierEvent(order.sessionId, "checkout.session.completed");
  const orderBefore = await orderOf(shop.table, order.orderId);
  expect(await stack.stop()).toBe(0);
  // The test before has already set the clock ahead by 40 minutes.
  await stack.restart(40 * MINUTE_MS + 3 * DAY_MS);
  const signedAt = Math.floor((Date.now() + 40 * MINUTE_MS + 3 * DAY_MS) / 1000);
  expect((await stripe.deliver(event, signedAt)).status).toBe(200);
  // Signed three days before the shop's time, so the signature is too old.
  expect((await stripe.deliver(event)).status).toBe(400);
  await shop.waitUntilIdle();
  expect(await orderOf(shop.table, order.orderId)).toEqual(orderBefore);
  await expectPaidOnce(shop, order);
});
