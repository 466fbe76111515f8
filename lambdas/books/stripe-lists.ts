/** Reads Checkout Sessions, refunds, disputes and early fraud warnings from Stripe, by time or by id. */
import type Stripe from "stripe";
import type { settlingEvents } from "../../shared/stripe-events.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { hasStripeCode } from "../lib/stripe.ts";
import type { ListedSession } from "./finding.ts";

const PAGE_SIZE = 100;
/** The client repeats requests that Stripe's rate limit refuses: see reconcile-books.ts. */
const OPTIONS: Stripe.RequestOptions = { timeout: 20_000, maxNetworkRetries: 3 };

/** `paidAt`: when Stripe created the payment intent of the session, which is about when the customer paid. */
function toListedSession(session: Stripe.Checkout.Session): ListedSession {
  const intent = session.payment_intent;
  return { ...session, ...(typeof intent === "object" && intent ? { paidAt: intent.created } : {}) };
}

/** The sessions that were opened from `from` to before `to`, newest first. */
export async function* listSessionsBetween(
  client: Stripe,
  from: Date,
  to: Date,
): AsyncGenerator<ListedSession> {
  const created = { gte: toEpochSeconds(from), lt: toEpochSeconds(to) };
  const query = { created, limit: PAGE_SIZE, expand: ["data.payment_intent"] };
  for await (const session of client.checkout.sessions.list(query, OPTIONS)) yield toListedSession(session);
}

/** The answer of `request`, a request by id; undefined if Stripe does not know the id. */
async function undefinedIfMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (hasStripeCode(error, "resource_missing")) return undefined;
    throw error;
  }
}

export async function findSession(client: Stripe, id: string): Promise<ListedSession | undefined> {
  const query = { expand: ["payment_intent"] };
  const session = await undefinedIfMissing(client.checkout.sessions.retrieve(id, query, OPTIONS));
  return session && toListedSession(session);
}

export const findRefund = (client: Stripe, id: string): Promise<Stripe.Refund | undefined> =>
  undefinedIfMissing(client.refunds.retrieve(id, {}, OPTIONS));

export const findDispute = (client: Stripe, id: string): Promise<Stripe.Dispute | undefined> =>
  undefinedIfMissing(client.disputes.retrieve(id, {}, OPTIONS));

const collect = async <T>(objects: AsyncIterable<T>): Promise<T[]> => {
  const collected: T[] = [];
  for await (const object of objects) collected.push(object);
  return collected;
};

export const listRefundsSince = (client: Stripe, since: Date): Promise<Stripe.Refund[]> =>
  collect(client.refunds.list({ created: { gte: toEpochSeconds(since) }, limit: PAGE_SIZE }, OPTIONS));

/** The disputes that were opened since `since`, however old their payments are. */
export const listDisputesSince = (client: Stripe, since: Date): Promise<Stripe.Dispute[]> =>
  collect(client.disputes.list({ created: { gte: toEpochSeconds(since) }, limit: PAGE_SIZE }, OPTIONS));

/** Stripe's events about early fraud warnings since `since`. Stripe keeps events for 30 days. */
export const listFraudWarningsSince = (client: Stripe, since: Date): Promise<Stripe.Event[]> => {
  const types = ["radar.early_fraud_warning.created" satisfies (typeof settlingEvents)[number]];
  const created = { gte: toEpochSeconds(since) };
  return collect(client.events.list({ types, created, limit: PAGE_SIZE }, OPTIONS));
};
