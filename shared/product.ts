import * as z from "zod/mini";
import { Timestamp } from "./dates.ts";
import { Dollars } from "./money.ts";

/** Below this many in stock, badges say so. */
export const LOW_STOCK = 5;
/** Most of one line that can be chosen at once. */
export const MAX_SELECT = 10;
/** Longest description on a card, in characters. */
export const CARD_DESCRIPTION = 80;
export const PLACEHOLDER_IMAGE = "/placeholder-product.png";
export const TICKET = "ticket";
export const UNCATEGORIZED = "uncategorized";

const Stock = z
  .int("Stock must be a whole number")
  .check(z.nonnegative("Stock must not be negative"), z.lte(1_000_000));
const Label = z.string().check(z.trim(), z.maxLength(40));

export const Variant = z.object({
  id: z.string(),
  size: z.optional(Label),
  color: z.optional(Label),
  stock: Stock,
});
export type Variant = z.infer<typeof Variant>;

/** What an admin enters. `price` is in dollars; with variants, each has its own stock. */
const fields = {
  name: z.string("Name is required").check(z.trim(), z.minLength(1, "Name is required"), z.maxLength(120)),
  description: z
    .string("Description is required")
    .check(z.trim(), z.minLength(1, "Description is required"), z.maxLength(4000)),
  price: Dollars,
  category: z
    .string("Category is required")
    .check(z.trim(), z.minLength(1, "Category is required"), z.maxLength(40)),
  stock: Stock,
  featured: z.boolean(),
  imageUrls: z
    .array(
      z.string().check(z.maxLength(300), z.regex(/^\/media\/products\/[\w.-]+$/, "Not one of our pictures")),
    )
    .check(z.minLength(1, "At least one image is required"), z.maxLength(20)),
  details: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(300))).check(z.maxLength(30)),
  size: z.optional(Label),
  color: z.optional(Label),
};

export const Product = z.object({
  ...fields,
  id: z.string(),
  imageUrls: z.array(z.string()),
  imageUrl: z.string(),
  variants: z.optional(z.array(Variant)),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Product = z.infer<typeof Product>;

/** A variant as entered: a new one has no id yet. */
const VariantInput = z.object({
  id: z.optional(z.string().check(z.regex(/^[\w-]{1,40}$/))),
  size: z.optional(Label),
  color: z.optional(Label),
  stock: Stock,
});

export const ProductInput = z.object({
  ...fields,
  details: z._default(fields.details, []),
  featured: z._default(fields.featured, false),
  variants: z.optional(z.array(VariantInput).check(z.maxLength(40))),
});
export type ProductInput = z.infer<typeof ProductInput>;

/** A changed product: the version it was read at and the stock the form had seen, so that sales made meanwhile stay. */
export const ProductChange = z.object({
  ...ProductInput.shape,
  version: z.int(),
  stockWas: z.union([Stock, z.record(z.string(), Stock)]),
});
export type ProductChange = z.infer<typeof ProductChange>;

/** What is left of a product, or of one of its variants. */
export function stockOf(product: Pick<Product, "stock" | "variants">, variantId?: string): number {
  if (!product.variants?.length) return product.stock;
  return product.variants.find((variant) => variant.id === variantId)?.stock ?? 0;
}

/** Text cut to `max` characters with an ellipsis. */
export const truncate = (text: string, max: number = CARD_DESCRIPTION): string =>
  text.length <= max ? text : `${text.slice(0, max).trimEnd()}...`;

/** 'M / Charcoal': how a variant is called on a line. */
export const variantLabel = (of: { size?: string | undefined; color?: string | undefined }): string =>
  [of.size, of.color].filter(Boolean).join(" / ");
