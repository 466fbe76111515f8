import { expect, test } from "vitest";
import { listEventsSince } from "../../../infra/commands/resend-stripe-events.ts";
import type { PaymentAction } from "../../../infra/local/stripe/actions.ts";
import { sessionParams, startStripe } from "./stripe-support.ts";

test("Stripe sends a signed webhook with the paid session", async () => {
  const { sdk, stripe, received, waitUntil } = await startStripe();
  const { id } = await sdk.checkout.sessions.create(sessionParams());
  stripe.act(id, "pay");
  await waitUntil(() => received.some((event) => event.type === "checkout.session.completed"));
  const completed = received.find((event) => event.type === "checkout.session.completed");
  expect(completed?.data.object).toMatchObject({
    id,
    status: "complete",
    payment_status: "paid",
    amount_total: 5_000,
  });
  const session = await sdk.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
  expect(session.payment_intent).toMatchObject({
    status: "succeeded",
    metadata: { orderId: "ord_1" },
    latest_charge: {
      amount: 5_000,
      metadata: { orderId: "ord_1" },
      billing_details: { email: "ada@example.com" },
    },
  });
  // `npm run stripe:resend` lists the events that the shop handles.
  expect((await listEventsSince(sdk, new Date(0))).map(({ type }) => type)).toEqual([
    "checkout.session.completed",
  ]);
  expect((await sdk.events.list({ types: ["charge.refunded"] })).data).toEqual([]);
});

test.each<{ actions: PaymentAction[]; sent: string[]; status: string; payment: string }>([
  { actions: ["decline", "pay"], sent: ["checkout.session.completed"], status: "complete", payment: "paid" },
  {
    actions: ["pay-later", "settle"],
    sent: ["checkout.session.completed", "checkout.session.async_payment_succeeded"],
    status: "complete",
    payment: "paid",
  },
  {
    actions: ["pay-later", "fail-later"],
    sent: ["checkout.session.completed", "checkout.session.async_payment_failed"],
    status: "complete",
    payment: "unpaid",
  },
  { actions: ["expire"], sent: ["checkout.session.expired"], status: "expired", payment: "unpaid" },
  {
    actions: ["pay", "refund", "refund-fail"],
    sent: [
      "checkout.session.completed",
      "refund.created",
      "charge.refunded",
      "refund.updated",
      "refund.failed",
      "refund.updated",
    ],
    status: "complete",
    payment: "paid",
  },
  {
    actions: ["pay", "dispute"],
    sent: ["checkout.session.completed", "charge.dispute.created", "charge.dispute.funds_withdrawn"],
    status: "complete",
    payment: "paid",
  },
  {
    actions: ["pay", "fraud-warning"],
    sent: ["checkout.session.completed", "radar.early_fraud_warning.created"],
    status: "complete",
    payment: "paid",
  },
  {
    actions: ["pay", "refund-pending", "refund-settle"],
    sent: ["checkout.session.completed", "refund.created", "charge.refunded", "refund.updated"],
    status: "complete",
    payment: "paid",
  },
  {
    actions: ["pay", "refund-pending", "refund-fail"],
    sent: [
      "checkout.session.completed",
      "refund.created",
      "charge.refunded",
      "refund.failed",
      "refund.updated",
    ],
    status: "complete",
    payment: "paid",
  },
  {
    actions: ["pay", "refund-requires-action", "refund-cancel"],
    sent: ["checkout.session.completed", "refund.created", "charge.refunded", "refund.updated"],
    status: "complete",
    payment: "paid",
  },
  {
    actions: ["pay", "dispute", "dispute-win"],
    sent: [
      "checkout.session.completed",
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.closed",
      "charge.dispute.funds_reinstated",
    ],
    status: "complete",
    payment: "paid",
  },
  {
    actions: ["pay", "dispute-inquiry", "dispute-escalate", "dispute-lose"],
    sent: [
      "checkout.session.completed",
      "charge.dispute.created",
      "charge.dispute.updated",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.closed",
    ],
    status: "complete",
    payment: "paid",
  },
  {
    actions: ["pay", "dispute-inquiry", "dispute-close"],
    sent: ["checkout.session.completed", "charge.dispute.created", "charge.dispute.closed"],
    status: "complete",
    payment: "paid",
  },
])("the actions $actions send the events $sent", async ({ actions, sent, status, payment }) => {
  const { sdk, stripe, types, waitUntil } = await startStripe();
  const { id } = await sdk.checkout.sessions.create(sessionParams());
  for (const action of actions) stripe.act(id, action);
  const paymentEvents = () =>
    types().filter((type) => /^(checkout|refund|radar|charge\.(refunded|dispute))/.test(type));
  await waitUntil(() => paymentEvents().length === sent.length);
  expect(paymentEvents()).toEqual(sent);
  expect(stripe.sessions()).toMatchObject([{ id, status, payment_status: payment }]);
});

