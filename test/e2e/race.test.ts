import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publicApi } from "../../shared/api-public.ts";
import { adminTicketsApi, doorApi } from "../../shared/api-tickets.ts";
import type { Body } from "../../shared/endpoint.ts";
import { expectPaidOnce } from "../support/expect-paid-once.ts";
import { checkInvariants, stockOf } from "../support/invariants.ts";
import { createClient, newOrder, type Client } from "../support/client.ts";
import type { CartEntry } from "../support/fixtures.ts";
import { startLocalStack } from "../support/local-stack.ts";

let shop: Client;
beforeAll(async () => {
  const stack = await startLocalStack();
  shop = createClient(stack);
  await shop.adminToken();
});

/** Sends concurrent checkouts, each from another IP address; returns the responses and their number by status. */
async function checkoutConcurrently(count: number, cartOf: (i: number) => CartEntry[]) {
  const responses = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      shop.checkout(newOrder(...cartOf(i)), { from: `127.0.${1 + (i >> 7)}.${1 + (i & 127)}` }),
    ),
  );
  const countByStatus: Record<number, number> = {};
  for (const { status } of responses) countByStatus[status] = (countByStatus[status] ?? 0) + 1;
  return { responses, countByStatus };
}

/** One round, or ten in `npm run test:soak`. */
const rounds = Array.from({ length: Number(process.env["RACE_ROUNDS"] ?? 1) }, (_, i) => i + 1);

const roundsAndTables = rounds.flatMap((round) => [
  [round, "normal"] as const,
  [round, "contended"] as const,
]);

describe.each(roundsAndTables)("round %i on a table that is %s", (_, table) => {
  beforeAll(() => shop.setFaults({ table }));
  afterAll(() => shop.setFaults({ table: "normal" }));

  test("200 concurrent checkouts for 5 items: 5 get a session, and 195 get 409", async () => {
    const product = await shop.createProduct({ stock: 5 });
    const { responses, countByStatus } = await checkoutConcurrently(200, () => [[product, 1]]);
    expect(countByStatus).toEqual({ 200: 5, 409: 195 });
    for (const { error } of responses.filter(({ status }) => status === 409)) {
      expect(error).toMatchObject({ code: "aborted", message: "Cart has changed." });
      expect(error.lines).toEqual([{ id: product.id, n: product.name, price: 25, available: 0 }]);
    }
    const sessionIds = responses.filter(({ status }) => status === 200).map(({ data }) => data.sessionId);
    expect(new Set(sessionIds).size).toBe(5);
    expect(await stockOf(shop.table, product)).toEqual({ available: 0, held: 5, sold: 0 });

    for (const sessionId of sessionIds) await shop.act(sessionId, "pay");
    await shop.waitUntilIdle();
    expect(await stockOf(shop.table, product)).toEqual({ available: 0, held: 0, sold: 5 });
    const piecesByVariant = await checkInvariants(shop.table);
    expect(piecesByVariant.get(`${product.id}#-`)).toBe(5);
  });

  test("200 concurrent checkouts for 200 items: all get a session and pay", async () => {
    const product = await shop.createProduct({ stock: 200 });
    const { responses, countByStatus } = await checkoutConcurrently(200, () => [[product, 1]]);
    expect(countByStatus).toEqual({ 200: 200 });
    expect(await stockOf(shop.table, product)).toEqual({ available: 0, held: 200, sold: 0 });
    await Promise.all(responses.map(({ data }) => shop.act(data.sessionId, "pay")));
    await shop.waitUntilIdle(60_000);
    expect(await stockOf(shop.table, product)).toEqual({ available: 0, held: 0, sold: 200 });
    expect(await shop.deadLetters()).toEqual([]);
    await checkInvariants(shop.table);
  });

  test("200 concurrent scans of one ticket by 4 devices: one is let in, and 199 are refused", async () => {
    const token = await shop.adminToken();
    const [event] = (await shop.call(doorApi.listDoorEvents, { token })).data.events;
    const params = { id: event?.productId ?? "" };
    const guest = { name: "Ada Lovelace", email: "ada@example.com", reason: "Test", quantity: 1 };
    const body = { requestId: randomUUID(), ...guest };
    const { tickets } = (await shop.call(adminTicketsApi.giveTickets, { token, params, body })).data;
    const ticketId = tickets[0]?.ticketId ?? "";
    const devices = Array.from({ length: 4 }, () => randomUUID());
    /** Sends check-ins as a device does: sends them again, with the same ids, if the busy table could not store them. */
    const sendCheckIns = async (checkInBody: Body<typeof doorApi.checkIn>) => {
      let response = await shop.call(doorApi.checkIn, { token, params, body: checkInBody });
      for (let repeats = 0; response.status === 503 && repeats < 5; repeats++)
        response = await shop.call(doorApi.checkIn, { token, params, body: checkInBody });
      return response;
    };
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, i) => {
        const now = new Date().toISOString();
        const checkIns = [{ id: randomUUID(), ticketId, at: now, isOffline: false }];
        const device = { deviceId: devices[i % 4] ?? "", door: `Door ${i % 4}`, sentAt: now };
        return sendCheckIns({ ...device, checkIns });
      }),
    );
    const results = responses.flatMap(({ data }) => data.results.map(({ result }) => result));
    expect(results.filter((result) => result === "in")).toHaveLength(1);
    expect(results.filter((result) => result === "refused")).toHaveLength(199);
    expect(responses.at(-1)?.data.results[0]?.ticket?.checkIns).toHaveLength(1);
  });

  test("60 concurrent carts with the same two items in opposite order: no deadlock and no partial hold", async () => {
    const [shirt, cap] = [await shop.createProduct({ stock: 20 }), await shop.createProduct({ stock: 12 })];
    const { countByStatus } = await checkoutConcurrently(60, (i) => {
      const cart: CartEntry[] = [
        [shirt, 1],
        [cap, 1],
      ];
      return i % 2 ? cart : cart.reverse();
    });
    expect(countByStatus).toEqual({ 200: 12, 409: 48 });
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 8, held: 12, sold: 0 });
    expect(await stockOf(shop.table, cap)).toEqual({ available: 0, held: 12, sold: 0 });
    await checkInvariants(shop.table);
  });
});

