import type { ClientRequest } from "node:http";
import { subscribe } from "node:diagnostics_channel";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { S3Client } from "@aws-sdk/client-s3";
import type Stripe from "stripe";

type Command = { input: object; constructor: new (input: object) => Command };
export type AwsClient = { send: (this: AwsClient, command: Command) => Promise<unknown> };
/** Stripe's types have no signature for `on`. */
type StripeEvents = {
  on(name: "request" | "response", listener: (event: Stripe.RequestEvent) => void): void;
};
/**
 * A call of a function to another service: by AWS's SDK, to Stripe, by `fetch` to SES or Cognito, or to the
 * server of a webhook or feed (`target`) with a body of `bytes` bytes.
 */
export type Call =
  | { to: "aws"; client: AwsClient; command: Command }
  | { to: "stripe"; method: string; path: string }
  | { to: "url"; request: Parameters<typeof fetch> }
  | { to: "target"; method: string; url: URL; bytes: number };

/** The calls of one run, in waves: a wave ends as soon as no call is running. */
export type Calls = Call[][];

let recordedCalls: Calls | undefined;
let inFlightCount = 0;

function beginCall(call: Call): void {
  if (inFlightCount === 0) recordedCalls?.push([]);
  recordedCalls?.at(-1)?.push(call);
  inFlightCount++;
}
const endCall = () => void inFlightCount--;

/** Whether send-to-target.ts sends the request. Only its requests have a connection of their own. */
const isToTarget = ({ shouldKeepAlive }: ClientRequest): boolean => !shouldKeepAlive;

/**
 * Patches AWS's SDK and `fetch`, and listens to this Stripe client and to send-to-target.ts, so that `recordCalls` sees their
 * calls. Must be called only once.
 */
export function installCallRecorder(stripe: Stripe): void {
  const clients = [DynamoDBDocumentClient, EventBridgeClient, S3Client];
  const prototypes = new Set(clients.map(({ prototype }) => Object.getPrototypeOf(prototype) as AwsClient));
  for (const prototype of prototypes) {
    const { send } = prototype;
    prototype.send = async function (this: AwsClient, command) {
      if (!recordedCalls) return send.call(this, command);
      beginCall({ to: "aws", client: this, command });
      return send.call(this, command).finally(endCall);
    };
  }
  const originalFetch = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    if (!recordedCalls) return originalFetch(...request);
    beginCall({ to: "url", request });
    return originalFetch(...request).finally(endCall);
  };
  subscribe("http.client.request.start", (message) => {
    const { request } = message as { request: ClientRequest };
    if (!recordedCalls || !isToTarget(request)) return;
    const url = new URL(request.path, `${request.protocol}//${String(request.getHeader("host"))}`);
    const bytes = Number(request.getHeader("content-length") ?? 0);
    beginCall({ to: "target", method: request.method, url, bytes });
  });
  subscribe("http.client.response.finish", (message) => {
    if (recordedCalls && isToTarget((message as { request: ClientRequest }).request)) endCall();
  });
  const events = stripe as unknown as StripeEvents;
  events.on("request", ({ method, path }) => recordedCalls && beginCall({ to: "stripe", method, path }));
  events.on("response", () => recordedCalls && endCall());
}

/** Runs a function once, and returns its calls. */
export async function recordCalls(run: () => Promise<unknown>): Promise<Calls> {
  const calls: Calls = [];
  recordedCalls = calls;
  inFlightCount = 0;
  try {
    await run();
  } finally {
    recordedCalls = undefined;
  }
  return calls;
}

/** For example `Update, Get + 2 × Query, POST /v1/checkout/sessions`: a comma separates waves; + and × join the calls of a wave. */
export const namesOf = (calls: Calls): string => calls.map(nameOfWave).join(", ");

const nameOfWave = (wave: readonly Call[]): string =>
  [...Map.groupBy(wave.map(nameOf), (name) => name)]
    .map(([name, { length }]) => (length > 1 ? `${length} × ${name}` : name))
    .join(" + ");

function nameOf(call: Call): string {
  if (call.to === "url") {
    const [url, { method = "GET" } = {}] = call.request;
    return `${method} ${new URL(url instanceof Request ? url.url : url).pathname}`;
  }
  if (call.to === "target") return `${call.method} ${call.url.pathname}`;
  if (call.to === "aws") return call.command.constructor.name.replace("Command", "");
  return `${call.method} ${call.path.replace(/\?.*$/, "").replace(/cs_\w+/, "{id}")}`;
}
