import { beforeAll, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { publicApi } from "../../shared/api-public.ts";
import { checkInvariants, stockOf } from "../support/invariants.ts";
import { createClient, newOrder, type Client } from "../support/client.ts";
import { sharedStack } from "../support/local-stack.ts";

let shop: Client;
let token: string;
beforeAll(async () => {
  const stack = sharedStack();
  shop = createClient(stack);
  token = await shop.adminToken();
});

test("a guessed session or order id gets 404 or 400", async () => {
  const verify = (sessionId: string) => shop.call(publicApi.verifyPayment, { body: { sessionId } });
  expect((await verify("cs_test_guessed")).status).toBe(404);
  expect((await shop.release("cs_test_guessed")).status).toBe(404);
  expect((await shop.call(publicApi.emailReceipt, { body: { sessionId: "cs_test_guessed" } })).status).toBe(
    404,
  );
  const { orderId } = await shop.openCheckout([await shop.createProduct(), 1]);
  expect((await verify(orderId)).status).toBe(400);
  expect((await shop.sendRaw(`/api/products/${orderId}`)).status).toBe(404);
});

test.each(["prd_1%23STOCK", "%2e%2e%2fadmin", "__proto__", "constructor", "%00", "x".repeat(99), "%E0%A4%A"])(
  "the product id %j reads no other item of the table",
  async (id) => {
    const { status, text } = await shop.sendRaw(`/api/products/${id}`);
    expect([400, 403, 404]).toContain(status);
    expect(text).not.toContain("STOCK#");
  },
);

test.each([
  "garbage",
  Buffer.from('{"listPk":"HOLDS#0","listSk":"0"}').toString("base64url"),
  Buffer.from('{"pk":"PRODUCT#1","sk":"PRODUCT"}').toString("base64url"),
  "__proto__",
  "9".repeat(99),
])("the forged cursor %s gets 400", async (cursor) => {
  const response = await shop.call(adminApi.listOrders, { token, query: { cursor } });
  expect(response.error.code).toBe("invalid-argument");
});

test.each(["products", "checkout/sessions"])(
  "an id in /api/%s that is longer than a table key gets 404",
  async (path) => {
    const method = path === "products" ? "GET" : "DELETE";
    expect((await shop.sendRaw(`/api/${path}/${"x".repeat(3_000)}`, { method })).status).toBe(404);
  },
);

describe("request bodies", () => {
  test.each<[string, string | Buffer, number]>([
    ["not JSON", "{", 400],
    ["empty", "", 400],
    ["null", "null", 400],
    ["a list", "[]", 400],
    ["100,000 nested lists", "[".repeat(100_000) + "]".repeat(100_000), 400],
    ["15,000 nested objects", `${'{"orderData":'.repeat(15_000)}1${"}".repeat(15_000)}`, 400],
    ["larger than 256 KiB", JSON.stringify({ orderData: "x".repeat(300_000) }), 400],
    ["larger than 10 MB", "x".repeat(10_500_000), 413],
    ["not UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400],
    [
      "an object with __proto__ only",
      '{"__proto__":{"orderData":{}},"constructor":{"prototype":{"orderData":{}}}}',
      400,
    ],
  ])("that are %s are refused", async (_, raw, status) => {
    const response = await shop.sendRaw("/api/checkout/sessions", { method: "POST", raw });
    expect(response.status).toBe(status);
    expect(response.text).not.toMatch(/node_modules|\.ts:|at \w+ \(/);
  });

  test("that have __proto__ in the order do not change the server's state", async () => {
    const shirt = await shop.createProduct();
    const order = JSON.stringify({ orderData: newOrder([shirt, 1]) });
    const raw = order.replace("{", '{"__proto__":{"isAdmin":true,"orderStatus":2,"paymentStatus":"paid"},');
    expect((await shop.sendRaw("/api/checkout/sessions", { raw })).status).toBe(200);
    expect((await shop.checkout(newOrder([shirt, 1]))).status).toBe(200);
    expect((await stockOf(shop.table, shirt)).held).toBe(2);
    await checkInvariants(shop.table);
  });

  test("with invented prices, quantities or return addresses get 409 or 400, and hold no stock", async () => {
    const shirt = await shop.createProduct();
    const validOrder = newOrder([shirt, 1]);
    const line = { id: shirt.id, n: shirt.name, p: 25, q: 1, cat: "shirts" };
    const carts = [
      { ...validOrder, items: [{ ...line, p: 0.01 }], fin: { sub: 0.01, ship: 0, tot: 0.01 } },
      { ...validOrder, fin: { sub: 25, ship: 0, tot: 1 } },
      ...[-1, 0, 1.5, 1e9].map((q) => ({ ...validOrder, items: [{ ...line, q }] })),
      { ...validOrder, items: [] },
    ];
    for (const orderData of carts) {
      const { status } = await shop.sendRaw("/api/checkout/sessions", { body: { orderData } });
      expect([400, 409]).toContain(status);
    }
    for (const successUrl of ["https://evil.example/x", "//evil.example", "javascript:alert(1)"]) {
      const body = { orderData: validOrder, successUrl };
      expect((await shop.sendRaw("/api/checkout/sessions", { body })).status).toBe(400);
    }
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 10, held: 0, sold: 0 });
  });
});

describe("the edge", () => {
  test.each(["https://evil.example", "null", "http://localhost.evil.example"])(
    "sends the origin %s no CORS headers",
    async (origin) => {
      const requests = [
        { path: "/api/products", method: "GET" },
        { path: "/api/checkout/sessions", method: "OPTIONS" },
        { path: "/api/admin/orders", method: "OPTIONS" },
      ];
      for (const { path, method } of requests) {
        const headers = {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization",
        };
        const response = await shop.sendRaw(path, { method, headers });
        expect(response.headers).not.toHaveProperty("access-control-allow-origin");
        expect(response.headers).not.toHaveProperty("access-control-allow-credentials");
      }
    },
  );

  test("replaces the origin secret that a visitor sends", async () => {
    const headers = { "x-origin-secret": "guessed" };
    expect((await shop.sendRaw("/api/products", { headers })).status).toBe(200);
  });

  test.each([
    "/../../../../etc/passwd",
    "/..%2f..%2f..%2fetc%2fpasswd",
    "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/assets/..%5c..%5csecrets.json",
    "/media/../../secrets.json",
    "/media/%2e%2e/%2e%2e/secrets.json",
    "/media/..%2fuploads%2fx.png",
    "//etc/passwd",
    "/%00/etc/passwd",
    "/uploads/x.png",
  ])("serves no file outside the site for %s", async (path) => {
    const { status, text, headers } = await shop.sendRaw(path);
    expect(text).not.toMatch(/root:|whsec_|sk_test_/);
    // A path without a file may also get the page of the site, which is HTML.
    if (status === 200) expect(headers["content-type"]).toMatch(/^text\/html/);
    else expect([400, 403, 404]).toContain(status);
  });

  test("marks private responses as no-store", async () => {
    const order = await shop.openCheckout([await shop.createProduct(), 1]);
    const responses = [
      await shop.verifyPayment(order.sessionId),
      await shop.call(adminApi.listOrders, { token }),
      await shop.call(adminApi.getOrder, { token, params: { id: order.orderId } }),
    ];
    for (const { status, headers } of responses) {
      expect(status).toBe(200);
      expect(headers["cache-control"]).toBe("no-store");
    }
  });
});
