import type Stripe from "stripe";
import { invalid } from "./errors.ts";
import type { StripeState } from "./state.ts";

const MAX_DEPTH = 4;

/** Stripe's list envelope. */
export function listOf(url: string, data: unknown[], hasMore = false) {
  return { object: "list", url, has_more: hasMore, data };
}

/** A session's lines as `GET …/line_items` and `expand[]=line_items` give them. */
export function linesOf(state: StripeState, sessionId: string) {
  const lines: Stripe.LineItem[] = state.sessions.get(sessionId)?.lineItems ?? [];
  return listOf(`/v1/checkout/sessions/${sessionId}/line_items`, lines);
}

/**
 * The object with the ids on the named paths replaced by what they stand for, e.g.
 * `payment_intent.latest_charge`; `data.` reaches into a list. https://docs.stripe.com/api/expanding_objects
 */
export function expand(state: StripeState, object: unknown, paths: readonly string[]): unknown {
  return paths.reduce((done, path) => {
    const segments = path.split(".");
    if (segments.length > MAX_DEPTH) {
      throw invalid(`You cannot expand more than ${MAX_DEPTH} levels of a property`, undefined, "expand");
    }
    return along(state, done, segments, path);
  }, object);
}

function along(state: StripeState, node: unknown, segments: readonly string[], path: string): unknown {
  const [head, ...rest] = segments;
  if (head === undefined || node === null) return node;
  if (Array.isArray(node)) return node.map((row) => along(state, row, segments, path));
  if (typeof node !== "object")
    throw invalid(`This property cannot be expanded (${path}).`, undefined, "expand");
  const value = resolve(state, node, head);
  if (value === undefined) throw invalid(`This property cannot be expanded (${path}).`, undefined, "expand");
  return { ...node, [head]: along(state, value, rest, path) };
}

function resolve(state: StripeState, node: object, name: string): unknown {
  const { id, object } = node as { id?: unknown; object?: unknown };
  if (object === "checkout.session" && name === "line_items") return linesOf(state, String(id));
  if (object === "charge" && name === "refunds") {
    return listOf(
      `/v1/charges/${String(id)}/refunds`,
      state.refunds
        .all()
        .filter((refund) => refund.charge === id)
        .reverse(),
    );
  }
  const value: unknown = Object.hasOwn(node, name) ? Reflect.get(node, name) : undefined;
  return typeof value === "string" ? lookUp(state, value) : value;
}

function lookUp(state: StripeState, id: string): unknown {
  return state.intents.get(id) ?? state.charges.get(id) ?? state.refunds.get(id);
}
