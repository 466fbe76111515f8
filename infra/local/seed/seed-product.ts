import type { CategoryId } from "../../../shared/site/categories.ts";

export type SeedVariant = { size?: string; color?: string; stock: number };

/** A product as the catalogue starts with it: what an admin would enter, with pictures named by file. */
export type SeedProduct = {
  name: string;
  description: string;
  /** Dollars. */
  price: number;
  category: CategoryId;
  /** Only where there are no variants; otherwise it is their sum. */
  stock?: number;
  featured: boolean;
  details: readonly string[];
  variants?: readonly SeedVariant[];
  /** Base names in `media/`: `<name>.webp` (800 px) and `<name>-400.webp`. The first is the main one. */
  pictures: readonly [string, ...string[]];
};

const sizes = ["S", "M", "L", "XL", "XXL"] as const;

/** One variant a size, S to XXL, in one colour. */
export function sized(color: string, stocks: readonly [number, number, number, number, number]) {
  return sizes.map((size, index) => ({ size, color, stock: stocks[index] ?? 0 }));
}
