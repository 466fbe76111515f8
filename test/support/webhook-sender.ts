import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import type { Client } from "./client.ts";
import type { RunningStack } from "./local-stack.ts";

const now = (): number => Math.floor(Date.now() / 1000);

/** Sends webhooks to the shop, signed as Stripe signs them or otherwise. */
export function createSender(stack: RunningStack, shop: Client) {
  const sign = (payload: string, secret = stack.webhookSecret(), timestamp = now()): string =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const post = (raw: string, signature: string | undefined) =>
    shop.raw("/api/webhooks/stripe", {
      raw,
      headers: signature === undefined ? {} : { "stripe-signature": signature },
    });
  return {
    sign,
    post,
    /** Sends an event as Stripe does, signed at the time `at` (in seconds). */
    deliver: (event: string, at = now()) => post(event, sign(event, undefined, at)),
    /** An event about a session; `fields` are added to the session. */
    event: (type: string, order: { orderId: string; sessionId: string }, fields: object): string =>
      JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: "event",
        type,
        created: now(),
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
    /** An event of the session as the bus received it, which Stripe may send again. */
    async earlierEvent(sessionId: string, type: string): Promise<string> {
      const event = (await shop.events()).find(
        ({ detailType, detail }) => detailType === type && JSON.stringify(detail).includes(sessionId),
      );
      if (!event) throw new Error(`No ${type} of ${sessionId} was on the bus`);
      return JSON.stringify(event.detail);
    },
  };
}
export type Sender = ReturnType<typeof createSender>;

/** The fields of an expired session in Stripe's events. */
export const EXPIRED = { status: "expired", payment_status: "unpaid", payment_intent: null };
