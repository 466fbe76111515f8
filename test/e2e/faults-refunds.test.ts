import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import type { PaymentAction } from "../../infra/local/stripe/actions.ts";
import { countOrderAlarms } from "../support/alarms.ts";
import { createClient, type Client } from "../support/client.ts";
import { sharedStack, type RunningStack } from "../support/local-stack.ts";
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
afterEach(() => shop.setFaults({ webhooks: "normal", refunds: "normal" }));

/** Places and pays an order for $100.00. */
async function placePaidOrder() {
  const shirt = await shop.createProduct({ price: 100 });
  const order = await shop.openCheckout([shirt, 1]);
  await shop.act(order.sessionId, "pay");
  await shop.waitUntilIdle();
  return order;
}
const mailSubjectsTo = async (email: string) => (await shop.mailsTo(email)).map(({ subject }) => subject);
const alarmCount = (orderId: string) => countOrderAlarms(stack.readLog("settle-payment"), orderId);

describe("a refund", () => {
  test.each<[webhooks: "normal" | "reordered" | "twice", actions: PaymentAction[]]>([
    ["reordered", ["refund", "refund-fail"]],
    ["twice", ["refund-pending", "refund-fail"]],
    ["reordered", ["refund-pending", "refund-settle", "refund-fail"]],
  ])(
    "that fails is not counted as refunded and can be made again (webhooks: %s; actions: %j)",
    async (webhooks, actions) => {
      const { orderId, sessionId, email } = await placePaidOrder();
      await shop.setFaults({ webhooks });
      for (const action of actions) await shop.act(sessionId, action);
      await shop.waitUntilIdle();
      const { version, ...order } = await shop.order(orderId);
      expect(order).toMatchObject({
        paymentStatus: "needs-attention",
        attention: [{ cause: "refund-failed" }],
        financialInfo: { refunded: 0 },
      });
      const subjects = await mailSubjectsTo(email);
      const [successMails, failureMails] = [
        "We refunded $100.00",
        "Your refund of $100.00 did not go through",
      ].map((title) => subjects.filter((subject) => subject.startsWith(title)));
      expect(failureMails?.length).toBeGreaterThanOrEqual(successMails?.length ?? 0);
      expect(successMails?.length).toBeLessThanOrEqual(1);

      await shop.setFaults({ webhooks: "normal" });
      expect((await shop.refund(orderId, { refundId: `again-${orderId}`, version })).status).toBe(202);
      await shop.waitUntilIdle();
      expect(await shop.order(orderId)).toMatchObject({
        paymentStatus: "refunded",
        financialInfo: { refunded: 100 },
        attention: [],
      });
      expect(await shop.deadLetters()).toEqual([]);
    },
  );

  test("that is pending is counted only when it has succeeded", async () => {
    const { orderId, sessionId, email } = await placePaidOrder();
    await shop.setFaults({ refunds: "pending" });
    const { version } = await shop.order(orderId);
    await shop.refund(orderId, { refundId: `refund-${orderId}`, version });
    await shop.waitUntilIdle();
    expect(await shop.order(orderId)).toMatchObject({
      paymentStatus: "paid",
      financialInfo: { refunded: 0 },
      refunds: [{ status: "pending" }],
    });
    expect(await mailSubjectsTo(email)).toHaveLength(1);
    await shop.act(sessionId, "refund-settle");
    await shop.waitUntilIdle();
    expect(await shop.order(orderId)).toMatchObject({
      paymentStatus: "refunded",
      refunds: [{ status: "succeeded" }],
    });
    expect((await mailSubjectsTo(email)).at(-1)).toMatch(/^We refunded \$100\.00/);
  });
});

test("a dispute that arrives before its payment waits for the payment; its start and its loss raise an alarm", async () => {
  const shirt = await shop.createProduct({ price: 100 });
  const { orderId, sessionId } = await shop.openCheckout([shirt, 1]);
  await shop.setFaults({ webhooks: "held" });
  await shop.act(sessionId, "pay");
  await shop.act(sessionId, "dispute");
  await shop.setFaults({ webhooks: "reordered" });
  await shop.waitUntilIdle();
  const disputed = await shop.order(orderId);
  expect(disputed).toMatchObject({ paymentStatus: "needs-attention", attention: [{ cause: "disputed" }] });
  expect(alarmCount(orderId)).toBe(1);
  const request = {
    token: await shop.adminToken(),
    params: { id: orderId },
    body: { version: disputed.version },
  };
  const { data } = await shop.call(adminApi.acknowledge, request);
  expect([data.paymentStatus, data.attention]).toEqual(["paid", []]);
  await shop.setFaults({ webhooks: "normal" });
  await shop.act(sessionId, "dispute-lose");
  await shop.waitUntilIdle();
  expect(await shop.order(orderId)).toMatchObject({
    paymentStatus: "needs-attention",
    attention: [{ cause: "dispute-lost" }],
    financialInfo: { refunded: 0, withdrawn: 100 },
  });
  expect(alarmCount(orderId)).toBe(2);
  expect(await shop.deadLetters()).toEqual([]);
});

test("events from another application on the same Stripe account change nothing and leave no dead letter", async () => {
  const { orderId } = await placePaidOrder();
  const orderBefore = await shop.order(orderId);
  const foreignOrder = { sessionId: "cs_test_theirs", orderId: "4711" };
  const paidFields = { status: "complete", payment_status: "paid", payment_intent: "pi_theirs" };
  const refundEvent = (fields: object) =>
    JSON.stringify({
      ...JSON.parse(stripe.event("refund.updated", foreignOrder, fields)),
      data: { object: fields },
    });
  const events = [
    stripe.event("checkout.session.completed", foreignOrder, paidFields),
    stripe.event("checkout.session.completed", { orderId, sessionId: "cs_test_theirs" }, paidFields),
    refundEvent({
      id: "re_1",
      amount: 900,
      status: "succeeded",
      payment_intent: "pi_theirs",
      metadata: { orderId },
    }),
  ];
  for (const event of events) expect((await stripe.deliver(event)).status).toBe(200);
  await shop.waitUntilIdle();
  expect(await shop.deadLetters()).toEqual([]);
  expect(await shop.order(orderId)).toEqual(orderBefore);
});
