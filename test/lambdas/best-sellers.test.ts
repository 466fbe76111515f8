import { beforeAll, beforeEach, expect, test } from "vitest";
import { publicApi } from "../../shared/api-public.ts";
import type { ShopEvent } from "../../shared/events.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { Product } from "../../shared/product.ts";
import { documentClient } from "../../lambdas/lib/dynamodb.ts";
import { getBestSellers } from "../../lambdas/products/best-sellers-table.ts";
import { addDiscount } from "../support/add-discount.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { orderData, stockUp, eventInDays, testProduct } from "../support/fixtures.ts";
import type { HttpHandler, QueueHandler } from "../support/invoke.ts";
import { call, deliver, toBusEvent } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
let catalog: HttpHandler;
let countSales: QueueHandler;
const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  ({ handler: catalog } = await import("../../lambdas/catalog-api.ts"));
  ({ handler: countSales } = await import("../../lambdas/count-sales.ts"));
});
beforeEach(() => shop.table.clear());

/** Delivers an order's events of one type to `count-sales`. */
async function countEvents(orderId: string, eventType: ShopEvent["type"]): Promise<void> {
  const countedEvents = (await driver.outbox(orderId)).filter(({ type }) => type === eventType);
  expect(countedEvents).not.toEqual([]);
  expect(await deliver(countSales, countedEvents.map(toBusEvent))).toEqual([]);
}
/** Buys and pays the pieces, and delivers the OrderPaid event to `count-sales`. */
async function sell(product: Product, quantity: number): Promise<void> {
  const { orderId } = await driver.buyAndPay([[product, quantity]]);
  await countEvents(orderId, "OrderPaid");
}
const listFeatured = async (query: Record<string, string> = {}) =>
  (await call(catalog, publicApi.listProducts, { query: { featured: "true", ...query } })).data;
const readBestSellerNames = async () => (await listFeatured()).bestSellers?.map(({ name }) => name);
/** Advances the clock until the last ranking is ten minutes old, then runs the schedule, which ranks again. */
async function rankAgain(): Promise<void> {
  advanceClock(10 * MINUTE_MS);
  await driver.reconcileCheckouts();
}

test("the three best sellers of 30 days that are for sale are shown, also if they are not featured", async () => {
  const [tee, mug, cap, polo, unsold] = ["Tee", "Mug", "Cap", "Polo", "Unsold"].map((name) =>
    testProduct({ name, stock: 20, featured: name === "Tee" || name === "Unsold" }),
  ) as [Product, Product, Product, Product, Product];
  await stockUp(shop.table, tee, mug, cap, polo, unsold);
  await driver.reconcileCheckouts();
  await sell(tee, 1);
  await sell(mug, 4);
  await rankAgain();
  // The page shows three best sellers or none, because two would leave a gap.
  expect(await listFeatured()).not.toHaveProperty("bestSellers");

  await sell(cap, 3);
  await sell(polo, 2);
  await rankAgain();
  expect(await readBestSellerNames()).toEqual(["Mug", "Cap", "Polo"]);
  expect((await listFeatured()).products.map(({ name }) => name).sort()).toEqual(["Tee", "Unsold"]);
  expect(await listFeatured({ after: "prd" })).not.toHaveProperty("bestSellers");
  expect((await call(catalog, publicApi.listProducts, { query: {} })).data).not.toHaveProperty("bestSellers");

  // When a product is sold out, the next one takes its place immediately.
  await sell(polo, 9);
  await sell(polo, 9);
  expect(await readBestSellerNames()).toEqual(["Mug", "Cap", "Tee"]);

  advanceClock(31 * DAY_MS);
  await rankAgain();
  expect(await listFeatured()).not.toHaveProperty("bestSellers");
});

test("the sales are ranked once in ten minutes", async () => {
  const tee = testProduct({ stock: 20 });
  await stockUp(shop.table, tee);
  await driver.reconcileCheckouts();
  await sell(tee, 1);
  advanceClock(9 * MINUTE_MS);
  await driver.reconcileCheckouts();
  expect((await getBestSellers())?.ids).toEqual([]);
  advanceClock(MINUTE_MS);
  await driver.reconcileCheckouts();
  expect((await getBestSellers())?.ids).toEqual([tee.id]);
});

