/** The messages of the customer's order page that the server writes. */
export const orderPageMessages = {
  /** The same for a wrong link, an unpaid or erased order, and a wrong or expired code, so that nobody learns which it is. */
  refused: "This link or code is wrong, or no longer valid.",
  notConfirmed: "Please confirm your email address first.",
  cancelled: "This order is cancelled already.",
  refunded: "This order was refunded, or is being refunded.",
  packed:
    "Your order is packed or on its way already, so it cannot be changed here any more. Write to us if something is wrong.",
  alreadyAsked: "You have asked us to cancel this order already. We answer by email.",
  tooManyRequests: "There are too many messages about this order already. Please answer one of our emails.",
  noDelivery: "This order is not shipped, so it has no address to change.",
  sameAddress: "This is the address that we have already.",
  otherState:
    "Shipping and tax depend on the state, so another state cannot be entered here. Write to us, and we change it together.",
  zipOfOtherState: "This ZIP code is not in the state of this order. Write to us, and we change it together.",
} as const;
