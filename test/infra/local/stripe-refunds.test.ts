import { expect, test } from "vitest";
import { intentOf, sessionParams, startStripe } from "./stripe-support.ts";

test("Stripe refunds in parts until the whole amount is refunded, and once per idempotency key", async () => {
  const { sdk, stripe } = await startStripe();
  const { id } = await sdk.checkout.sessions.create(sessionParams());
  const payment_intent = intentOf(stripe.act(id, "pay"));
  const sameKey = { idempotencyKey: "rfd_1" };
  const partialRefund = await sdk.refunds.create({ payment_intent, amount: 2_000 }, sameKey);
  expect(await sdk.refunds.create({ payment_intent, amount: 2_000 }, sameKey)).toMatchObject({
    id: partialRefund.id,
  });
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

test("Stripe counts a pending refund in the charge's refunded amount until the refund fails", async () => {
  const { sdk, stripe, faults } = await startStripe();
  faults.set({ refunds: "pending" });
  const { id } = await sdk.checkout.sessions.create(sessionParams());
  const payment_intent = intentOf(stripe.act(id, "pay"));
  const refundedSum = async () => (await sdk.charges.list({ payment_intent })).data[0]?.amount_refunded;
  expect(await sdk.refunds.create({ payment_intent, amount: 2_000 })).toMatchObject({ status: "pending" });
  expect(await refundedSum()).toBe(2_000);
  stripe.act(id, "refund-fail");
  expect(await refundedSum()).toBe(0);
  expect((await sdk.refunds.list({ payment_intent })).data).toMatchObject([{ status: "failed" }]);
});

test("a dispute withdraws the money and blocks refunds until it is won", async () => {
  const { sdk, stripe } = await startStripe();
  const { id } = await sdk.checkout.sessions.create(sessionParams());
  const payment_intent = intentOf(stripe.act(id, "pay"));
  const disputeAmounts = async () =>
    (await sdk.disputes.list({ payment_intent })).data.map(({ status, balance_transactions }) => [
      status,
      ...balance_transactions.map(({ amount }) => amount),
    ]);
  stripe.act(id, "dispute");
  expect(await disputeAmounts()).toEqual([["needs_response", -5_000]]);
  await expect(sdk.refunds.create({ payment_intent })).rejects.toMatchObject({ code: "charge_disputed" });
  stripe.act(id, "dispute-win");
  expect(await disputeAmounts()).toEqual([["won", -5_000, 5_000]]);
  expect(await sdk.refunds.create({ payment_intent })).toMatchObject({ status: "succeeded" });
});

test("a lost dispute of a part takes this part, and leaves the rest to refund", async () => {
  const { sdk, stripe } = await startStripe();
  const { id } = await sdk.checkout.sessions.create(sessionParams());
  const payment_intent = intentOf(stripe.act(id, "pay"));
  stripe.act(id, "dispute-part");
  await expect(sdk.refunds.create({ payment_intent })).rejects.toMatchObject({ code: "charge_disputed" });
  stripe.act(id, "dispute-lose");
  expect((await sdk.disputes.list({ payment_intent })).data).toMatchObject([
    { status: "lost", amount: 2_000 },
  ]);
  await expect(sdk.refunds.create({ payment_intent, amount: 3_001 })).rejects.toMatchObject({
    param: "amount",
  });
  expect(await sdk.refunds.create({ payment_intent })).toMatchObject({ amount: 3_000 });
});

test("the simulator offers the actions that the payment's state allows", async () => {
  const { sdk, stripe } = await startStripe();
  const { id } = await sdk.checkout.sessions.create(sessionParams());
  expect(stripe.possibleActions(id)).toEqual(["pay", "decline", "pay-later", "expire"]);
  stripe.act(id, "pay");
  stripe.act(id, "refund-pending");
  stripe.act(id, "dispute-inquiry");
  expect(stripe.possibleActions(id)).toEqual([
    "refund-settle",
    "refund-fail",
    "fraud-warning",
    "dispute-escalate",
    "dispute-close",
  ]);
});
