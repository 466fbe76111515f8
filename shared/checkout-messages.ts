/** The messages of the opened cart and the checkout. */
export const checkoutMessages = {
  eventOver: "This event is over.",
  salesHaveEnded: "Ticket sales have ended",
  yourCartIsEmpty: "Your cart is empty.",
  addProducts: "Add some products to get started!",
  cartChanged: "Cart has changed.",
  cartOutdated: "Something changed since you filled your cart.",
  leftOut: (names: readonly string[]) =>
    `Not available any more and taken out of your cart: ${names.join(", ")}.`,
  alreadyPaid: "This order has already been paid.",
  cartChangedMeanwhile:
    "Your cart changed while the payment page was being opened. Please look at it and try again.",
  everythingGone: "Nothing in your cart is available any more.",
  paymentPageNotOpened: "The payment page did not open. Please press Complete Purchase again.",
  paymentFailed: "Payment failed. Please try again.",
  checkoutFailed: "An error occurred during checkout. Please try again.",
  earlierPaymentUnknown:
    "Your earlier payment page could not be closed. If you have paid there, the receipt comes by email; if not, please try again in a moment.",
  stripeFailed: "Stripe failed to initialize",
  orderedBefore: "Part of your cart is ordered already.",
  alreadyOrdered: (names: readonly string[], isPaid: boolean) =>
    `You already ordered ${names.join(", ")}, and that payment ${isPaid ? "has arrived" : "is still on its way"}.`,
} as const;
