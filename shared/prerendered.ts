/**
 * The prerendered pages and their files. For the router's other pages, except those of products and episodes, the server sends
 * `/index.html`, an empty page that is rendered in the browser.
 */
export const prerendered = {
  "/": "/home/index.html",
  "/store": "/store/index.html",
  "/podcast": "/podcast/index.html",
  "/blog": "/blog/index.html",
  "/contact": "/contact/index.html",
  "/checkout": "/checkout/index.html",
} as const satisfies Record<`/${string}`, `/${string}/index.html`>;

/** The file for every path that is no page: an empty page that is rendered in the browser, with the head of an unknown page. */
export const NOT_FOUND_FILE = "/not-found/index.html";
