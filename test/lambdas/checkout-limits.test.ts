import { beforeAll, describe, expect, test } from "vitest";
import { hash } from "../../lambdas/lib/ids.ts";
import { clientKey } from "../../lambdas/lib/rate-limit.ts";
import { audit, stockOf } from "../support/books.ts";
import type { Counter } from "../support/counter.ts";
import { openCounter } from "../support/counter.ts";
import { orderData, shirt, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { later, openShop } from "../support/shop.ts";

let shop: Shop;
let counter: Counter;
const tee = shirt({ stock: 500 });

beforeAll(async () => {
  shop = await openShop({
    checkout: { count: 3, seconds: 600 },
    verify: { count: 2, seconds: 60 },
    receipt: { count: 1, seconds: 600 },
    heldItems: 5,
  });
  counter = await openCounter(shop);
  await stockUp(shop.table, tee);
});

const one = () => orderData([[tee, 1]]);

describe("limits", () => {
  test("one client's fourth checkout is 429 until the window ends, another client's is not", async () => {
    later(600_000 - (Date.now() % 600_000));
    for (let i = 0; i < 3; i++) expect((await counter.send(one(), { from: "192.0.2.1" })).status).toBe(200);
    const refused = await counter.send(one(), { from: "192.0.2.1" });
    expect([refused.status, refused.error.code]).toEqual([429, "resource-exhausted"]);
    const wait = Number(refused.headers["retry-after"]);
    expect(wait).toBeGreaterThan(590);
    expect(wait).toBeLessThanOrEqual(600);
    expect((await counter.send(one(), { from: "192.0.2.2" })).status).toBe(200);
    later(wait * 1000);
    expect((await counter.send(one(), { from: "192.0.2.1" })).status).toBe(200);
  });

  test("the many addresses that one IPv6 client has are one client", async () => {
    for (let i = 0; i < 3; i++)
      expect((await counter.send(one(), { from: `2001:db8:0:7:${i}::${i}` })).status).toBe(200);
    expect((await counter.send(one(), { from: "2001:0DB8::7:ffff:ffff:ffff:ffff" })).status).toBe(429);
    expect((await counter.send(one(), { from: "2001:db8:0:8::1" })).status).toBe(200);
    expect((await counter.send(one(), { from: "::ffff:192.0.2.9" })).status).toBe(200);
    expect((await counter.send(one(), { from: "::ffff:192.0.2.10" })).status).toBe(200);
  });

  test("what is not valid does not count", async () => {
    for (let i = 0; i < 4; i++) {
      const empty = await counter.send(orderData([]), { from: "192.0.2.3" });
      const foreign = await counter.send(one(), {
        from: "192.0.2.3",
        body: { orderData: one(), successUrl: "https://evil.example" },
      });
      expect([empty.status, foreign.status]).toEqual([400, 400]);
    }
    expect((await counter.send(one(), { from: "192.0.2.3" })).status).toBe(200);
  });

  test("verifying and asking for receipts have limits of their own", async () => {
    const { sessionId } = (await counter.send(one(), { from: "192.0.2.4" })).data;
    expect((await counter.verify(sessionId)).status).toBe(200);
    expect((await counter.verify(sessionId)).status).toBe(200);
    expect((await counter.verify(sessionId)).status).toBe(429);
    expect((await counter.emailReceipt(sessionId)).status).toBe(409);
    expect((await counter.emailReceipt(sessionId)).status).toBe(429);
  });

  test("no address is kept, nor a hash that trying every address would undo, nor anything for ever", async () => {
    await counter.send(one(), { from: "192.0.2.5" });
    const items = await shop.table.items();
    expect(JSON.stringify(items)).not.toMatch(/192\.0\.2\.|198\.51\.100|2001:/);
    for (const text of ["192.0.2.5", "client:192.0.2.5"])
      expect(JSON.stringify(items)).not.toContain(hash(text).slice(0, 24));
    const clients = items.filter(({ pk }) => /^(CLIENT|LIMIT)#/.test(String(pk)));
    expect(new Set(clients.map(({ pk }) => String(pk).split("#")[0]))).toEqual(new Set(["CLIENT", "LIMIT"]));
    for (const { ttl } of clients) {
      expect(ttl).toBeGreaterThan(Date.now() / 1000);
      expect(ttl).toBeLessThanOrEqual(Date.now() / 1000 + 30 * 86_400);
    }
  });

  test("another value of the secret makes other keys, the same value the same", async () => {
    const keys = await Promise.all(["origin", "origin", "stripe"].map((arn) => clientKey(arn, "192.0.2.6")));
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).not.toBe(keys[2]);
  });
});

describe("pieces that one client may have waiting for payment", () => {
  test("count over all open checkouts, and are free again when one ends", async () => {
    const from = "192.0.2.20";
    const first = (await counter.send(orderData([[tee, 3]]), { from })).data;
    const refused = await counter.send(orderData([[tee, 3]]), { from });
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "60"]);
    expect(refused.error.message).toMatch(/waiting for payment/);
    await counter.release(first.sessionId);
    expect((await counter.send(orderData([[tee, 5]]), { from })).status).toBe(200);
    await audit(shop.table);
  });

  test("bind a first checkout as well", async () => {
    const before = await stockOf(shop.table, tee);
    const answer = await counter.send(orderData([[tee, 6]]), { from: "192.0.2.21" });
    expect(answer.status).toBe(429);
    expect(await stockOf(shop.table, tee)).toEqual(before);
  });

  test("do not refuse the second click of a checkout that fits", async () => {
    const data = orderData([[tee, 5]]);
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => counter.send(data, { from: "192.0.2.22" })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await audit(shop.table);
  });

  test("are free again when they are paid", async () => {
    const from = "192.0.2.23";
    const { sessionId } = (await counter.send(orderData([[tee, 5]]), { from })).data;
    await counter.pay(sessionId);
    expect((await counter.send(orderData([[tee, 5]]), { from })).status).toBe(200);
  });
});
