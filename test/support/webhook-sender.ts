import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import type { Client } from "./client.ts";
import type { RunningStack } from "./local-stack.ts";

const unixTime = (): number => Math.floor(Date.now() / 1000);

/** Sends Stripe's webhooks to the shop, with a valid signature or another one. */
export function createWebhookSender(stack: RunningStack, shop: Client) {
  const sign = (payload: string, secret = stack.webhookSecret(), timestamp = unixTime()): string =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const post = (body: string, signature: string | undefined) =>
    shop.sendRaw("/api/webhooks/stripe", {
      raw: body,
      headers: signature === undefined ? {} : { "stripe-signature": signature },
    });
  return {
    sign,
    post,
    /** Sends an event as Stripe does; `signedAt` is a Unix time in seconds. */
    deliver: (event: string, signedAt = unixTime()) => post(event, sign(event, undefined, signedAt)),
    /** The JSON of an event about a session; `fields` are added to the session. */
    event: (type: string, order: { orderId: string; sessionId: string }, fields: object): string =>
      JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: "event",
        type,
        created: unixTime(),
        data: {
          object: {
            id: order.sessionId,
            object: "checkout.session",
            metadata: { orderId: order.orderId },
            amount_total: 2500,
            ...fields,
          },
        },
      }),
    /** The JSON of an event that the bus has received, as Stripe sends it when it repeats the event. */
    async earlierEvent(sessionId: string, type: string): Promise<string> {
      const event = (await shop.events()).find(
        ({ detailType, detail }) => detailType === type && JSON.stringify(detail).includes(sessionId),
      );
      if (!event) throw new Error(`No ${type} of ${sessionId} was on the bus`);
      return JSON.stringify(event.detail);
    },
  };
}
export type WebhookSender = ReturnType<typeof createWebhookSender>;

/** Fields of an expired session in Stripe's events. */
export const EXPIRED_SESSION = { status: "expired", payment_status: "unpaid", payment_intent: null };
