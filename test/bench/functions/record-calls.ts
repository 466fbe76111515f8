import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import type Stripe from "stripe";

type Command = { input: object; constructor: new (input: object) => Command };
export type AwsClient = { send: (this: AwsClient, command: Command) => Promise<unknown> };
/** Stripe's types have no signature for `on`. */
type StripeEvents = {
  on(name: "request" | "response", listener: (event: Stripe.RequestEvent) => void): void;
};
/** A call of a function to another service: by AWS's SDK, to Stripe, or by `fetch`, to SES or Cognito. */
export type Call =
  | { to: "aws"; client: AwsClient; command: Command }
  | { to: "stripe"; method: string; path: string }
  | { to: "url"; request: Parameters<typeof fetch> };

/** The calls of one run, in waves: the calls of a wave run at the same time. */
export type Calls = Call[][];

let recorded: Calls | undefined;
let inFlight = 0;

function begin(call: Call): void {
  if (inFlight === 0) recorded?.push([]);
  recorded?.at(-1)?.push(call);
  inFlight++;
}
const end = () => void inFlight--;

/** Watches the calls of all clients of AWS's SDK, of this Stripe client, and of `fetch`. Call it once. */
export function watchCalls(stripe: Stripe): void {
  const clients = [DynamoDBDocumentClient, EventBridgeClient];
  const prototypes = new Set(clients.map(({ prototype }) => Object.getPrototypeOf(prototype) as AwsClient));
  for (const prototype of prototypes) {
    const { send } = prototype;
    prototype.send = async function (this: AwsClient, command) {
      if (!recorded) return send.call(this, command);
      begin({ to: "aws", client: this, command });
      return send.call(this, command).finally(end);
    };
  }
  const originalFetch = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    if (!recorded) return originalFetch(...request);
    begin({ to: "url", request });
    return originalFetch(...request).finally(end);
  };
  const events = stripe as unknown as StripeEvents;
  events.on("request", ({ method, path }) => recorded && begin({ to: "stripe", method, path }));
  events.on("response", () => recorded && end());
}

/** Runs a function once, and returns its calls. */
export async function recordCalls(run: () => Promise<unknown>): Promise<Calls> {
  const calls: Calls = [];
  recorded = calls;
  inFlight = 0;
  try {
    await run();
  } finally {
    recorded = undefined;
  }
  return calls;
}

/** Such as `Update, Get + BatchGet, TransactWrite, POST /v1/checkout/sessions`; + joins calls at the same time. */
export const namesOf = (calls: Calls): string => calls.map((wave) => wave.map(nameOf).join(" + ")).join(", ");

function nameOf(call: Call): string {
  if (call.to === "url") {
    const [url, { method = "GET" } = {}] = call.request;
    return `${method} ${new URL(url instanceof Request ? url.url : url).pathname}`;
  }
  if (call.to === "aws") return call.command.constructor.name.replace("Command", "");
  return `${call.method} ${call.path.replace(/\?.*$/, "").replace(/cs_\w+/, "{id}")}`;
}
