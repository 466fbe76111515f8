import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import type Stripe from "stripe";

type Command = { input: object; constructor: new (input: object) => Command };
export type AwsClient = { send: (this: AwsClient, command: Command) => Promise<unknown> };
/** Stripe's types have no signature for `on`. */
type StripeEvents = {
  on(name: "request" | "response", listener: (event: Stripe.RequestEvent) => void): void;
};
/** A call of a function to another service: by AWS's SDK, or to Stripe. */
export type Call =
  | { to: "aws"; client: AwsClient; command: Command }
  | { to: "stripe"; method: string; path: string };

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

/** Watches the calls of all clients of AWS's SDK and of this Stripe client. Call it once. */
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

const nameOf = (call: Call): string =>
  call.to === "stripe"
    ? `${call.method} ${call.path.replace(/\?.*$/, "").replace(/cs_\w+/, "{id}")}`
    : call.command.constructor.name.replace("Command", "");
