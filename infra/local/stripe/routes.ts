import { balanceAt } from "./balance.ts";
import {
  couponParams,
  newCoupon,
  newPromotionCode,
  promotionCodeUpdateParams,
  promotionCodeParams,
} from "./coupons.ts";
import { invalid, notFound, refused } from "./errors.ts";
import type { JournalTable, Write } from "../util/journal.ts";
import type { FormTree } from "./form.ts";
import { parseParams } from "./params.ts";
import { refundCharge, type InitialRefundStatus } from "./refunds.ts";
import { newSession } from "./session.ts";
import { listParams, readParams, refundParams, sessionParams } from "./session-params.ts";
import {
  newCalculation,
  calculationParams,
  recordSale,
  reversalParams,
  recordReversal,
  transactionParams,
  type Transaction,
} from "./tax.ts";
import { findRow, lookUp, type SessionRecord, type StripeState } from "./state.ts";
import { expiredChange, type Change } from "./transitions.ts";

type Row = { id: string; created: number } & { [name in Filter | Expandable]?: unknown };
/** Fields by which a request can filter a list. If the rows do not have the field, the filtered list is empty. */
const FILTERS = ["payment_intent", "payout", "source", "type", "coupon"] as const;
type Filter = (typeof FILTERS)[number];
/** Fields with an id that a list can replace by the object with this id. */
const EXPANDABLE = ["payment_intent", "source"] as const;
type Expandable = (typeof EXPANDABLE)[number];
/** Stripe's error messages use this name for a session. */
const SESSION = "checkout.session";

/** One API request. `now` in seconds. */
export interface ApiCall {
  state: StripeState;
  /** The id in the path; `""` if the path has no id, or a malformed one. */
  id: string;
  form: FormTree;
  now: number;
  publicUrl: string;
  initialRefundStatus: InitialRefundStatus;
}

export interface ApiResult {
  body: unknown;
  /** Undefined for a read. */
  change?: Change;
}

export interface Route {
  method: "GET" | "POST" | "DELETE";
  path: RegExp;
  run: (call: ApiCall) => ApiResult;
  /** True for the creation of a session or refund: the faults `timeout-after-create` and `error-replayed` apply. */
  hasAnswerFaults: boolean;
}

/** `path` below `/v1/`, with `:id` for an object's id. */
const route = (method: Route["method"], path: string, run: Route["run"], hasAnswerFaults = false): Route => {
  const pattern = new RegExp(`^/v1/${path.replace(":id", "([^/]+)")}$`);
  return { method, path: pattern, run, hasAnswerFaults };
};

/** The kinds of objects that can be listed, by path. */
const LISTS: Record<string, (state: StripeState) => Row[]> = {
  "checkout/sessions": ({ sessions }) => sessions.all().map(({ session }) => session),
  charges: ({ charges }) => charges.all(),
  // A reversal of a delayed payment (`pyr_`) is not listed as a refund.
  refunds: ({ refunds }) => refunds.all().filter(({ id }) => id.startsWith("re_")),
  disputes: ({ disputes }) => disputes.all(),
  events: ({ events }) => events.all(),
  payouts: ({ payouts }) => payouts.all(),
  coupons: ({ coupons }) => coupons.all(),
  promotion_codes: ({ promotionCodes }) =>
    promotionCodes.all().map((row) => ({ ...row, coupon: row.promotion.coupon })),
  balance_transactions: ({ movements }) => movements.all(),
};

