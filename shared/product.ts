import * as z from "zod/mini";
import { Timestamp } from "./timestamp.ts";
import { EventFacts } from "./event-facts.ts";

/** Below this stock, a product's badge in the store says how many pieces are left. */
export const LOW_STOCK = 5;
/** A longer description is cut to this many characters on a product card, before the '...'. */
const MAX_CARD_DESCRIPTION_LENGTH = 80;
export const PLACEHOLDER_IMAGE = "/placeholder-product.png";
export const TICKET = "ticket";
export const UNCATEGORIZED = "uncategorized";

/** The most pieces of a product that one order can have, all variants together. */
export const MAX_PER_PRODUCT = 10;

export const Variant = z.object({
  id: z.string(),
  size: z.optional(z.string()),
  color: z.optional(z.string()),
  stock: z.int(),
});
export type Variant = z.infer<typeof Variant>;

/** Customers see and buy only active products. Drafts and archived products are only in the back office. */
export const ProductState = z.enum(["draft", "active", "archived"]);
export type ProductState = z.infer<typeof ProductState>;

/**
 * A product as it is stored and sent. The schema has no length limits, because with limits it could reject
 * stored products. ProductInput has the limits.
 */
export const Product = z.object({
  id: z.string(),
  /** Products that were stored before this field existed are active. */
  state: z._default(ProductState, "active"),
  name: z.string(),
  description: z.string(),
  /** In dollars. */
  price: z.number().check(z.nonnegative()),
  category: z._default(z.string(), UNCATEGORIZED),
  /** For a product with variants, the sum of the variants' stock. */
  stock: z.int(),
  featured: z._default(z.boolean(), false),
  imageUrls: z.array(z.string()),
  /** The main one of `imageUrls`. */
  imageUrl: z.string(),
  /** The colors that pictures show, by the pictures' URLs. */
  imageColors: z.optional(z.record(z.string(), z.string())),
  details: z._default(z.array(z.string()), []),
  size: z.optional(z.string()),
  color: z.optional(z.string()),
  /** The weight of one piece with its packaging, in grams. */
  grams: z.optional(z.int()),
  variants: z.optional(z.array(Variant)),
  /** Only for tickets. Absent if the admin entered none. */
  event: z.optional(EventFacts),
  /** The shop is warned when the product, or one of its variants, has fewer pieces than this. Absent: LOW_STOCK. 0: never. */
  lowStockBelow: z.optional(z.int()),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Product = z.infer<typeof Product>;

/** The stock of a product without variants, or of one variant. 0 if the product has variants, but not this one. */
export function stockOf(product: Pick<Product, "stock" | "variants">, variantId?: string): number {
  if (!product.variants?.length) return product.stock;
  return product.variants.find((variant) => variant.id === variantId)?.stock ?? 0;
}

type Pictures = Pick<Product, "imageUrls" | "imageUrl" | "imageColors">;

/**
 * Without a color, the main picture. Otherwise the first of these that exists: a picture in the color; the main picture, if it
 * shows no color; another picture that shows no color; the main picture.
 */
export function pictureOf({ imageUrls, imageUrl, imageColors = {} }: Pictures, color?: string): string {
  if (color === undefined) return imageUrl;
  const pictureOfColor = imageUrls.find((url) => imageColors[url] === color);
  const isMainColorless = imageColors[imageUrl] === undefined;
  const colorlessPicture = isMainColorless
    ? imageUrl
    : imageUrls.find((url) => imageColors[url] === undefined);
  return pictureOfColor ?? colorlessPicture ?? imageUrl;
}

/** All pictures that `pictureOf` returns for a product: orders store one of them for each item. */
export const picturesForOrders = (
  product: Pictures & Pick<Product, "color"> & { variants?: readonly Pick<Variant, "color">[] | undefined },
): Set<string> =>
  new Set(
    [undefined, product.color, ...(product.variants ?? []).map(({ color }) => color)].map((color) =>
      pictureOf(product, color),
    ),
  );

/** What a picture of a product shows: 'sudo pour Tee in Forest', or only the name. */
export const pictureAlt = (
  { name, imageColors }: Pick<Product, "name" | "imageColors">,
  url: string,
): string => (imageColors?.[url] ? `${name} in ${imageColors[url]}` : name);

/**
 * The text; if it is longer than `max` characters, its first `max` characters and '...'. The cut is after a whole word, if a
 * word ends in the second half of these characters.
 */
export function truncate(text: string, max: number = MAX_CARD_DESCRIPTION_LENGTH): string {
  if (text.length <= max) return text;
  const wordEnd = text.lastIndexOf(" ", max);
  // \p{Cs} is the first half of a character that was cut, such as an emoji.
  return text.slice(0, wordEnd > max / 2 ? wordEnd : max).replace(/[\s\p{Cs}]*$/u, "...");
}

/** The label of a variant: 'M / Charcoal'. */
export const variantLabel = ({
  size,
  color,
}: {
  size?: string | undefined;
  color?: string | undefined;
}): string => [size, color].filter(Boolean).join(" / ");
