import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import type { Client } from "./client.ts";
import type { RunningStack } from "./local-stack.ts";

const now = (): number => Math.floor(Date.now() / 1000);

/** Somebody who sends webhooks to the shop's address: Stripe when signed with its secret, a forger otherwise. */
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
    /** Sends an event as Stripe does; `at` (seconds) is when it is signed. */
    deliver: (event: string, at = now()) => post(event, sign(event, undefined, at)),
    /** An event that Stripe might have sent about a session: `more` is how the session stands. */
    event: (type: string, order: { orderId: string; sessionId: string }, more: object): string =>
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
            ...more,
          },
        },
      }),
    /** A session's event as it was put on the bus: this is what Stripe sends again. */
    async sentBefore(sessionId: string, type: string): Promise<string> {
      const found = (await shop.events()).find(
        ({ detailType, detail }) => detailType === type && JSON.stringify(detail).includes(sessionId),
      );
      if (!found) throw new Error(`No ${type} of ${sessionId} was on the bus`);
      return JSON.stringify(found.detail);
    },
  };
}
export type Sender = ReturnType<typeof createSender>;

/** How an expired session stands in Stripe's events. */
export const EXPIRED = { status: "expired", payment_status: "unpaid", payment_intent: null };
