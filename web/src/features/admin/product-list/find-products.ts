import type { Product } from "../../../../../shared/product.ts";
import { UNCATEGORIZED } from "../../../../../shared/product.ts";
import { categories, categoryLabel } from "../../../../../shared/site/categories.ts";

export const ALL = "all";
export const PRODUCT_SORTS = ["name", "price", "stock"] as const;
type ProductSort = (typeof PRODUCT_SORTS)[number];
export type ProductQuery = { search: string; category: string; sort: ProductSort };

const COMPARE: Record<ProductSort, (a: Product, b: Product) => number> = {
  name: (a, b) => a.name.localeCompare(b.name, "en"),
  price: (a, b) => a.price - b.price,
  stock: (a, b) => a.stock - b.stock,
};
const categoryOf = (product: Product): string => product.category || UNCATEGORIZED;

/** The products of a category ('all' for any) whose name or description contains the search, in ascending order. */
export function findProducts(products: readonly Product[], query: ProductQuery): Product[] {
  const wanted = query.search.trim().toLowerCase();
  const compare = COMPARE[query.sort];
  return products
    .filter((product) => query.category === ALL || categoryOf(product) === query.category)
    .filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(wanted))
    .sort((a, b) => compare(a, b) || COMPARE.name(a, b));
}

/** The shop's categories, and any others that products have, with their labels. */
export function categoriesOf(products: readonly Product[]): { id: string; label: string }[] {
  const known: string[] = categories.map(({ id }) => id);
  const others = [...new Set(products.map(categoryOf))].filter((id) => !known.includes(id)).sort();
  return [...known, ...others].map((id) => ({ id, label: categoryLabel(id) }));
}

/** '28 products', or '5 of 28 products' when some are not shown. */
export function countLabel(found: number, all: number): string {
  const count = found === all ? String(all) : `${found} of ${all}`;
  return `${count} ${all === 1 ? "product" : "products"}`;
}
