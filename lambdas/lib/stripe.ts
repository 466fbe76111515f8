import Stripe from "stripe";
import { readSecret } from "./secrets.ts";

const NO_OVERRIDES: Stripe.StripeConfig = {};
let cachedClient: { key: string; overrides: Stripe.StripeConfig; client: Stripe } | undefined;

/** The client's settings for another server with Stripe's API, such as a simulator. */
export function serverAt(apiUrl: string): Stripe.StripeConfig {
  const { hostname, port, protocol } = new URL(apiUrl);
  const isSecure = protocol === "https:";
  return {
    host: hostname,
    port: Number(port) || (isSecure ? 443 : 80),
    protocol: isSecure ? "https" : "http",
  };
}

/**
 * Stripe's client for the key in Secrets Manager. A call without options of its own ends after at most 13 s: two tries of
 * 6 s with the same idempotency key, and the pause between them. `apiUrl`: see {@link serverAt}. `overrides`: other settings
 * of the client. Pass the same object in each call, because a new object makes a new client.
 */
export async function getStripeClient(
  secretArn: string,
  apiUrl?: string,
  overrides = NO_OVERRIDES,
): Promise<Stripe> {
  const key = await readSecret(secretArn);
  if (cachedClient?.key === key && cachedClient.overrides === overrides) return cachedClient.client;
  const client = new Stripe(key, {
    // The API version that the SDK's types describe.
    apiVersion: Stripe.API_VERSION,
    timeout: 6000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiUrl ? serverAt(apiUrl) : {}),
    ...overrides,
  });
  cachedClient = { key, overrides, client };
  return client;
}

/** Whether Stripe refused a request with this code. https://docs.stripe.com/error-codes */
export const hasStripeCode = (error: unknown, code: string): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === code;

/**
 * Whether Stripe does not know a session of test mode, because the shop has got another key since: a live key, or the key of another
 * account. No money was paid on such a session.
 */
export const isUnknownTestSession = (error: unknown, sessionId: string): boolean =>
  sessionId.startsWith("cs_test_") && hasStripeCode(error, "resource_missing");

/**
 * Whether Stripe repeats an earlier failure, or an earlier refusal whose cause may be removed since. Stripe does so for a day
 * under the same idempotency key, so a retry needs a new key.
 * https://docs.stripe.com/api/idempotent_requests
 */
export const isReplayedFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.headers?.["idempotent-replayed"] === "true";

/** Ends a session at Stripe and returns the resulting session: a complete session stays complete. */
export async function expireSession(
  client: Stripe,
  sessionId: string,
  options?: Stripe.RequestOptions,
): Promise<Stripe.Checkout.Session> {
  try {
    return await client.checkout.sessions.expire(sessionId, {}, options);
  } catch (error) {
    // Stripe refuses when the session is not open any more.
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return client.checkout.sessions.retrieve(sessionId, {}, options);
    throw error;
  }
}
