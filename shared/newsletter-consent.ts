/** The page that ends a consent to the newsletter. Opening it changes nothing, because mail scanners follow links. */
export const unsubscribePath = "/unsubscribe?order={orderId}&token={token}";

/** The page on which a customer confirms a consent to the newsletter. Opening it changes nothing either. */
export const confirmNewsletterPath = "/confirm-news?order={orderId}&token={token}";

/** The `what` of a history entry about the consent to the newsletter. */
export const NEWSLETTER_ENTRY = "news by email";

/** The link in the confirmation mail is valid for this time after the payment. */
export const CONFIRM_DAYS = 7;

/** The customer can undo a withdrawal for this time, with the link of an order whose consent it ended. */
export const UNDO_WITHDRAWAL_HOURS = 24;
