import type { Product, ProductState } from "../../../../../shared/product.ts";
import { UNCATEGORIZED } from "../../../../../shared/product.ts";
import { categories, categoryLabel } from "../../../../../shared/site/categories.ts";
import { wordsMatcher } from "../../../normalize-for-search.ts";
import type { SortDirection } from "../sort-header.tsx";

export const ALL_CATEGORIES = "all";
export const ALL_STATES = "all";
export const PRODUCT_SORTS = ["name", "price", "stock", "category"] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];
export type ProductQuery = {
  search: string;
  category: string;
  state: ProductState | typeof ALL_STATES;
  sort: ProductSort;
  direction: SortDirection;
};

const categoryOf = (product: Product): string => product.category || UNCATEGORIZED;
const COMPARE: Record<ProductSort, (a: Product, b: Product) => number> = {
  name: (a, b) => a.name.localeCompare(b.name, "en"),
  price: (a, b) => a.price - b.price,
  stock: (a, b) => a.stock - b.stock,
  category: (a, b) => categoryLabel(categoryOf(a)).localeCompare(categoryLabel(categoryOf(b)), "en"),
};

/** The products in a category and state whose name, description and category together have all words of the search, sorted. */
export function findProducts(products: readonly Product[], query: ProductQuery): Product[] {
  const matchesSearch = wordsMatcher(query.search);
  const compare = COMPARE[query.sort];
  const sign = query.direction === "ascending" ? 1 : -1;
  return products
    .filter((product) => query.category === ALL_CATEGORIES || categoryOf(product) === query.category)
    .filter(({ state }) => query.state === ALL_STATES || state === query.state)
    .filter((product) =>
      matchesSearch(`${product.name}\n${product.description}\n${categoryLabel(categoryOf(product))}`),
    )
    .sort((a, b) => sign * compare(a, b) || COMPARE.name(a, b));
}

/** The shop's categories, then other categories that a product has, with their labels. */
export function categoryOptions(products: readonly Product[]): { id: string; label: string }[] {
  const shopIds: string[] = categories.map(({ id }) => id);
  const otherIds = [...new Set(products.map(categoryOf))].filter((id) => !shopIds.includes(id)).sort();
  return [...shopIds, ...otherIds].map((id) => ({ id, label: categoryLabel(id) }));
}

/** '28 products', or '5 of 28 products' if some products are hidden. */
export function countLabel(shownCount: number, totalCount: number): string {
  const count = shownCount === totalCount ? String(totalCount) : `${shownCount} of ${totalCount}`;
  return `${count} ${totalCount === 1 ? "product" : "products"}`;
}
