import type Stripe from "stripe";
import { publicApi } from "../../shared/api-public.ts";
import type { ShopEvent } from "../../shared/events.ts";
import type { OrderData } from "../../shared/order-data.ts";
import type { CartEntry } from "./fixtures.ts";
import { orderData } from "./fixtures.ts";
import { eventsOf } from "./invariants.ts";
import type { CallResult, CallOptions } from "./invoke.ts";
import { call, deliver, runScheduled, toBusEvent } from "./invoke.ts";
import type { Shop } from "./shop.ts";

const toStripeBusEvent = (event: Stripe.Event) => ({
  source: "stripe",
  detailType: event.type,
  detail: event,
});

/** Calls the handlers of the functions as visitors, Stripe and the queues do. */
export async function openCheckoutDriver(shop: Shop) {
  const { handler: checkoutHandler } = await import("../../lambdas/checkout-api.ts");
  const { handler: settleHandler } = await import("../../lambdas/settle-payment.ts");
  const { handler: refundHandler } = await import("../../lambdas/refund-payment.ts");
  const { handler: expireHandler } = await import("../../lambdas/expire-session.ts");
  const { handler: mailHandler } = await import("../../lambdas/send-order-email.ts");
  const { handler: reconcileHandler } = await import("../../lambdas/reconcile-checkouts.ts");

  /** Sends an order as the checkout page does. */
  const send = (
    data: OrderData,
    options: CallOptions = {},
  ): Promise<CallResult<typeof publicApi.createCheckoutSession>> =>
    call(checkoutHandler, publicApi.createCheckoutSession, { body: { orderData: data }, ...options });
  /** Delivers Stripe's events to the settlement function; returns the indexes of the failed events. */
  const settleAndListFailures = (events: readonly Stripe.Event[]) =>
    deliver(settleHandler, events.map(toStripeBusEvent));
  /** The events in an order's outbox. */
  const outbox = (orderId: string): Promise<ShopEvent[]> => eventsOf(shop.table, orderId);
  /** Sends a checkout that must succeed, without a payment; returns the ids of the order and of its session. */
  const openCheckout = async (entries: CartEntry[], options: CallOptions & { ship?: boolean } = {}) =>
    (await send(orderData(entries, { ship: options.ship ?? false }), options)).data;
  /** Pays a session and settles Stripe's events about the payment. */
  async function pay(sessionId: string): Promise<void> {
    await shop.payments.takeNewEvents();
    shop.payments.act(sessionId, "pay");
    const failedIndexes = await settleAndListFailures(await shop.payments.takeNewEvents());
    if (failedIndexes.length > 0) throw new Error("The payment was not settled");
  }
  /** Delivers an order's events of one type to a function; returns the indexes of the failed events. */
  async function deliverOutbox(
    functionName: "refund-payment" | "send-order-email" | "expire-session",
    orderId: string,
    type: ShopEvent["type"],
  ): Promise<number[]> {
    const events = (await outbox(orderId)).filter((event) => event.type === type);
    const handlers = {
      "refund-payment": refundHandler,
      "send-order-email": mailHandler,
      "expire-session": expireHandler,
    };
    return deliver(handlers[functionName], events.map(toBusEvent));
  }

  return {
    checkoutHandler,
    settleHandler,
    refundHandler,
    mailHandler,
    /** Runs `reconcile-checkouts` once. */
    reconcileCheckouts: () => runScheduled(reconcileHandler),
    send,
    settleAndListFailures,
    outbox,
    openCheckout,
    pay,
    /**
     * Sends a checkout that must succeed, and pays its session; returns the ids of the order and of the session. No
     * function has handled the order's events yet.
     */
    async buyAndPay(entries: CartEntry[], options: CallOptions & { ship?: boolean } = {}) {
      const purchase = await openCheckout(entries, options);
      await pay(purchase.sessionId);
      return purchase;
    },
    deliverOutbox,
    /**
     * Lets Stripe keep an order's refunds pending, requests them, fails the latest one, and settles the events. The fault
     * stays on.
     */
    async failRefund({ orderId, sessionId }: { orderId: string; sessionId: string }): Promise<void> {
      shop.payments.faults.set({ refunds: "pending" });
      await deliverOutbox("refund-payment", orderId, "RefundRequested");
      shop.payments.act(sessionId, "refund-fail");
      const failedIndexes = await settleAndListFailures(await shop.payments.takeNewEvents());
      if (failedIndexes.length > 0) throw new Error("The failure of the refund was not settled");
    },
    verifyPayment: (sessionId: string) =>
      call(checkoutHandler, publicApi.verifyPayment, { body: { sessionId } }),
    /** Releases the checkout of a session, as the page for cancelled payments does. */
    release: (sessionId: string) =>
      call(checkoutHandler, publicApi.releaseCheckoutSession, { params: { sessionId } }),
    emailReceipt: (sessionId: string) =>
      call(checkoutHandler, publicApi.emailReceipt, { body: { sessionId } }),
  };
}
export type CheckoutDriver = Awaited<ReturnType<typeof openCheckoutDriver>>;
