import { expect, test } from "vitest";
import { intentOf, shirts, stripeStack } from "./stripe-support.ts";

test("refunds in parts until nothing is left, and only once per idempotency key", async () => {
  const { sdk, stripe } = await stripeStack();
  const { id } = await sdk.checkout.sessions.create(shirts());
  const payment_intent = intentOf(stripe.act(id, "pay"));
  const once = { idempotencyKey: "rfd_1" };
  const part = await sdk.refunds.create({ payment_intent, amount: 2_000 }, once);
  expect(await sdk.refunds.create({ payment_intent, amount: 2_000 }, once)).toMatchObject({ id: part.id });
  await expect(sdk.refunds.create({ payment_intent, amount: 3_001 })).rejects.toMatchObject({
    param: "amount",
  });
  await sdk.refunds.create({ payment_intent, metadata: { refundId: "rfd_2" } });
  await expect(sdk.refunds.create({ payment_intent })).rejects.toMatchObject({
    code: "charge_already_refunded",
  });
  const [charge] = (await sdk.charges.list({ payment_intent })).data;
  expect(charge).toMatchObject({ amount_refunded: 5_000, refunded: true });
  expect((await sdk.refunds.list({ payment_intent })).data.map((refund) => refund.amount)).toEqual([
    3_000, 2_000,
  ]);
});

test("counts a pending refund in the charge's sum until the refund fails", async () => {
  const { sdk, stripe, faults } = await stripeStack();
  faults.set({ refunds: "pending" });
  const { id } = await sdk.checkout.sessions.create(shirts());
  const payment_intent = intentOf(stripe.act(id, "pay"));
  const sum = async () => (await sdk.charges.list({ payment_intent })).data[0]?.amount_refunded;
  expect(await sdk.refunds.create({ payment_intent, amount: 2_000 })).toMatchObject({ status: "pending" });
  expect(await sum()).toBe(2_000);
  stripe.act(id, "refund-fail");
  expect(await sum()).toBe(0);
  expect((await sdk.refunds.list({ payment_intent })).data).toMatchObject([{ status: "failed" }]);
});

test("a dispute withdraws the money and blocks refunds until it is won", async () => {
  const { sdk, stripe } = await stripeStack();
  const { id } = await sdk.checkout.sessions.create(shirts());
  const payment_intent = intentOf(stripe.act(id, "pay"));
  const moved = async () =>
    (await sdk.disputes.list({ payment_intent })).data.map(({ status, balance_transactions }) => [
      status,
      ...balance_transactions.map(({ amount }) => amount),
    ]);
  stripe.act(id, "dispute");
  expect(await moved()).toEqual([["needs_response", -5_000]]);
  await expect(sdk.refunds.create({ payment_intent })).rejects.toMatchObject({ code: "charge_disputed" });
  stripe.act(id, "dispute-win");
  expect(await moved()).toEqual([["won", -5_000, 5_000]]);
  expect(await sdk.refunds.create({ payment_intent })).toMatchObject({ status: "succeeded" });
});

test("offers the actions that the payment's state allows", async () => {
  const { sdk, stripe } = await stripeStack();
  const { id } = await sdk.checkout.sessions.create(shirts());
  expect(stripe.possibleActions(id)).toEqual(["pay", "decline", "pay-later", "expire"]);
  stripe.act(id, "pay");
  stripe.act(id, "refund-pending");
  stripe.act(id, "dispute-inquiry");
  expect(stripe.possibleActions(id)).toEqual([
    "refund-settle",
    "refund-fail",
    "dispute-escalate",
    "dispute-close",
  ]);
});
