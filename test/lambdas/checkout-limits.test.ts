import { beforeAll, describe, expect, test } from "vitest";
import { hash } from "../../lambdas/lib/ids.ts";
import { rateLimitKey } from "../../lambdas/lib/rate-limit.ts";
import { checkInvariants, orderOf, stockOf } from "../support/invariants.ts";
import { publicApi } from "../../shared/api-public.ts";
import { call, cookiesToSend } from "../support/invoke.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import type { CartEntry } from "../support/fixtures.ts";
import { orderData, testProduct, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

/** The time window of the rate limits of checkouts. */
const WINDOW_MS = 600_000;
let shop: Shop;
let driver: CheckoutDriver;
const tee = testProduct({ stock: 500 });

beforeAll(async () => {
  shop = await openShop({
    checkout: { count: 2, seconds: 600 },
    ipCheckout: { count: 3, seconds: 600 },
    verify: { count: 2, seconds: 60 },
    receipt: { count: 1, seconds: 600 },
    heldItems: 5,
    ipItems: 8,
    heldOfProduct: 6,
  });
  driver = await openCheckoutDriver(shop);
  await stockUp(shop.table, tee);
});

/** Advances the clock to the next time window of the rate limits of checkouts. */
const startNextWindow = () => advanceClock(WINDOW_MS - (Date.now() % WINDOW_MS));
const orderOfOneTee = () => orderData([[tee, 1]]);

describe("rate limits", () => {
  test("refuse an address's fourth checkout with 429 until the time window ends, and accept another address", async () => {
    startNextWindow();
    for (let i = 0; i < 3; i++)
      expect((await driver.send(orderOfOneTee(), { from: "192.0.2.1" })).status).toBe(200);
    const refusedResponse = await driver.send(orderOfOneTee(), { from: "192.0.2.1" });
    expect([refusedResponse.status, refusedResponse.error.code]).toEqual([429, "resource-exhausted"]);
    const waitSeconds = Number(refusedResponse.headers["retry-after"]);
    expect(waitSeconds).toBeGreaterThan(590);
    expect(waitSeconds).toBeLessThanOrEqual(600);
    expect((await driver.send(orderOfOneTee(), { from: "192.0.2.2" })).status).toBe(200);
    advanceClock(waitSeconds * 1000);
    expect((await driver.send(orderOfOneTee(), { from: "192.0.2.1" })).status).toBe(200);
  });

  test("count all addresses of an IPv6 /64 network as one client", async () => {
    for (let i = 0; i < 3; i++)
      expect((await driver.send(orderOfOneTee(), { from: `2001:db8:0:7:${i}::${i}` })).status).toBe(200);
    expect((await driver.send(orderOfOneTee(), { from: "2001:0DB8::7:ffff:ffff:ffff:ffff" })).status).toBe(
      429,
    );
    expect((await driver.send(orderOfOneTee(), { from: "2001:db8:0:8::1" })).status).toBe(200);
    expect((await driver.send(orderOfOneTee(), { from: "::ffff:192.0.2.9" })).status).toBe(200);
    expect((await driver.send(orderOfOneTee(), { from: "::ffff:192.0.2.10" })).status).toBe(200);
  });

  test("do not count invalid requests", async () => {
    for (let i = 0; i < 4; i++) {
      const emptyCartResponse = await driver.send(orderData([]), { from: "192.0.2.3" });
      const foreignUrlResponse = await driver.send(orderOfOneTee(), {
        from: "192.0.2.3",
        body: { orderData: orderOfOneTee(), successUrl: "https://evil.example" },
      });
      expect([emptyCartResponse.status, foreignUrlResponse.status]).toEqual([400, 400]);
    }
    expect((await driver.send(orderOfOneTee(), { from: "192.0.2.3" })).status).toBe(200);
  });

  test("apply to verifications and receipt requests separately", async () => {
    const { sessionId } = (await driver.send(orderOfOneTee(), { from: "192.0.2.4" })).data;
    expect((await driver.verifyPayment(sessionId)).status).toBe(200);
    expect((await driver.verifyPayment(sessionId)).status).toBe(200);
    expect((await driver.verifyPayment(sessionId)).status).toBe(429);
    expect((await driver.emailReceipt(sessionId)).status).toBe(409);
    expect((await driver.emailReceipt(sessionId)).status).toBe(429);
  });

  test("store neither an IP address nor its plain hash, and every stored item expires", async () => {
    await driver.send(orderOfOneTee(), { from: "192.0.2.5" });
    const items = await shop.table.items();
    expect(JSON.stringify(items)).not.toMatch(/192\.0\.2\.|198\.51\.100|2001:/);
    for (const text of ["192.0.2.5", "client:192.0.2.5"])
      expect(JSON.stringify(items)).not.toContain(hash(text).slice(0, 24));
    const clientItems = items.filter(({ pk }) => /^(CLIENT|LIMIT)#/.test(String(pk)));
    expect(new Set(clientItems.map(({ pk }) => String(pk).split("#")[0]))).toEqual(
      new Set(["CLIENT", "LIMIT"]),
    );
    for (const { ttl } of clientItems) {
      expect(ttl).toBeGreaterThan(Date.now() / 1000);
      expect(ttl).toBeLessThanOrEqual(Date.now() / 1000 + 30 * 86_400);
    }
  });

  test("identify clients by a hash that depends on the value of the secret", async () => {
    const keys = await Promise.all(
      ["origin", "origin", "stripe"].map((arn) => rateLimitKey(arn, "192.0.2.6")),
    );
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).not.toBe(keys[2]);
  });
});

describe("the limit of held pieces", () => {
  /** Returns a function that sends checkouts with the cookies of a new visitor. */
  const createVisitor = async (from: string) => {
    const firstResponse = await driver.send(orderData([]), { from });
    const cookies = cookiesToSend(firstResponse.cookies);
    return (cart: CartEntry[], data = orderData(cart)) => driver.send(data, { from, cookies });
  };

  test("does not count a visitor's earlier checkout, because a new checkout ends the earlier one", async () => {
    const sendCheckout = await createVisitor("192.0.2.20");
    const firstCheckout = (await sendCheckout([[tee, 3]])).data;
    const secondResponse = await sendCheckout([[tee, 4]]);
    expect(secondResponse.status).toBe(200);
    expect((await orderOf(shop.table, firstCheckout.orderId)).hold.state).toBe("released");
    expect((await orderOf(shop.table, secondResponse.data.orderId)).hold.state).toBe("held");
    await checkInvariants(shop.table);
  });

  test("lets a visitor check out again with the last pieces, which the visitor's earlier checkout holds", async () => {
    const [flask, cap] = [testProduct({ stock: 3 }), testProduct({ stock: 1 })];
    await stockUp(shop.table, flask, cap);
    const sendCheckout = await createVisitor("192.0.2.26");
    const cart: CartEntry[] = [
      [flask, 3],
      [cap, 1],
    ];
    expect((await sendCheckout(cart)).status).toBe(200);
    // Another attempt, as after a change in the form.
    expect((await sendCheckout(cart)).status).toBe(200);
    expect(await stockOf(shop.table, flask)).toEqual({ available: 0, held: 3, sold: 0 });
    expect(await stockOf(shop.table, cap)).toEqual({ available: 0, held: 1, sold: 0 });
    await checkInvariants(shop.table);
  });

  test("also applies to a first checkout", async () => {
    const stockBefore = await stockOf(shop.table, tee);
    const response = await driver.send(orderData([[tee, 6]]), { from: "192.0.2.21" });
    expect([response.status, response.headers["retry-after"]]).toEqual([429, "60"]);
    expect(response.error.message).toMatch(/waiting for payment/);
    expect(await stockOf(shop.table, tee)).toEqual(stockBefore);
  });

  test("refuses more pieces of one product than the limit for one product, which the error states", async () => {
    const response = await driver.send(orderData([[tee, 7]]), { from: "192.0.2.24" });
    const message = "At most 6 of one product can be bought at once.";
    expect([response.status, response.error.message]).toEqual([400, message]);
    expect(response.error.fields).toEqual({ "orderData.items": message });
  });

  test("is higher for all visitors of an IP address together, with or without a cookie", async () => {
    const from = "192.0.2.25";
    const sendWithCookie = await createVisitor(from);
    const sendWithoutCookie = (cart: CartEntry[]) => driver.send(orderData(cart), { from });
    expect((await sendWithCookie([[tee, 5]])).status).toBe(200);
    expect((await sendWithoutCookie([[tee, 3]])).status).toBe(200);
    expect((await sendWithoutCookie([[tee, 1]])).status).toBe(429);
    await checkInvariants(shop.table);
  });

  test("does not refuse a repeated request of an accepted checkout", async () => {
    const checkoutData = orderData([[tee, 5]]);
    const responses = await Promise.all(
      Array.from({ length: 3 }, () => driver.send(checkoutData, { from: "192.0.2.22" })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    await checkInvariants(shop.table);
  });

  test("no longer counts pieces that are paid", async () => {
    const sendCheckout = await createVisitor("192.0.2.23");
    const { sessionId } = (await sendCheckout([[tee, 5]])).data;
    await driver.pay(sessionId);
    expect((await sendCheckout([[tee, 5]])).status).toBe(200);
  });
});

describe("an attempt that failed", () => {
  test("does not block the same visitor's next checkout", async () => {
    const lastPieces = testProduct({ stock: 2 });
    await stockUp(shop.table, lastPieces);
    const from = "192.0.2.30";
    shop.payments.connection.cut = "before";
    const failedResponse = await driver.send(orderData([[lastPieces, 2]]), { from });
    shop.payments.connection.cut = "none";
    expect(failedResponse.status).toBe(503);
    const cookies = cookiesToSend(failedResponse.cookies);
    // Another visitor finds no stock. The same visitor gets the pieces that the failed attempt holds.
    expect((await driver.send(orderData([[lastPieces, 2]]), { from: "192.0.2.31" })).status).toBe(409);
    const secondResponse = await driver.send(orderData([[lastPieces, 2]]), { from, cookies });
    expect(secondResponse.status).toBe(200);
    expect(await stockOf(shop.table, lastPieces)).toEqual({ available: 0, held: 2, sold: 0 });
    await checkInvariants(shop.table);
  });

  test("frees its pieces before the response when Stripe refuses the session", async () => {
    const lastPieces = testProduct({ stock: 2 });
    await stockUp(shop.table, lastPieces);
    shop.payments.connection.refusal = { code: "amount_too_large" };
    expect((await driver.send(orderData([[lastPieces, 2]]))).status).toBe(500);
    shop.payments.connection.refusal = undefined;
    expect(await stockOf(shop.table, lastPieces)).toEqual({ available: 2, held: 0, sold: 0 });
    await checkInvariants(shop.table);
  });
});

describe("a visitor's cookie", () => {
  /** Sends a checkout with these cookies; returns the Set-Cookie values of the response. */
  const checkOutWith = async (cookies: string[] = []) =>
    (await driver.send(orderOfOneTee(), { from: "192.0.2.40", cookies })).cookies;

  test("is set once, also with an error response, is HttpOnly and contains no personal data", async () => {
    const [visitorCookie = "", ...otherCookies] = await checkOutWith();
    expect(otherCookies).toEqual([]);
    expect(visitorCookie).toMatch(
      /^visitor=[\w-]{22}\.\d+\.[\w-]{43}; Path=\/api\/checkout; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(await checkOutWith(cookiesToSend([visitorCookie]))).toEqual([]);
    const errorResponse = await driver.send(orderData([]), { from: "192.0.2.42" });
    expect([errorResponse.status, errorResponse.cookies.length]).toEqual([400, 1]);
  });

  test.each([
    ["changed", (cookie: string) => cookie.replace(/=(.)/, (_, c: string) => (c === "A" ? "=B" : "=A"))],
    [
      "made up",
      () => "visitor=AAAAAAAAAAAAAAAAAAAAAA.1790000000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ],
    ["malformed", () => "visitor=x"],
  ])("is replaced when it is %s", async (_, change) => {
    advanceClock(WINDOW_MS);
    const [visitorCookie = ""] = await checkOutWith();
    expect(await checkOutWith(cookiesToSend([visitorCookie]).map(change))).toHaveLength(1);
  });

  test("expires after 30 days", async () => {
    advanceClock(WINDOW_MS);
    const [visitorCookie = ""] = await checkOutWith();
    advanceClock(31 * 86_400_000);
    expect(await checkOutWith(cookiesToSend([visitorCookie]))).toHaveLength(1);
  });

  test("has its own limit of checkouts, besides the limit of the IP address", async () => {
    startNextWindow();
    const from = "192.0.2.41";
    const cookies = cookiesToSend((await driver.send(orderData([]), { from })).cookies);
    const statuses = [];
    for (const sentCookies of [cookies, cookies, cookies, []])
      statuses.push((await driver.send(orderOfOneTee(), { from, cookies: sentCookies })).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });
});

test("an IP address can calculate taxes as often as it can check out, because each calculation costs money", async () => {
  const body = { lines: [{ category: "shirts", quantity: 1, amount: 5 }], shipping: 0 };
  const calculateTax = async () =>
    (await call(driver.checkoutHandler, publicApi.calculateTax, { body, from: "192.0.2.77" })).status;
  startNextWindow();
  expect([await calculateTax(), await calculateTax(), await calculateTax(), await calculateTax()]).toEqual([
    200, 200, 200, 429,
  ]);
  advanceClock(61_000);
  expect(await calculateTax()).toBe(429);
});