/** The part of https://docs.stripe.com/api that the shop and its tests use. */
export const routes: readonly Route[] = [
  route("POST", "checkout/sessions", createSession, true),
  route("GET", "checkout/sessions/:id", readSession),
  route("POST", "checkout/sessions/:id/expire", expireSession),
  route("GET", "checkout/sessions/:id/line_items", ({ state, id }) => ({
    body: linesOf(findRow(state.sessions, SESSION, id)),
  })),
  route("GET", "payment_intents/:id", ({ state, id }) => ({
    body: findRow(state.intents, "payment_intent", id),
  })),
  route("GET", "refunds/:id", ({ state, id }) => ({ body: findRow(state.refunds, "refund", id) })),
  route("GET", "disputes/:id", ({ state, id }) => ({ body: findRow(state.disputes, "dispute", id) })),
  route("GET", "balance", ({ state, now }) => ({ body: balanceAt(state, now) })),
  route("POST", "refunds", createRefund, true),
  route("GET", "coupons/:id", ({ state, id }) => ({ body: findRow(state.coupons, "coupon", id) })),
  route("POST", "coupons", ({ state, form, now }) => {
    const body = newCoupon(state, parseParams(couponParams, form), now);
    return { body, change: objectChange(body.id, state.coupons.putWrite(body.id, body)) };
  }),
  route("DELETE", "coupons/:id", ({ state, id }) => {
    findRow(state.coupons, "coupon", id);
    const body = { id, object: "coupon", deleted: true };
    return { body, change: objectChange(id, state.coupons.deleteWrite(id)) };
  }),
  route("POST", "promotion_codes", ({ state, form, now }) => {
    const body = newPromotionCode(state, parseParams(promotionCodeParams, form), now);
    return { body, change: objectChange(body.id, state.promotionCodes.putWrite(body.id, body)) };
  }),
  route("POST", "promotion_codes/:id", ({ state, id, form }) => {
    const row = findRow(state.promotionCodes, "promotion code", id);
    const body = { ...row, ...parseParams(promotionCodeUpdateParams, form) };
    return { body, change: objectChange(id, state.promotionCodes.putWrite(id, body)) };
  }),
  route("POST", "tax/calculations", ({ state, form, now }) => {
    const row = newCalculation(parseParams(calculationParams, form), now);
    const body = { ...row, line_items: firstLines(row.line_items.data) };
    return { body, change: objectChange(row.id, state.calculations.putWrite(row.id, row)) };
  }),
  route("GET", "tax/calculations/:id/line_items", ({ state, id, form }) =>
    pageOfLines(findRow(state.calculations, "tax.calculation", id).line_items.data, form),
  ),
  route("POST", "tax/transactions/create_from_calculation", ({ state, form, now }) =>
    putTransaction(state, recordSale(state, parseParams(transactionParams, form), now)),
  ),
  route("POST", "tax/transactions/create_reversal", ({ state, form, now }) =>
    putTransaction(state, recordReversal(state, parseParams(reversalParams, form), now)),
  ),
  route("GET", "tax/transactions/:id", ({ state, id }) => ({
    body: findRow(state.taxTransactions, "tax.transaction", id),
  })),
  route("GET", "tax/transactions/:id/line_items", ({ state, id, form }) =>
    pageOfLines(findRow(state.taxTransactions, "tax.transaction", id).line_items?.data ?? [], form),
  ),
  ...Object.entries(LISTS).map(([path, rows]) => route("GET", path, (call) => list(rows(call.state), call))),
];

/** A change of one object that no webhook reports. */
const objectChange = (id: string, write: Write): Change => ({ orderingKey: id, writes: [write], events: [] });

const putTransaction = ({ taxTransactions }: StripeState, row: Transaction): ApiResult => ({
  body: { ...row, ...(row.line_items ? { line_items: firstLines(row.line_items.data) } : {}) },
  change: objectChange(row.id, taxTransactions.putWrite(row.id, row)),
});

/** The number of lines that Stripe lists inside a tax object. A request for its lines returns all of them, in pages. */
const FIRST_LINES = 10;
const firstLines = (lines: unknown[]) => listOf(lines.slice(0, FIRST_LINES), lines.length > FIRST_LINES);

/** The page of rows after the row with the id `after` (default: the first page), and whether more rows follow. */
function pageOf<T extends { id: string }>(rows: T[], limit: number, after: string | undefined) {
  const start = 1 + rows.findIndex(({ id }) => id === after);
  if (after !== undefined && start === 0) throw notFound("object", after);
  return [rows.slice(start, start + limit), start + limit < rows.length] as const;
}

