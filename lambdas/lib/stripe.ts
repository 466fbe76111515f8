import Stripe from "stripe";
import { secret } from "./secrets.ts";

/** The one version of Stripe's API that this shop speaks: the SDK's own, so that its types are true. */
export const STRIPE_API_VERSION = Stripe.API_VERSION;

let made: { key: string; client: Stripe } | undefined;

/**
 * Stripe's client for the key kept in Secrets Manager: 6 s for each try, one retry of its own (with the same
 * idempotency key), inside the 30 s that the API has. `apiUrl` points it at another server with Stripe's API.
 */
export async function stripe(secretArn: string, apiUrl?: string): Promise<Stripe> {
  const key = await secret(secretArn);
  if (made?.key === key) return made.client;
  const url = apiUrl ? new URL(apiUrl) : undefined;
  const client = new Stripe(key, {
    apiVersion: Stripe.API_VERSION,
    timeout: 6000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(url
      ? {
          host: url.hostname,
          port: Number(url.port) || (url.protocol === "https:" ? 443 : 80),
          protocol: url.protocol === "https:" ? ("https" as const) : ("http" as const),
        }
      : {}),
  });
  made = { key, client };
  return client;
}

/**
 * Stripe failed at a request and repeats that answer for a day under its idempotency key: only another key helps.
 * https://docs.stripe.com/api/idempotent_requests
 */
export const isReplayedFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && error.headers?.["idempotent-replayed"] === "true";

/** Ends a session at Stripe and answers it as it is then: a complete session stays complete. */
export async function expireSession(client: Stripe, sessionId: string): Promise<Stripe.Checkout.Session> {
  try {
    return await client.checkout.sessions.expire(sessionId);
  } catch (error) {
    // Stripe refuses when the session is not open any more.
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return client.checkout.sessions.retrieve(sessionId);
    throw error;
  }
}
