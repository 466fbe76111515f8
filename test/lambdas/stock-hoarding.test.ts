import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seedProducts } from "../../infra/local/seed/products.ts";
import { strictLimits } from "../../infra/client-limits.ts";
import type { Product } from "../../shared/product.ts";
import { createCheckoutClient } from "../support/checkout-client.ts";
import { checkInvariants, stockOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import type { CartEntry } from "../support/fixtures.ts";
import { orderData, testProduct, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

const MINUTE_MS = 60_000;
let shop: Shop;
let driver: CheckoutDriver;

beforeAll(async () => {
  // Production's limits with an easy proof of work, to save time.
  shop = await openShop({ ...strictLimits, challengeBits: 4 });
  driver = await openCheckoutDriver(shop);
});
beforeEach(async () => {
  advanceClock(20 * MINUTE_MS);
  // With the holds of earlier tests, the scheduled function could run out of time.
  await shop.table.clear();
});

let addressCount = 0;
/** An IP address that was not used before. */
const newAddress = () => `198.18.${addressCount >> 8}.${addressCount++ & 255}`;
const createAttackers = (count: number, options: Parameters<typeof createCheckoutClient>[2]) =>
  Array.from({ length: count }, () => createCheckoutClient(driver, newAddress(), options));
const createVisitor = () => createCheckoutClient(driver, newAddress());
const createTicket = (stock: number) => testProduct({ name: "Live Show", category: "ticket", stock });
/** Buys and pays as a new visitor; returns whether the purchase succeeded. */
async function tryToBuy(cart: CartEntry[]): Promise<boolean> {
  const response = await createVisitor()(orderData(cart));
  if (response.status !== 200) return false;
  await driver.pay(response.data.sessionId);
  return true;
}

const onePiece = (product: Product, variantId: string | undefined): CartEntry =>
  variantId === undefined ? [product, 1] : [product, 1, variantId];

/** The seeded products with every variant that is in stock. */
function seededProducts(): { product: Product; variantStocks: [stock: number, variantId?: string][] }[] {
  return seedProducts.map(({ name, price, category, stock, variants }) => {
    const variantsWithIds = variants?.map((variant, i) => ({ ...variant, id: `v${i}` }));
    const product = testProduct({
      name,
      price,
      category,
      ...(variantsWithIds ? { variants: variantsWithIds } : { stock: stock ?? 0 }),
    });
    const variantStocks = variantsWithIds
      ? variantsWithIds.map((variant) => [variant.stock, variant.id] as [number, string])
      : [[stock ?? 0] as [number]];
    return { product, variantStocks: variantStocks.filter(([pieces]) => pieces > 0) };
  });
}

describe("a visitor who holds stock without paying", () => {
  test("from 27 addresses leaves over a quarter of the seeded pieces for sale, and others can buy each product", async () => {
    const productsInStock = seededProducts().filter(({ variantStocks }) => variantStocks.length > 0);
    await stockUp(shop.table, ...productsInStock.map(({ product }) => product));
    const entries = productsInStock.flatMap(({ product, variantStocks }) =>
      variantStocks.map(([, variantId]) => onePiece(product, variantId)),
    );
    const pieces = productsInStock
      .flatMap(({ variantStocks }) => variantStocks)
      .reduce((sum, [stock]) => sum + stock, 0);
    expect(pieces).toBeGreaterThan(1000);
    // Each attacker requests the next 40 variants in one checkout.
    for (const [i, checkOut] of createAttackers(27, {}).entries())
      await checkOut(
        orderData(
          Array.from({ length: 40 }, (_, n) => entries[(i * 40 + n) % entries.length]).filter(
            (entry) => entry !== undefined,
          ),
        ),
      );
    const stockCounts = await Promise.all(
      entries.map(([product, , variantId]) => stockOf(shop.table, product, variantId)),
    );
    const heldCount = stockCounts.reduce((sum, count) => sum + count.held, 0);
    expect(heldCount).toBeLessThan(0.75 * pieces);
    let purchaseCount = 0;
    for (const { product, variantStocks } of productsInStock) {
      const stockCounts = await Promise.all(
        variantStocks.map(([, variantId]) => stockOf(shop.table, product, variantId)),
      );
      const index = stockCounts.findIndex(({ available }) => available > 0);
      if (index >= 0 && (await tryToBuy([onePiece(product, variantStocks[index]?.[1])]))) purchaseCount++;
    }
    expect(purchaseCount).toBe(productsInStock.length);
    await checkInvariants(shop.table);
  });

  test("cannot hold all of 30 tickets from one address, even without cookies", async () => {
    const event = createTicket(30);
    await stockUp(shop.table, event);
    const [checkOut] = createAttackers(1, { dropsCookies: true });
    for (let i = 0; i < 40; i++) await checkOut?.(orderData([[event, 1 + (i % 10)]]));
    expect((await stockOf(shop.table, event)).held).toBeLessThanOrEqual(10);
    for (let i = 0; i < 10; i++) expect(await tryToBuy([[event, 2]])).toBe(true);
  });

  test("without proof of work holds at most half of the tickets, from any number of addresses", async () => {
    const event = createTicket(30);
    await stockUp(shop.table, event);
    for (const checkOut of createAttackers(40, { skipsProof: true, dropsCookies: true }))
      for (const quantity of [10, 4, 1]) await checkOut(orderData([[event, quantity]]));
    expect((await stockOf(shop.table, event)).held).toBeLessThanOrEqual(15);
    for (let i = 0; i < 10; i++) expect(await tryToBuy([[event, 1]])).toBe(true);
  });

  test("with proof of work, from 24 addresses, loses unpaid tickets within minutes to buyers who pay", async () => {
    const event = createTicket(30);
    await stockUp(shop.table, event);
    const attackers = createAttackers(24, { dropsCookies: true });
    const takeAll = async () => {
      for (const checkOut of attackers)
        for (const quantity of [10, 4, 2, 1]) await checkOut(orderData([[event, quantity]]));
    };
    await takeAll();
    expect((await stockOf(shop.table, event)).available).toBe(0);
    expect(await tryToBuy([[event, 1]])).toBe(false);
    let purchaseCount = 0;
    for (let round = 0; round < 6 && purchaseCount < 10; round++) {
      advanceClock((strictLimits.idleSeconds + 1) * 1000);
      for (let i = 0; i < 5; i++) if (await tryToBuy([[event, 1]])) purchaseCount++;
      await takeAll();
    }
    expect(purchaseCount).toBeGreaterThanOrEqual(10);
    await checkInvariants(shop.table);
  });

  test("is refused while most of a stock is held, after repeated unpaid holds from one address; others can buy", async () => {
    const event = createTicket(20);
    await stockUp(shop.table, event);
    const [checkOut] = createAttackers(1, { dropsCookies: true });
    for (let round = 0; round < 3; round++) {
      expect((await checkOut?.(orderData([[event, 10]])))?.status).toBe(200);
      advanceClock(37 * MINUTE_MS);
      await driver.reconcileCheckouts();
    }
    const buyers = Array.from({ length: 4 }, createVisitor);
    for (const checkOutAsBuyer of buyers)
      expect((await checkOutAsBuyer(orderData([[event, 3]]))).status).toBe(200);
    expect((await checkOut?.(orderData([[event, 1]])))?.status).toBe(429);
    expect((await createVisitor()(orderData([[event, 1]]))).status).toBe(200);
  });

  test("limits the next buyer of the same shirt, but a buyer who pays for as many pieces limits nobody", async () => {
    const [attackedShirt, boughtShirt] = [testProduct({ stock: 12 }), testProduct({ stock: 12 })];
    await stockUp(shop.table, attackedShirt, boughtShirt);
    const [checkOut] = createAttackers(1, { dropsCookies: true });
    expect((await checkOut?.(orderData([[attackedShirt, 7]])))?.status).toBe(200);
    expect(await tryToBuy([[boughtShirt, 7]])).toBe(true);
    // Five pieces of each are left. While most of a stock is held, a visitor may take at most four.
    expect(await tryToBuy([[attackedShirt, 5]])).toBe(false);
    expect(await tryToBuy([[boughtShirt, 5]])).toBe(true);
  });

  test("loses an idle hold, even while fifty older holds have pending payments", async () => {
    const event = createTicket(51);
    await stockUp(shop.table, event);
    const sessions: string[] = [];
    for (const checkOut of createAttackers(51, {})) {
      const response = await checkOut(orderData([[event, 1]]));
      if (response.status === 200) sessions.push(response.data.sessionId);
    }
    expect(sessions).toHaveLength(51);
    for (const session of sessions.slice(0, -1)) shop.payments.act(session, "pay-later");
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    advanceClock((strictLimits.idleSeconds + 1) * 1000);
    expect(await tryToBuy([[event, 1]])).toBe(true);
    await checkInvariants(shop.table);
  });
});
