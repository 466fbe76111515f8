import type Stripe from "stripe";
import { invalid, missing, refused } from "./errors.ts";
import type { Table } from "../kit/journal.ts";
import { expand, linesOf } from "./expand.ts";
import type { FormTree } from "./form.ts";
import { page } from "./lists.ts";
import { parseParams } from "./params.ts";
import { refund, type RefundStart } from "./refunds.ts";
import { newSession } from "./session.ts";
import { listParams, readParams, refundParams, sessionParams, type RefundParams } from "./session-params.ts";
import type { SessionRecord, StripeState } from "./state.ts";
import { expired, type Change } from "./transitions.ts";

/** One API request. `now` in seconds. */
export interface Call {
  state: StripeState;
  /** The id in the path, `""` where there is none. */
  id: string;
  form: FormTree;
  now: number;
  publicUrl: string;
  /** The status of new refunds. */
  refundStart: RefundStart;
}

export interface Result {
  body: unknown;
  /** Undefined for a read. */
  change?: Change;
}

export interface Route {
  method: "GET" | "POST";
  path: RegExp;
  run: (call: Call) => Result;
  /** True when the request creates an object, so that a lost answer matters. */
  creates: boolean;
}

/** `path` below `/v1/`, with `:id` for an object's id. */
const route = (method: Route["method"], path: string, run: Route["run"], creates = false): Route => ({
  ...{ method, run, creates },
  path: new RegExp(`^/v1/${path.replace(":id", "([^/]+)")}$`),
});

/** The part of https://docs.stripe.com/api that a shop with hosted checkout uses. */
export const routes: readonly Route[] = [
  route("POST", "checkout/sessions", createSession, true),
  route(
    "GET",
    "checkout/sessions",
    listOf(({ sessions }) => sessions.all().map(({ session }) => session)),
  ),
  route(
    "GET",
    "checkout/sessions/:id",
    readOne((state, id) => recordOf(state, id).session),
  ),
  route("POST", "checkout/sessions/:id/expire", expireSession),
  route("GET", "checkout/sessions/:id/line_items", ({ state, id }) => ({
    body: linesOf(id, recordOf(state, id)),
  })),
  route(
    "GET",
    "payment_intents",
    listOf(({ intents }) => intents.all()),
  ),
  route("GET", "payment_intents/:id", readOne(find("intents", "payment_intent"))),
  route(
    "GET",
    "charges",
    listOf(({ charges }) => charges.all()),
  ),
  route("GET", "charges/:id", readOne(find("charges", "charge"))),
  route("POST", "refunds", createRefund, true),
  route(
    "GET",
    "refunds",
    listOf(({ refunds }) => refunds.all()),
  ),
  route("GET", "refunds/:id", readOne(find("refunds", "refund"))),
  route(
    "GET",
    "disputes",
    listOf(({ disputes }) => disputes.all()),
  ),
  route(
    "GET",
    "events",
    listOf(({ events }) => events.all()),
  ),
  route("GET", "events/:id", readOne(find("events", "event"))),
];

function createSession({ state, form, now, publicUrl }: Call): Result {
  const params = parseParams(sessionParams, form);
  const record = newSession(params, now, publicUrl);
  const { session } = record;
  const paths = params.expand ?? [];
  // The session is not stored yet, so `expand` cannot look up its lines.
  const lines = paths.includes("line_items") ? { line_items: linesOf(session.id, record) } : {};
  const others = paths.filter((path) => path !== "line_items");
  return {
    body: expand(state, { ...session, ...lines }, others),
    change: { lane: session.id, writes: [state.sessions.put(session.id, record)], events: [] },
  };
}

function expireSession({ state, id, form }: Call): Result {
  const { expand: paths = [] } = parseParams(readParams, form);
  const record = recordOf(state, id);
  const { status } = record.session;
  if (status !== "open")
    throw refused(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${status}.`,
    );
  const body = { ...record.session, status: "expired", url: null };
  return { body: expand(state, body, paths), change: expired(state, record) };
}

function createRefund({ state, form, now, refundStart }: Call): Result {
  const params = parseParams(refundParams, form);
  const { refund: made, ...change } = refund(state, chargeOf(state, params), params, now, refundStart);
  return { body: expand(state, made, params.expand ?? []), change };
}

function chargeOf(state: StripeState, { charge, payment_intent }: RefundParams): Stripe.Charge {
  if (charge !== undefined) return find("charges", "charge")(state, charge);
  if (payment_intent === undefined)
    throw invalid(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  const intent = find("intents", "payment_intent")(state, payment_intent);
  const paid = typeof intent.latest_charge === "string" ? state.charges.get(intent.latest_charge) : undefined;
  if (!paid) {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
    throw refused(message, "payment_intent_unexpected_state", "payment_intent");
  }
  return paid;
}

function recordOf(state: StripeState, id: string): SessionRecord {
  const record = state.sessions.get(id);
  if (!record) throw missing("checkout.session", id);
  return record;
}

type Listed = "intents" | "charges" | "refunds" | "events";
type Row<Name extends Listed> = ReturnType<StripeState[Name]["all"]>[number];

function find<Name extends Listed>(table: Name, kind: string) {
  return (state: StripeState, id: string): Row<Name> => {
    const found: Row<Name> | undefined = (state[table] as Table<Row<Name>>).get(id);
    if (!found) throw missing(kind, id);
    return found;
  };
}

function readOne(read: (state: StripeState, id: string) => object) {
  return ({ state, id, form }: Call): Result => {
    const { expand: paths = [] } = parseParams(readParams, form);
    return { body: expand(state, read(state, id), paths) };
  };
}

function listOf(rows: (state: StripeState) => { id: string; created: number }[]) {
  return ({ state, form }: Call): Result => {
    const params = parseParams(listParams, form);
    return { body: expand(state, page(rows(state), params), params.expand ?? []) };
  };
}
