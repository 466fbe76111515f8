import { beforeAll, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import type { Product } from "../../shared/product.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { shirt, stockUp } from "../support/fixtures.ts";
import type { QueueHandler } from "../support/invoke.ts";
import { call, deliver } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
let count: QueueHandler;
const DAY = 86_400_000;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  ({ handler: count } = await import("../../lambdas/count-sales.ts"));
});

/** A paid order whose events are not delivered yet. */
async function sell(product: Product, quantity: number): Promise<string> {
  const { orderId, sessionId } = await driver.buy([[product, quantity]]);
  await driver.pay(sessionId);
  return orderId;
}
/** Refunds an order, and settles Stripe's events of it. */
async function giveBack(orderId: string, amount: number): Promise<void> {
  await office.refund(orderId, { refundId: `refund-${orderId}-${amount}`, amount });
  await shop.payments.events();
  await driver.deliverOutbox("refund", orderId, "RefundRequested");
  expect(await driver.settleEvents(await shop.payments.events())).toEqual([]);
}
const told = async (orderId: string) =>
  (await driver.outbox(orderId))
    .filter(({ type }) => type === "OrderPaid" || type === "OrderRefunded")
    .map((event) => ({ source: "shop.orders", detailType: event.type, detail: event }));
const read = async (days = 7) =>
  (await call(office.handler, adminApi.getAnalytics, { query: { days: String(days) } })).data;

describe("the figures of each day", () => {
  test("are correct when events are repeated, late, and the refund precedes the payment", async () => {
    const tee = shirt({ price: 20, stock: 50 });
    const flask = shirt({ price: 30, stock: 5, category: "yetiflask", name: "Proof Flask" });
    await stockUp(shop.table, tee, flask);
    const [first, second] = [await sell(tee, 3), await sell(flask, 2)];
    await giveBack(first, 15);
    const events = [...(await told(first)), ...(await told(second))];
    expect(events.map(({ detailType }) => detailType)).toEqual(["OrderPaid", "OrderRefunded", "OrderPaid"]);
    const jumbled = [...events].reverse();
    expect(await deliver(count, [...jumbled, ...jumbled, ...jumbled])).toEqual([]);
    for (const event of events) expect(await deliver(count, [event])).toEqual([]);

    const seen = await read();
    const figures = { orders: 2, paid: 120, refunded: 15, revenue: 105 };
    expect(seen.days).toHaveLength(7);
    expect(seen.days.at(-1)).toMatchObject({
      ...figures,
      categories: { shirts: 45, yetiflask: 60 },
      shipping: 0,
    });
    expect(seen.days[0]).toMatchObject({ orders: 0, revenue: 0, categories: {} });
    expect(seen.total).toMatchObject(figures);
    expect(seen.before).toEqual({ orders: 0, paid: 0, refunded: 0, revenue: 0 });
    expect(seen.timeZone).toBe("America/Kentucky/Louisville");
    expect(seen.bestSellers.map(({ name, pieces, revenue }) => [name, pieces, revenue])).toEqual([
      [tee.name, 3, 45],
      ["Proof Flask", 2, 60],
    ]);
    expect(seen.runningOut).toEqual([
      expect.objectContaining({ name: "Proof Flask", available: 3, held: 0, pieces: 2 }),
    ]);
  });

  test("a refund days later lowers the day of the refund; a deleted product keeps its name", async () => {
    const before = await read();
    const cap = shirt({ price: 40, stock: 20, name: "Cooper's Cap" });
    await stockUp(shop.table, cap);
    const orderId = await sell(cap, 4);
    await deliver(count, await told(orderId));
    advanceClock(2 * DAY);
    await giveBack(orderId, 60);
    await deliver(count, await told(orderId));
    await call(office.handler, adminApi.deleteProduct, { params: { id: cap.id } });
    const seen = await read();
    expect(seen.days.at(-3)?.revenue).toBe((before.days.at(-1)?.revenue ?? 0) + 160);
    expect(seen.days.at(-1)).toMatchObject({ orders: 0, paid: 0, refunded: 60, revenue: -60 });
    expect(seen.bestSellers[0]).toMatchObject({ name: "Cooper's Cap", pieces: 4, revenue: 100 });
    expect(seen.bestSellers[0]?.imageUrl).toBeUndefined();
    advanceClock(7 * DAY);
    const next = await read();
    expect(next.before).toMatchObject({ refunded: 75, orders: 3 });
    expect(next.total).toMatchObject({ orders: 0, revenue: 0 });
  });

  test("an invalid event returns to its queue, and the others count", async () => {
    const tee = shirt({ price: 10 });
    await stockUp(shop.table, tee);
    const events = await told(await sell(tee, 1));
    const garbage = { source: "shop.orders", detailType: "OrderPaid", detail: { type: "OrderPaid" } };
    expect(await deliver(count, [garbage, ...events])).toEqual([0]);
    expect((await read()).days.at(-1)?.orders).toBe(1);
  });

  test("the period is one of three", async () => {
    for (const days of ["7", "30", "90"]) expect((await read(Number(days))).days).toHaveLength(Number(days));
    const asked = await call(office.handler, adminApi.getAnalytics, { query: { days: "365" } });
    expect(asked.error).toMatchObject({ code: "invalid-argument", fields: { days: "Must be 7, 30 or 90" } });
    expect((await call(office.handler, adminApi.getAnalytics)).data.days).toHaveLength(30);
  });
});
