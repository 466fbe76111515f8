import { expect, test } from "vitest";
import { sessionParams, startStripe } from "./stripe-support.ts";

test("Stripe repeats the first response for the same key and parameters", async () => {
  const { sdk, stripe } = await startStripe();
  const params = sessionParams();
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

test("Stripe refuses a used key with other parameters or at another endpoint", async () => {
  const { sdk } = await startStripe();
  const { id } = await sdk.checkout.sessions.create(sessionParams(), { idempotencyKey: "k" });
  const otherParameters = sdk.checkout.sessions.create(sessionParams({ client_reference_id: "ord_2" }), {
    idempotencyKey: "k",
  });
  await expect(otherParameters).rejects.toMatchObject({ statusCode: 400, type: "StripeIdempotencyError" });
  const otherEndpoint = sdk.checkout.sessions.expire(id, {}, { idempotencyKey: "k" });
  await expect(otherEndpoint).rejects.toMatchObject({ type: "StripeIdempotencyError" });
});

test("Stripe responds 409 for a key in use, and the first request still succeeds", async () => {
  const release = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const delay = () => {
    started.resolve();
    return release.promise;
  };
  const { sdk, stripe } = await startStripe({ delay });
  const params = sessionParams();
  const first = sdk.checkout.sessions.create(params, { idempotencyKey: "k" });
  await started.promise;
  const second = sdk.checkout.sessions.create(params, { idempotencyKey: "k" });
  await expect(second).rejects.toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
  release.resolve();
  const { id } = await first;
  expect(stripe.sessions().map((session) => session.id)).toEqual([id]);
});

test("Stripe does not store a failed validation: the key works with valid parameters", async () => {
  const { sdk } = await startStripe();
  const wrong = sdk.checkout.sessions.create(sessionParams({ line_items: [] }), { idempotencyKey: "k" });
  await expect(wrong).rejects.toMatchObject({ statusCode: 400 });
  await expect(sdk.checkout.sessions.create(sessionParams(), { idempotencyKey: "k" })).resolves.toBeDefined();
});

test("Stripe repeats a response of 500 for the same key, also after the fault ends", async () => {
  const { sdk, faults, stripe } = await startStripe();
  faults.set({ stripe: "error-replayed" });
  const params = sessionParams();
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

test("Stripe returns the session of a request that timed out when the request is repeated", async () => {
  const { sdk, faults, stripe } = await startStripe();
  faults.set({ stripe: "timeout-after-create" });
  const params = sessionParams();
  const lostRequest = sdk.checkout.sessions.create(params, { idempotencyKey: "k", timeout: 40 });
  await expect(lostRequest).rejects.toMatchObject({ type: "StripeConnectionError" });
  faults.set({ stripe: "normal" });
  const foundSession = await sdk.checkout.sessions.create(params, { idempotencyKey: "k" });
  expect(stripe.sessions().map(({ id }) => id)).toEqual([foundSession.id]);
});

test("the fault 'down' causes a 500 and no response by turns, 'rate-limited' causes a 429", async () => {
  const { sdk, faults, origin } = await startStripe();
  faults.set({ stripe: "down" });
  await expect(sdk.checkout.sessions.create(sessionParams())).rejects.toMatchObject({ statusCode: 500 });
  // The SDK would repeat a request whose connection was closed, so this request is made by `fetch`.
  const listCharges = () =>
    fetch(`${origin}/v1/charges`, { headers: { authorization: "Bearer sk_test_123" } });
  expect((await listCharges()).status).toBe(500);
  await expect(listCharges()).rejects.toThrow("fetch failed");
  expect((await listCharges()).status).toBe(500);
  faults.set({ stripe: "rate-limited" });
  await expect(sdk.charges.list()).rejects.toMatchObject({ statusCode: 429, type: "StripeRateLimitError" });
});

test("Stripe keeps responses and sessions across a restart", async () => {
  const before = await startStripe();
  const params = sessionParams();
  const created = await before.sdk.checkout.sessions.create(params, { idempotencyKey: "k" });
  const after = await startStripe({ dataDir: before.dataDir });
  expect(await after.sdk.checkout.sessions.create(params, { idempotencyKey: "k" })).toEqual(created);
  expect(after.stripe.sessions()).toHaveLength(1);
});
