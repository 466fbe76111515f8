import type { Product } from "../../../../shared/product.ts";

type Compare = (a: Product, b: Product) => number;

/** The orders in which the store shows products. Without one, the order of the catalog or of the search. */
export const sorts = {
  "price-up": { label: "Price: low to high", compare: (a, b) => a.price - b.price },
  "price-down": { label: "Price: high to low", compare: (a, b) => b.price - a.price },
  newest: { label: "Newest", compare: (a, b) => b.createdAt.localeCompare(a.createdAt) },
  name: { label: "Name", compare: (a, b) => a.name.localeCompare(b.name) },
} as const satisfies Record<string, { label: string; compare: Compare }>;

export type Sort = keyof typeof sorts | "";

export const isSort = (value: string): value is Sort => value === "" || Object.hasOwn(sorts, value);

export const sortProducts = (products: readonly Product[], sort: Sort): Product[] =>
  sort === "" ? [...products] : products.toSorted(sorts[sort].compare);
