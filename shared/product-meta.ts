import type { PageMeta } from "./page-meta.ts";
import type { Product } from "./product.ts";
import { formatMoney } from "./money.ts";
import { truncate } from "./product.ts";
import { brand } from "./site/brand.ts";

/** Longest description that search engines show, in characters. */
const SHOWN = 155;

/** What a product's own page says of itself, in the page and in what the server answers alike. */
export const productMeta = (product: Product): PageMeta => ({
  title: `${product.name} | ${brand.name}`,
  description: truncate(`${formatMoney(product.price)}. ${product.description.replace(/\s+/g, " ")}`, SHOWN),
  indexed: true,
  path: `/store/${encodeURIComponent(product.id)}`,
  image: product.imageUrl,
  imageAlt: product.name,
  type: "product",
  product,
});
