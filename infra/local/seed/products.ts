import * as z from "zod/mini";
import { categories } from "../../../shared/site/categories.ts";
import catalog from "./products.json" with { type: "json" };

const sizes = ["S", "M", "L", "XL", "XXL"] as const;
const stock = z.int().check(z.nonnegative());

const CatalogEntry = z.strictObject({
  name: z.string(),
  description: z.string(),
  /** Dollars. */
  price: z.number(),
  category: z.enum(categories.map(({ id }) => id)),
  featured: z.boolean(),
  details: z.array(z.string()),
  /** Pieces of a product without variants. */
  stock: z.optional(stock),
  /** Pieces by color: each color is a variant. */
  stockByColor: z._default(z.record(z.string(), stock), {}),
  /** Pieces by color in the sizes S to XXL: each color and size is a variant. */
  stockBySize: z._default(z.record(z.string(), z.array(stock).check(z.length(sizes.length))), {}),
  /** Base names in `media/`: `<name>.webp` (800 px) and `<name>-400.webp`. The first is the main picture. */
  pictures: z.array(z.string()).check(z.minLength(1)),
  /** The colors that pictures show, by the pictures' names. */
  pictureColors: z._default(z.record(z.string(), z.string()), {}),
});

type SeedVariant = { size?: string; color: string; stock: number };
/** A product of the first catalog, with the values that an admin would enter. */
export type SeedProduct = Omit<z.infer<typeof CatalogEntry>, "stock" | "stockByColor" | "stockBySize"> & {
  /** If the product has variants, the sum of their stock. */
  stock: number;
  variants?: readonly SeedVariant[];
};

function productOf({
  stockByColor,
  stockBySize,
  stock,
  ...entry
}: z.infer<typeof CatalogEntry>): SeedProduct {
  const variants = [
    ...Object.entries(stockByColor).map(([color, stock]) => ({ color, stock })),
    ...Object.entries(stockBySize).flatMap(([color, stocks]) =>
      stocks.map((stock, index) => ({ size: sizes[index] ?? "", color, stock })),
    ),
  ];
  if (variants.length === 0) return { ...entry, stock: stock ?? 0 };
  return { ...entry, variants, stock: variants.reduce((sum, variant) => sum + variant.stock, 0) };
}

/** The catalog for an empty table. */
export const seedProducts: readonly SeedProduct[] = z.array(CatalogEntry).parse(catalog).map(productOf);
