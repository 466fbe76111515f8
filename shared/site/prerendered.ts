/**
 * The pages that are built as finished HTML, and the files that hold them. Every other address of the site is
 * answered with `/index.html`, an empty page that fills itself in the browser.
 */
export const prerendered = {
  "/": "/home/index.html",
  "/store": "/store/index.html",
  "/podcast": "/podcast/index.html",
  "/blog": "/blog/index.html",
  "/contact": "/contact/index.html",
} as const satisfies Record<`/${string}`, `/${string}/index.html`>;
