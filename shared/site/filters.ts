/** The query parameters that change what a prerendered page shows: the filters of store and blog. */
export const FILTER_PARAMS = ["category", "q", "size", "color", "sort"];

/** The page of the store's list: without JavaScript the list has pages. */
export const PAGE_PARAM = "page";

/** The filters and the page in a URL's query, always in the same order, without other parameters such as `utm_source`. */
export function filtersIn(query: string): string {
  const params = new URLSearchParams(query);
  const filters = [...FILTER_PARAMS, PAGE_PARAM].flatMap((name) =>
    params.getAll(name).map((value) => [name, value]),
  );
  return new URLSearchParams(filters).toString();
}

/** The orders in which the store can show its products, as in `?sort=`. */
export const SORT_IDS = ["price-up", "price-down", "newest", "name"] as const;
export type SortId = (typeof SORT_IDS)[number];

/**
 * The header that tells the store's function which filters the URL has, as a query: `category=polos&sort=name&page=2`.
 * Its value is `OTHER_FILTERS` for filters that may contain any text, because CloudFront caches a copy of the page for each value.
 */
export const FILTERS_HEADER = "x-filters";
export const OTHER_FILTERS = "other";
