import type { Product } from "../../../../../shared/product.ts";
import { UNCATEGORIZED } from "../../../../../shared/product.ts";
import { categories, categoryLabel } from "../../../../../shared/site/categories.ts";

export const ALL_CATEGORIES = "all";
export const PRODUCT_SORTS = ["name", "price", "stock"] as const;
type ProductSort = (typeof PRODUCT_SORTS)[number];
export type ProductQuery = { search: string; category: string; sort: ProductSort };

const COMPARE: Record<ProductSort, (a: Product, b: Product) => number> = {
  name: (a, b) => a.name.localeCompare(b.name, "en"),
  price: (a, b) => a.price - b.price,
  stock: (a, b) => a.stock - b.stock,
};
const categoryOf = (product: Product): string => product.category || UNCATEGORIZED;

/** The products in a category with the search text in the name or description, sorted by `query.sort`. */
export function findProducts(products: readonly Product[], query: ProductQuery): Product[] {
  const searchText = query.search.trim().toLowerCase();
  const compare = COMPARE[query.sort];
  return products
    .filter((product) => query.category === ALL_CATEGORIES || categoryOf(product) === query.category)
    .filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(searchText))
    .sort((a, b) => compare(a, b) || COMPARE.name(a, b));
}

/** The shop's categories, then other categories that a product has, with their labels. */
export function categoriesOf(products: readonly Product[]): { id: string; label: string }[] {
  const shopIds: string[] = categories.map(({ id }) => id);
  const otherIds = [...new Set(products.map(categoryOf))].filter((id) => !shopIds.includes(id)).sort();
  return [...shopIds, ...otherIds].map((id) => ({ id, label: categoryLabel(id) }));
}

/** '28 products', or '5 of 28 products' if some products are hidden. */
export function countLabel(shownCount: number, totalCount: number): string {
  const count = shownCount === totalCount ? String(totalCount) : `${shownCount} of ${totalCount}`;
  return `${count} ${totalCount === 1 ? "product" : "products"}`;
}
