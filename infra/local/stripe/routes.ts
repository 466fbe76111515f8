import type Stripe from "stripe";
import { invalid, missing, refused } from "./errors.ts";
import { expand, linesOf } from "./expand.ts";
import type { FormTree } from "./form.ts";
import { page } from "./lists.ts";
import { parseParams } from "./params.ts";
import { refund, type RefundStart } from "./refunds.ts";
import { newSession } from "./session.ts";
import { listParams, readParams, refundParams, sessionParams, type RefundParams } from "./session-params.ts";
import type { StripeState } from "./state.ts";
import { expired, type Change } from "./transitions.ts";

/** One call of the API, its fields parsed from the form. `now` in seconds. */
export interface Call {
  state: StripeState;
  /** The id in the path, `""` where there is none. */
  id: string;
  form: FormTree;
  now: number;
  publicUrl: string;
  /** How refunds begin. */
  refundStart: RefundStart;
}

export interface Result {
  body: unknown;
  /** What the call changed; nothing for a read. */
  change?: Change;
}

export interface Route {
  method: "GET" | "POST";
  path: RegExp;
  /** Makes something new, so that a lost answer matters. */
  creates?: true;
  run(call: Call): Result;
}

/** The part of https://docs.stripe.com/api that a shop with hosted checkout uses. */
export const routes: readonly Route[] = [
  { method: "POST", path: /^\/v1\/checkout\/sessions$/, creates: true, run: createSession },
  {
    method: "GET",
    path: /^\/v1\/checkout\/sessions$/,
    run: listAll((s) => s.sessions.all().map((row) => row.session)),
  },
  { method: "GET", path: /^\/v1\/checkout\/sessions\/([^/]+)$/, run: readOne(findSession) },
  { method: "POST", path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/, run: expireSession },
  { method: "GET", path: /^\/v1\/checkout\/sessions\/([^/]+)\/line_items$/, run: listLines },
  { method: "GET", path: /^\/v1\/payment_intents$/, run: listAll((s) => s.intents.all()) },
  {
    method: "GET",
    path: /^\/v1\/payment_intents\/([^/]+)$/,
    run: readOne(find("intents", "payment_intent")),
  },
  { method: "GET", path: /^\/v1\/charges$/, run: listAll((s) => s.charges.all()) },
  { method: "GET", path: /^\/v1\/charges\/([^/]+)$/, run: readOne(find("charges", "charge")) },
  { method: "POST", path: /^\/v1\/refunds$/, creates: true, run: createRefund },
  { method: "GET", path: /^\/v1\/refunds$/, run: listAll((s) => s.refunds.all()) },
  { method: "GET", path: /^\/v1\/refunds\/([^/]+)$/, run: readOne(find("refunds", "refund")) },
  { method: "GET", path: /^\/v1\/disputes$/, run: listAll((s) => s.disputes.all()) },
  { method: "GET", path: /^\/v1\/events$/, run: listAll((s) => s.events.all()) },
  { method: "GET", path: /^\/v1\/events\/([^/]+)$/, run: readOne(find("events", "event")) },
];

function createSession({ state, form, now, publicUrl }: Call): Result {
  const params = parseParams(sessionParams, form);
  const record = newSession(params, now, publicUrl);
  const { session } = record;
  const lines = { object: "list", url: `/v1/checkout/sessions/${session.id}/line_items`, has_more: false };
  const wanted = params.expand ?? [];
  const withLines = wanted.includes("line_items")
    ? { ...session, line_items: { ...lines, data: record.lineItems } }
    : session;
  return {
    body: expand(
      state,
      withLines,
      wanted.filter((path) => path !== "line_items"),
    ),
    change: { lane: session.id, writes: [state.sessions.put(session.id, record)], events: [] },
  };
}

function expireSession({ state, id, form }: Call): Result {
  const { expand: wanted = [] } = parseParams(readParams, form);
  const record = state.sessions.get(id);
  if (!record) throw missing("checkout.session", id);
  const { status } = record.session;
  if (status !== "open") {
    throw refused(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${status}.`,
    );
  }
  const change = expired(state, record);
  const body = { ...record.session, status: "expired", url: null };
  return { body: expand(state, body, wanted), change };
}

function createRefund({ state, form, now, refundStart }: Call): Result {
  const params = parseParams(refundParams, form);
  const charge = chargeOf(state, params);
  const { refund: made, ...change } = refund(state, charge, params, now, refundStart);
  return { body: expand(state, made, params.expand ?? []), change };
}

function chargeOf(state: StripeState, params: RefundParams): Stripe.Charge {
  if (params.charge !== undefined) {
    const charge = state.charges.get(params.charge);
    if (!charge) throw missing("charge", params.charge);
    return charge;
  }
  if (params.payment_intent === undefined) {
    throw invalid(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  }
  const intent = state.intents.get(params.payment_intent);
  if (!intent) throw missing("payment_intent", params.payment_intent);
  const charge =
    typeof intent.latest_charge === "string" ? state.charges.get(intent.latest_charge) : undefined;
  if (!charge) {
    throw refused(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      "payment_intent_unexpected_state",
      "payment_intent",
    );
  }
  return charge;
}

function listLines({ state, id }: Call): Result {
  findSession(state, id);
  return { body: linesOf(state, id) };
}

function findSession(state: StripeState, id: string): Stripe.Checkout.Session {
  const record = state.sessions.get(id);
  if (!record) throw missing("checkout.session", id);
  return record.session;
}

function find(table: "intents" | "charges" | "refunds" | "events", kind: string) {
  return (state: StripeState, id: string): object => {
    const found = state[table].get(id);
    if (!found) throw missing(kind, id);
    return found;
  };
}

function readOne(read: (state: StripeState, id: string) => object) {
  return ({ state, id, form }: Call): Result => {
    const { expand: wanted = [] } = parseParams(readParams, form);
    return { body: expand(state, read(state, id), wanted) };
  };
}

function listAll(all: (state: StripeState) => { id: string; created: number }[]) {
  return ({ state, form }: Call): Result => {
    const params = parseParams(listParams, form);
    return { body: expand(state, page(all(state), params), params.expand ?? []) };
  };
}
