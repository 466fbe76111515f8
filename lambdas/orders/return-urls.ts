import { invalid } from "../lib/errors.ts";

type Asked = { successUrl?: string | undefined; cancelUrl?: string | undefined };

/** Stripe replaces this placeholder by the session's id. Its braces must not be escaped. https://docs.stripe.com/payments/checkout/custom-success-page */
const SESSION_ID = "{CHECKOUT_SESSION_ID}";

/** Where the payment page redirects to: the given pages of this site (else 400), or the defaults. */
export function returnUrls(asked: Asked, origin: string): { successUrl: string; cancelUrl: string } {
  const wrong: Record<string, string> = {};
  for (const field of ["successUrl", "cancelUrl"] as const) {
    const url = asked[field];
    if (url !== undefined && !isOwn(url, origin)) wrong[field] = "Must be an address of this site";
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return {
    successUrl: asked.successUrl ?? `${origin}/checkout/success?session_id=${SESSION_ID}`,
    cancelUrl: asked.cancelUrl ?? `${origin}/checkout/cancel`,
  };
}

function isOwn(url: string, origin: string): boolean {
  // Without the placeholder it must be a valid URL.
  const plain = url.replaceAll(SESSION_ID, "id");
  return URL.canParse(plain) && new URL(plain).origin === origin && !/[\s\\]/.test(plain);
}
