import type { Analytics, Figures, Period, Scarce, Seller } from "../../shared/analytics.ts";
import { addDays, dayOf, daysUpTo } from "../../shared/analytics.ts";
import { toDollars } from "../../shared/money.ts";
import { LOW_STOCK } from "../../shared/product.ts";
import { timeZone } from "../../shared/site/address-and-hours.ts";
import type { ListedStock } from "../products/catalog-table.ts";
import { readCatalog } from "../products/catalog-table.ts";
import type { ProductRow } from "../products/product-table.ts";
import { NO_VARIANT, readProduct } from "../products/product-table.ts";
import type { Counters } from "./sale.ts";
import type { Sold } from "./day-figures.ts";
import { figuresOf, linesOf, splitOf, sumOf } from "./day-figures.ts";
import { readDays } from "./sales-table.ts";

const BEST = 10;
const NOTHING: Counters = new Map();

/** Figures of the last `count` days, today included, as `count-sales` stores them, and current stock. */
export async function readAnalytics(count: Period, now: Date): Promise<Analytics> {
  const today = dayOf(now, timeZone);
  const [countersOfDays, { rows, stock }] = await Promise.all([
    readDays(addDays(today, 1 - 2 * count), today),
    readCatalog(),
  ]);
  const countersOf = (day: string) => countersOfDays.get(day) ?? NOTHING;
  const days = daysUpTo(today, count).map((day) => {
    const counters = countersOf(day);
    return { day, ...figuresOf(counters), ...splitOf(counters) };
  });
  const period = sumOf(days.map(({ day }) => countersOf(day)));
  const before = sumOf(daysUpTo(addDays(today, -count), count).map(countersOf));
  const sold = linesOf(period);
  return {
    timeZone,
    days,
    total: { ...figuresOf(period), ...splitOf(period) },
    before: figuresOf(before) satisfies Figures,
    bestSellers: await bestOf(sold, rows),
    runningOut: scarceOf(rows, stock, sold),
  };
}

/** By pieces, then by money. A product that left the shop since still has its name. */
async function bestOf(sold: readonly Sold[], rows: readonly ProductRow[]): Promise<Seller[]> {
  const best = sold
    .filter(({ pieces }) => pieces > 0)
    .sort((a, b) => b.pieces - a.pieces || b.cents - a.cents)
    .slice(0, BEST);
  const known = new Map(rows.map((row) => [row.id, row]));
  return Promise.all(
    best.map(async ({ productId, category, pieces, cents }) => {
      const row = known.get(productId) ?? (await readProduct(productId))?.row;
      return {
        productId,
        name: row?.name || productId,
        category,
        ...(row?.imageUrl && !row.deletedAt ? { imageUrl: row.imageUrl } : {}),
        pieces,
        revenue: toDollars(cents),
      };
    }),
  );
}

function scarceOf(
  rows: readonly ProductRow[],
  stock: readonly ListedStock[],
  sold: readonly Sold[],
): Scarce[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pieces = (id: string) =>
    sold.filter(({ productId }) => productId === id).reduce((sum, line) => sum + line.pieces, 0);
  return stock
    .flatMap(({ productId, variantId, available, held }) => {
      const row = byId.get(productId);
      if (!row || available >= LOW_STOCK) return [];
      const variant = row.variants.find(({ id }) => id === variantId);
      if (variantId === NO_VARIANT ? row.variants.length > 0 : !variant) return [];
      const { size, color } = variant ?? row;
      return [
        {
          productId,
          name: row.name,
          ...(variant ? { variantId } : {}),
          ...(size ? { size } : {}),
          ...(color ? { color } : {}),
          available,
          held,
          pieces: pieces(productId),
        },
      ];
    })
    .sort((a, b) => a.available - b.available || b.pieces - a.pieces || a.name.localeCompare(b.name, "en"));
}
