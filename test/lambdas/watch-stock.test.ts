import { beforeAll, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { ShopEvent } from "../../shared/events.ts";
import type { Product } from "../../shared/product.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import type { HttpHandler, QueueHandler } from "../support/invoke.ts";
import { call, deliver, toBusEvent } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";
import * as z from "zod/mini";

let shop: Shop;
let driver: CheckoutDriver;
let watchStock: QueueHandler;
let admin: HttpHandler;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  ({ handler: watchStock } = await import("../../lambdas/watch-stock.ts"));
  ({ handler: admin } = await import("../../lambdas/admin-api.ts"));
});

/** Places an order without paying, and delivers its first event `times` times in one batch. */
async function orderAndDeliver(product: Product, quantity: number, times = 1): Promise<void> {
  const variantId = product.variants?.[0]?.id;
  const { orderId } = await driver.openCheckout([
    variantId === undefined ? [product, quantity] : [product, quantity, variantId],
  ]);
  const [orderPlaced] = await driver.outbox(orderId);
  if (!orderPlaced) throw new Error("The order has no event");
  expect(
    await deliver(
      watchStock,
      Array.from({ length: times }, () => toBusEvent(orderPlaced)),
    ),
  ).toEqual([]);
}
/** The events of a product: StockLow as its sequence number and the available pieces, any other event as an empty list. */
const readProductEvents = async (product: Product) =>
  (await shop.table.partition(`PRODUCT#${product.id}`))
    .filter(({ sk }) => String(sk).startsWith("OUTBOX#"))
    .map(({ event }) => z.parse(ShopEvent, event))
    .map((event) => (event.type === "StockLow" ? [event.sequence, event.available] : []));

describe("low stock", () => {
  test("is reported once when fewer than 5 pieces are left, also for repeated events and later orders", async () => {
    const tee = testProduct({ stock: 7 });
    await stockUp(shop.table, tee);
    await orderAndDeliver(tee, 2);
    expect(await readProductEvents(tee)).toEqual([]);
    await orderAndDeliver(tee, 1, 5);
    expect(await readProductEvents(tee)).toEqual([[1, 4]]);
    await orderAndDeliver(tee, 1);
    expect(await readProductEvents(tee)).toEqual([[1, 4]]);
  });

  test("is reported again after an admin has added pieces, with the next sequence number", async () => {
    const tee = testProduct({ stock: 4 });
    await stockUp(shop.table, tee);
    await orderAndDeliver(tee, 1);
    const { imageUrl: _, id, createdAt: _c, updatedAt: _u, ...productFields } = tee;
    const saveResponse = await call(admin, adminApi.updateProduct, {
      params: { id },
      body: { ...productFields, stock: 20, stockWas: 3 },
    });
    expect(saveResponse.data.stock).toBe(20);
    await orderAndDeliver(tee, 17);
    expect(await readProductEvents(tee)).toEqual([
      [1, 3],
      [2, 3],
    ]);
  });

  test("is reported below the product's own threshold, and never with a threshold of 0", async () => {
    for (const [lowStockBelow, quantity, expected] of [
      [8, 2, [[1, 7]]],
      [2, 7, []],
      [0, 9, []],
    ] as const) {
      const tee = testProduct({ stock: 9 });
      await stockUp(shop.table, tee);
      const { imageUrl: _, id, createdAt: _c, updatedAt: _u, ...productFields } = tee;
      const body = { ...productFields, lowStockBelow, stockWas: 9 };
      const saveResponse = await call(admin, adminApi.updateProduct, { params: { id }, body });
      expect(saveResponse.data.lowStockBelow).toBe(lowStockBelow);
      const { products } = (await call(admin, adminApi.listProductsAsAdmin)).data;
      expect(products.find((product) => product.id === id)?.lowStockBelow).toBe(lowStockBelow);
      await orderAndDeliver(tee, quantity);
      expect(await readProductEvents(tee)).toEqual(expected);
    }
  });

  test("is reported with the id of the variant", async () => {
    const tee = testProduct({
      variants: [
        { id: "s", size: "S", stock: 5 },
        { id: "m", size: "M", stock: 50 },
      ],
    });
    await stockUp(shop.table, tee);
    await orderAndDeliver(tee, 1);
    const items = await shop.table.partition(`PRODUCT#${tee.id}`);
    const events = items.flatMap(({ event }) => (event === undefined ? [] : [event]));
    expect(events).toEqual([expect.objectContaining({ type: "StockLow", variantId: "s", available: 4 })]);
  });

  test("is reported again after a cancelled checkout has returned its pieces", async () => {
    const tee = testProduct({ stock: 5 });
    await stockUp(shop.table, tee);
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    const deliverLastEvent = async () => {
      const lastEvent = (await driver.outbox(orderId)).at(-1);
      if (!lastEvent) throw new Error("The order has no event");
      await deliver(watchStock, [toBusEvent(lastEvent)]);
    };
    await deliverLastEvent();
    await driver.release(sessionId);
    await deliverLastEvent();
    await orderAndDeliver(tee, 1);
    expect(await readProductEvents(tee)).toEqual([
      [1, 4],
      [2, 4],
    ]);
  });
});
