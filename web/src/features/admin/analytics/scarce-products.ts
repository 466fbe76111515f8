import type { Scarce } from "../../../../../shared/analytics.ts";

/** A product of which something is running out: all of it, or some of its variants. */
export type ScarceProduct = { productId: string; name: string; pieces: number; variants: readonly Scarce[] };

/** What runs out, by product: what sells best first, then what has least left. */
export function scarceProducts(runningOut: readonly Scarce[]): ScarceProduct[] {
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

/** 'sold out', '2 left', or that the last ones wait for payment. */
export const leftWords = ({ available, held }: Pick<Scarce, "available" | "held">): string =>
  available > 0 ? `${available} left` : held > 0 ? `last ${held} held` : "sold out";
