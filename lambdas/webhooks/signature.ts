import { createHmac, randomBytes } from "node:crypto";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";

export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64url")}`;

/**
 * The signature of a body: `t=<unix s>,v1=<hex HMAC-SHA256 of "t.body">`, with a v1 for each secret. This is
 * Stripe's scheme, so that libraries for Stripe's webhooks can verify the signature.
 * https://docs.stripe.com/webhooks#verify-manually
 */
export function signatureOf(body: string, secrets: readonly string[], now: Date): string {
  const time = toEpochSeconds(now);
  const macs = secrets.map((secret) => createHmac("sha256", secret).update(`${time}.${body}`).digest("hex"));
  return [`t=${time}`, ...macs.map((mac) => `v1=${mac}`)].join(",");
}
