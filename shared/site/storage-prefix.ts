/**
 * The start of the names of what the site stores in browsers, apart from cookies. Do not change it after the first visitors:
 * with other names, the site would not find their carts and tickets any more.
 */
export const storagePrefix = "vipers";
