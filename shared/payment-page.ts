/** How long a payment page is open. Stripe requires at least 30 minutes; one minute more allows for delays. */
export const PAYMENT_PAGE_MS = 31 * 60_000;
