import { setTimeout as delay } from "node:timers/promises";
import Stripe from "stripe";
import { withRetriesOn429 } from "../../shared/retry-on-429.ts";

const TIMEOUT_MS = 20_000;

/** Stripe's client for a key, in the version that the functions use. `overrides` is for tests and the simulator, `wait` for tests. */
export const stripeClient = (
  key: string,
  overrides: Stripe.StripeConfig = {},
  wait: (ms: number) => Promise<unknown> = delay,
): Stripe =>
  new Stripe(key, {
    apiVersion: Stripe.API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    httpClient: withRetriesOn429(Stripe.createNodeHttpClient(), wait),
    ...overrides,
  });

/** Sends an event to the shop's webhook as Stripe does; returns the status of the answer. */
export async function sendEvent(url: string, event: object, secret: string, now: Date): Promise<number> {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(+now / 1000);
  const response = await fetch(url, {
    method: "POST",
    body: payload,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    },
  });
  await response.arrayBuffer();
  return response.status;
}
