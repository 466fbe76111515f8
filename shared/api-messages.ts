/** The messages of the API that pages show as they come. Pages load messages.ts at first, so these are not in it. */
export const apiMessages = {
  refundReused: (amount: string) =>
    `A refund of ${amount} was already requested here. Close this form to see it, then open it again.`,
  receiptUndeliverable: "Mail to this address comes back.",
  erased: "The personal data of this order was erased at the customer's request, so it has no email address.",
  notPaid: "This order has not been paid.",
  totalOutside: (least: string, most: string) => `Card payments take totals from ${least} to ${most}.`,
  attemptReused: "This checkout was already sent with other contents.",
  tooManyHeld: "Too many items are waiting for payment. Please finish or cancel an open checkout first.",
  tooManyLapsed: "Too many checkouts from your network were not paid. Please try again in a few minutes.",
  orderUnreadable: (parts: string) =>
    `This order cannot be shown: part of what is stored of it cannot be read (${parts}). Its payment is in Stripe; whoever operates the shop has to mend it.`,
  orderChanged: "This order was changed by someone else. Please look at it again.",
  productChanged: "This product was changed by someone else. Please look at it again.",
  productInvalid: "Part of this product cannot be read. Edit it and save it once more first.",
  stockChanged: "The stock of this product has just changed. Please look at it again.",
  catalogFull: (most: number) => `At most ${most} products can be kept.`,
  catalogTooLarge:
    "The catalog is full: the texts of all products together are as long as the shop can send at once. Please shorten descriptions or details, or delete products.",
  imageRequired: "At least one image is required",
  imageColorUnknown: "An image names a color that no variant has",
  eventWithoutTicket: "Only a ticket has an event",
  imageGone: "An image is not there any more. Please remove it and upload it again.",
  invalid: "Some fields are missing or wrong.",
  malformedJson: "The request body is not valid JSON.",
  bodyTooLarge: "The request body is too large.",
  signInEnded: "Your sign-in has ended. Please sign in again.",
  signInTooOld: (hours: number) =>
    `To refund money, please sign in again: you last signed in more than ${hours === 1 ? "an hour" : `${hours} hours`} ago.`,
  ownPagesOnly: "Requests from other sites are not taken.",
  jsonOnly: "Requests have to be JSON (Content-Type: application/json).",
  crowded: "Many people are buying right now. Please try again in a moment.",
  crowdedMost: (most: number) =>
    `Many people are buying right now: at most ${most} of one product at a time.`,
  mostOfProduct: (most: number) => `At most ${most} of one product can be bought at once.`,
  edgeOnly: "This address is not for direct use.",
  cartEmpty: "Cart is empty.",
  chooseDelivery: "Please choose shipping or pick-up",
  paymentUnchecked: "Your payment could not be checked just now.",
} as const;
