import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectPaidOnce } from "../support/expect-paid-once.ts";
import { orderOf, stockOf } from "../support/invariants.ts";
import { createClient, type Client } from "../support/client.ts";
import { orderData } from "../support/fixtures.ts";
import { sharedStack, type RunningStack } from "../support/local-stack.ts";
import { waitUntil } from "../support/wait-until.ts";
import { createWebhookSender, type WebhookSender } from "../support/webhook-sender.ts";

let stack: RunningStack;
let shop: Client;
let stripe: WebhookSender;
beforeAll(async () => {
  stack = sharedStack();
  shop = createClient(stack);
  stripe = createWebhookSender(stack, shop);
  await shop.adminToken();
});
afterEach(() => shop.setFaults({ webhooks: "normal", bus: "normal" }));

/** The current Unix time plus an offset, both in seconds. */
const unixTime = (offsetSeconds: number): number => Math.floor(Date.now() / 1000) + offsetSeconds;

describe("webhooks", () => {
  test("delivered twice are applied once: one transition, one stock change, one mail", async () => {
    await shop.setFaults({ webhooks: "twice" });
    const shirt = await shop.createProduct();
    const order = await shop.openCheckout([shirt, 2]);
    await shop.act(order.sessionId, "pay");
    await shop.waitUntilIdle();
    await expectPaidOnce(shop, order);
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 8, held: 0, sold: 2 });
    expect(await shop.eventTypesOf(order.orderId)).toEqual(["OrderPlaced", "OrderPaid", "OrderContact"]);
  });

  test("that are 50 concurrent copies of an event all get 200, and the event is applied once", async () => {
    await shop.setFaults({ webhooks: "held" });
    const shirt = await shop.createProduct();
    const order = await shop.openCheckout([shirt, 1]);
    await shop.act(order.sessionId, "pay");
    await shop.verifyPayment(order.sessionId);
    await shop.setFaults({ webhooks: "normal" });
    await shop.waitUntilIdle();
    const event = await stripe.earlierEvent(order.sessionId, "checkout.session.completed");
    const responses = await Promise.all(Array.from({ length: 50 }, () => stripe.deliver(event)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    await shop.waitUntilIdle();
    await expectPaidOnce(shop, order);
  });

  test("about a delayed payment make the order paid, even if they arrive in reverse sequence", async () => {
    await shop.setFaults({ webhooks: "held" });
    const order = await shop.openCheckout([await shop.createProduct(), 1]);
    await shop.act(order.sessionId, "pay-later");
    await shop.act(order.sessionId, "settle");
    await shop.setFaults({ webhooks: "reordered" });
    await shop.waitUntilIdle();
    await expectPaidOnce(shop, order);
  });

  test("that arrive late make the order paid, even if the customer has closed the page", async () => {
    await shop.setFaults({ webhooks: "held" });
    const shirt = await shop.createProduct();
    const order = await shop.openCheckout([shirt, 1]);
    await shop.act(order.sessionId, "pay");
    expect((await shop.order(order.orderId)).paymentStatus).toBe("unpaid");
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 9, held: 1, sold: 0 });
    await shop.setFaults({ webhooks: "normal" });
    await shop.waitUntilIdle();
    await expectPaidOnce(shop, order);
  });

  test("that are forged change nothing, and the genuine webhook is applied", async () => {
    await shop.setFaults({ webhooks: "forged" });
    const order = await shop.openCheckout([await shop.createProduct(), 1]);
    const refusedCount = (): number => stack.readLog("stripe-webhook").match(/"status":400/g)?.length ?? 0;
    const refusedBefore = refusedCount();
    await shop.act(order.sessionId, "pay");
    await waitUntil("three forgeries are refused", () => refusedCount() >= refusedBefore + 3);
    expect((await shop.order(order.orderId)).paymentStatus).toBe("unpaid");
    await shop.setFaults({ webhooks: "normal" });
    await shop.waitUntilIdle();
    await expectPaidOnce(shop, order);
  });

  test.each<[string, (body: string) => [body: string, signature: string | undefined]]>([
    ["with a changed body", (body) => [body.replace("2500", "2501"), stripe.sign(body)]],
    ["without a signature", (body) => [body, undefined]],
    ["with garbage for a signature", (body) => [body, "t=soon,v1=please"]],
    ["with a v0 signature only", (body) => [body, stripe.sign(body).replace("v1=", "v0=")]],
    ["signed with another secret", (body) => [body, stripe.sign(body, "whsec_of_somebody_else")]],
    ["older than 300 s", (body) => [body, stripe.sign(body, undefined, unixTime(-302))]],
    ["from the future", (body) => [body, stripe.sign(body, undefined, unixTime(400))]],
    ["that are empty", () => ["", stripe.sign("")]],
    ["that are signed but not JSON", () => ["paid", stripe.sign("paid")]],
  ])("%s get 400 and change nothing", async (_, forge) => {
    const order = await shop.openCheckout([await shop.createProduct(), 1]);
    const genuine = stripe.event("checkout.session.completed", order, {
      status: "complete",
      payment_status: "paid",
      payment_intent: "pi_fabricated",
    });
    const [raw, signature] = forge(genuine);
    await shop.waitUntilIdle();
    const eventCount = (await shop.events()).length;
    expect((await stripe.post(raw, signature)).status).toBe(400);
    expect(await shop.events()).toHaveLength(eventCount);
    // Version 1 is the new order, version 2 has its payment session.
    expect((await orderOf(shop.table, order.orderId)).version).toBe(2);
  });
});

describe("the bus", () => {
  test("delivers events twice: the order has one transition and one receipt", async () => {
    await shop.setFaults({ bus: "twice" });
    const product = await shop.createProduct();
    const data = orderData([[product, 2]], { ship: true });
    const email = `${data.oId}@example.com`;
    const order = await shop.checkout({ ...data, bill: { ...data.bill, email } });
    await shop.act(order.data.sessionId, "pay");
    await shop.waitUntilIdle();
    await expectPaidOnce(shop, { ...order.data, email });
    expect(stack.readFulfilmentFile(order.data.orderId)).toMatchObject({
      status: "to-ship",
      shipTo: { name: `${data.bill.fn} ${data.bill.ln}` },
      items: [{ productId: product.id, quantity: 2 }],
    });
  });

  test("delivers events late: a verification still returns the payment immediately, and no event is lost", async () => {
    await shop.setFaults({ bus: "late" });
    const order = await shop.openCheckout([await shop.createProduct(), 1]);
    await shop.act(order.sessionId, "pay");
    expect((await shop.verifyPayment(order.sessionId)).data.paymentStatus).toBe("paid");
    await shop.waitUntilIdle();
    await expectPaidOnce(shop, order);
  });
});
