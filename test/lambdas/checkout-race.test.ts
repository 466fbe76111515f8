import { beforeAll, describe, expect, test, vi } from "vitest";
import { getCode } from "../../lambdas/discounts/discount-table.ts";
import { addDiscount } from "../support/add-discount.ts";
import { documentClient } from "../../lambdas/lib/dynamodb.ts";
import { discountMessages } from "../../shared/discount-messages.ts";
import { withCode } from "../support/discount-shop.ts";
import { checkInvariants, stockOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import type { CartEntry } from "../support/fixtures.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import { checkoutConcurrently, sendUntilAnswered } from "../support/concurrency.ts";
import type { ShopWithTableFaults } from "../support/shop.ts";
import { openShopWithTableFaults } from "../support/shop.ts";

// One process serves all requests here, so they would exceed the time limit. On Lambda, each request has its own process.
vi.mock("../../lambdas/lib/time-limit.ts", () => ({ startTimeLimit: () => () => false }));

/** A method of the SDK's HTTP handler that is missing in its type. */
type AdjustableHandler = { updateHttpClientConfig(key: string, milliseconds: number): void };

/** A checkout alone makes 11 calls to the table; with 199 others at the same time, it makes 13 on average. */
const MAX_CALLS_FOR_CHECKOUT = 20;

let shop: ShopWithTableFaults;
let driver: CheckoutDriver;

beforeAll(async () => {
  shop = await openShopWithTableFaults();
  driver = await openCheckoutDriver(shop);
  // One process is slow with 200 requests at once, so the SDK must wait longer for the table than in production.
  const http = documentClient().config.requestHandler as AdjustableHandler;
  http.updateHttpClientConfig("requestTimeout", 60_000);
  http.updateHttpClientConfig("connectionTimeout", 60_000);
});

describe.each(["normal", "contended"])("concurrent checkouts on a table that is %s", (table) => {
  beforeAll(() => void shop.tableFaults.set({ table }));

  test("200 checkouts for 5 items: 5 succeed, and 195 get 409", async () => {
    const scarceShirt = testProduct({ stock: 5 });
    await stockUp(shop.table, scarceShirt);
    expect(await checkoutConcurrently(driver, 200, () => [[scarceShirt, 1]])).toEqual({ 200: 5, 409: 195 });
    expect(await stockOf(shop.table, scarceShirt)).toEqual({ available: 0, held: 5, sold: 0 });
    expect((await checkInvariants(shop.table)).get(`${scarceShirt.id}#-`)).toBe(5);
  });

  test("200 checkouts for 200 items: all succeed, with few calls to the table that are repeated", async () => {
    const plentifulShirt = testProduct({ stock: 200 });
    await stockUp(shop.table, plentifulShirt);
    const callCountBefore = shop.tableCallCount();
    expect(await checkoutConcurrently(driver, 200, () => [[plentifulShirt, 1]])).toEqual({ 200: 200 });
    expect(shop.tableCallCount() - callCountBefore).toBeLessThan(200 * MAX_CALLS_FOR_CHECKOUT);
    expect(await stockOf(shop.table, plentifulShirt)).toEqual({ available: 0, held: 200, sold: 0 });
    await checkInvariants(shop.table);
  });

  test("60 carts with the same two items in opposite order: no deadlock, and no cart is held in part", async () => {
    const [firstShirt, secondShirt] = [testProduct({ stock: 20 }), testProduct({ stock: 12 })];
    await stockUp(shop.table, firstShirt, secondShirt);
    const cart: CartEntry[] = [
      [firstShirt, 1],
      [secondShirt, 1],
    ];
    expect(await checkoutConcurrently(driver, 60, (i) => (i % 2 ? cart : cart.toReversed()))).toEqual({
      200: 12,
      409: 48,
    });
    expect(await stockOf(shop.table, firstShirt)).toEqual({ available: 8, held: 12, sold: 0 });
    expect(await stockOf(shop.table, secondShirt)).toEqual({ available: 0, held: 12, sold: 0 });
    await checkInvariants(shop.table);
  });

  test("200 free orders with a code for 5 uses: 5 are placed, and 195 get the error that the code is used up", async () => {
    const shirt = testProduct({ stock: 300 });
    await stockUp(shop.table, shirt);
    const code = `RUSH-${table.toUpperCase()}`;
    await addDiscount({ code, percent: 100, limit: 5 });
    const dataOf = (i: number) => withCode([[shirt, 1]], { code, disc: 25, email: `grace${i}@example.com` });
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, i) => sendUntilAnswered(driver, dataOf(i), { from: `192.0.2.${i}` })),
    );
    const answerCounts: Record<string, number> = {};
    for (const response of responses) {
      const text = response.status === 200 ? "placed" : response.error.message;
      answerCounts[text] = (answerCounts[text] ?? 0) + 1;
    }
    expect(answerCounts).toEqual({ placed: 5, [discountMessages.usedUp]: 195 });
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 295, held: 0, sold: 5 });
    expect((await getCode(code))?.taken).toBe(5);
    await checkInvariants(shop.table);
  });
});
