import { afterEach, beforeAll, expect, test } from "vitest";
import { checkInvariants, stockOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import { checkoutConcurrently } from "../support/concurrency.ts";
import type { ShopWithTableFaults } from "../support/shop.ts";
import { openShopWithTableFaults } from "../support/shop.ts";

let shop: ShopWithTableFaults;
let driver: CheckoutDriver;

beforeAll(async () => {
  shop = await openShopWithTableFaults();
  driver = await openCheckoutDriver(shop);
});
afterEach(() => shop.tableFaults.set({ table: "normal" }));

test.each(["conflict", "throttled"] as const)(
  "checkouts do not oversell and get no 500 while the table's fault '%s' refuses one in five calls or transactions",
  async (table) => {
    const scarceShirt = testProduct({ stock: 5 });
    await stockUp(shop.table, scarceShirt);
    shop.tableFaults.set({ table });
    const {
      200: opened = 0,
      409: soldOut = 0,
      503: busy = 0,
      ...others
    } = await checkoutConcurrently(driver, 30, () => [[scarceShirt, 1]]);
    shop.tableFaults.set({ table: "normal" });
    expect(others).toEqual({});
    expect(opened + soldOut + busy).toBe(30);
    expect(opened).toBeGreaterThan(0);
    const { available, held } = await stockOf(shop.table, scarceShirt);
    expect(available + held).toBe(5);
    expect(held).toBeGreaterThanOrEqual(opened);
    await checkInvariants(shop.table);
  },
);
