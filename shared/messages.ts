import { MAX_PER_PRODUCT } from "./product.ts";

/**
 * The messages of pages, and the API's messages that pages use too. Other messages of the API are in api-messages.ts. The
 * messages of checkout, payment and the contact form have their own files, because other pages do not load them.
 * Texts of the site are in shared/site/, texts of mails in shared/mails/.
 */
export const messages = {
  cartUnreadable: "Failed to load cart data.",
  cartOutsideProvider: "useCart must be used within a CartProvider",
  noProducts: "No products found matching your criteria.",
  tooManyRequests: "Too many requests. Please try again in a few minutes.",
  onlyLeft: (n: number) => `Only ${n} left!`,
  inStock: "In stock",
  soldOut: "Sold Out",
  salesEnded: "Sales Ended",
  notAvailable: (value: string, color: string | undefined) =>
    `${value} is not available${color === undefined ? "" : ` in ${color}`}`,
  allInCart: "All that is left of it is in your cart.",
  limitPerProduct: `At most ${MAX_PER_PRODUCT} of one product can be bought at once.`,
  productGone: "That product is no longer in the store.",
  catalogFailed: "The store could not be loaded.",
  catalogStale: "The store could not be refreshed. Prices and stock may have changed.",
  addedToCart: (quantity: number, name: string) => `${quantity} ${name} added to cart!`,
  notFound: "Not found.",
  internal: "Something went wrong on our side.",
  partMissing: "This part of the page could not be loaded. Check your connection, then try again.",
  unavailable: "The service is busy. Please try again in a moment.",
  noConnection: "No connection to the shop. Please try again in a moment.",
  signInRequired: "Please sign in.",
  refused: "This request was refused. Please try again later.",
} as const;
