import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { publicApi } from "../../shared/api-public.ts";
import type { Product } from "../../shared/product.ts";
import { expectPaidOnce } from "../support/expect-paid-once.ts";
import { checkInvariants, stockOf } from "../support/invariants.ts";
import { createClient, newOrder, type Client } from "../support/client.ts";
import { sharedStack } from "../support/local-stack.ts";
import { waitUntil } from "../support/wait-until.ts";

let shop: Client;
let token: string;
beforeAll(async () => {
  const stack = sharedStack();
  shop = createClient(stack);
  token = await shop.adminToken();
});

const endFaults = () => shop.setFaults({ table: "normal", tableDelayMs: 0 });
afterEach(endFaults);
const totalStock = async (product: Product) => {
  const { available, held, sold } = await stockOf(shop.table, product);
  return available + held + sold;
};

describe("the table", () => {
  test.each(["throttled", "conflict"] as const)(
    "fails one call or transaction in five with '%s': checkouts succeed or get 503 with Retry-After, without partial writes",
    async (table) => {
      const shirt = await shop.createProduct({ stock: 20 });
      const orders = Array.from({ length: 20 }, () => newOrder([shirt, 1]));
      await shop.setFaults({ table });
      const firstResponses = await Promise.all(orders.map((order) => shop.checkout(order)));
      for (const response of firstResponses) {
        expect([200, 503]).toContain(response.status);
        if (response.status === 503) expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
      }
      await endFaults();
      const retryResponses = await Promise.all(orders.map((order) => shop.checkout(order)));
      expect(retryResponses.map(({ status }) => status)).toEqual(orders.map(() => 200));
      expect(new Set(retryResponses.map(({ data }) => data.orderId)).size).toBe(20);
      expect(await stockOf(shop.table, shirt)).toEqual({ available: 0, held: 20, sold: 0 });
      await checkInvariants(shop.table);
    },
  );

  test("is throttled while payments settle: every order is paid once", async () => {
    const shirt = await shop.createProduct();
    const orders = await Promise.all([1, 2, 3, 4, 5].map(() => shop.openCheckout([shirt, 1])));
    await shop.setFaults({ table: "throttled" });
    for (const { sessionId } of orders) await shop.act(sessionId, "pay");
    await shop.waitUntilIdle();
    await endFaults();
    for (const order of orders) await expectPaidOnce(shop, order);
  });

  test("stalls for 5 s: a checkout gets 503 within the gateway's timeout, and its retry creates one order", async () => {
    const shirt = await shop.createProduct();
    const order = newOrder([shirt, 1]);
    await shop.setFaults({ table: "stall" });
    const refusedResponse = await shop.checkout(order);
    expect(refusedResponse).toMatchObject({ status: 503, error: { code: "unavailable" } });
    expect(Number(refusedResponse.headers["retry-after"])).toBeGreaterThan(0);
    await endFaults();
    const { orderId, sessionId } = (await shop.checkout(order)).data;
    expect(await shop.sessionsOf(orderId)).toMatchObject([{ id: sessionId }]);
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 9, held: 1, sold: 0 });
    await checkInvariants(shop.table);
  });

  test("is down: requests get 503 without internal details, and a payment is settled afterwards", async () => {
    const shirt = await shop.createProduct();
    const paidOrder = await shop.openCheckout([shirt, 1]);
    await shop.setFaults({ table: "down" });
    const refusedResponse = await shop.checkout(newOrder([shirt, 1]));
    expect(refusedResponse).toMatchObject({ status: 503, error: { code: "unavailable" } });
    expect(Number(refusedResponse.headers["retry-after"])).toBeGreaterThan(0);
    expect(refusedResponse.text).not.toMatch(/dynamo|table|InternalServer/i);
    expect((await shop.call(adminApi.listOrders, { token })).status).toBe(503);
    await shop.act(paidOrder.sessionId, "pay");
    const stripeEvents = () =>
      shop.events().then((events) => events.filter(({ source }) => source === "stripe"));
    await waitUntil("the bus has the payment", async () =>
      (await stripeEvents()).some(({ detail }) => JSON.stringify(detail).includes(paidOrder.sessionId)),
    );
    await endFaults();
    await shop.waitUntilIdle();
    await expectPaidOnce(shop, paidOrder);
    expect(await totalStock(shirt)).toBe(10);
  });

  test("is slow: checkout, payment and receipt still succeed", async () => {
    const shirt = await shop.createProduct();
    await shop.setFaults({ tableDelayMs: 400 });
    const order = await shop.openCheckout([shirt, 2]);
    await shop.act(order.sessionId, "pay");
    await waitUntil("the receipt is sent", async () => (await shop.mailsTo(order.email)).length > 0);
    await endFaults();
    await shop.waitUntilIdle();
    await expectPaidOnce(shop, order);
  });
});

