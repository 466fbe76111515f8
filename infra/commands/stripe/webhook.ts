import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { settlingEvents } from "../../../shared/stripe-events.ts";
import { CommandError } from "../command.ts";
import { sendEvent } from "../stripe-client.ts";

type Endpoint = {
  /** The signing secret of a new endpoint. Stripe tells the secret only once. */
  secret?: string;
  /** The number of kinds of events that Stripe sends. */
  events: number;
  /** Deletes the other endpoints with this address, which would send each event again. */
  removeOthers: () => Promise<void>;
};

/**
 * Makes Stripe send exactly the events that the shop handles to `url`, in the version of the SDK's types. An endpoint
 * keeps its version for ever, so one with another version is replaced.
 */
export async function putEndpoint(stripe: Stripe, url: string, needsSecret: boolean): Promise<Endpoint> {
  const present: Stripe.WebhookEndpoint[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
    if (endpoint.url === url) present.push(endpoint);
  const kept = needsSecret
    ? undefined
    : present.find(({ api_version }) => api_version === Stripe.API_VERSION);
  const settings = { enabled_events: [...settlingEvents], description: "The shop's orders" };
  const endpoint = kept
    ? await stripe.webhookEndpoints.update(kept.id, { ...settings, disabled: false })
    : await stripe.webhookEndpoints.create({ ...settings, url, api_version: Stripe.API_VERSION });
  return {
    ...(endpoint.secret === undefined ? {} : { secret: endpoint.secret }),
    events: endpoint.enabled_events.length,
    removeOthers: async () => {
      for (const { id } of present) if (id !== endpoint.id) await stripe.webhookEndpoints.del(id);
    },
  };
}

/** Sends a signed event of a kind that nothing handles. Throws if the shop does not take it. */
export async function tryWebhook(url: string, secret: string): Promise<void> {
  const now = new Date();
  const created = Math.floor(+now / 1000);
  const event = {
    id: `evt_try_${randomUUID()}`,
    object: "event",
    type: "shop.connection_test",
    created,
    data: {},
  };
  const status = await sendEvent(url, event, secret, now);
  if (status !== 200)
    throw new CommandError(
      `The shop answered ${status} to a signed event. If it was connected in the last five minutes, the functions still have ` +
        "the old secret: run the command again then. Otherwise read stripe-webhook's log.",
    );
}
