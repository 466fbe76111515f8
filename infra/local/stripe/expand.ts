import { invalid } from "./errors.ts";
import type { SessionRecord, StripeState } from "./state.ts";

const MAX_DEPTH = 4;

/** Stripe's list envelope. */
export function listOf(url: string, data: unknown[], hasMore = false) {
  return { object: "list", url, has_more: hasMore, data };
}

/** A session's lines as `GET …/line_items` and `expand[]=line_items` give them. */
export const linesOf = (sessionId: string, record: SessionRecord | undefined) =>
  listOf(`/v1/checkout/sessions/${sessionId}/line_items`, record?.lineItems ?? []);

/**
 * The object with the ids at these paths replaced by their objects, e.g. `payment_intent.latest_charge`; `data.`
 * applies to each object of a list. https://docs.stripe.com/api/expanding_objects
 */
export function expand(state: StripeState, object: unknown, paths: readonly string[]): unknown {
  return paths.reduce((done, path) => {
    const segments = path.split(".");
    if (segments.length > MAX_DEPTH)
      throw invalid(`You cannot expand more than ${MAX_DEPTH} levels of a property`, undefined, "expand");
    return expandAlong(state, done, segments, path);
  }, object);
}

function expandAlong(state: StripeState, node: unknown, segments: readonly string[], path: string): unknown {
  const [head, ...rest] = segments;
  if (head === undefined || node === null) return node;
  if (Array.isArray(node)) return node.map((row) => expandAlong(state, row, segments, path));
  const value = typeof node === "object" ? resolve(state, node, head) : undefined;
  if (value === undefined) throw invalid(`This property cannot be expanded (${path}).`, undefined, "expand");
  return { ...(node as object), [head]: expandAlong(state, value, rest, path) };
}

function resolve(state: StripeState, node: object, name: string): unknown {
  const { id, object } = node as { id?: unknown; object?: unknown };
  if (object === "checkout.session" && name === "line_items")
    return linesOf(String(id), state.sessions.get(String(id)));
  if (object === "charge" && name === "refunds") {
    const refunds = state.refunds.all().filter((refund) => refund.charge === id);
    return listOf(`/v1/charges/${String(id)}/refunds`, refunds.reverse());
  }
  const value: unknown = Object.hasOwn(node, name) ? Reflect.get(node, name) : undefined;
  if (typeof value !== "string") return value;
  return state.intents.get(value) ?? state.charges.get(value) ?? state.refunds.get(value);
}