test("while the table is down, the edge serves a stale catalog, and a checkout gets 503", async () => {
  const shirt = await shop.createProduct();
  const catalog = (await shop.call(publicApi.listProducts)).data;
  await shop.setFaults({ table: "down" });
  const staleResponse = await waitUntil("the edge has failed to refresh the catalog", async () => {
    const response = await shop.call(publicApi.listProducts);
    return Number(response.headers["age"]) >= 3 && response;
  });
  expect(staleResponse.data.products.map(({ id }) => id).sort()).toEqual(
    catalog.products.map(({ id }) => id).sort(),
  );
  expect((await shop.checkout(newOrder([shirt, 1]))).error.message).toBe(
    "The service is busy. Please try again in a moment.",
  );
  // The edge has not cached this product.
  expect((await shop.call(publicApi.getProduct, { params: { id: shirt.id } })).status).toBe(503);
  await endFaults();
  expect((await shop.checkout(newOrder([shirt, 1]))).status).toBe(200);
});

describe("two admins", () => {
  test("save one product at the same time: one succeeds, the other gets 409, and held stock stays held", async () => {
    const shirt = await shop.createProduct({ stock: 6 });
    await shop.openCheckout([shirt, 2]);
    const { id, version, name, description, price, category, featured, imageUrls, details } = shirt;
    const form = { name, description, price, category, featured, imageUrls, details, version };
    const saveWithStock = (stock: number) =>
      shop.call(adminApi.updateProduct, { token, params: { id }, body: { ...form, stock, stockWas: 6 } });
    const stocks = [7, 8];
    const responses = await Promise.all(stocks.map(saveWithStock));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const savedStock = stocks[responses.findIndex(({ status }) => status === 200)] ?? NaN;
    expect(await stockOf(shop.table, shirt)).toEqual({ available: savedStock - 2, held: 2, sold: 0 });
  });

  test("click refund at the same time: the payment is refunded once", async () => {
    const order = await shop.openCheckout([await shop.createProduct(), 1]);
    await shop.act(order.sessionId, "pay");
    await shop.waitUntilIdle();
    const { version } = await shop.order(order.orderId);
    const refundIds = [`refund-${randomUUID()}`, `refund-${randomUUID()}`];
    const responses = await Promise.all(
      refundIds.map((refundId) => shop.refund(order.orderId, { refundId, version })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409]);
    await shop.waitUntilIdle();
    const { refunds, financialInfo } = await shop.order(order.orderId);
    expect(refunds).toMatchObject([{ status: "succeeded", amount: 25 }]);
    expect(financialInfo.refunded).toBe(25);
  });
});

test("a checkout with a deleted product gets 409 that names the product", async () => {
  const shirt = await shop.createProduct({ name: "Last Pour Tee" });
  const order = newOrder([shirt, 1]);
  expect((await shop.call(adminApi.deleteProduct, { token, params: { id: shirt.id } })).status).toBe(204);
  const { status, error } = await shop.checkout(order);
  expect(status).toBe(409);
  expect(error.lines).toEqual([{ id: shirt.id, n: "Last Pour Tee", price: null, available: 0 }]);
});
