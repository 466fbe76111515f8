import { beforeAll, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import type { Product } from "../../shared/product.ts";
import { timeZone } from "../../shared/site/address-and-hours.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import type { QueueHandler } from "../support/invoke.ts";
import { call, deliver, toBusEvent } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
let countSales: QueueHandler;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  ({ handler: countSales } = await import("../../lambdas/count-sales.ts"));
});

/** Buys and pays; returns the order's id. `count-sales` has not handled the order's events yet. */
const sell = async (product: Product, quantity: number): Promise<string> =>
  (await driver.buyAndPay([[product, quantity]])).orderId;

/** Refunds an order, and settles Stripe's events about the refund. */
async function refundOrder(orderId: string, amount: number): Promise<void> {
  await office.refund(orderId, { refundId: `refund-${orderId}-${amount}`, amount });
  // Skips Stripe's earlier events, so that only those about the refund are settled below.
  await shop.payments.takeNewEvents();
  await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
  expect(await driver.settleAndListFailures(await shop.payments.takeNewEvents())).toEqual([]);
}
const readSalesEvents = async (orderId: string) =>
  (await driver.outbox(orderId))
    .filter(({ type }) => type === "OrderPaid" || type === "OrderRefunded")
    .map(toBusEvent);
const readAnalytics = async (days = 7) =>
  (await call(office.handler, adminApi.getAnalytics, { query: { days: String(days) } })).data;

describe("the daily figures", () => {
  test("are correct when events are repeated and arrive in reverse order, with a refund before its payment", async () => {
    const tee = testProduct({ price: 20, stock: 50 });
    const flask = testProduct({ price: 30, stock: 5, category: "yetiflask", name: "Proof Flask" });
    await stockUp(shop.table, tee, flask);
    const [teeOrder, flaskOrder] = [await sell(tee, 3), await sell(flask, 2)];
    await refundOrder(teeOrder, 15);
    const events = [...(await readSalesEvents(teeOrder)), ...(await readSalesEvents(flaskOrder))];
    expect(events.map(({ detailType }) => detailType)).toEqual(["OrderPaid", "OrderRefunded", "OrderPaid"]);
    const reversedEvents = [...events].reverse();
    expect(await deliver(countSales, [...reversedEvents, ...reversedEvents, ...reversedEvents])).toEqual([]);
    for (const event of events) expect(await deliver(countSales, [event])).toEqual([]);

    const analytics = await readAnalytics();
    const figures = { orders: 2, paid: 120, refunded: 15, revenue: 105 };
    expect(analytics.days).toHaveLength(7);
    expect(analytics.days.at(-1)).toMatchObject({
      ...figures,
      categories: { shirts: 45, yetiflask: 60 },
      shipping: 0,
    });
    expect(analytics.days[0]).toMatchObject({ orders: 0, revenue: 0, categories: {} });
    expect(analytics.total).toMatchObject(figures);
    expect(analytics.before).toEqual({ orders: 0, paid: 0, refunded: 0, revenue: 0 });
    expect(analytics.timeZone).toBe(timeZone);
    expect(analytics.bestSellers.map(({ name, pieces, revenue }) => [name, pieces, revenue])).toEqual([
      [tee.name, 3, 45],
      ["Proof Flask", 2, 60],
    ]);
    expect(analytics.runningOut).toEqual([
      expect.objectContaining({ name: "Proof Flask", available: 3, held: 0, pieces: 2 }),
    ]);
  });

  test("count a refund on the day of the refund, and keep the name of a deleted product", async () => {
    const earlierAnalytics = await readAnalytics();
    const cap = testProduct({ price: 40, stock: 20, name: "Cooper's Cap" });
    await stockUp(shop.table, cap);
    const orderId = await sell(cap, 4);
    await deliver(countSales, await readSalesEvents(orderId));
    advanceClock(2 * DAY_MS);
    await refundOrder(orderId, 60);
    await deliver(countSales, await readSalesEvents(orderId));
    await call(office.handler, adminApi.deleteProduct, { params: { id: cap.id } });
    const analytics = await readAnalytics();
    expect(analytics.days.at(-3)?.revenue).toBe((earlierAnalytics.days.at(-1)?.revenue ?? 0) + 160);
    expect(analytics.days.at(-1)).toMatchObject({ orders: 0, paid: 0, refunded: 60, revenue: -60 });
    expect(analytics.bestSellers[0]).toMatchObject({ name: "Cooper's Cap", pieces: 4, revenue: 100 });
    expect(analytics.bestSellers[0]?.imageUrl).toBeUndefined();
    advanceClock(7 * DAY_MS);
    const laterAnalytics = await readAnalytics();
    const { refunded, orders } = earlierAnalytics.total;
    expect(laterAnalytics.before).toMatchObject({ refunded: refunded + 60, orders: orders + 1 });
    expect(laterAnalytics.total).toMatchObject({ orders: 0, revenue: 0 });
  });

  test("count the valid events of a batch; an invalid event goes back to its queue", async () => {
    const tee = testProduct({ price: 10 });
    await stockUp(shop.table, tee);
    const events = await readSalesEvents(await sell(tee, 1));
    const invalidEvent = toBusEvent({ type: "OrderPaid" });
    expect(await deliver(countSales, [invalidEvent, ...events])).toEqual([0]);
    expect((await readAnalytics()).days.at(-1)?.orders).toBe(1);
  });

  test("cover 7, 30 (the default) or 90 days, and no other period", async () => {
    for (const days of ["7", "30", "90"])
      expect((await readAnalytics(Number(days))).days).toHaveLength(Number(days));
    const invalidResponse = await call(office.handler, adminApi.getAnalytics, { query: { days: "365" } });
    expect(invalidResponse.error).toMatchObject({
      code: "invalid-argument",
      fields: { days: "Must be 7, 30 or 90" },
    });
    expect((await call(office.handler, adminApi.getAnalytics)).data.days).toHaveLength(30);
  });
});
