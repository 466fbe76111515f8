import { createHash, randomUUID } from "node:crypto";
import Stripe from "stripe";
import { settlingEvents } from "../../../shared/stripe-events.ts";
import { CommandError } from "../command.ts";
import { sendEvent } from "../stripe-client.ts";

type Endpoint = {
  /** The signing secret of a new endpoint. Stripe sends the secret only once. */
  secret?: string;
  /** The number of kinds of events that Stripe sends. */
  eventTypeCount: number;
  /**
   * Marks a new endpoint, and deletes other endpoints with the same address, because Stripe would send each event to them too.
   * The caller calls this function after it has stored the secret of a new endpoint.
   */
  finish: () => Promise<void>;
};

/** The mark of an endpoint whose signing secret the shop has stored. It does not reveal the secret, which is random. */
const markOf = (secret: string): string => createHash("sha256").update(secret).digest("hex").slice(0, 16);

/**
 * Makes Stripe send exactly the events that the shop handles to `url`, in the API version of the SDK's types.
 * The version of an endpoint cannot be changed, so an endpoint with another version is replaced. An endpoint
 * without the mark of the stored secret is replaced too, because an interrupted command may have created it.
 * Without `storedSecret`, Stripe makes an endpoint with a new secret.
 */
export async function putEndpoint(
  stripe: Stripe,
  url: string,
  storedSecret: string | undefined,
): Promise<Endpoint> {
  const existingEndpoints: Stripe.WebhookEndpoint[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
    if (endpoint.url === url) existingEndpoints.push(endpoint);
  const usableEndpoint =
    storedSecret === undefined
      ? undefined
      : existingEndpoints.find(
          ({ api_version, metadata }) =>
            api_version === Stripe.API_VERSION && metadata["signingSecret"] === markOf(storedSecret),
        );
  const settings = { enabled_events: [...settlingEvents], description: "The shop's orders" };
  const endpoint = usableEndpoint
    ? await stripe.webhookEndpoints.update(usableEndpoint.id, { ...settings, disabled: false })
    : await stripe.webhookEndpoints.create({ ...settings, url, api_version: Stripe.API_VERSION });
  return {
    ...(endpoint.secret === undefined ? {} : { secret: endpoint.secret }),
    eventTypeCount: endpoint.enabled_events.length,
    finish: async () => {
      if (endpoint.secret !== undefined)
        await stripe.webhookEndpoints.update(endpoint.id, {
          metadata: { signingSecret: markOf(endpoint.secret) },
        });
      for (const { id } of existingEndpoints) if (id !== endpoint.id) await stripe.webhookEndpoints.del(id);
    },
  };
}

/** Sends a signed event of a type that no function handles. Throws if the shop refuses the event. */
export async function testStripeWebhook(url: string, secret: string): Promise<void> {
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
      `The shop answered ${status} to a signed event. If Stripe was connected in the last five minutes, the functions may still have ` +
        "the old secret: wait five minutes, then run the command again. Otherwise read stripe-webhook's log.",
    );
}
