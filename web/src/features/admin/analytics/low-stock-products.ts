import type { LowStockItem } from "../../../../../shared/analytics.ts";

/** A product with little stock; `variants` are those with little stock. `pieces` is how many were sold. */
export type LowStockProduct = {
  productId: string;
  name: string;
  pieces: number;
  variants: readonly LowStockItem[];
};

/** Variants with little stock, grouped by product. Sorted by pieces sold (most first), then by lowest stock. */
export function lowStockProducts(runningOut: readonly LowStockItem[]): LowStockProduct[] {
  const lowestStock = ({ variants }: LowStockProduct) =>
    Math.min(...variants.map(({ available }) => available));
  return [...Map.groupBy(runningOut, ({ productId }) => productId)]
    .map(([productId, variants]) => ({
      productId,
      name: variants[0]?.name ?? productId,
      pieces: variants[0]?.pieces ?? 0,
      variants,
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
