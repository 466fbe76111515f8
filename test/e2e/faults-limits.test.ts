import { afterEach, beforeAll, expect, test } from "vitest";
import { strictLimits } from "../../infra/client-limits.ts";
import { publicApi } from "../../shared/api-public.ts";
import type { Proof } from "../../shared/proof-of-work.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { messages } from "../../shared/messages.ts";
import { solveChallenge } from "../../infra/commands/solve-challenge.ts";
import { checkInvariants, stockOf } from "../support/invariants.ts";
import { createClient, newOrder, type Client } from "../support/client.ts";
import type { EndpointResponse } from "../support/http-client.ts";
import { startLocalStack } from "../support/local-stack.ts";

const { heldOfProduct: maxHeldOfProduct, ipShare: maxStockShareOfIp } = strictLimits;

let shop: Client;
beforeAll(async () => {
  const stack = await startLocalStack();
  shop = createClient(stack);
  await shop.adminToken();
  await shop.setFaults({ limits: "strict" });
});
afterEach(() => checkInvariants(shop.table));

type LimitedResponse = Pick<EndpointResponse<typeof publicApi.contact>, "status" | "headers" | "error">;

/**
 * Expects that a repeated call gets 429 with `message`, but not before `limit` calls. Gives up only after more than twice as
 * many calls, because the limit's time window may start again during the calls. `concurrency`: how many calls are made at
 * once; for a short window more than one, because on a busy machine each call may take a second.
 */
async function expectLimit(
  limit: number,
  call: () => Promise<LimitedResponse>,
  { message = messages.tooManyRequests, concurrency = 1 }: { message?: string; concurrency?: number } = {},
) {
  const isRefused = ({ status }: LimitedResponse): boolean => status === 429;
  const responses: LimitedResponse[] = [];
  while (responses.length <= 2 * limit && !responses.some(isRefused))
    responses.push(...(await Promise.all(Array.from({ length: concurrency }, call))));
  expect(responses.filter((response) => !isRefused(response)).length).toBeGreaterThanOrEqual(limit);
  const refusedResponse = responses.find(isRefused);
  expect(refusedResponse?.status).toBe(429);
  expect(refusedResponse?.error).toMatchObject({ code: "resource-exhausted", message });
  expect(Number(refusedResponse?.headers["retry-after"])).toBeGreaterThan(0);
}

test("many checkouts from one client end in 429 with Retry-After, and leave stock for another client", async () => {
  const shirt = await shop.createProduct({ stock: 60 });
  const sendCheckout = () => shop.checkout(newOrder([shirt, 1]), { from: "127.0.1.1" });
  await expectLimit(maxHeldOfProduct, sendCheckout, { message: apiMessages.tooManyHeld });
  expect((await stockOf(shop.table, shirt)).held).toBeLessThanOrEqual(60 * maxStockShareOfIp);
  expect((await shop.checkout(newOrder([shirt, 1]), { from: "127.0.1.2" })).status).toBe(200);
});

test("one client can hold only a limited number of unpaid items of a product, and more after a payment", async () => {
  const shirt = await shop.createProduct({ stock: 40 });
  const from = "127.0.2.1";
  const firstOrder = (await shop.checkout(newOrder([shirt, maxHeldOfProduct]), { from })).data;
  const refusedResponse = await shop.checkout(newOrder([shirt, 1]), { from });
  expect(refusedResponse).toMatchObject({ status: 429, error: { message: apiMessages.tooManyHeld } });
  expect(Number(refusedResponse.headers["retry-after"])).toBeGreaterThan(0);
  expect((await stockOf(shop.table, shirt)).held).toBe(maxHeldOfProduct);
  await shop.act(firstOrder.sessionId, "pay");
  await shop.waitUntilIdle();
  expect((await shop.checkout(newOrder([shirt, 1]), { from })).status).toBe(200);
});

