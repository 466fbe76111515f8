import { expect, test } from "vitest";
import { stripeClient } from "../../../infra/commands/stripe-client.ts";
import { serve } from "../local/serve.ts";

/**
 * Starts a server that answers the first `refusedCount` requests with 429. Returns a Stripe client for this
 * server, the pauses (ms) that the client made, and the number of requests.
 */
async function serveRateLimited(refusedCount: number) {
  const pauses: number[] = [];
  let requestCount = 0;
  const origin = await serve((_, res) => {
    requestCount++;
    const isRefused = requestCount <= refusedCount;
    const error = {
      type: "invalid_request_error",
      code: "rate_limit",
      message: "Request rate limit exceeded.",
    };
    res.statusCode = isRefused ? 429 : 200;
    res.end(JSON.stringify(isRefused ? { error } : { object: "list", data: [], has_more: false }));
  });
  const { hostname: host, port } = new URL(origin);
  const sdk = stripeClient("sk_test_123", { host, port, protocol: "http" }, (ms) =>
    Promise.resolve(pauses.push(ms)),
  );
  return { sdk, pauses, requests: () => requestCount };
}

test("a request that Stripe's rate limit refuses is repeated after a pause", async () => {
  const { sdk, pauses } = await serveRateLimited(2);
  expect((await sdk.payouts.list()).data).toEqual([]);
  expect(pauses).toEqual([1_000, 2_000]);
});

test("a request that the rate limit refuses for half a minute fails with Stripe's message", async () => {
  const { sdk, pauses, requests } = await serveRateLimited(Infinity);
  await expect(sdk.payouts.list()).rejects.toThrow("Request rate limit exceeded.");
  expect([pauses.reduce((sum, ms) => sum + ms), requests()]).toEqual([31_000, 6]);
});
