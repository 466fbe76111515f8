import { afterEach, beforeAll, expect, test } from "vitest";
import { strictLimits } from "../../infra/stages.ts";
import { publicApi } from "../../shared/api-public.ts";
import { messages } from "../../shared/messages.ts";
import { audit, stockOf } from "../support/books.ts";
import { createClient, newOrder, type Client } from "../support/client.ts";
import type { EndpointAnswer } from "../support/http-answer.ts";
import { startLocalStack } from "../support/local-stack.ts";

let shop: Client;
beforeAll(async () => {
  const stack = await startLocalStack();
  shop = createClient(stack);
  await shop.admin();
  await shop.faults({ limits: "strict" });
});
afterEach(() => audit(shop.table));

type Tried = Pick<EndpointAnswer<typeof publicApi.contact>, "status" | "headers" | "error">;

/** Calls until it is refused, and a little further; a window that ended in between begins anew. */
async function expectLimit(
  count: number,
  call: () => Promise<Tried>,
  message: string = messages.tooManyRequests,
) {
  const answers: Tried[] = [];
  while (answers.length < 2 * count && answers.at(-1)?.status !== 429) answers.push(await call());
  expect(answers.length).toBeGreaterThan(count);
  const refused = answers.at(-1);
  expect(refused?.status).toBe(429);
  expect(refused?.error).toMatchObject({ code: "resource-exhausted", message });
  expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
}

test("checkouts of one client end in 429 with Retry-After; another client is served, and the stock is not taken hostage", async () => {
  const shirt = await shop.stockUp({ stock: 60 });
  const flood = () => shop.checkout(newOrder([shirt, 1]), { from: "127.0.1.1" });
  await expectLimit(strictLimits.checkout.count, flood);
  expect((await stockOf(shop.table, shirt)).held).toBeLessThanOrEqual(2 * strictLimits.checkout.count);
  expect((await shop.checkout(newOrder([shirt, 1]), { from: "127.0.1.2" })).status).toBe(200);
});

test("pieces that one client has waiting for payment are limited; what ends is free again", async () => {
  const shirt = await shop.stockUp({ stock: 60 });
  const from = "127.0.2.1";
  const first = (await shop.checkout(newOrder([shirt, 10]), { from })).data;
  for (let i = 1; i < strictLimits.heldItems / 10; i++)
    expect((await shop.checkout(newOrder([shirt, 10]), { from })).status).toBe(200);
  const refused = await shop.checkout(newOrder([shirt, 1]), { from });
  expect(refused).toMatchObject({ status: 429, error: { message: messages.tooManyHeld } });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await stockOf(shop.table, shirt)).held).toBe(strictLimits.heldItems);
  await shop.act(first.sessionId, "pay");
  await shop.quiet();
  expect((await shop.checkout(newOrder([shirt, 1]), { from })).status).toBe(200);
});

test("the contact form", async () => {
  const write = () => shop.contact({ user_email: "flood@example.com" }, { from: "127.0.3.1" });
  await expectLimit(strictLimits.contact.count, write);
  expect((await shop.contact({}, { from: "127.0.3.2" })).status).toBe(200);
  // Whoever's address is abused gets a few confirmations at most.
  expect((await shop.mailsTo("flood@example.com")).length).toBeLessThanOrEqual(
    strictLimits.contactRecipient.count,
  );
});

test("asking for the receipt", async () => {
  const order = await shop.buy([await shop.stockUp(), 1]);
  await expectLimit(strictLimits.receipt.count, () =>
    shop.call(publicApi.emailReceipt, { body: { sessionId: order.sessionId }, from: "127.0.4.1" }),
  );
  expect(await shop.mailsTo(order.email)).toEqual([]);
});

test("guessing sessions", async () => {
  let guess = 0;
  await expectLimit(strictLimits.verify.count, () =>
    shop.call(publicApi.verifyPayment, {
      body: { sessionId: `cs_test_${guess++}_guess` },
      from: "127.0.5.1",
    }),
  );
});

test("a client that claims to be another by its headers is still itself", async () => {
  const call = (headers: Record<string, string>) => shop.contact({}, { from: "127.0.6.1", headers });
  for (let i = 0; i < strictLimits.contact.count; i++) await call({});
  const headers = { "x-viewer-ip": "203.0.113.9", "x-forwarded-for": "203.0.113.9" };
  const answers = [await call(headers), ...(await Promise.all([1, 2, 3, 4, 5].map(() => call(headers))))];
  expect(answers.map(({ status }) => status)).toContain(429);
});