test("under heavy demand, the second half of the stock can be held only with a proof of work", async () => {
  const ticket = await shop.createProduct({ stock: 30, category: "ticket" });
  const orderData = newOrder([ticket, 1]);
  const sendCheckout = (from: string, proof?: Proof) =>
    shop.call(publicApi.createCheckoutSession, {
      body: { orderData, ...(proof ? { proof } : {}) },
      from,
    });
  for (let i = 1; i <= 15; i++)
    expect((await shop.checkout(newOrder([ticket, 1]), { from: `127.0.9.${i}` })).status).toBe(200);
  const refusedResponse = await sendCheckout("127.0.9.20");
  expect([refusedResponse.status, refusedResponse.error.message]).toEqual([429, apiMessages.crowded]);
  const { challenge } = refusedResponse.error;
  if (!challenge) throw new Error("No challenge");
  const withWrongNonce = await sendCheckout("127.0.9.20", { token: challenge.token, nonce: "0" });
  const fromOtherIp = await shop.call(publicApi.createCheckoutSession, {
    body: { orderData: newOrder([ticket, 1]), proof: solveChallenge(challenge) },
    from: "127.0.9.21",
  });
  expect([withWrongNonce.status, fromOtherIp.status]).toEqual([429, 429]);
  expect((await stockOf(shop.table, ticket)).held).toBe(15);
  expect((await sendCheckout("127.0.9.20", solveChallenge(challenge))).status).toBe(200);
});

test("requests from pages of other sites and requests that are not JSON are refused", async () => {
  const shirt = await shop.createProduct({ stock: 5 });
  for (const [headers, status] of [
    [{ "content-type": "text/plain" }, 400],
    [{ origin: "https://evil.example" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site", origin: "http://other.localhost" }, 403],
    [{ "sec-fetch-site": "same-origin" }, 200],
  ] as const)
    expect((await shop.checkout(newOrder([shirt, 1]), { headers })).status).toBe(status);
  expect((await shop.contact({}, { headers: { origin: "null" } })).status).toBe(403);
  expect((await stockOf(shop.table, shirt)).held).toBe(1);
});

test("messages from one client through the contact form are limited", async () => {
  const sendMessage = () => shop.contact({ user_email: "flood@example.com" }, { from: "127.0.3.1" });
  await expectLimit(strictLimits.contact.count, sendMessage);
  expect((await shop.contact({}, { from: "127.0.3.2" })).status).toBe(200);
  // The number of confirmations to one address is limited too.
  expect((await shop.mailsTo("flood@example.com")).length).toBeLessThanOrEqual(
    strictLimits.contactRecipient.count,
  );
});

test("requests for a receipt by mail are limited, also for an unpaid order, which gets no receipt", async () => {
  const unpaidOrder = await shop.openCheckout([await shop.createProduct(), 1]);
  await expectLimit(strictLimits.receipt.count, () =>
    shop.call(publicApi.emailReceipt, { body: { sessionId: unpaidOrder.sessionId }, from: "127.0.4.1" }),
  );
  expect(await shop.mailsTo(unpaidOrder.email)).toEqual([]);
});

test("the number of guesses at session ids is limited", async () => {
  let guessCount = 0;
  const guess = () =>
    shop.call(publicApi.verifyPayment, {
      body: { sessionId: `cs_test_${guessCount++}_guess` },
      from: "127.0.5.1",
    });
  await expectLimit(strictLimits.verify.count, guess, { concurrency: 10 });
});

test("a client cannot avoid its limit with forged address headers", async () => {
  const sendMessage = (headers: Record<string, string>) => shop.contact({}, { from: "127.0.6.1", headers });
  for (let i = 0; i < strictLimits.contact.count; i++) await sendMessage({});
  const headers = { "x-viewer-ip": "203.0.113.9", "x-forwarded-for": "203.0.113.9" };
  const responses = [
    await sendMessage(headers),
    ...(await Promise.all([1, 2, 3, 4, 5].map(() => sendMessage(headers)))),
  ];
  expect(responses.map(({ status }) => status)).toContain(429);
});
