import { expect, test } from "vitest";
import type { PaymentAction } from "../../../infra/local/stripe/actions.ts";
import * as z from "zod/mini";
import { ActionRefused } from "../../../infra/local/stripe/transitions.ts";
import { sessionParams, startStripe } from "./stripe-support.ts";

/**
 * Starts the simulator with a payment of $50.00 for each list of actions. The actions are a second apart. `list` returns
 * balance transactions as '<category> <amount> <fee> <net>' in cents.
 */
async function startBalance(...payments: PaymentAction[][]) {
  let now = Date.parse("2026-11-10T12:00:00Z");
  const shop = await startStripe({ now: () => now });
  const expires_at = now / 1_000 + 3_600;
  for (const actions of payments) {
    const { id } = await shop.sdk.checkout.sessions.create({ ...sessionParams(), expires_at });
    for (const action of actions) {
      now += 1_000;
      shop.stripe.act(id, action);
    }
  }
  const list = async (query: object = {}) =>
    (await shop.sdk.balanceTransactions.list({ limit: 1, ...query }).autoPagingToArray({ limit: 99 })).map(
      ({ reporting_category, amount, fee, net }) => `${reporting_category} ${amount} ${fee} ${net}`,
    );
  return { ...shop, list };
}

test("each payment, refund and dispute changes the balance, and fees are not paid back", async () => {
  const { list, sdk } = await startBalance(
    ["pay", "refund", "refund-fail"],
    ["pay", "dispute", "dispute-win"],
    ["pay-later", "settle", "dispute-inquiry", "dispute-close"],
  );
  expect(await list()).toEqual([
    "charge 5000 175 4825",
    "dispute_reversal 5000 0 5000",
    "dispute -5000 1500 -6500",
    "charge 5000 175 4825",
    "refund_failure 5000 0 5000",
    "refund -5000 0 -5000",
    "charge 5000 175 4825",
  ]);
  expect(await sdk.balance.retrieve()).toMatchObject({
    available: [{ amount: -1_500, currency: "usd" }],
    pending: [{ amount: 14_475, currency: "usd" }],
  });
});

test("a delayed payment is booked while it is pending, and reversed if it fails", async () => {
  const { list, sdk } = await startBalance(["pay-later"], ["pay-later", "fail-later"]);
  expect(await list()).toEqual([
    "charge_failure -5000 0 -5000",
    "charge 5000 175 4825",
    "charge 5000 175 4825",
  ]);
  const [reversal, payment] = (await sdk.balanceTransactions.list({ expand: ["data.source"] })).data;
  expect([reversal?.type, payment?.type]).toEqual(["payment_failure_refund", "payment"]);
  const [pendingCharge, failedCharge] = (await sdk.charges.list()).data.reverse();
  const { id: charge, payment_intent: intent } = failedCharge ?? {};
  expect(failedCharge).toMatchObject({
    status: "failed",
    paid: false,
    failure_balance_transaction: reversal?.id,
  });
  expect(reversal?.source).toMatchObject({ object: "refund", charge, payment_intent: intent, metadata: {} });
  expect(reversal?.source).toMatchObject({ id: expect.stringMatching(/^pyr_/) as string });
  expect([pendingCharge?.status, pendingCharge?.paid]).toEqual(["pending", false]);
  expect((await sdk.refunds.list()).data).toEqual([]);
  const payment_intent = z.parse(z.string(), pendingCharge?.payment_intent);
  await expect(sdk.refunds.create({ payment_intent })).rejects.toMatchObject({
    code: "payment_intent_unexpected_state",
  });
});

test("a payout pays out all payments since the last one, and transactions can be listed by payout, source or time", async () => {
  const { list, sdk, stripe } = await startBalance(["pay", "refund"], ["pay"]);
  stripe.payOut();
  const [payout] = (await sdk.payouts.list()).data;
  expect(payout).toMatchObject({ amount: 4_650, automatic: true });
  expect(() => stripe.payOut()).toThrow(ActionRefused);
  const movements = [
    ...["payout -4650 0 -4650", "charge 5000 175 4825"],
    ...["refund -5000 0 -5000", "charge 5000 175 4825"],
  ];
  expect(await list({ payout: payout?.id })).toEqual(movements);
  expect(await list({ payout: "po_1" })).toEqual([]);
  const [, second, refund, first] = (await sdk.balanceTransactions.list({ expand: ["data.source"] })).data;
  expect(refund).toMatchObject({ source: { object: "refund", amount: 5_000 }, type: "refund" });
  expect(refund).not.toHaveProperty("payout");
  const createdAt = (row: typeof first) => row?.created ?? 0;
  expect(await list({ created: { gte: createdAt(first), lt: createdAt(second) } })).toEqual(
    movements.slice(2),
  );
  const source = typeof first?.source === "object" ? first.source?.id : undefined;
  expect(await list({ source })).toEqual(movements.slice(3));
});
