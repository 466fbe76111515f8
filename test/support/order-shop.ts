import { afterEach } from "vitest";
import { openBackOffice } from "./back-office.ts";
import { openCheckoutDriver } from "./checkout-driver.ts";
import { stockUp, testProduct } from "./fixtures.ts";
import { checkInvariants, eventTypesOf, stockOf } from "./invariants.ts";
import { openShop } from "./shop.ts";

/** A shop with a back office and a product in stock, for one test file. The invariants are checked after each test. */
export async function openOrderShop() {
  const shop = await openShop();
  const driver = await openCheckoutDriver(shop);
  const office = await openBackOffice(shop);
  const tee = testProduct({ stock: 500 });
  await stockUp(shop.table, tee);
  afterEach(() => checkInvariants(shop.table));
  return {
    shop,
    driver,
    office,
    tee,
    /** Places and pays an order; returns its id. */
    createPaidOrder: async (product = tee, quantity = 2) =>
      (await driver.buyAndPay([[product, quantity]])).orderId,
    /** The types of an order's events, in sequence. */
    readEventTypes: (orderId: string) => eventTypesOf(shop.table, orderId),
  };
}

/** Adds a mug to the shop, for orders with two products. */
export async function addMug({ shop, driver, tee }: Awaited<ReturnType<typeof openOrderShop>>) {
  const mug = testProduct({ name: "Mug", price: 10, stock: 50 });
  await stockUp(shop.table, mug);
  return {
    mug,
    /** Buys and pays three tees and a mug; returns the order's id. */
    buyTeesAndMug: async () =>
      (
        await driver.buyAndPay([
          [tee, 3],
          [mug, 1],
        ])
      ).orderId,
    countSoldTees: async () => (await stockOf(shop.table, tee)).sold,
  };
}
