import { afterEach, beforeAll, expect, test } from "vitest";
import { audit, stockOf } from "../support/books.ts";
import type { Counter } from "../support/counter.ts";
import { openCounter } from "../support/counter.ts";
import { shirt, stockUp } from "../support/fixtures.ts";
import { rush } from "../support/rush.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

let shop: Shop;
let counter: Counter;

beforeAll(async () => {
  shop = await openShop();
  counter = await openCounter(shop);
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
    } = await rush(counter, 30, () => [[last, 1]]);
    shop.tableFaults.set({ table: "normal" });
    expect(others).toEqual({});
    expect(bought + soldOut + busy).toBe(30);
    const { available, held } = await stockOf(shop.table, last);
    expect(available + held).toBe(5);
    expect(held).toBeGreaterThanOrEqual(bought);
    await audit(shop.table);
  },
);