test("repeated checkouts by a double click, two tabs or the back button create one order, session and hold", async () => {
  const shirt = await shop.createProduct();
  const data = newOrder([shirt, 3]);
  const clickResponses = await Promise.all([1, 2, 3].map(() => shop.checkout(data)));
  for (const { status } of clickResponses) expect([200, 503]).toContain(status);
  const repeatedCheckout = (await shop.checkout(data)).data;
  for (const click of clickResponses) if (click.status === 200) expect(click.data).toEqual(repeatedCheckout);
  expect(clickResponses.some(({ status }) => status === 200)).toBe(true);
  expect(await shop.sessionsOf(repeatedCheckout.orderId)).toHaveLength(1);
  expect(await stockOf(shop.table, shirt)).toEqual({ available: 7, held: 3, sold: 0 });

  await shop.act(repeatedCheckout.sessionId, "pay");
  await shop.waitUntilIdle();
  await expectPaidOnce(shop, { orderId: repeatedCheckout.orderId, email: data.bill.email });
  expect((await shop.checkout(data)).error).toMatchObject({
    code: "aborted",
    message: "This order has already been paid.",
  });
});

test("a concurrent payment, release and verification end in one payment or one release", async () => {
  const shirt = await shop.createProduct();
  const order = await shop.openCheckout([shirt, 1]);
  const [, release, ...verifications] = await Promise.all([
    shop.act(order.sessionId, "pay"),
    shop.release(order.sessionId),
    ...[1, 2, 3].map(() => shop.verifyPayment(order.sessionId)),
  ]);
  await shop.waitUntilIdle();
  for (const { status } of verifications) expect(status).toBe(200);
  // Stripe handles either the payment or the release first.
  if (release.status === 204) {
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 10, held: 0, sold: 0 });
  } else {
    expect(release.status).toBe(409);
    await expectPaidOnce(shop, order);
  }
  await checkInvariants(shop.table);
});

test("ten concurrent releases of one session return the stock once", async () => {
  const shirt = await shop.createProduct({ stock: 3 });
  const { sessionId } = await shop.openCheckout([shirt, 3]);
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => shop.call(publicApi.releaseCheckoutSession, { params: { sessionId } })),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
  await shop.waitUntilIdle();
  expect(await stockOf(shop.table, shirt)).toEqual({ available: 3, held: 0, sold: 0 });
  await checkInvariants(shop.table);
});
