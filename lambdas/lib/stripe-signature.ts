import { createHmac, timingSafeEqual } from "node:crypto";

/** Limits replay of a captured delivery. Seconds. */
const TOLERANCE = 300;

/**
 * Whether one of the v1 signatures matches the raw body: `Stripe-Signature: t=<unix s>,v1=<hex HMAC-SHA256 of
 * "t.body">,…`. Stripe's SDK would more than double the bundle of the webhook.
 * https://docs.stripe.com/webhooks#verify-manually
 */
export function isSignedByStripe(
  body: string,
  header: string | undefined,
  secret: string,
  now: Date,
): boolean {
  const parts = (header ?? "").split(",").map((part) => part.trim().split("=", 2));
  const stamp = parts.find(([key]) => key === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(stamp) || Math.abs(+now / 1000 - Number(stamp)) > TOLERANCE) return false;
  const expected = createHmac("sha256", secret).update(`${stamp}.${body}`).digest();
  return parts
    .filter(([key, value]) => key === "v1" && /^[0-9a-f]{64}$/.test(value ?? ""))
    .some(([, value]) => timingSafeEqual(Buffer.from(value ?? "", "hex"), expected));
}
