import Stripe from "stripe";

/** Ends a session at Stripe and answers how it stands: one that is complete stays so. */
export async function expireSession(client: Stripe, sessionId: string): Promise<Stripe.Checkout.Session> {
  try {
    return await client.checkout.sessions.expire(sessionId);
  } catch (error) {
    // Stripe refuses when the session is not open any more: then its state is the answer.
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return client.checkout.sessions.retrieve(sessionId);
    throw error;
  }
}
