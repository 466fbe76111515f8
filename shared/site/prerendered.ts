/**
 * The prerendered pages and their files. For every other path the server sends `/index.html`, an empty page that is
 * rendered in the browser.
 */
export const prerendered = {
  "/": "/home/index.html",
  "/store": "/store/index.html",
  "/podcast": "/podcast/index.html",
  "/blog": "/blog/index.html",
  "/contact": "/contact/index.html",
} as const satisfies Record<`/${string}`, `/${string}/index.html`>;

/** Tells the function of a page that filters in the URL select its products. The value does not matter. */
export const FILTERED_HEADER = "x-filtered";

/** The query parameters that change what a prerendered page shows: the filters of store and blog. */
export const FILTER_PARAMS = ["category", "q", "size", "color", "sort"];
