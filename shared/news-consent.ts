/** The page that ends a customer's consent to news. Opening it changes nothing, because mail scanners follow links. */
export const newsConsentPath = "/unsubscribe?order={orderId}&token={token}";
