import type Stripe from "stripe";
import { expect, test } from "vitest";
import { intentOf, sessionParams, startStripe } from "./stripe-support.ts";

test("Stripe returns a session with its total, its lines and the shop's metadata", async () => {
  const { sdk } = await startStripe();
  const session = await sdk.checkout.sessions.create(sessionParams());
  expect(session).toMatchObject({
    object: "checkout.session",
    status: "open",
    payment_status: "unpaid",
    amount_total: 5_000,
    client_reference_id: "ord_1",
    metadata: { orderId: "ord_1" },
    customer_details: { email: "ada@example.com" },
    payment_intent: null,
    url: `http://localhost:8080/_local/pay/${session.id}`,
  });
  const lines = await sdk.checkout.sessions.listLineItems(session.id);
  expect(lines.data).toMatchObject([{ description: "Shirt", quantity: 2, amount_total: 5_000 }]);
  const read = await sdk.checkout.sessions.retrieve(session.id, { expand: ["line_items"] });
  expect(read.line_items?.data).toHaveLength(1);
});

const nowSeconds = Math.floor(Date.now() / 1_000);
test.each<[string, Partial<Stripe.Checkout.SessionCreateParams>, { param?: string; code?: string }]>([
  ["29 minutes to pay", { expires_at: nowSeconds + 29 * 60 }, { param: "expires_at" }],
  ["25 hours to pay", { expires_at: nowSeconds + 25 * 3_600 }, { param: "expires_at" }],
  ["a relative success URL", { success_url: "/done" }, { param: "success_url", code: "url_invalid" }],
  [
    "a script as cancel URL",
    { cancel_url: "javascript:alert(1)" },
    { param: "cancel_url", code: "url_invalid" },
  ],
  ["no lines", { line_items: [] }, { param: "line_items", code: "parameter_missing" }],
  ["an invalid email address", { customer_email: "ada" }, { code: "email_invalid" }],
  ["a total of 49 cents", { line_items: [lineItem(49, 1)] }, { code: "amount_too_small" }],
  ["a fraction of a cent", { line_items: [lineItem(2_500.5, 1)] }, { code: "parameter_invalid_integer" }],
  ["a negative price", { line_items: [lineItem(-1, 1)] }, { code: "parameter_invalid_integer" }],
  ["a quantity of 0", { line_items: [lineItem(100, 0)] }, { param: "line_items[0][quantity]" }],
  ["an empty name", { line_items: [lineItem(100, 1, "")] }, { code: "parameter_invalid_empty" }],
  [
    "two currencies",
    { line_items: [lineItem(100, 1), lineItem(100, 1, "Mug", "eur")] },
    { param: "line_items" },
  ],
])("Stripe refuses a session with %s", async (_, change, error) => {
  const { sdk, stripe } = await startStripe();
  const refusal = sdk.checkout.sessions.create(sessionParams(change));
  await expect(refusal).rejects.toMatchObject({
    type: "StripeInvalidRequestError",
    statusCode: 400,
    ...error,
  });
  expect(stripe.sessions()).toEqual([]);
});

test("Stripe refuses unknown parameters, including __proto__", async () => {
  const { origin } = await startStripe();
  for (const name of ["color", "__proto__[mode]", "metadata[a][b]"]) {
    const response = await fetch(`${origin}/v1/checkout/sessions`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_1" },
      body: new URLSearchParams({ mode: "payment", success_url: "https://a.example/", [name]: "x" }),
    });
    expect(response.status).toBe(400);
  }
});

test("Stripe requires a test key", async () => {
  const { origin } = await startStripe();
  const call = (headers: Record<string, string>) => fetch(`${origin}/v1/charges`, { headers });
  expect((await call({})).status).toBe(401);
  expect((await call({ authorization: `Bearer ${["sk", "live", "1"].join("_")}` })).status).toBe(401);
  expect((await call({ authorization: "Bearer sk_test_1" })).status).toBe(200);
});

