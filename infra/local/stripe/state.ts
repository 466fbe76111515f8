import { join } from "node:path";
import type Stripe from "stripe";
import type { Movement } from "./balance.ts";
import type { Redeemed } from "./coupons.ts";
import { openJournal, type Journal, type JournalTable } from "../util/journal.ts";

/** A Stripe object with only those fields that the shop, a test or the payment page reads. */
export const withFields = <T>(fields: Partial<T>): T => fields as T;

/** A session, its line items, and the description and metadata of its payment intent. */
export interface SessionRecord {
  session: Stripe.Checkout.Session;
  lineItems: Stripe.LineItem[];
  intentData: Pick<Partial<Stripe.PaymentIntent>, "description" | "metadata">;
  redeemed?: Redeemed;
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

/** A webhook, pending or given up. `nextAt` in ms since 1970. Webhooks with one `orderingKey` keep order. */
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

/** The emulator's whole state. Rows are never mutated: a change puts a new row. */
export interface StripeState {
  journal: Journal;
  sessions: JournalTable<SessionRecord>;
  intents: JournalTable<Stripe.PaymentIntent>;
  charges: JournalTable<Stripe.Charge>;
  refunds: JournalTable<Stripe.Refund>;
  disputes: JournalTable<Stripe.Dispute>;
  movements: JournalTable<Movement>;
  payouts: JournalTable<Stripe.Payout>;
  coupons: JournalTable<Stripe.Coupon>;
  promotionCodes: JournalTable<Stripe.PromotionCode>;
  events: JournalTable<StripeEvent>;
  deliveries: JournalTable<Delivery>;
  answers: JournalTable<StoredAnswer>;
}

/** The row with this id. Stripe's types allow an id or an object in such a field; here it is always an id. */
export const lookUp = <T>(rows: JournalTable<T>, id: unknown): T | undefined =>
  typeof id === "string" ? rows.get(id) : undefined;

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Stripe keeps events for 30 days, and idempotency keys for 24 hours. */
const KEEP_EVENTS_MS = 30 * DAY_MS;

/** Opens the state under `dataDir` and drops events and answers that Stripe no longer keeps at `now` (ms). */
export function openStripeState(dataDir: string, now: number): StripeState {
  const journal = openJournal(join(dataDir, "stripe", "stripe.jsonl"));
  const events = journal.table<StripeEvent>("events");
  const answers = journal.table<StoredAnswer>("answers");
  const deliveries = journal.table<Delivery>("deliveries");
  const expiredEvents = events.all().filter((event) => event.created * 1_000 < now - KEEP_EVENTS_MS);
  journal.commit(
    ...expiredEvents.flatMap((event) => [events.deleteWrite(event.id), deliveries.deleteWrite(event.id)]),
    ...answers
      .entries()
      .flatMap(([key, answer]) => (answer.at < now - DAY_MS ? [answers.deleteWrite(key)] : [])),
  );
  return {
    journal,
    sessions: journal.table("sessions"),
    intents: journal.table("intents"),
    charges: journal.table("charges"),
    refunds: journal.table("refunds"),
    disputes: journal.table("disputes"),
    movements: journal.table("movements"),
    payouts: journal.table("payouts"),
    coupons: journal.table("coupons"),
    promotionCodes: journal.table("promotionCodes"),
    events,
    deliveries,
    answers,
  };
}
