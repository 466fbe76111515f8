import { join } from "node:path";
import type Stripe from "stripe";
import type { Calculation, Transaction } from "./tax.ts";
import type { Movement } from "./balance.ts";
import { notFound } from "./errors.ts";
import { openJournal, type JournalTable } from "../util/journal.ts";

/** A Stripe object with only those fields that the shop, a test or the payment page reads. */
export const stubOf = <T>(fields: Partial<T>): T => fields as T;

/** A session, its line items, the id of its coupon, and the description and metadata of its payment intent. */
export interface SessionRecord {
  session: Stripe.Checkout.Session;
  lineItems: Stripe.LineItem[];
  intentData: Pick<Partial<Stripe.PaymentIntent>, "description" | "metadata">;
  couponId?: string | undefined;
}

/** A Stripe event. `data.object` is the object's state when the event was created. */
export interface StripeEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: { id: string; object: string } };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

/** The delivery of an event to the shop, pending or given up. `nextAt` in ms since 1970. Deliveries with the same
 * `orderingKey` are made one after another. */
export interface Delivery {
  eventId: string;
  orderingKey: string;
  attempts: number;
  nextAt: number;
  state: "pending" | "given-up";
  lastError?: string;
}

/** The first answer to an idempotency key. `at` in ms. */
export interface StoredAnswer {
  fingerprint: string;
  path: string;
  requestId: string;
  status: number;
  body: string;
  at: number;
}

/** The simulator's whole state. Rows are never mutated: a change puts a new row. */
export type StripeState = ReturnType<typeof openStripeState>;

/** The row whose id is in a field of a Stripe object; undefined without an id. Stripe's types allow an object there too. */
export const lookUp = <T>(rows: JournalTable<T>, id: unknown): T | undefined =>
  typeof id === "string" ? rows.get(id) : undefined;

/** The row with this id. Throws Stripe's error 404 if there is none; the error names the object's `kind`. */
export function findRow<T>(rows: JournalTable<T>, kind: string, id: string): T {
  const row = rows.get(id);
  if (!row) throw notFound(kind, id);
  return row;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Stripe keeps events for 30 days, and idempotency keys for 24 hours. */
const EVENT_RETENTION_MS = 30 * DAY_MS;

/** Opens the state under `dataDir` and drops events and answers that Stripe no longer keeps at `now` (ms). */
export function openStripeState(dataDir: string, now: number) {
  const journal = openJournal(join(dataDir, "stripe", "stripe.jsonl"));
  const events = journal.table<StripeEvent>("events");
  const answers = journal.table<StoredAnswer>("answers");
  const deliveries = journal.table<Delivery>("deliveries");
  const expiredEvents = events.all().filter((event) => event.created * 1_000 < now - EVENT_RETENTION_MS);
  journal.commit(
    ...expiredEvents.flatMap((event) => [events.deleteWrite(event.id), deliveries.deleteWrite(event.id)]),
    ...answers
      .entries()
      .flatMap(([key, answer]) => (answer.at < now - DAY_MS ? [answers.deleteWrite(key)] : [])),
  );
  return {
    journal,
    sessions: journal.table<SessionRecord>("sessions"),
    intents: journal.table<Stripe.PaymentIntent>("intents"),
    charges: journal.table<Stripe.Charge>("charges"),
    refunds: journal.table<Stripe.Refund>("refunds"),
    disputes: journal.table<Stripe.Dispute>("disputes"),
    movements: journal.table<Movement>("movements"),
    payouts: journal.table<Stripe.Payout>("payouts"),
    coupons: journal.table<Stripe.Coupon>("coupons"),
    promotionCodes: journal.table<Stripe.PromotionCode>("promotionCodes"),
    calculations: journal.table<Calculation>("calculations"),
    taxTransactions: journal.table<Transaction>("taxTransactions"),
    events,
    deliveries,
    answers,
  };
}
