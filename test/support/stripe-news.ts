import type Stripe from "stripe";
import type { Action } from "../../infra/local/stripe/actions.ts";
import type { Shop } from "./shop.ts";

/** What Stripe tells the shop of a session. */
export function stripeNews(payments: () => Shop["payments"]) {
  let made = 0;
  /** Does something at Stripe, and answers the events it makes of it. */
  const act = async (sessionId: string, action: Action): Promise<Stripe.Event[]> => {
    await payments().events();
    payments().act(sessionId, action);
    return payments().events();
  };
  /** An event that Stripe might send of a session, with other facts. */
  const about = async (sessionId: string, type: string, facts: object): Promise<Stripe.Event> => {
    const session = await payments().sdk.checkout.sessions.retrieve(sessionId);
    const object = { ...session, ...facts };
    // Facts that Stripe pairs with no event of this name: its types forbid what the shop has to survive.
    return { id: `evt_made_${made++}`, object: "event", type, data: { object } } as unknown as Stripe.Event;
  };
  return {
    act,
    about,
    /** Pays, and answers the one event that says so. */
    paidBy: async (sessionId: string): Promise<Stripe.Event> => {
      const told = (await act(sessionId, "pay")).find(({ type }) => type === "checkout.session.completed");
      if (!told) throw new Error("Stripe told nothing");
      return told;
    },
    expired: (sessionId: string) =>
      about(sessionId, "checkout.session.expired", { status: "expired", payment_status: "unpaid" }),
  };
}
