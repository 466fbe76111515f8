import * as z from "zod/mini";
import type { OrderData } from "../../../../shared/order-data.ts";
import { UrlOrderData } from "../../../../shared/url-order-data.ts";
import { paths } from "../../paths.ts";

/**
 * Stripe replaces this text with the session's id, if the braces are not encoded.
 * Source: https://docs.stripe.com/payments/checkout/custom-success-page
 */
const SESSION_ID_PLACEHOLDER = "{CHECKOUT_SESSION_ID}";
/** Some payment pages truncate or refuse URLs that are much longer. */
const MAX_URL_LENGTH = 2000;

/**
 * The URLs to which the payment page sends the customer. The success URL contains the items and the total, for a preview
 * until the payment is verified, unless the URL would be too long.
 */
export function returnUrls(order: OrderData, origin: string): { successUrl: string; cancelUrl: string } {
  const preview: UrlOrderData = {
    items: order.items.map(({ n, q, p }) => ({ n, q, p })),
    total: order.fin.tot,
  };
  const urlWithoutPreview = `${origin}${paths.checkoutSuccess}?session_id=${SESSION_ID_PLACEHOLDER}`;
  const urlWithPreview = `${urlWithoutPreview}&orderData=${encodeURIComponent(JSON.stringify(preview))}`;
  return {
    successUrl: urlWithPreview.length <= MAX_URL_LENGTH ? urlWithPreview : urlWithoutPreview,
    cancelUrl: origin + paths.checkoutCancel,
  };
}

export const successUrl = (sessionId: string): string =>
  `${paths.checkoutSuccess}?session_id=${encodeURIComponent(sessionId)}`;

/**
 * The preview of the order in the success URL. `orderData`: the URL's parameter of this name. Undefined if the URL has no
 * preview, 'unreadable' if the preview cannot be parsed.
 */
export function orderFromUrl(orderData: string | null): UrlOrderData | "unreadable" | undefined {
  if (orderData === null) return undefined;
  try {
    const parsed = z.safeParse(UrlOrderData, JSON.parse(orderData));
    return parsed.success ? parsed.data : "unreadable";
  } catch {
    return "unreadable";
  }
}
