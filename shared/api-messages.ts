import type { Undeliverable } from "./order.ts";

/** Messages of the API that pages show unchanged. They are not in messages.ts, because every page loads that file first. */
export const apiMessages = {
  refundIdReused: (amount: string) =>
    `This form has already requested a refund of ${amount}. Close the form to see that refund, then open the form again.`,
  /** The refund form uses a new id after this message. */
  refundFailed: (amount: string) =>
    `The refund of ${amount} that was requested here has failed. To try it again, refund once more.`,
  noteReused:
    "An earlier text of this note was already saved. Please look at the notes, then add what is missing.",
  addressUndeliverable: {
    bounce: "Mail to this address comes back.",
    complaint: "An earlier email to this address was marked as spam, so nothing more is sent to it.",
  } satisfies Record<Undeliverable["reason"], string>,
  erased: "The personal data of this order was erased at the customer's request, so it has no email address.",
  freeParts:
    "These items cost nothing. To put them back in stock, choose them together with items that were paid, or add them to the product's stock.",
  erasedTakesNoNote:
    "The personal data of this order was erased at the customer's request, so it takes no note.",
  noRoomForNote: "This order has so many notes and messages that it takes no more notes.",
  notPaid: "This order has not been paid.",
  totalOutside: (least: string, most: string) => `Card payments take totals from ${least} to ${most}.`,
  attemptReused: "This checkout was already sent with other contents.",
  tooManyHeld: "Too many items are waiting for payment. Please finish or cancel an open checkout first.",
  tooManyLapsed: "Too many checkouts from your network were not paid. Please try again later.",
  orderUnreadable: (parts: string) =>
    `This order cannot be shown: part of what is stored of it cannot be read (${parts}). Its payment is in Stripe; the operators of the shop have to mend it.`,
  notSoldOut: "This is in stock: you can buy it now.",
  stockRequestFailed: "We could not send you the email to confirm. Please try again in a few minutes.",
  stockLinkInvalid:
    "This link is not valid any more: a request has to be confirmed within two days, and ends when the product leaves the store.",
  orderChanged: "This order was changed by someone else. Please look at it again.",
  productChanged: "This product was changed by someone else. Please look at it again.",
  productInvalid: "Part of this product cannot be read. Edit it and save it once more first.",
  stockChanged: "The stock of this product has just changed. Please look at it again.",
  productUnknown: "A product is not in the shop any more. Please choose again.",
  episodeUnknown: "An episode is not in the shop any more. Please choose again.",
  episodeFull: (title: string, most: number) =>
    `“${title}” shows ${most} products already. Please remove one of them first.`,
  catalogFull: (most: number) => `At most ${most} products can be kept.`,
  catalogTooLarge:
    "The catalog is full: the texts of all products together are as long as the shop can send at once. Please shorten descriptions or details, or delete products.",
  imageOnly: "Only image files are allowed",
  imageRequired: "At least one image is required",
  imageColorUnknown: "An image names a color that no variant has",
  eventWithoutTicket: "Only a ticket has an event",
  eventHasGuests:
    "Tickets of this event are sold or given away, and the door needs it until the event is over. Archive it to take it out of the store.",
  eventTooLarge:
    "This event has tickets for sale in too many sizes and colors, so it cannot be deleted or changed into a product that is not an event. Write off the tickets in sizes and colors that you no longer offer (in the product's form), or archive the event.",
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
  tooManyWhileCrowded: (most: number) =>
    `Many people are buying right now: at most ${most} of one product at a time.`,
  tooManyOfProduct: (most: number) => `At most ${most} of one product can be bought at once.`,
  webhooksOff: "This stage sends no webhooks.",
  tooManyWebhooks: (most: number) => `There can be at most ${most} endpoints.`,
  webhookRequestReused:
    "This request was already used for another endpoint. Close this form and open it again.",
  webhookChanged:
    "This endpoint was changed meanwhile. Close this form, and open it again to see its values.",
  webhookRemoved: "This endpoint was removed meanwhile.",
  productRequestReused:
    "An earlier try has added this product with other values. Close this form, and edit the product.",
  secretRenewed: "Another new secret was made just now. Ask who made it, or make one more.",
  deliveryBusy: "This event is being sent just now. Please try again in a moment.",
  deliveryNotChosen: "The endpoint no longer takes this event, so it is not sent.",
  deliveryForgotten: "The shop has deleted this event's personal data, so it cannot be sent again.",
  adminsOnly: "Only admins may do this.",
  doorOnly: "Only the team at the door may do this.",
  pickUpUnknown: "This code belongs to no order.",
  staffIsAdmin: "This person is an admin, who may use the door already.",
  edgeOnly: "This address is not for direct use.",
  consentLinkInvalid: "This link is not valid.",
  consentLinkExpired: "This link has expired. You can ask for news again with your next order.",
  consentGone: "You have stopped news and offers meanwhile. You can ask for them again with your next order.",
  consentUndoTooLate: "This can no longer be undone. You can ask for news again with your next order.",
  taxAddressUnknown: "We cannot find this address for the sales tax. Please check ZIP code and state.",
  taxUnavailable: "The sales tax could not be calculated. Please try again in a moment.",
  cartEmpty: "Cart is empty.",
  chooseDelivery: "Please choose shipping or pick-up",
  paymentUnchecked: "Your payment could not be checked just now.",
} as const;