/** A page of an object's lines, in their order. */
function pageOfLines(lines: { id: string }[], form: FormTree): ApiResult {
  const { limit, starting_after: after } = parseParams(listParams, form);
  return { body: listOf(...pageOf(lines, limit, after)) };
}

function createSession({ state, form, now, publicUrl }: ApiCall): ApiResult {
  const record = newSession(state, parseParams(sessionParams, form), now, publicUrl);
  const { session } = record;
  return { body: session, change: objectChange(session.id, state.sessions.putWrite(session.id, record)) };
}

/** https://docs.stripe.com/api/expanding_objects */
function readSession({ state, id, form }: ApiCall): ApiResult {
  const record = findRow(state.sessions, SESSION, id);
  const intent = lookUp(state.intents, record.session.payment_intent);
  const charge = lookUp(state.charges, intent?.latest_charge) ?? null;
  const expansions: Record<string, object> = {
    line_items: { line_items: linesOf(record) },
    payment_intent: { payment_intent: intent ?? null },
    "payment_intent.latest_charge": { payment_intent: intent ? { ...intent, latest_charge: charge } : null },
  };
  let body: object = record.session;
  for (const path of parseParams(readParams, form).expand) {
    if (!Object.hasOwn(expansions, path))
      throw invalid(`This property cannot be expanded (${path}).`, undefined, "expand");
    body = { ...body, ...expansions[path] };
  }
  return { body };
}

function expireSession({ state, id }: ApiCall): ApiResult {
  const record = findRow(state.sessions, SESSION, id);
  const { status } = record.session;
  if (status !== "open")
    throw refused(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${status}.`,
    );
  return { body: { ...record.session, status: "expired", url: null }, change: expiredChange(state, record) };
}

function createRefund({ state, form, now, initialRefundStatus }: ApiCall): ApiResult {
  const params = parseParams(refundParams, form);
  const intent = findRow(state.intents, "payment_intent", params.payment_intent);
  const charge = lookUp(state.charges, intent.latest_charge);
  if (!charge?.paid) {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
    throw refused(message, "payment_intent_unexpected_state", "payment_intent");
  }
  const { refund: body, ...change } = refundCharge(state, charge, params, now, initialRefundStatus);
  return { body, change };
}

/** One page of rows, newest first. https://docs.stripe.com/api/pagination */
function list(rows: Row[], { state, form }: ApiCall): ApiResult {
  const { limit, starting_after: after, created, expand, types, ...filters } = parseParams(listParams, form);
  const { gte = 0, lt = Infinity } = created;
  const matchingRows = rows
    .filter((row) => row.created >= gte && row.created < lt)
    .filter((row) => FILTERS.every((name) => filters[name] === undefined || row[name] === filters[name]))
    .filter((row) => types?.includes(String(row.type)) ?? true)
    .reverse();
  const [pageRows, hasMore] = pageOf(matchingRows, limit, after);
  const expandedFields = EXPANDABLE.filter((name) => expand.includes(`data.${name}`));
  // The object of a balance transaction has no field for its payout.
  const data = pageRows.map(({ payout: _, ...row }) => ({
    ...row,
    ...Object.fromEntries(expandedFields.map((name) => [name, findObject(state, row[name])])),
  }));
  return { body: listOf(data, hasMore) };
}

const findObject = (state: StripeState, id: unknown): unknown =>
  [state.intents, state.charges, state.refunds, state.disputes, state.payouts]
    .map((rows: JournalTable<unknown>) => lookUp(rows, id))
    .find((row) => row !== undefined) ?? null;

const linesOf = ({ lineItems }: SessionRecord) => listOf(lineItems, false);

const listOf = (data: unknown[], has_more: boolean) => ({ object: "list", url: "/v1", has_more, data });
