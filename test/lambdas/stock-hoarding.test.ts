import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seedProducts } from "../../infra/local/seed/products.ts";
import { strictLimits } from "../../infra/stages.ts";
import type { Product } from "../../shared/product.ts";
import { createBuyer } from "../support/checkout-client.ts";
import { checkInvariants, stockOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import type { CartEntry } from "../support/fixtures.ts";
import { orderData, shirt, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

const MINUTE = 60_000;
let shop: Shop;
let driver: CheckoutDriver;

beforeAll(async () => {
  // Production's limits with an easy proof of work, to save time.
  shop = await openShop({ ...strictLimits, challengeBits: 4 });
  driver = await openCheckoutDriver(shop);
});
beforeEach(() => void advanceClock(20 * MINUTE));

let addresses = 0;
const newAddress = () => `198.18.${addresses >> 8}.${addresses++ & 255}`;
const attackers = (count: number, habits: Parameters<typeof createBuyer>[2]) =>
  Array.from({ length: count }, () => createBuyer(driver, newAddress(), habits));
const honest = () => createBuyer(driver, newAddress());
const ticket = (stock: number) => shirt({ name: "Live Show", category: "ticket", stock });
/** Buys and pays. Answers whether that succeeded. */
async function buysAndPays(picks: CartEntry[]): Promise<boolean> {
  const answer = await honest()(orderData(picks));
  if (answer.status !== 200) return false;
  await driver.pay(answer.data.sessionId);
  return true;
}

const one = (product: Product, variantId: string | undefined): CartEntry =>
  variantId === undefined ? [product, 1] : [product, 1, variantId];

/** The seeded products with every variant that is in stock. */
function seeded(): { product: Product; picks: [stock: number, variantId?: string][] }[] {
  return seedProducts.map(({ name, price, category, stock, variants }) => {
    const named = variants?.map((variant, i) => ({ ...variant, id: `v${i}` }));
    const product = shirt({
      name,
      price,
      category,
      ...(named ? { variants: named } : { stock: stock ?? 0 }),
    });
    const picks = named
      ? named.map(({ id, stock: left }) => [left, id] as [number, string])
      : [[stock ?? 0] as [number]];
    return { product, picks: picks.filter(([left]) => left > 0) };
  });
}

describe("a visitor who holds stock without paying", () => {
  test("from 27 addresses leaves most of the seeded shop for sale, and other visitors can still buy", async () => {
    const goods = seeded().filter(({ picks }) => picks.length > 0);
    await stockUp(shop.table, ...goods.map(({ product }) => product));
    const all = goods.flatMap(({ product, picks }) => picks.map(([, v]) => one(product, v)));
    const pieces = goods.flatMap(({ picks }) => picks).reduce((sum, [left]) => sum + left, 0);
    expect(pieces).toBeGreaterThan(1000);
    // Each takes 40 variants in one request, after those of the one before.
    for (const [i, take] of attackers(27, {}).entries())
      await take(
        orderData(
          Array.from({ length: 40 }, (_, n) => all[(i * 40 + n) % all.length]).filter(
            (pick) => pick !== undefined,
          ),
        ),
      );
    const counts = await Promise.all(all.map(([product, , v]) => stockOf(shop.table, product, v)));
    const held = counts.reduce((sum, count) => sum + count.held, 0);
    expect(held).toBeLessThan(0.75 * pieces);
    let bought = 0;
    for (const { product, picks } of goods) {
      const left = await Promise.all(picks.map(([, v]) => stockOf(shop.table, product, v)));
      const at = left.findIndex(({ available }) => available > 0);
      if (at >= 0 && (await buysAndPays([one(product, picks[at]?.[1])]))) bought++;
    }
    expect(bought).toBe(goods.length);
    await checkInvariants(shop.table);
  });

  test("cannot hold all of 30 tickets from one address, even without cookies", async () => {
    const event = ticket(30);
    await stockUp(shop.table, event);
    const [take] = attackers(1, { dropsCookies: true });
    for (let i = 0; i < 40; i++) await take?.(orderData([[event, 1 + (i % 10)]]));
    expect((await stockOf(shop.table, event)).held).toBeLessThanOrEqual(10);
    for (let i = 0; i < 10; i++) expect(await buysAndPays([[event, 2]])).toBe(true);
  });

  test("without proof of work holds at most half of the tickets, from any number of addresses", async () => {
    const event = ticket(30);
    await stockUp(shop.table, event);
    for (const take of attackers(40, { skipsProof: true, dropsCookies: true }))
      for (const quantity of [10, 4, 1]) await take(orderData([[event, quantity]]));
    expect((await stockOf(shop.table, event)).held).toBeLessThanOrEqual(15);
    for (let i = 0; i < 10; i++) expect(await buysAndPays([[event, 1]])).toBe(true);
  });

  test("with proof of work, from 24 addresses, loses unpaid tickets within minutes to buyers who pay", async () => {
    const event = ticket(30);
    await stockUp(shop.table, event);
    const crowd = attackers(24, { dropsCookies: true });
    const takeAll = async () => {
      for (const take of crowd)
        for (const quantity of [10, 4, 2, 1]) await take(orderData([[event, quantity]]));
    };
    await takeAll();
    expect((await stockOf(shop.table, event)).available).toBe(0);
    expect(await buysAndPays([[event, 1]])).toBe(false);
    let bought = 0;
    for (let round = 0; round < 6 && bought < 10; round++) {
      advanceClock((strictLimits.idleSeconds + 1) * 1000);
      for (let i = 0; i < 5; i++) if (await buysAndPays([[event, 1]])) bought++;
      await takeAll();
    }
    expect(bought).toBeGreaterThanOrEqual(10);
    await checkInvariants(shop.table);
  });

  test("is refused after repeated unpaid holds from one address, while others can buy", async () => {
    const event = ticket(20);
    await stockUp(shop.table, event);
    const [take] = attackers(1, { dropsCookies: true });
    for (let round = 0; round < 3; round++) {
      expect((await take?.(orderData([[event, 10]])))?.status).toBe(200);
      advanceClock(37 * MINUTE);
      await driver.reconcile();
    }
    const crowd = Array.from({ length: 4 }, honest);
    for (const buy of crowd) expect((await buy(orderData([[event, 3]]))).status).toBe(200);
    expect((await take?.(orderData([[event, 1]])))?.status).toBe(429);
    expect((await honest()(orderData([[event, 1]]))).status).toBe(200);
  });

  test("is not confused with a buyer of most of a small stock", async () => {
    const small = shirt({ stock: 8 });
    await stockUp(shop.table, small);
    expect(await buysAndPays([[small, 5]])).toBe(true);
  });

  test("is not protected by delayed payments: idle holds are ended", async () => {
    const event = ticket(30);
    await stockUp(shop.table, event);
    const sessions: string[] = [];
    for (const take of attackers(24, { dropsCookies: true }))
      for (const quantity of [3, 2, 1]) {
        const answer = await take(orderData([[event, quantity]]));
        if (answer.status === 200) sessions.push(answer.data.sessionId);
      }
    for (const session of sessions.slice(0, -1)) shop.payments.act(session, "pay-later");
    await driver.settleEvents(await shop.payments.events());
    advanceClock((strictLimits.idleSeconds + 1) * 1000);
    expect(await buysAndPays([[event, 1]])).toBe(true);
    await checkInvariants(shop.table);
  });
});