test.each<[PaymentAction[], PaymentAction]>([
  [["pay"], "pay"],
  [["pay"], "expire"],
  [["expire"], "pay"],
  [["pay-later"], "pay"],
  [["pay-later", "settle"], "fail-later"],
  [["pay-later", "fail-later"], "settle"],
  [["pay-later"], "refund"],
  [["pay-later", "fail-later"], "dispute"],
  [[], "settle"],
  [[], "refund"],
  [["pay"], "refund-fail"],
  [["pay", "refund"], "refund-settle"],
  [["pay", "refund-pending"], "refund-cancel"],
  [["pay", "refund-pending"], "refund"],
  [["pay", "dispute"], "refund"],
  [["pay", "dispute"], "dispute-close"],
  [["pay", "dispute-inquiry"], "dispute-win"],
])("after the actions %j, the action '%s' is refused", async (before, action) => {
  const { sdk, stripe } = await startStripe();
  const { id } = await sdk.checkout.sessions.create(sessionParams());
  for (const earlier of before) stripe.act(id, earlier);
  expect(() => stripe.act(id, action)).toThrow();
});

test("Stripe repeats a webhook that the shop answers with an error or a redirect", async () => {
  const { sdk, stripe, nextStatuses, types, waitUntil } = await startStripe();
  nextStatuses.push(500, 503, 302);
  const { id } = await sdk.checkout.sessions.create(sessionParams());
  stripe.act(id, "expire");
  await waitUntil(() => types().length === 1);
  expect(types()).toEqual(["checkout.session.expired"]);
});

test("Stripe delivers pending webhooks after a restart", async () => {
  const before = await startStripe();
  before.faults.set({ webhooks: "held" });
  const { id } = await before.sdk.checkout.sessions.create(sessionParams());
  before.stripe.act(id, "expire");
  await before.stripe.close();
  const after = await startStripe({ dataDir: before.dataDir });
  await after.waitUntil(() => after.types().length === 1);
  expect(before.types()).toEqual([]);
  expect(after.types()).toEqual(["checkout.session.expired"]);
});

test("the fault 'held' delays webhooks until the fault ends", async () => {
  const { sdk, stripe, faults, types, waitUntil } = await startStripe();
  faults.set({ webhooks: "held" });
  const { id } = await sdk.checkout.sessions.create(sessionParams());
  stripe.act(id, "expire");
  expect(stripe.deliveries()).toMatchObject([{ state: "pending", attempts: 0 }]);
  faults.set({ webhooks: "normal" });
  await waitUntil(() => types().length === 1);
});

test("the fault 'lost' never delivers an event, which Stripe still lists", async () => {
  const { sdk, stripe, faults, types, waitUntil } = await startStripe();
  faults.set({ webhooks: "lost" });
  const lost = await sdk.checkout.sessions.create(sessionParams());
  stripe.act(lost.id, "expire");
  expect(stripe.deliveries()).toMatchObject([{ state: "given-up" }]);
  faults.set({ webhooks: "normal" });
  const { id } = await sdk.checkout.sessions.create(sessionParams());
  stripe.act(id, "expire");
  await waitUntil(() => types().length === 1);
  expect((await sdk.events.list()).data).toHaveLength(2);
});

test("the fault 'twice' delivers each event two times", async () => {
  const { sdk, stripe, faults, received, waitUntil } = await startStripe();
  faults.set({ webhooks: "twice" });
  const { id } = await sdk.checkout.sessions.create(sessionParams());
  stripe.act(id, "expire");
  await waitUntil(() => received.length === 2);
  expect(received[0]?.id).toBe(received[1]?.id);
});

test("the fault 'reordered' delivers the last event of a payment first", async () => {
  const { sdk, stripe, faults, types, waitUntil } = await startStripe();
  faults.set({ webhooks: "reordered" });
  const { id } = await sdk.checkout.sessions.create(sessionParams());
  stripe.act(id, "pay-later");
  stripe.act(id, "settle");
  // Two of the five events are about the session.
  await waitUntil(() => types().length === 5);
  const sessionEvents = types().filter((type) => type.startsWith("checkout"));
  expect(sessionEvents).toEqual(["checkout.session.async_payment_succeeded", "checkout.session.completed"]);
});

test("the fault 'reordered' works again if it was switched off before it had sent the events that it had collected", async () => {
  let aheadMs = 0;
  const { sdk, stripe, faults, types, waitUntil } = await startStripe({ now: () => Date.now() + aheadMs });
  const expiring = await sdk.checkout.sessions.create(sessionParams());
  const { id } = await sdk.checkout.sessions.create(sessionParams());
  faults.set({ webhooks: "reordered" });
  stripe.act(expiring.id, "expire");
  faults.set({ webhooks: "normal" });
  await waitUntil(() => types().length === 1);
  aheadMs = 1_000;
  faults.set({ webhooks: "reordered" });
  stripe.act(id, "pay-later");
  stripe.act(id, "settle");
  await waitUntil(() => types().length === 6);
  const sessionEvents = types().filter(
    (type) => type.startsWith("checkout.session") && !type.endsWith("expired"),
  );
  expect(sessionEvents).toEqual(["checkout.session.async_payment_succeeded", "checkout.session.completed"]);
});

test("the fault 'forged' sends invalid signatures; the valid webhook follows when the fault ends", async () => {
  const { sdk, stripe, faults, refused, types, waitUntil } = await startStripe();
  faults.set({ webhooks: "forged" });
  const { id } = await sdk.checkout.sessions.create(sessionParams());
  stripe.act(id, "expire");
  // The six kinds of forgery, and the first of them again.
  await waitUntil(() => refused.length >= 7);
  expect(types()).toEqual([]);
  faults.set({ webhooks: "normal" });
  await waitUntil(() => types().length === 1);
});
