import type { LowStockItem } from "../../../../../shared/analytics.ts";
import { sizes } from "../../../../../shared/site/sizes.ts";

/** A product with little stock. `variants`: its variants with little stock. `pieces`: how many were sold. */
export type LowStockProduct = {
  productId: string;
  name: string;
  pieces: number;
  variants: readonly LowStockItem[];
};

const sizeRank = ({ size = "" }: LowStockItem): number => {
  const rank = sizes.findIndex((preset) => preset === size);
  return rank < 0 ? sizes.length : rank;
};

/** Colors by the alphabet; within a color, sizes from small to large. */
const compareVariants = (a: LowStockItem, b: LowStockItem): number =>
  (a.color ?? "").localeCompare(b.color ?? "", "en") ||
  sizeRank(a) - sizeRank(b) ||
  (a.size ?? "").localeCompare(b.size ?? "", "en");

/** Variants with little stock, grouped by product. Sorted by pieces sold (most first), then by lowest stock. */
export function lowStockProducts(runningOut: readonly LowStockItem[]): LowStockProduct[] {
  const lowestStock = ({ variants }: LowStockProduct) =>
    Math.min(...variants.map(({ available }) => available));
  return [...Map.groupBy(runningOut, ({ productId }) => productId)]
    .map(([productId, variants]) => ({
      productId,
      name: variants[0]?.name ?? productId,
      pieces: variants[0]?.pieces ?? 0,
      variants: variants.toSorted(compareVariants),
    }))
    .sort(
      (a, b) => b.pieces - a.pieces || lowestStock(a) - lowestStock(b) || a.name.localeCompare(b.name, "en"),
    );
}

/** '2 left', 'last 3 held' (for unpaid orders) or 'sold out' */
export function stockText({ available, held }: Pick<LowStockItem, "available" | "held">): string {
  if (available > 0) return `${available} left`;
  return held > 0 ? `last ${held} held` : "sold out";
}
