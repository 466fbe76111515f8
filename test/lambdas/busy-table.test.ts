import { afterEach, beforeAll, expect, test } from "vitest";
import { checkInvariants, stockOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { shirt, stockUp } from "../support/fixtures.ts";
import { checkoutConcurrently } from "../support/concurrency.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
});
afterEach(() => shop.tableFaults.set({ table: "normal" }));

test.each(["conflict", "throttled"] as const)(
  "a table that answers one call in five with '%s': no oversell, nothing half written, no 500",
  async (table) => {
    const last = shirt({ stock: 5 });
    await stockUp(shop.table, last);
    shop.tableFaults.set({ table });
    const {
      200: bought = 0,
      409: soldOut = 0,
      503: busy = 0,
      ...others
    } = await checkoutConcurrently(driver, 30, () => [[last, 1]]);
    shop.tableFaults.set({ table: "normal" });
    expect(others).toEqual({});
    expect(bought + soldOut + busy).toBe(30);
    const { available, held } = await stockOf(shop.table, last);
    expect(available + held).toBe(5);
    expect(held).toBeGreaterThanOrEqual(bought);
    await checkInvariants(shop.table);
  },
);
