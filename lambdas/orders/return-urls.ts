import { invalid } from "../lib/errors.ts";

type RequestedUrls = { successUrl?: string | undefined; cancelUrl?: string | undefined };

/**
 * Stripe replaces this placeholder by the session's id, if the braces are not escaped.
 * https://docs.stripe.com/payments/checkout/custom-success-page
 */
export const SESSION_ID_PLACEHOLDER = "{CHECKOUT_SESSION_ID}";

/** Where the payment page redirects to: the requested URLs, or the defaults. Throws 400 for another site. */
export function returnUrls(
  requested: RequestedUrls,
  origin: string,
): { successUrl: string; cancelUrl: string } {
  const errors: Record<string, string> = {};
  for (const field of ["successUrl", "cancelUrl"] as const) {
    const url = requested[field];
    if (url !== undefined && !isOwnUrl(url, origin)) errors[field] = "Must be an address of this site";
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return {
    successUrl: requested.successUrl ?? `${origin}/checkout/success?session_id=${SESSION_ID_PLACEHOLDER}`,
    cancelUrl: requested.cancelUrl ?? `${origin}/checkout/cancel`,
  };
}

const isOwnUrl = (url: string, origin: string): boolean =>
  URL.canParse(url) && new URL(url).origin === origin && !/[\s\\]/.test(url);
