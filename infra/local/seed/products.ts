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
  /** Only for a product without variants. */
  stock: z.optional(stock),
  /** A variant per color. */
  stockByColor: z._default(z.record(z.string(), stock), {}),
  /** A variant per color and size; the numbers are those of S to XXL. */
  stockBySize: z._default(z.record(z.string(), z.array(stock).check(z.length(sizes.length))), {}),
  /** Base names in `media/`: `<name>.webp` (800 px) and `<name>-400.webp`. The first is the main picture. */
  pictures: z.array(z.string()).check(z.minLength(1)),
});

type SeedVariant = { size?: string; color: string; stock: number };
/** A product of the initial catalog, with all that an admin would enter. */
export type SeedProduct = Omit<z.infer<typeof CatalogEntry>, "stock" | "stockByColor" | "stockBySize"> & {
  /** The sum of the variants' stock where there are variants. */
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

/** The catalog that an empty table starts with. */
export const seedProducts: readonly SeedProduct[] = z.array(CatalogEntry).parse(catalog).map(productOf);
