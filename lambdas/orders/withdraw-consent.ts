/** Pure: the end of a customer's consent to news. */
import type { Actor, Change } from "./change.ts";
import { withHistory } from "./change.ts";
import type { StoredOrder } from "./stored-order.ts";

/** Withdraws the consent; undefined if there is none. Consumers were told of the consent only if the order is paid. */
export function withdrawConsent(order: StoredOrder, actor: Actor): Change | undefined {
  if (!order.marketingConsent) return undefined;
  return {
    order: withHistory({ ...order, marketingConsent: false }, actor, { what: "news by email", to: "no" }),
    events: order.payment.paidSessionId ? [{ type: "ConsentWithdrawn" }] : [],
  };
}
