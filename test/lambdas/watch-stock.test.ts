import { beforeAll, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { ShopEvent } from "../../shared/events.ts";
import type { Product } from "../../shared/product.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { shirt, stockUp } from "../support/fixtures.ts";
import type { HttpHandler, QueueHandler } from "../support/invoke.ts";
import { call, deliver } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";
import * as z from "zod/mini";

let shop: Shop;
let driver: CheckoutDriver;
let watch: QueueHandler;
let admin: HttpHandler;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  ({ handler: watch } = await import("../../lambdas/watch-stock.ts"));
  ({ handler: admin } = await import("../../lambdas/admin-api.ts"));
});

/** Buys a quantity, and delivers the order's first event to the function several times at once. */
async function buy(product: Product, quantity: number, times = 1): Promise<string> {
  const variantId = product.variants?.[0]?.id;
  const { orderId } = await driver.buy([
    variantId === undefined ? [product, quantity] : [product, quantity, variantId],
  ]);
  const [placed] = await driver.outbox(orderId);
  const entry = { source: "shop.orders", detailType: "OrderPlaced", detail: placed };
  expect(await deliver(watch, Array<typeof entry>(times).fill(entry))).toEqual([]);
  return orderId;
}
const told = async (product: Product) =>
  (await shop.table.partition(`PRODUCT#${product.id}`))
    .filter(({ sk }) => String(sk).startsWith("OUTBOX#"))
    .map(({ event }) => z.parse(ShopEvent, event))
    .map((event) => (event.type === "StockLow" ? [event.sequence, event.available] : []));

describe("low stock", () => {
  test("is told once when fewer than 5 are left, however often the event comes and the next ones sell", async () => {
    const tee = shirt({ stock: 7 });
    await stockUp(shop.table, tee);
    await buy(tee, 2);
    expect(await told(tee)).toEqual([]);
    await buy(tee, 1, 5);
    expect(await told(tee)).toEqual([[1, 4]]);
    await buy(tee, 1);
    expect(await told(tee)).toEqual([[1, 4]]);
  });

  test("is told again after the shelf was filled, with the next number", async () => {
    const tee = shirt({ stock: 4 });
    await stockUp(shop.table, tee);
    await buy(tee, 1);
    const { imageUrl: _, id, createdAt: _c, updatedAt: _u, ...rest } = tee;
    const saved = await call(admin, adminApi.updateProduct, {
      params: { id },
      body: { ...rest, stock: 20, stockWas: 3 },
    });
    expect(saved.data.stock).toBe(20);
    await buy(tee, 17);
    expect(await told(tee)).toEqual([
      [1, 3],
      [2, 3],
    ]);
  });

  test("is told of the variant that runs low, by its id", async () => {
    const tee = shirt({
      variants: [
        { id: "s", size: "S", stock: 5 },
        { id: "m", size: "M", stock: 50 },
      ],
    });
    await stockUp(shop.table, tee);
    await buy(tee, 1);
    const items = await shop.table.partition(`PRODUCT#${tee.id}`);
    const events = items.flatMap(({ event }) => (event === undefined ? [] : [event]));
    expect(events).toEqual([expect.objectContaining({ type: "StockLow", variantId: "s", available: 4 })]);
  });

  test("given back by an expired checkout may be told again", async () => {
    const tee = shirt({ stock: 5 });
    await stockUp(shop.table, tee);
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    const events = () => driver.outbox(orderId);
    const handOn = async () => {
      const last = (await events()).at(-1);
      await deliver(watch, [{ source: "shop.orders", detailType: last?.type ?? "", detail: last }]);
    };
    await handOn();
    await driver.release(sessionId);
    await handOn();
    await buy(tee, 1);
    expect(await told(tee)).toEqual([
      [1, 4],
      [2, 4],
    ]);
  });
});
