import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { takeAgain } from "../../lambdas/orders/settle-stock.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import { checkInvariants, orderOf, stockOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import type { Product } from "../../shared/product.ts";
import type { CartEntry } from "../support/fixtures.ts";
import { orderData, shirt, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

const MINUTE = 60_000;
/** More calls of the table than any of these functions makes. */
const CALLS = Array.from({ length: 20 }, (_, i) => i);

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
});
afterEach(async () => void (await checkInvariants(shop.table)));

/** As if the function died after so many calls of the table: nothing that it does from then on counts. */
async function dying<T>(calls: number, work: () => Promise<T>): Promise<T> {
  const whole = shop.tableFaults.get.bind(shop.tableFaults);
  let left = calls;
  shop.tableFaults.get = () => (left-- > 0 ? whole() : { ...whole(), table: "down" });
  try {
    return await work();
  } finally {
    shop.tableFaults.get = whole;
  }
}

/** Everybody who may still be at work is not, and the schedule has run. */
async function tidy(): Promise<void> {
  for (let runs = 0; runs < 2; runs++) {
    advanceClock(3 * MINUTE);
    await driver.tend();
  }
}
const traces = async () => (await shop.table.items()).filter(({ sk }) => sk === "HOLD");
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
  test("while it holds: everything is for sale again within minutes, and no trace stays", async () => {
    const [one, other] = await two();
    const data = orderData(twoOf(one, other));
    const { status } = await dying(calls, () => driver.send(data));
    await checkInvariants(shop.table);
    if (status === 200) advanceClock(40 * MINUTE);
    await tidy();
    expect(await counts([one, other])).toEqual([FREE, FREE]);
    expect(await traces()).toEqual([]);
  });

  test("while it holds, and is called again: one order, one hold", async () => {
    const [one, other] = await two();
    const data = orderData(twoOf(one, other));
    await dying(calls, () => driver.send(data));
    const { sessionId } = (await driver.send(data)).data;
    expect(await counts([one, other])).toEqual(Array(2).fill({ available: 3, held: 2, sold: 0 }));
    await driver.pay(sessionId);
    await tidy();
    expect(await counts([one, other])).toEqual([SOLD, SOLD]);
    expect(await traces()).toEqual([]);
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
    await tidy();
    expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("paid");
    expect(await counts([one, other])).toEqual([SOLD, SOLD]);
    expect(await traces()).toEqual([]);
  });

  test("while it settles a payment that came after the hold had ended: sold once", async () => {
    const [one, other] = await two();
    const { orderId, sessionId } = await driver.buy(twoOf(one, other));
    await shop.payments.events();
    shop.payments.act(sessionId, "pay");
    const events = await shop.payments.events();
    await driver.settleEvents([]);
    // The shop lost sight of it: its hold ended although it was paid.
    const order = await orderOf(shop.table, orderId);
    await office.change(orderId, { orderStatus: 3 });
    await office.change(orderId, { orderStatus: 1 });
    expect(order.hold.state).toBe("held");
    expect(await counts([one, other])).toEqual([FREE, FREE]);
    await dying(calls, () => driver.settleEvents(events));
    await checkInvariants(shop.table);
    expect(await driver.settleEvents(events)).toEqual([]);
    await tidy();
    expect(await counts([one, other])).toEqual([SOLD, SOLD]);
    expect(await traces()).toEqual([]);
  });

  test("while it cancels and restocks: back for sale once", async () => {
    const [one, other] = await two();
    const { orderId, sessionId } = await driver.buy(twoOf(one, other));
    await driver.pay(sessionId);
    await dying(calls, () => office.change(orderId, { orderStatus: 3, restock: true })).catch(
      () => undefined,
    );
    await checkInvariants(shop.table);
    if ((await orderOf(shop.table, orderId)).orderStatus !== 3)
      await office.change(orderId, { orderStatus: 3, restock: true });
    await tidy();
    expect(await counts([one, other])).toEqual([FREE, FREE]);
    expect(await traces()).toEqual([]);
  });
});

test("a payment that comes late is no refund because another delivery died holding its last piece", async () => {
  const last = shirt({ stock: 1 });
  await stockUp(shop.table, last);
  const { orderId, sessionId } = await driver.buy([[last, 1]]);
  await shop.payments.events();
  shop.payments.act(sessionId, "pay");
  const events = await shop.payments.events();
  await office.change(orderId, { orderStatus: 3 });
  await office.change(orderId, { orderStatus: 1 });
  const order = await orderOf(shop.table, orderId);
  expect(await takeAgain(order, "hld_died", new Date())).toBe("taken");
  expect(await driver.settleEvents(events)).not.toEqual([]);
  expect((await orderOf(shop.table, orderId)).refunds).toEqual([]);
  await tidy();
  expect(await driver.settleEvents(events)).toEqual([]);
  expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("paid");
  expect(await stockOf(shop.table, last)).toEqual({ available: 0, held: 0, sold: 1 });
});
