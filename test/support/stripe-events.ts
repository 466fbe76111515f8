import type Stripe from "stripe";
import type { PaymentAction } from "../../infra/local/stripe/actions.ts";
import type { Shop } from "./shop.ts";

let eventCount = 0;

/** Creates an event with a new id. Stripe's types forbid some combinations of fields that the shop must handle. */
export const createStripeEvent = (type: string, object: object): Stripe.Event =>
  ({
    id: `evt_made_${eventCount++}`,
    object: "event",
    type,
    data: { object },
  }) as unknown as Stripe.Event;

/** Returns functions that create the events that Stripe sends about a session. */
export function stripeEvents(payments: () => Shop["payments"]) {
  /** Performs an action at Stripe and returns the events that the action causes. */
  const act = async (sessionId: string, action: PaymentAction): Promise<Stripe.Event[]> => {
    await payments().takeNewEvents();
    payments().act(sessionId, action);
    return payments().takeNewEvents();
  };
  /** Creates an event about a session; `fields` replace fields of the session. */
  const sessionEvent = async (sessionId: string, type: string, fields: object): Promise<Stripe.Event> => {
    const session = await payments().sdk.checkout.sessions.retrieve(sessionId);
    return createStripeEvent(type, { ...session, ...fields });
  };
  return {
    act,
    sessionEvent,
    /** Pays the session and returns the event `checkout.session.completed`. */
    paidEvent: async (sessionId: string): Promise<Stripe.Event> => {
      const completedEvent = (await act(sessionId, "pay")).find(
        ({ type }) => type === "checkout.session.completed",
      );
      if (!completedEvent) throw new Error("Stripe sent no checkout.session.completed");
      return completedEvent;
    },
    expiredEvent: (sessionId: string) =>
      sessionEvent(sessionId, "checkout.session.expired", { status: "expired", payment_status: "unpaid" }),
  };
}

/** Creates a second session, which the shop has not recorded, for an order of $25.00. */
export function createSecondSession({ sdk }: Shop["payments"], orderId: string) {
  const metadata = { orderId };
  return sdk.checkout.sessions.create({
    mode: "payment",
    client_reference_id: orderId,
    success_url: "https://shop.example/",
    metadata,
    payment_intent_data: { metadata },
    line_items: [
      { quantity: 1, price_data: { currency: "usd", unit_amount: 2500, product_data: { name: "Tee" } } },
    ],
  });
}
