import type { LowStockItem } from "../../../../../shared/analytics.ts";

/** A product with little stock, in all or some of its variants. */
export type ScarceProduct = {
  productId: string;
  name: string;
  pieces: number;
  variants: readonly LowStockItem[];
};

/** Scarce variants by product: best sellers first, then by what is left. */
export function scarceProducts(runningOut: readonly LowStockItem[]): ScarceProduct[] {
  const least = ({ variants }: ScarceProduct) => Math.min(...variants.map(({ available }) => available));
  return [...Map.groupBy(runningOut, ({ productId }) => productId)]
    .map(([productId, variants]) => ({
      productId,
      name: variants[0]?.name ?? productId,
      pieces: variants[0]?.pieces ?? 0,
      variants,
    }))
    .sort((a, b) => b.pieces - a.pieces || least(a) - least(b) || a.name.localeCompare(b.name, "en"));
}

/** '2 left', 'last 3 held' (for unpaid orders) or 'sold out' */
export const leftText = ({ available, held }: Pick<LowStockItem, "available" | "held">): string =>
  available > 0 ? `${available} left` : held > 0 ? `last ${held} held` : "sold out";
