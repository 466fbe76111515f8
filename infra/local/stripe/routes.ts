import type Stripe from "stripe";
import { invalid, missing, refused } from "./errors.ts";
import type { Table } from "../util/journal.ts";
import { expand, linesOf } from "./expand.ts";
import type { FormTree } from "./form.ts";
import { page } from "./lists.ts";
import { parseParams } from "./params.ts";
import { refund, type RefundStart } from "./refunds.ts";
import { newSession } from "./session.ts";
import { listParams, readParams, refundParams, sessionParams, type RefundParams } from "./session-params.ts";
import type { StripeState } from "./state.ts";
import { expired, type Change } from "./transitions.ts";

type Row = { id: string; created: number };
/** Stripe's name for a session in messages. */
const SESSION = "checkout.session";

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

/** The list of all objects of one kind, and each by its id. */
function resource(path: string, kind: string, rows: (state: StripeState) => Table<Row>): Route[] {
  return [
    route(
      "GET",
      path,
      listOf((state) => rows(state).all()),
    ),
    route("GET", `${path}/:id`, ({ state, id, form }) => {
      const { expand: paths = [] } = parseParams(readParams, form);
      return { body: expand(state, find(rows(state), kind, id), paths) };
    }),
  ];
}

/** The part of https://docs.stripe.com/api that a shop with hosted checkout uses. */
export const routes: readonly Route[] = [
  route("POST", "checkout/sessions", createSession, true),
  route(
    "GET",
    "checkout/sessions",
    listOf(({ sessions }) => sessions.all().map(({ session }) => session)),
  ),
  route("GET", "checkout/sessions/:id", readSession),
  route("POST", "checkout/sessions/:id/expire", expireSession),
  route("GET", "checkout/sessions/:id/line_items", readLines),
  route("POST", "refunds", createRefund, true),
  ...resource("payment_intents", "payment_intent", ({ intents }) => intents),
  ...resource("charges", "charge", ({ charges }) => charges),
  ...resource("refunds", "refund", ({ refunds }) => refunds),
  ...resource("disputes", "dispute", ({ disputes }) => disputes),
  ...resource("events", "event", ({ events }) => events),
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
    change: { orderingKey: session.id, writes: [state.sessions.put(session.id, record)], events: [] },
  };
}

function readSession({ state, id, form }: Call): Result {
  const { expand: paths = [] } = parseParams(readParams, form);
  return { body: expand(state, find(state.sessions, SESSION, id).session, paths) };
}

function readLines({ state, id }: Call): Result {
  return { body: linesOf(id, find(state.sessions, SESSION, id)) };
}

function expireSession({ state, id, form }: Call): Result {
  const { expand: paths = [] } = parseParams(readParams, form);
  const record = find(state.sessions, SESSION, id);
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
  if (charge !== undefined) return find(state.charges, "charge", charge);
  if (payment_intent === undefined)
    throw invalid(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  const intent = find(state.intents, "payment_intent", payment_intent);
  const paid = typeof intent.latest_charge === "string" ? state.charges.get(intent.latest_charge) : undefined;
  if (!paid) {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
    throw refused(message, "payment_intent_unexpected_state", "payment_intent");
  }
  return paid;
}

function find<T>(rows: Table<T>, kind: string, id: string): T {
  const found = rows.get(id);
  if (!found) throw missing(kind, id);
  return found;
}

function listOf(rows: (state: StripeState) => Row[]) {
  return ({ state, form }: Call): Result => {
    const params = parseParams(listParams, form);
    return { body: expand(state, page(rows(state), params), params.expand ?? []) };
  };
}
