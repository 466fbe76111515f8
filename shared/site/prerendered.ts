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
  "/checkout": "/checkout/index.html",
} as const satisfies Record<`/${string}`, `/${string}/index.html`>;
