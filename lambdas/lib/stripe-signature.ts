import { createHmac, timingSafeEqual } from "node:crypto";

/** The greatest difference of a delivery's time from now, so that an attacker cannot send a captured delivery again later. */
const TOLERANCE_SECONDS = 300;

/**
 * Whether one of the v1 signatures matches the raw body: `Stripe-Signature: t=<unix s>,v1=<hex HMAC-SHA256 of
 * "t.body">,…`. Stripe's SDK is not used, because it would more than double the bundle of the webhook.
 * https://docs.stripe.com/webhooks#verify-manually
 */
export function isSignedByStripe(
  body: string,
  header: string | undefined,
  secret: string,
  now: Date,
): boolean {
  const headerParts = (header ?? "").split(",").map((pair) => pair.trim().split("=", 2));
  const timestamp = headerParts.find(([key]) => key === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(+now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS)
    return false;
  const expectedMac = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest();
  return headerParts
    .filter(([key, value]) => key === "v1" && /^[0-9a-f]{64}$/.test(value ?? ""))
    .some(([, value]) => timingSafeEqual(Buffer.from(value ?? "", "hex"), expectedMac));
}
