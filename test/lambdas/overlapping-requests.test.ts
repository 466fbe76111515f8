import { afterEach, beforeAll, expect, test } from "vitest";
import { tryChangeHold } from "../../lambdas/orders/hold-table.ts";
import { orderItem } from "../../lambdas/orders/order-table.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { orderData, stockUp, testProduct } from "../support/fixtures.ts";
import { checkInvariants, orderOf, stockOf } from "../support/invariants.ts";
import { advanceClock, openShop, type Shop } from "../support/shop.ts";
import { waitUntil } from "../support/wait-until.ts";

const MINUTE = 60_000;

let shop: Shop;
let driver: CheckoutDriver;
beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
});
afterEach(() => checkInvariants(shop.table));

/** Holds back the next update of a stock. `isWaiting`: whether it has been sent; `release` lets it pass. */
async function delayNextStockUpdate() {
  const { documentClient } = await import("../../lambdas/lib/dynamodb.ts");
  const { promise, resolve: release } = Promise.withResolvers<void>();
  let isWaiting = false;
  documentClient().middlewareStack.add(
    (next) => async (args) => {
      const { headers, body } = args.request as { headers: Record<string, string>; body: string };
      if (!isWaiting && headers["x-amz-target"]?.endsWith("UpdateItem") && body.includes("STOCK#")) {
        isWaiting = true;
        await promise;
      }
      return next(args);
    },
    { step: "deserialize", priority: "low", name: "delay", override: true },
  );
  return { release, isWaiting: () => Promise.resolve(isWaiting || undefined) };
}

const ordersOf = async () => (await shop.table.items()).filter(({ sk }) => sk === "ORDER");
async function reconcileLater(): Promise<void> {
  advanceClock(3 * MINUTE);
  await driver.reconcile();
}

test("pieces that a slow request of a paid attempt takes are for sale again, and are not sold twice", async () => {
  const shirt = testProduct({ stock: 5 });
  await stockUp(shop.table, shirt);
  const data = orderData([[shirt, 2]]);
  const delay = await delayNextStockUpdate();
  const slow = driver.send(data);
  await waitUntil("the first request takes pieces", delay.isWaiting);
  const { data: second } = await driver.send(data);
  await driver.pay(second.sessionId);
  delay.release();
  expect((await slow).error.reason).toBe("already_paid");
  await reconcileLater();
  expect(await stockOf(shop.table, shirt)).toEqual({ available: 3, held: 0, sold: 2 });
  expect(await ordersOf()).toHaveLength(1);
});

test("a late payment sells the pieces once, if the function that ended the hold crashed before it freed them", async () => {
  const shirt = testProduct({ stock: 2 });
  await stockUp(shop.table, shirt);
  const { orderId, sessionId } = await driver.buy([[shirt, 2]]);
  const order = await orderOf(shop.table, orderId);
  await shop.table.put(
    orderItem({ ...order, paymentStatus: "expired", hold: { ...order.hold, state: "released" } }),
  );
  await tryChangeHold(orderId, { state: "ended", dueAt: new Date(Date.now() + MINUTE).toISOString() });
  await driver.pay(sessionId);
  await reconcileLater();
  expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("paid");
  expect(await stockOf(shop.table, shirt)).toEqual({ available: 0, held: 0, sold: 2 });
});
