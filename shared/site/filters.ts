/** The query parameters that change what a prerendered page shows: the filters of store and blog. */
export const FILTER_PARAMS = ["category", "q", "size", "color", "sort"];

/** The values of `?sort=`: how the store can sort its products. */
export const SORT_IDS = ["price-up", "price-down", "newest", "name"] as const;
export type SortId = (typeof SORT_IDS)[number];

/**
 * The header that tells the store's function which filters the URL has, as a query: `category=polos&sort=name&page=2`.
 * For filters that may contain any text its value is `OTHER_FILTERS`, because CloudFront caches a copy of the page for each
 * value.
 */
export const FILTERS_HEADER = "x-filters";
export const OTHER_FILTERS = "other";