test("an invalid stored ranking does not prevent the list of featured products, and the schedule replaces the ranking", async () => {
  const tee = testProduct({ name: "Tee", stock: 20, featured: true });
  await stockUp(shop.table, tee);
  await shop.table.put({ pk: "BEST_SELLERS", sk: "BEST_SELLERS", ids: "none" });
  expect((await listFeatured()).products.map(({ name }) => name)).toEqual(["Tee"]);
  await driver.reconcileCheckouts();
  expect((await getBestSellers())?.ids).toEqual([]);
});

test("the pieces of a free order count as sold unless it is cancelled", async () => {
  const sticker = testProduct({ name: "Sticker", stock: 20 });
  await stockUp(shop.table, sticker);
  await addDiscount({ code: "GIFT", percent: 100 });
  const { fin, ...otherFields } = orderData([[sticker, 5]], { ship: false });
  const freeOrderData = { ...otherFields, code: "GIFT", fin: { ...fin, disc: fin.sub, tot: 0 } };
  const { orderId } = (await driver.send(freeOrderData)).data;
  await countEvents(orderId, "OrderPaid");
  await rankAgain();
  expect((await getBestSellers())?.ids).toEqual([sticker.id]);

  await office.change(orderId, { orderStatus: ORDER_STATUS.cancelled, restock: true });
  await countEvents(orderId, "OrderCancelled");
  await rankAgain();
  expect((await getBestSellers())?.ids).toEqual([]);

  await office.change(orderId, { orderStatus: ORDER_STATUS.pending });
  await countEvents(orderId, "OrderStatusChanged");
  await rankAgain();
  expect((await getBestSellers())?.ids).toEqual([sticker.id]);
});

test("a ticket whose sales have ended is not a best seller", async () => {
  const merchandise = ["Tee", "Mug", "Cap"].map((name) => testProduct({ name, stock: 20 }));
  const ticket = testProduct({ name: "Night", category: "ticket", event: eventInDays(1), stock: 20 });
  await stockUp(shop.table, ticket, ...merchandise);
  await sell(ticket, 9);
  for (const product of merchandise) await sell(product, 1);
  await driver.reconcileCheckouts();
  expect(await readBestSellerNames()).toContain("Night");
  advanceClock(DAY_MS);
  expect(await readBestSellerNames()).not.toContain("Night");
});

test("products of lower ranks are read only if fewer than three of higher ranks are for sale, since reads cost money", async () => {
  const products = Array.from({ length: 30 }, (_, i) => testProduct({ name: `Rank ${i + 1}`, stock: 20 }));
  await stockUp(shop.table, ...products);
  await shop.table.put({
    pk: "BEST_SELLERS",
    sk: "BEST_SELLERS",
    ids: products.map(({ id }) => id),
    rankedAt: Date.now(),
  });
  let readCount = 0;
  documentClient().middlewareStack.add(
    (next) => (args) => {
      const { RequestItems = {} } = args.input as {
        RequestItems?: Record<string, { Keys: { pk: string }[] }>;
      };
      const keys = Object.values(RequestItems).flatMap(({ Keys }) => Keys);
      readCount += keys.filter(({ pk }) => pk === "LISTED").length;
      return next(args);
    },
    { step: "initialize", name: "countReads" },
  );
  expect(await readBestSellerNames()).toEqual(["Rank 1", "Rank 2", "Rank 3"]);
  expect(readCount).toBeLessThan(10);
  await stockUp(shop.table, ...products.slice(0, 28).map((product) => ({ ...product, stock: 0 })));
  expect(await readBestSellerNames()).toBeUndefined();
  await stockUp(shop.table, ...products.slice(27));
  expect(await readBestSellerNames()).toEqual(["Rank 28", "Rank 29", "Rank 30"]);
  documentClient().middlewareStack.remove("countReads");
});
