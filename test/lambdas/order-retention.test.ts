import { beforeAll, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import { call } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

const DAY_MS = 86_400_000;
let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
const tee = testProduct({ stock: 100 });

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  await stockUp(shop.table, tee);
});

const readOrderItem = async (orderId: string) =>
  (await shop.table.partition(`ORDER#${orderId}`)).find(({ sk }) => sk === "ORDER");
/** Days until the TTL of an item; undefined if the item has no TTL. */
const daysUntilTtl = (item: Record<string, unknown> | undefined): number | undefined =>
  item?.["ttl"] === undefined ? undefined : (Number(item["ttl"]) * 1000 - Date.now()) / DAY_MS;
const isListed = async (orderId: string) => {
  const { orders } = (await call(office.handler, adminApi.listOrders)).data;
  return orders.some((order) => order.orderId === orderId);
};

test("an unpaid order is deleted with its personal data within 30 days", async () => {
  const { orderId } = await driver.openCheckout([[tee, 1]]);
  expect(daysUntilTtl(await readOrderItem(orderId))).toBeUndefined();
  advanceClock(40 * 60_000);
  await driver.reconcileCheckouts();
  // DynamoDB deletes typically within two days after the TTL.
  expect(daysUntilTtl(await readOrderItem(orderId))).toBeGreaterThan(26);
  expect(daysUntilTtl(await readOrderItem(orderId))).toBeLessThanOrEqual(28);
  expect(await isListed(orderId)).toBe(true);
  advanceClock(28 * DAY_MS);
  expect(await isListed(orderId)).toBe(false);
  expect((await call(office.handler, adminApi.getOrder, { params: { id: orderId } })).status).toBe(404);
});

test("a paid order is not deleted, also when its payment came late", async () => {
  const paidOrder = await driver.buyAndPay([[tee, 1]]);
  expect(daysUntilTtl(await readOrderItem(paidOrder.orderId))).toBeUndefined();
  const lateOrder = await driver.openCheckout([[tee, 1]]);
  // Skips the events of the earlier sessions.
  await shop.payments.takeNewEvents();
  shop.payments.act(lateOrder.sessionId, "pay");
  const events = await shop.payments.takeNewEvents();
  await office.change(lateOrder.orderId, { orderStatus: ORDER_STATUS.cancelled });
  expect(daysUntilTtl(await readOrderItem(lateOrder.orderId))).toBeGreaterThan(0);
  expect(await driver.settleAndListFailures(events)).toEqual([]);
  expect(daysUntilTtl(await readOrderItem(lateOrder.orderId))).toBeUndefined();
});

test("the item that finds an order by its payment page is deleted with an unpaid order, and kept if the page was paid, also late", async () => {
  const readSessionItem = async (sessionId: string) =>
    (await shop.table.partition(`SESSION#${sessionId}`))[0];
  const keptItem = ({ orderId, sessionId }: { orderId: string; sessionId: string }) => ({
    pk: `SESSION#${sessionId}`,
    sk: "SESSION",
    orderId,
  });
  const orders = [await driver.openCheckout([[tee, 1]]), await driver.openCheckout([[tee, 1]])] as const;
  const [unpaidOrder, lateOrder] = orders;
  // No item has a TTL yet: a function of an earlier version may settle the payment, and would not remove the TTL.
  for (const order of orders) expect(await readSessionItem(order.sessionId)).toEqual(keptItem(order));
  await shop.payments.takeNewEvents();
  shop.payments.act(lateOrder.sessionId, "pay");
  const events = await shop.payments.takeNewEvents();
  await driver.release(unpaidOrder.sessionId);
  await office.change(lateOrder.orderId, { orderStatus: ORDER_STATUS.cancelled });
  for (const { orderId, sessionId } of orders) {
    const { ttl } = (await readOrderItem(orderId)) ?? {};
    expect(ttl).toBeGreaterThan(0);
    expect(await readSessionItem(sessionId)).toMatchObject({ orderId, ttl });
  }
  expect(await driver.settleAndListFailures(events)).toEqual([]);
  expect(await readSessionItem(lateOrder.sessionId)).toEqual(keptItem(lateOrder));
});

test("a paid order does not store its client (a visitor or an IP address); only its hold does, and the hold is deleted", async () => {
  const { orderId } = await driver.buyAndPay([[tee, 1]]);
  expect(await readOrderItem(orderId)).not.toHaveProperty("clients");
  for (let runIndex = 0; runIndex < 2; runIndex++) {
    advanceClock(3 * 60_000);
    await driver.reconcileCheckouts();
  }
  const remainingItems = await shop.table.partition(`ORDER#${orderId}`);
  expect(remainingItems.map(({ sk }) => String(sk).split("#")[0]).sort()).not.toContain("HOLD");
});
