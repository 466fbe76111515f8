/** The query parameters of the store's filters. */
export const FILTER_PARAMS = ["category", "q", "size", "color", "sort"];

/** The values of `?sort=`: how the store can sort its products. */
export const SORT_IDS = ["price-up", "price-down", "newest", "name"] as const;
export type SortId = (typeof SORT_IDS)[number];

/**
 * The header that tells the store's function which filters and which page of the list the URL asks for, as a query:
 * `category=polos&sort=name&page=2`. CloudFront caches one copy of the page for each value of this header. Therefore it has
 * only known categories and sort orders, and the page number. For a URL with any other filter, category or sort order the header
 * is `OTHER_FILTERS`. An unknown page number is left out.
 */
export const FILTERS_HEADER = "x-filters";
export const OTHER_FILTERS = "other";
