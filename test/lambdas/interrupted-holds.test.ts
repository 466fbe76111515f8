import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { retakePieces } from "../../lambdas/orders/settle-stock.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import { checkInvariants, orderOf, stockOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import type { Product } from "../../shared/product.ts";
import type { CartEntry } from "../support/fixtures.ts";
import { orderData, shirt, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { shortenBackoff } from "../support/short-backoff.ts";
import { advanceClock, openShop } from "../support/shop.ts";

const MINUTE = 60_000;
/** Covers more calls than any of these functions makes. */
const CALLS = Array.from({ length: 20 }, (_, i) => i);

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;

beforeAll(async () => {
  shortenBackoff();
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
});
afterEach(async () => {
  await checkInvariants(shop.table);
  // Each audit reads the original table.
  await shop.table.clear();
});

/** Simulates a function that dies after some calls of the table: all later calls fail. */
async function dying<T>(calls: number, work: () => Promise<T>): Promise<T> {
  const original = shop.tableFaults.get.bind(shop.tableFaults);
  let left = calls;
  shop.tableFaults.get = () => (left-- > 0 ? original() : { ...original(), table: "down" });
  try {
    return await work();
  } finally {
    shop.tableFaults.get = original;
  }
}

/** Runs the schedule after the time in which another invocation may still be running. */
async function reconcileTwice(): Promise<void> {
  for (let runs = 0; runs < 2; runs++) {
    advanceClock(3 * MINUTE);
    await driver.reconcile();
  }
}
const holdItems = async () => (await shop.table.items()).filter(({ sk }) => sk === "HOLD");
const two = async () => {
  const products = [shirt({ stock: 5 }), shirt({ stock: 5 })] as const;
  await stockUp(shop.table, ...products);
  return products;
};
const counts = async (products: readonly [ReturnType<typeof shirt>, ReturnType<typeof shirt>]) =>
  Promise.all(products.map((product) => stockOf(shop.table, product)));
const twoOf = (...products: Product[]) => products.map((product): CartEntry => [product, 2]);
const FREE = { available: 5, held: 0, sold: 0 };
const SOLD = { available: 3, held: 0, sold: 2 };

describe.each(CALLS)("a function that dies after %i calls of the table", (calls) => {
  test("while it holds pieces: they are for sale again within minutes, and no hold item stays", async () => {
    const [one, other] = await two();
    const data = orderData(twoOf(one, other));
    const { status } = await dying(calls, () => driver.send(data));
    await checkInvariants(shop.table);
    if (status === 200) advanceClock(40 * MINUTE);
    await reconcileTwice();
    expect(await counts([one, other])).toEqual([FREE, FREE]);
    expect(await holdItems()).toEqual([]);
  });

  test("while it holds pieces, and is called again: one order, one hold", async () => {
    const [one, other] = await two();
    const data = orderData(twoOf(one, other));
    await dying(calls, () => driver.send(data));
    const { sessionId } = (await driver.send(data)).data;
    expect(await counts([one, other])).toEqual(Array(2).fill({ available: 3, held: 2, sold: 0 }));
    await driver.pay(sessionId);
    await reconcileTwice();
    expect(await counts([one, other])).toEqual([SOLD, SOLD]);
    expect(await holdItems()).toEqual([]);
  });

  test("while it settles a payment: sold once when the event comes again", async () => {
    const [one, other] = await two();
    const { orderId, sessionId } = await driver.buy(twoOf(one, other));
    await shop.payments.events();
    shop.payments.act(sessionId, "pay");
    const events = await shop.payments.events();
    await dying(calls, () => driver.settleEvents(events));
    await checkInvariants(shop.table);
    expect(await driver.settleEvents(events)).toEqual([]);
    await reconcileTwice();
    expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("paid");
    expect(await counts([one, other])).toEqual([SOLD, SOLD]);
    expect(await holdItems()).toEqual([]);
  });

  test("while it settles a payment that came after the hold had ended: sold once", async () => {
    const [one, other] = await two();
    const { orderId, sessionId } = await driver.buy(twoOf(one, other));
    await shop.payments.events();
    shop.payments.act(sessionId, "pay");
    const events = await shop.payments.events();
    await driver.settleEvents([]);
    // The hold ends before the payment is settled.
    const order = await orderOf(shop.table, orderId);
    await office.change(orderId, { orderStatus: 3 });
    await office.change(orderId, { orderStatus: 1 });
    expect(order.hold.state).toBe("held");
    expect(await counts([one, other])).toEqual([FREE, FREE]);
    await dying(calls, () => driver.settleEvents(events));
    await checkInvariants(shop.table);
    expect(await driver.settleEvents(events)).toEqual([]);
    await reconcileTwice();
    expect(await counts([one, other])).toEqual([SOLD, SOLD]);
    expect(await holdItems()).toEqual([]);
  });

  test("while it cancels and restocks: restocked once", async () => {
    const [one, other] = await two();
    const { orderId, sessionId } = await driver.buy(twoOf(one, other));
    await driver.pay(sessionId);
    await dying(calls, () => office.change(orderId, { orderStatus: 3, restock: true })).catch(
      () => undefined,
    );
    await checkInvariants(shop.table);
    if ((await orderOf(shop.table, orderId)).orderStatus !== 3)
      await office.change(orderId, { orderStatus: 3, restock: true });
    await reconcileTwice();
    expect(await counts([one, other])).toEqual([FREE, FREE]);
    expect(await holdItems()).toEqual([]);
  });
});

test("a late payment is not refunded when another delivery died while it held the last piece", async () => {
  const last = shirt({ stock: 1 });
  await stockUp(shop.table, last);
  const { orderId, sessionId } = await driver.buy([[last, 1]]);
  await shop.payments.events();
  shop.payments.act(sessionId, "pay");
  const events = await shop.payments.events();
  await office.change(orderId, { orderStatus: 3 });
  await office.change(orderId, { orderStatus: 1 });
  const order = await orderOf(shop.table, orderId);
  expect(await retakePieces(order, "hld_died", new Date())).toBe("taken");
  expect(await driver.settleEvents(events)).not.toEqual([]);
  expect((await orderOf(shop.table, orderId)).refunds).toEqual([]);
  await reconcileTwice();
  expect(await driver.settleEvents(events)).toEqual([]);
  expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("paid");
  expect(await stockOf(shop.table, last)).toEqual({ available: 0, held: 0, sold: 1 });
});
