import type { LowStockItem } from "../../../../../shared/analytics.ts";
import { sizes } from "../../../../../shared/site/sizes.ts";

/** A product with little stock. `soldPieces`: sold in the period. `variants`: only the variants with little stock. */
export type LowStockProduct = {
  productId: string;
  name: string;
  soldPieces: number;
  variants: readonly LowStockItem[];
};

const sizeRank = ({ size = "" }: LowStockItem): number => {
  const rank = sizes.findIndex((preset) => preset === size);
  return rank < 0 ? sizes.length : rank;
};

/** Sorts by color in alphabetical order, and within a color by size from small to large. */
const compareVariants = (a: LowStockItem, b: LowStockItem): number =>
  (a.color ?? "").localeCompare(b.color ?? "", "en") ||
  sizeRank(a) - sizeRank(b) ||
  (a.size ?? "").localeCompare(b.size ?? "", "en");

/** Variants with little stock, grouped by product. Sorted by pieces sold (most first), then by lowest stock, then by name. */
export function lowStockProducts(items: readonly LowStockItem[]): LowStockProduct[] {
  const lowestStock = ({ variants }: LowStockProduct) =>
    Math.min(...variants.map(({ available }) => available));
  return [...Map.groupBy(items, ({ productId }) => productId)]
    .map(([productId, variants]) => ({
      productId,
      // Each variant has the name and the sold pieces of its product.
      name: variants[0]?.name ?? productId,
      soldPieces: variants[0]?.pieces ?? 0,
      variants: variants.toSorted(compareVariants),
    }))
    .sort(
      (a, b) =>
        b.soldPieces - a.soldPieces || lowestStock(a) - lowestStock(b) || a.name.localeCompare(b.name, "en"),
    );
}

/** '2 left', 'sold out', or 'last 3 held' if unpaid orders hold the last pieces. */
export function stockText({ available, held }: Pick<LowStockItem, "available" | "held">): string {
  if (available > 0) return `${available} left`;
  return held > 0 ? `last ${held} held` : "sold out";
}
