import { MAX_PER_PRODUCT } from "./product.ts";

/**
 * The messages of the pages, and of the API as far as pages know them beforehand. The API's others are in api-messages.ts.
 * Texts of the site are in shared/site/, texts of mails in shared/mails/.
 */
export const messages = {
  yourCartIsEmpty: "Your cart is empty.",
  addProducts: "Add some products to get started!",
  cartChanged: "Cart has changed.",
  cartChangedMeanwhile:
    "Your cart changed while the payment page was being opened. Please look at it and try again.",
  cartOutdated: "Something changed since you filled your cart.",
  leftOut: (names: readonly string[]) =>
    `Not available any more and taken out of your cart: ${names.join(", ")}.`,
  everythingGone: "Nothing in your cart is available any more.",
  cartUnreadable: "Failed to load cart data.",
  cartOutsideProvider: "useCart must be used within a CartProvider",
  noProducts: "No products found matching your criteria.",
  unsavedChanges: "You have unsaved changes. Are you sure you want to leave?",
  paymentFailed: "Payment failed. Please try again.",
  checkoutFailed: "An error occurred during checkout. Please try again.",
  earlierPaymentUnknown:
    "Your earlier payment page could not be closed. If you have paid there, the receipt comes by email; if not, please try again in a moment.",
  stripeFailed: "Stripe failed to initialize",
  noSessionId: "No session ID found in URL",
  verifyFailed: "Failed to verify payment",
  verifyError: "An error occurred while verifying your payment",
  paymentVerified: "Payment verified successfully!",
  orderDetailsUnreadable: "Error loading order details",
  receiptContentMissing: "Receipt content is not available",
  receiptDetailsMissing: "Receipt details are not available.",
  receiptAlreadySent: "Receipt email has already been sent.",
  receiptSent: "Receipt email sent successfully!",
  receiptFailed: "Failed to send receipt email.",
  orderedBefore: "Part of your cart is ordered already.",
  alreadyOrdered: (names: readonly string[], isPaid: boolean) =>
    `You already ordered ${names.join(", ")}, and that payment ${isPaid ? "has arrived" : "is still on its way"}.`,
  alreadyPaid: "This order has already been paid.",
  tooManyRequests: "Too many requests. Please try again in a few minutes.",
  imageOnly: "Only image files are allowed",
  imageTooLarge: "File size must be less than 5MB",
  contactSent:
    "Thank you! Your message has been sent. Our team will respond within 3 business days. Please check your email for a confirmation.",
  contactSentUnconfirmed:
    "Thank you! Your message has been sent. Our team will respond within 3 business days. Note: the confirmation email may not have been delivered.",
  contactFailed: (email: string) =>
    `Failed to send message. Please try again later or contact us directly at ${email}.`,
  contactInvalid: "There was a validation error. Please check your email address and try again.",
  contactUnavailable:
    "Service temporarily unavailable. Please try again in a few minutes or contact us directly.",
  onlyLeft: (n: number) => `Only ${n} left!`,
  inStock: "In stock",
  soldOut: "Sold Out",
  salesEnded: "Sales Ended",
  salesHaveEnded: "Ticket sales have ended",
  eventOver: "This event is over.",
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
  codeMissing: "Part of this page could not be loaded: buttons do nothing yet.",
  partMissing: "This part of the page could not be loaded. Check your connection, then try again.",
  reload: "Reload the page",
  unavailable: "The service is busy. Please try again in a moment.",
  signInRequired: "Please sign in.",
  adminsOnly: "Only admins may do this.",
} as const;
