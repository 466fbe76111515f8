import type Stripe from "stripe";
import * as z from "zod/mini";
import { publicApi } from "../../shared/api-public.ts";
import { ShopEvent } from "../../shared/events.ts";
import type { OrderData } from "../../shared/order-data.ts";
import type { Pick } from "./fixtures.ts";
import { orderData } from "./fixtures.ts";
import type { Answer, Ask } from "./invoke.ts";
import { call, deliver, runScheduled } from "./invoke.ts";
import type { Shop } from "./shop.ts";

const stripeEntry = (event: Stripe.Event) => ({ source: "stripe", detailType: event.type, detail: event });

/** The shop's counter: what visitors and Stripe do to it, through the functions' real entries. */
export async function openCounter(shop: Shop) {
  const { handler: checkout } = await import("../../lambdas/checkout-api.ts");
  const { handler: settle } = await import("../../lambdas/settle-payment.ts");
  const { handler: refund } = await import("../../lambdas/refund-payment.ts");
  const { handler: expire } = await import("../../lambdas/expire-session.ts");
  const { handler: mail } = await import("../../lambdas/send-order-email.ts");
  const { handler: reconcile } = await import("../../lambdas/reconcile-checkouts.ts");

  const send = (data: OrderData, ask: Ask = {}): Promise<Answer<typeof publicApi.createCheckoutSession>> =>
    call(checkout, publicApi.createCheckoutSession, { body: { orderData: data }, ...ask });
  /** Hands Stripe's own events to the function behind their queue; answers which go back. */
  const settleEvents = (events: readonly Stripe.Event[]) => deliver(settle, events.map(stripeEntry));
  const eventOf = async (type: Stripe.Event["type"]): Promise<Stripe.Event> => {
    const found = (await shop.payments.events()).find((event) => event.type === type);
    if (!found) throw new Error(`Stripe has no new event ${type}`);
    return found;
  };
  /** The shop's events waiting in the outbox of an order. */
  const outbox = async (orderId: string): Promise<ShopEvent[]> =>
    (await shop.table.partition(`ORDER#${orderId}`))
      .filter(({ sk, event }) => String(sk).startsWith("OUTBOX#") && event !== undefined)
      .map(({ event }) => z.parse(ShopEvent, event));

  return {
    checkout,
    settle,
    refund,
    mail,
    reconcile: () => runScheduled(reconcile),
    send,
    settleEvents,
    eventOf,
    outbox,
    /** A checkout that works: its order and session. */
    buy: async (picks: Pick[], ask: Ask & { ship?: boolean } = {}) =>
      (await send(orderData(picks, { ship: ask.ship ?? false }), ask)).data,
    /** Pays a session and settles all that Stripe tells about it. */
    async pay(sessionId: string): Promise<void> {
      await shop.payments.events();
      shop.payments.act(sessionId, "pay");
      const failed = await settleEvents(await shop.payments.events());
      if (failed.length > 0) throw new Error("Not settled");
    },
    /** Hands an order's events of one type to the function behind their queue. */
    async handOn(
      to: "refund" | "mail" | "expire",
      orderId: string,
      type: ShopEvent["type"],
    ): Promise<number[]> {
      const events = (await outbox(orderId)).filter((event) => event.type === type);
      return deliver(
        { refund, mail, expire }[to],
        events.map((event) => ({ source: "shop.orders", detailType: event.type, detail: event })),
      );
    },
    verify: (sessionId: string) => call(checkout, publicApi.verifyPayment, { body: { sessionId } }),
    release: (sessionId: string) =>
      call(checkout, publicApi.releaseCheckoutSession, { params: { sessionId } }),
    emailReceipt: (sessionId: string) => call(checkout, publicApi.emailReceipt, { body: { sessionId } }),
  };
}
export type Counter = Awaited<ReturnType<typeof openCounter>>;