test("Stripe responds 404 resource_missing for an unknown id", async () => {
  const { sdk } = await startStripe();
  await expect(sdk.checkout.sessions.retrieve("cs_test_none")).rejects.toMatchObject({
    statusCode: 404,
    code: "resource_missing",
  });
});

test("Stripe responds 404 for an id with a malformed percent-encoding", async () => {
  const { origin } = await startStripe();
  const headers = { authorization: "Bearer sk_test_1" };
  expect((await fetch(`${origin}/v1/checkout/sessions/%ZZ`, { headers })).status).toBe(404);
});

test("Stripe expires an open session once on request, and otherwise at its expiry time", async () => {
  let now = Date.now();
  const { sdk, waitUntil, types } = await startStripe({ now: () => now });
  const first = await sdk.checkout.sessions.create(sessionParams());
  expect(await sdk.checkout.sessions.expire(first.id)).toMatchObject({ status: "expired", url: null });
  await expect(sdk.checkout.sessions.expire(first.id)).rejects.toMatchObject({ statusCode: 400 });

  const second = await sdk.checkout.sessions.create(sessionParams());
  now += 32 * 60_000;
  expect(await sdk.checkout.sessions.retrieve(second.id)).toMatchObject({ status: "expired" });
  await waitUntil(() => types().length === 2);
  expect(types()).toEqual(["checkout.session.expired", "checkout.session.expired"]);
});

test("Stripe expires each of several sessions at its own time, also after a restart", async () => {
  const startedAt = Date.now();
  let now = startedAt;
  const { sdk, dataDir, stripe } = await startStripe({ now: () => now });
  const expiryMinutes = [90, 40, 60, 31];
  const ids: string[] = [];
  for (const minutes of expiryMinutes)
    ids.push(
      (await sdk.checkout.sessions.create({ ...sessionParams(), expires_at: nowSeconds + minutes * 60 })).id,
    );
  const openSessionsOf = (simulator: typeof stripe) =>
    simulator
      .sessions()
      .flatMap(({ id, status }) => (status === "open" ? [expiryMinutes[ids.indexOf(id)]] : []));
  const setMinutes = (minutes: number) => (now = startedAt + minutes * 60_000);
  expect(openSessionsOf(stripe)).toEqual(expiryMinutes);
  setMinutes(35);
  expect(openSessionsOf(stripe)).toEqual([90, 40, 60]);
  setMinutes(41);
  expect(openSessionsOf(stripe)).toEqual([90, 60]);
  await stripe.close();
  const { stripe: restarted } = await startStripe({ dataDir, now: () => now });
  setMinutes(61);
  expect(openSessionsOf(restarted)).toEqual([90]);
  setMinutes(91);
  expect(openSessionsOf(restarted)).toEqual([]);
});

test("Stripe lists sessions page by page, newest first, and filters them by payment intent", async () => {
  const { sdk, stripe } = await startStripe();
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.unshift((await sdk.checkout.sessions.create(sessionParams())).id);
  const listed = await sdk.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(listed.map((session) => session.id)).toEqual(ids);
  const paid = stripe.act(ids[2] ?? "", "pay");
  const filtered = await sdk.checkout.sessions.list({ payment_intent: intentOf(paid) });
  expect(filtered.data.map((session) => session.id)).toEqual([ids[2]]);
});

function lineItem(unit_amount: number, quantity: number, name = "Mug", currency = "usd") {
  return { quantity, price_data: { currency, unit_amount, product_data: { name } } };
}

test("Stripe refuses a page after an object that is not in the list", async () => {
  const { sdk } = await startStripe();
  await sdk.checkout.sessions.create(sessionParams());
  await expect(sdk.checkout.sessions.list({ starting_after: "cs_test_unknown" })).rejects.toMatchObject({
    code: "resource_missing",
  });
});
