import type { Analytics, Figures, Period, LowStockItem, BestSeller } from "../../shared/analytics.ts";
import { addDays, dayOf, daysUpTo } from "../../shared/analytics.ts";
import { toDollars } from "../../shared/money.ts";
import { lowStockThreshold } from "../../shared/low-stock.ts";
import { timeZone } from "../../shared/site/address-and-hours.ts";
import type { IndexedStock } from "../products/catalog-table.ts";
import { readCatalog } from "../products/catalog-table.ts";
import type { ProductRow } from "../products/product-table.ts";
import { NO_VARIANT, readProduct } from "../products/product-table.ts";
import type { Counters } from "./sale.ts";
import type { ProductSales } from "./day-figures.ts";
import { figuresOf, salesByProduct, splitRevenue, sumCounters } from "./day-figures.ts";
import { readDays } from "./sales-table.ts";

const MAX_BEST_SELLERS = 10;
const NO_COUNTERS: Counters = new Map();

/** The figures of the last `dayCount` days, today included, those of as many days before, and the low stock. */
export async function readAnalytics(dayCount: Period, now: Date): Promise<Analytics> {
  const today = dayOf(now, timeZone);
  const [countersOfDays, { rows, stock }] = await Promise.all([
    readDays(addDays(today, 1 - 2 * dayCount), today),
    readCatalog(),
  ]);
  const countersOf = (day: string) => countersOfDays.get(day) ?? NO_COUNTERS;
  const days = daysUpTo(today, dayCount).map((day) => {
    const counters = countersOf(day);
    return { day, ...figuresOf(counters), ...splitRevenue(counters) };
  });
  const periodCounters = sumCounters(days.map(({ day }) => countersOf(day)));
  const previousCounters = sumCounters(daysUpTo(addDays(today, -dayCount), dayCount).map(countersOf));
  const productSales = salesByProduct(periodCounters);
  return {
    timeZone,
    days,
    total: { ...figuresOf(periodCounters), ...splitRevenue(periodCounters) },
    before: figuresOf(previousCounters) satisfies Figures,
    bestSellers: await readBestSellers(productSales, rows),
    runningOut: lowStockOf(
      rows.filter(({ state }) => state === "active"),
      stock,
      productSales,
    ),
  };
}

/**
 * The products with the most sold pieces; with equal numbers, the highest revenue first. A product that was moved to
 * another category has an entry for each category. A deleted product keeps its name.
 */
async function readBestSellers(
  productSales: readonly ProductSales[],
  rows: readonly ProductRow[],
): Promise<BestSeller[]> {
  const bestSales = productSales
    .filter(({ pieces }) => pieces > 0)
    .sort((a, b) => b.pieces - a.pieces || b.cents - a.cents)
    .slice(0, MAX_BEST_SELLERS);
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return Promise.all(
    bestSales.map(async ({ productId, category, pieces, cents }) => {
      const row = rowsById.get(productId) ?? (await readProduct(productId))?.row;
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

/** The offered products and variants with fewer available pieces than the product's threshold, the fewest first. */
function lowStockOf(
  rows: readonly ProductRow[],
  stock: readonly IndexedStock[],
  productSales: readonly ProductSales[],
): LowStockItem[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const piecesSold = (id: string) =>
    productSales.filter(({ productId }) => productId === id).reduce((sum, { pieces }) => sum + pieces, 0);
  return stock
    .flatMap(({ productId, variantId, available, held }) => {
      const row = rowsById.get(productId);
      if (!row || available >= lowStockThreshold(row.summary ?? {})) return [];
      const variant = row.variants.find(({ id }) => id === variantId);
      const isOffered = variantId === NO_VARIANT ? row.variants.length === 0 : variant !== undefined;
      if (!isOffered) return [];
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
          pieces: piecesSold(productId),
        },
      ];
    })
    .sort((a, b) => a.available - b.available || b.pieces - a.pieces || a.name.localeCompare(b.name, "en"));
}
