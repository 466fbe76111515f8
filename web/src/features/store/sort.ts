import type { SortId } from "../../../../shared/store-filters.ts";
import type { Product } from "../../../../shared/product.ts";

type Compare = (a: Product, b: Product) => number;

/**
 * The comparison for each value of `?sort=`. Without this value, the sequence of the catalog or of the search stays. Names are
 * compared in English in all browsers, because React can hydrate only the sequence of the server.
 */
const comparisons: Record<SortId, Compare> = {
  "price-up": (a, b) => a.price - b.price,
  "price-down": (a, b) => b.price - a.price,
  newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
  name: (a, b) => a.name.localeCompare(b.name, "en"),
};

export type Sort = SortId | "";

export const isSort = (value: string): value is Sort => value === "" || Object.hasOwn(comparisons, value);

/** By the start of the event. Tickets without a date come last, because '9' is after all dates in ISO 8601. */
export const byStart: Compare = (a, b) => (a.event?.startsAt ?? "9").localeCompare(b.event?.startsAt ?? "9");

export const sortProducts = (products: readonly Product[], sort: Sort): Product[] =>
  sort === "" ? [...products] : products.toSorted(comparisons[sort]);
