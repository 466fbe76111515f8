import { expect, test } from "vitest";
import { shirts, stripeStack } from "./stripe-support.ts";

test("repeats the first answer for the same key and parameters", async () => {
  const { sdk, stripe } = await stripeStack();
  const params = shirts();
  const first = await sdk.checkout.sessions.create(params, { idempotencyKey: "ord_1:0" });
  stripe.act(first.id, "pay");
  const again = await sdk.checkout.sessions.create(params, { idempotencyKey: "ord_1:0" });
  expect(again).toEqual(first);
  expect(again.lastResponse.headers).toMatchObject({
    "idempotent-replayed": "true",
    "original-request": first.lastResponse.requestId,
  });
  expect(stripe.sessions()).toHaveLength(1);
});

test("refuses a used key with other parameters or at another endpoint", async () => {
  const { sdk } = await stripeStack();
  const { id } = await sdk.checkout.sessions.create(shirts(), { idempotencyKey: "k" });
  const other = sdk.checkout.sessions.create(shirts({ client_reference_id: "ord_2" }), {
    idempotencyKey: "k",
  });
  await expect(other).rejects.toMatchObject({ statusCode: 400, type: "StripeIdempotencyError" });
  const elsewhere = sdk.checkout.sessions.expire(id, {}, { idempotencyKey: "k" });
  await expect(elsewhere).rejects.toMatchObject({ type: "StripeIdempotencyError" });
});

test("answers 409 for a key in use, and the first request still succeeds", async () => {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const delay = () => {
    begun.resolve();
    return gate.promise;
  };
  const { sdk, stripe } = await stripeStack({ delay });
  const params = shirts();
  const first = sdk.checkout.sessions.create(params, { idempotencyKey: "k" });
  await begun.promise;
  const second = sdk.checkout.sessions.create(params, { idempotencyKey: "k" });
  await expect(second).rejects.toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
  gate.resolve();
  const { id } = await first;
  expect(stripe.sessions().map((session) => session.id)).toEqual([id]);
});

test("does not store a failed validation: the key works with valid parameters", async () => {
  const { sdk } = await stripeStack();
  const wrong = sdk.checkout.sessions.create(shirts({ line_items: [] }), { idempotencyKey: "k" });
  await expect(wrong).rejects.toMatchObject({ statusCode: 400 });
  await expect(sdk.checkout.sessions.create(shirts(), { idempotencyKey: "k" })).resolves.toBeDefined();
});

test("repeats an answer of 500 for its key, also after the fault ends", async () => {
  const { sdk, faults, stripe } = await stripeStack();
  faults.set({ stripe: "error-replayed" });
  const params = shirts();
  const create = (idempotencyKey: string) => sdk.checkout.sessions.create(params, { idempotencyKey });
  await expect(create("ord_1:0")).rejects.toMatchObject({ statusCode: 500, type: "StripeAPIError" });
  faults.set({ stripe: "normal" });
  await expect(create("ord_1:0")).rejects.toMatchObject({
    statusCode: 500,
    headers: { "idempotent-replayed": "true" },
  });
  expect(stripe.sessions()).toEqual([]);
  await expect(create("ord_1:1")).resolves.toMatchObject({ status: "open" });
});

test("returns the session of a request that timed out when the request is repeated", async () => {
  const { sdk, faults, stripe } = await stripeStack();
  faults.set({ stripe: "timeout-after-create" });
  const params = shirts();
  const lost = sdk.checkout.sessions.create(params, { idempotencyKey: "k", timeout: 40 });
  await expect(lost).rejects.toMatchObject({ type: "StripeConnectionError" });
  faults.set({ stripe: "normal" });
  const found = await sdk.checkout.sessions.create(params, { idempotencyKey: "k" });
  expect(stripe.sessions().map(({ id }) => id)).toEqual([found.id]);
});

test("the fault 'down' answers 500 or not at all, 'rate-limited' answers 429", async () => {
  const { sdk, faults } = await stripeStack();
  faults.set({ stripe: "down" });
  await expect(sdk.checkout.sessions.create(shirts())).rejects.toMatchObject({ statusCode: 500 });
  await expect(sdk.charges.list({ limit: 1 })).rejects.toBeDefined();
  faults.set({ stripe: "rate-limited" });
  await expect(sdk.charges.list()).rejects.toMatchObject({ statusCode: 429, type: "StripeRateLimitError" });
});

test("keeps answers and sessions across a restart", async () => {
  const before = await stripeStack();
  const params = shirts();
  const made = await before.sdk.checkout.sessions.create(params, { idempotencyKey: "k" });
  const after = await stripeStack({ dataDir: before.dataDir });
  expect(await after.sdk.checkout.sessions.create(params, { idempotencyKey: "k" })).toEqual(made);
  expect(after.stripe.sessions()).toHaveLength(1);
});
