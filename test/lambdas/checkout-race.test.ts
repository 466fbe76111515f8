import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { audit, stockOf } from "../support/books.ts";
import type { Counter } from "../support/counter.ts";
import { openCounter } from "../support/counter.ts";
import type { Pick } from "../support/fixtures.ts";
import { orderData, shirt, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

let shop: Shop;
let counter: Counter;

beforeAll(async () => {
  shop = await openShop();
  counter = await openCounter(shop);
});
afterEach(() => shop.tableFaults.set({ table: "normal" }));

/** So many checkouts at once, each from another client; answers how many ended with which status. */
async function rush(count: number, picks: (i: number) => Pick[]): Promise<Record<number, number>> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      counter.send(orderData(picks(i)), { from: `192.0.${i >> 8}.${i & 255}` }),
    ),
  );
  const statuses: Record<number, number> = {};
  for (const answer of answers) {
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    if (answer.status === 409) expect(answer.error.lines?.length).toBeGreaterThan(0);
  }
  return statuses;
}

describe("many at once", () => {
  test("200 checkouts for 5 items: 5 get one, 195 learn that it is sold out", async () => {
    const last = shirt({ stock: 5 });
    await stockUp(shop.table, last);
    expect(await rush(200, () => [[last, 1]])).toEqual({ 200: 5, 409: 195 });
    expect(await stockOf(shop.table, last)).toEqual({ available: 0, held: 5, sold: 0 });
    expect((await audit(shop.table)).get(`${last.id}#-`)).toBe(5);
  });

  test("60 carts with the same two items in opposite order: no deadlock, nothing half taken", async () => {
    const [one, other] = [shirt({ stock: 20 }), shirt({ stock: 12 })];
    await stockUp(shop.table, one, other);
    const forth: Pick[] = [
      [one, 1],
      [other, 1],
    ];
    expect(await rush(60, (i) => (i % 2 ? forth : forth.toReversed()))).toEqual({ 200: 12, 409: 48 });
    expect(await stockOf(shop.table, one)).toEqual({ available: 8, held: 12, sold: 0 });
    expect(await stockOf(shop.table, other)).toEqual({ available: 0, held: 12, sold: 0 });
    await audit(shop.table);
  });

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
      } = await rush(60, () => [[last, 1]]);
      shop.tableFaults.set({ table: "normal" });
      expect(others).toEqual({});
      expect(bought + soldOut + busy).toBe(60);
      const { available, held } = await stockOf(shop.table, last);
      expect(available + held).toBe(5);
      expect(held).toBeGreaterThanOrEqual(bought);
      await audit(shop.table);
    },
  );
});
