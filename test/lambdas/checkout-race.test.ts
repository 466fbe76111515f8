import { beforeAll, describe, expect, test } from "vitest";
import { documentClient } from "../../lambdas/lib/dynamodb.ts";
import { checkInvariants, stockOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import type { CartEntry } from "../support/fixtures.ts";
import { shirt, stockUp } from "../support/fixtures.ts";
import { checkoutConcurrently } from "../support/concurrency.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

/** A method of the SDK's HTTP handler that is missing in its type. */
type Adjustable = { updateHttpClientConfig(key: string, milliseconds: number): void };

let shop: Shop;
let driver: CheckoutDriver;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  // This test checks who gets the stock, not how fast one process serves 200 requests.
  const http = documentClient().config.requestHandler as Adjustable;
  http.updateHttpClientConfig("requestTimeout", 60_000);
  http.updateHttpClientConfig("connectionTimeout", 60_000);
});

describe.each(["normal", "contended"])("many at once, on a table that is %s", (table) => {
  beforeAll(() => void shop.tableFaults.set({ table }));

  test("200 checkouts for 5 items: 5 succeed, 195 are told that it is sold out", async () => {
    const last = shirt({ stock: 5 });
    await stockUp(shop.table, last);
    expect(await checkoutConcurrently(driver, 200, () => [[last, 1]])).toEqual({ 200: 5, 409: 195 });
    expect(await stockOf(shop.table, last)).toEqual({ available: 0, held: 5, sold: 0 });
    expect((await checkInvariants(shop.table)).get(`${last.id}#-`)).toBe(5);
  });

  test("200 checkouts for 200 items: everybody gets one within 10 s", async () => {
    const enough = shirt({ stock: 200 });
    await stockUp(shop.table, enough);
    const started = performance.now();
    expect(await checkoutConcurrently(driver, 200, () => [[enough, 1]])).toEqual({ 200: 200 });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await stockOf(shop.table, enough)).toEqual({ available: 0, held: 200, sold: 0 });
    await checkInvariants(shop.table);
  });

  test("60 carts with the same two items in opposite order: no deadlock, nothing half taken", async () => {
    const [one, other] = [shirt({ stock: 20 }), shirt({ stock: 12 })];
    await stockUp(shop.table, one, other);
    const forth: CartEntry[] = [
      [one, 1],
      [other, 1],
    ];
    expect(await checkoutConcurrently(driver, 60, (i) => (i % 2 ? forth : forth.toReversed()))).toEqual({
      200: 12,
      409: 48,
    });
    expect(await stockOf(shop.table, one)).toEqual({ available: 8, held: 12, sold: 0 });
    expect(await stockOf(shop.table, other)).toEqual({ available: 0, held: 12, sold: 0 });
    await checkInvariants(shop.table);
  });
});
