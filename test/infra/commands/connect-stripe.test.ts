import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { mockClient } from "../../support/mock-client.ts";
import Stripe from "stripe";
import { expect, test, vi } from "vitest";
import { runCommand } from "../../../infra/commands/command.ts";
import { connectStripe } from "../../../infra/commands/connect-stripe.ts";
import {
  describeResend,
  listEventsSince,
  resendEvents,
} from "../../../infra/commands/resend-stripe-events.ts";
import { stripeClient } from "../../../infra/commands/stripe-client.ts";
import { checkKey, modeOf } from "../../../infra/commands/stripe/keys.ts";
import { readBody } from "../../../infra/local/util/http.ts";
import { permissionsOf } from "../../../lambdas/lib/stripe-permissions.ts";
import { settlingEvents } from "../../../shared/stripe-events.ts";
import { serve } from "../local/serve.ts";

const KEY = "rk_test_12345678";

type Call = { method: string; path: string; params: Record<string, string> };

/** Starts a server in place of Stripe. `response` returns status and body, or undefined for a 404 of an unknown object. */
async function startStripeStub(response: (call: Call) => [status: number, body: object] | undefined) {
  const calls: Call[] = [];
  const origin = await serve(async (req, res) => {
    const url = new URL(req.url ?? "", "http://stripe");
    const params = new URLSearchParams((await readBody(req)).toString() || url.search);
    const call = { method: req.method ?? "", path: url.pathname, params: Object.fromEntries(params) };
    calls.push(call);
    const missing = {
      error: { type: "invalid_request_error", code: "resource_missing", message: "No such object" },
    };
    const [status, body] = response(call) ?? [404, missing];
    res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const { hostname: host, port } = new URL(origin);
  const stripe = stripeClient(KEY, { host, port, protocol: "http", maxNetworkRetries: 0 });
  return { stripe, calls };
}

/** A shop that records the events with a valid signature. */
async function startWebhook(secret: string) {
  const received: Stripe.Event[] = [];
  const url = await serve(async (req, res) => {
    try {
      const header = String(req.headers["stripe-signature"]);
      received.push(Stripe.webhooks.constructEvent(await readBody(req), header, secret));
    } catch {
      res.statusCode = 400;
    }
    res.end();
  });
  return { url, received };
}

const listResponse = (data: object[]) =>
  [200, { object: "list", url: "/v1", has_more: false, data }] as [number, object];
const oldEndpoint = { id: "we_old", metadata: {}, api_version: "2020-08-27", enabled_events: ["*"] };

test("a key's prefix tells its mode; other texts are refused, and the error does not repeat them", () => {
  expect(modeOf(["sk", "live", "12345678"].join("_"))).toBe("live");
  expect(modeOf(KEY)).toBe("test");
  expect(() => modeOf("pk_live_12345678")).toThrow(/restricted key \(rk_…\), but starts with pk_\.$/);
  expect(() => modeOf("secret")).toThrow(/restricted key \(rk_…\)\.$/);
});

test("a key that lacks permissions is refused with their names, and a revoked key with a message", async () => {
  const forbidden = await startStripeStub(({ path }) =>
    path === "/v1/refunds" ? [403, { error: { type: "invalid_request_error", message: "No" } }] : undefined,
  );
  await expect(checkKey(forbidden.stripe, permissionsOf({}))).rejects.toThrow(
    "The key lacks permissions: Charges and Refunds: Write.",
  );
  const revoked = await startStripeStub(() => [
    401,
    { error: { type: "invalid_request_error", message: "No" } },
  ]);
  await expect(checkKey(revoked.stripe, permissionsOf({}))).rejects.toThrow("Stripe refuses this key");
});

test("only a stage with discount codes needs the permissions for them", async () => {
  const { stripe } = await startStripeStub(({ path }) =>
    /coupons|promotion_codes/.test(path)
      ? [403, { error: { type: "invalid_request_error", message: "No" } }]
      : undefined,
  );
  await checkKey(stripe, permissionsOf({}));
  await expect(checkKey(stripe, permissionsOf({ discounts: true }))).rejects.toThrow(
    "The key lacks permissions: Coupons: Write; Promotion Codes: Write.",
  );
});

test("while Stripe cannot be reached, a command says so in one line and fails", async () => {
  const stripe = stripeClient(KEY, { host: "127.0.0.1", port: 1, protocol: "http", maxNetworkRetries: 0 });
  const print = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await runCommand(() => checkKey(stripe, permissionsOf({})));
  expect(print.mock.calls).toEqual([[expect.stringMatching(/^Stripe: .*connection to Stripe.*$/)]]);
  expect(process.exitCode).toBe(1);
  process.exitCode = undefined;
});

test("the first stripe:connect replaces an old endpoint by one with exactly the handled events, stores both secrets, and tests it", async () => {
  const shop = await startWebhook("whsec_new");
  const { stripe, calls } = await startStripeStub(({ method, path, params }) => {
    if (path === "/v1/events") return listResponse([]);
    if (!path.startsWith("/v1/webhook_endpoints")) return undefined;
    if (method === "GET")
      return listResponse([
        { ...oldEndpoint, url: shop.url },
        { ...oldEndpoint, id: "we_of_others", url: "https://x" },
      ]);
    const events = Object.entries(params).filter(([name]) => name.startsWith("enabled_events"));
    return [200, { id: "we_new", secret: "whsec_new", enabled_events: events.map(([, event]) => event) }];
  });
  const secrets = mockClient(SecretsManagerClient);
  secrets.on(GetSecretValueCommand).resolves({ SecretString: "the-placeholder-of-the-stack" });
  secrets.on(PutSecretValueCommand).resolves({});
  const lines: string[] = [];
  await connectStripe({
    settings: {},
    key: KEY,
    stripe,
    stripeForEndpoints: stripe,
    needsNewSecret: false,
    print: (line) => lines.push(line),
    secrets: new SecretsManagerClient({ region: "us-east-1" }),
    outputs: {
      StripeApiKeyArn: "arn:key",
      StripeWebhookSecretArn: "arn:webhook",
      StripeWebhookUrl: shop.url,
    },
  });
  const createdEndpoint =
    calls.find(({ method, path }) => method === "POST" && path === "/v1/webhook_endpoints")?.params ?? {};
  expect(createdEndpoint).toMatchObject({ url: shop.url, api_version: Stripe.API_VERSION });
  const sentEvents = Object.entries(createdEndpoint).filter(([name]) => name.startsWith("enabled_events"));
  expect(sentEvents.map(([, event]) => event)).toEqual([...settlingEvents]);
  expect(calls.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual([
    "/v1/webhook_endpoints/we_old",
  ]);
  expect(secrets.commandCalls(PutSecretValueCommand).map(({ args }) => args[0].input)).toEqual([
    { SecretId: "arn:webhook", SecretString: "whsec_new" },
    { SecretId: "arn:key", SecretString: KEY },
  ]);
  expect(shop.received.map(({ type }) => type as string)).toEqual(["shop.connection_test"]);
  expect(lines.join()).not.toContain(KEY);
});

/** Connects a shop that has stored `whsec_old`, while Stripe has one endpoint with this metadata. */
async function connectAgain(metadata: object) {
  const shop = await startWebhook("whsec_old");
  const endpoint = {
    id: "we_1",
    url: shop.url,
    api_version: Stripe.API_VERSION,
    enabled_events: [...settlingEvents],
    metadata,
  };
  const { stripe, calls } = await startStripeStub(({ method, path }) => {
    if (path === "/v1/events") return listResponse([]);
    if (!path.startsWith("/v1/webhook_endpoints")) return undefined;
    if (method === "GET") return listResponse([endpoint]);
    return [200, path.endsWith("/we_1") ? endpoint : { ...endpoint, id: "we_2", secret: "whsec_2" }];
  });
  const secrets = mockClient(SecretsManagerClient);
  secrets.on(GetSecretValueCommand).resolves({ SecretString: "whsec_old" });
  secrets.on(PutSecretValueCommand).resolves({});
  await connectStripe({
    settings: {},
    key: KEY,
    stripe,
    stripeForEndpoints: stripe,
    needsNewSecret: false,
    print: () => undefined,
    secrets: new SecretsManagerClient({ region: "us-east-1" }),
    outputs: {
      StripeApiKeyArn: "arn:key",
      StripeWebhookSecretArn: "arn:webhook",
      StripeWebhookUrl: shop.url,
    },
  });
  return {
    writes: calls.filter(({ path, method }) => path.includes("webhook") && method !== "GET"),
    stored: secrets.commandCalls(PutSecretValueCommand).map(({ args }) => args[0].input.SecretString),
    received: shop.received,
  };
}
/**
 * The hashes of the secrets in the metadata of endpoints at Stripe. Written out, because a change of the hash function would
 * make the command replace every deployed endpoint.
 */
const SECRET_HASHES = { whsec_old: "3d269a69854f425b", whsec_2: "091a0fd0405a36da" };

test("stripe:connect keeps an endpoint of the right version and its secret", async () => {
  const { writes, stored, received } = await connectAgain({ signingSecret: SECRET_HASHES.whsec_old });
  expect(writes).toMatchObject([
    { method: "POST", path: "/v1/webhook_endpoints/we_1", params: { disabled: "false" } },
  ]);
  expect(stored).toEqual([KEY]);
  expect(received).toHaveLength(1);
});

test("stripe:connect replaces an endpoint whose secret an interrupted run has not stored", async () => {
  const { writes, stored } = await connectAgain({});
  expect(writes).toMatchObject([
    { method: "POST", path: "/v1/webhook_endpoints" },
    { path: "/v1/webhook_endpoints/we_2", params: { "metadata[signingSecret]": SECRET_HASHES.whsec_2 } },
    { method: "DELETE", path: "/v1/webhook_endpoints/we_1" },
  ]);
  expect(stored).toEqual(["whsec_2", KEY]);
});

test("stripe:resend sends the events since a time again, oldest first; after a failure it says where it stopped", async () => {
  const shop = await startWebhook("whsec_1");
  const { stripe, calls } = await startStripeStub(() => listResponse([{ id: "evt_2" }, { id: "evt_1" }]));
  const events = await listEventsSince(stripe, new Date("2026-11-22T10:00:00Z"));
  expect(calls[0]?.params).toMatchObject({ "created[gte]": "1795341600", "types[0]": settlingEvents[0] });
  await resendEvents(events, shop.url, "whsec_1");
  expect(shop.received.map(({ id }) => id)).toEqual(["evt_1", "evt_2"]);
  await expect(resendEvents(events, shop.url, "whsec_wrong")).rejects.toThrow(
    "The shop answered 400 to evt_1, after 0 of 2 events.",
  );
  const waits: number[] = [];
  const wait = (ms: number) => Promise.resolve(void waits.push(ms));
  await expect(resendEvents(events, "http://127.0.0.1:1", "whsec_1", wait)).rejects.toThrow(
    "The shop answered fetch failed to evt_1, after 0 of 2 events.",
  );
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  // An account that runs few functions at once answers 503 while the queues work off the events.
  const statuses = [503, 429, 200, 200];
  const busyUrl = await serve((_, res) => void res.writeHead(statuses.shift() ?? 500).end());
  await resendEvents(events, busyUrl, "whsec_1", wait);
  expect(statuses).toEqual([]);
});

test("stripe:resend warns that Stripe has deleted events older than 30 days, if the time is longer ago", () => {
  const now = new Date("2026-11-22T10:00:00Z");
  const questionFor = (since: string) => describeResend(2, new Date(since), now, "https://shop.example");
  expect(questionFor("2026-10-22T10:00:00Z")).toContain("older than 30 days");
  expect(questionFor("2026-10-24T10:00:00Z")).toMatch(/change nothing\.$/);
});
