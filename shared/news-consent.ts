/** The page that ends a customer's consent to news. Opening it changes nothing, because mail scanners follow links. */
export const newsConsentPath = "/unsubscribe?order={orderId}&token={token}";

/** The page on which a customer confirms a consent to news. Opening it changes nothing either. */
export const newsConfirmationPath = "/confirm-news?order={orderId}&token={token}";

/** The `what` of a history entry about the consent to news. */
export const NEWS = "news by email";

/** The link in the confirmation mail is valid for this time after the payment. */
export const CONFIRM_NEWS_DAYS = 7;

/** A withdrawal can be undone for this time with the link that made it. */
export const UNDO_WITHDRAWAL_HOURS = 24;
