import { timingSafeEqual } from "node:crypto";
import { hash } from "../lib/ids.ts";
import { applyChange } from "./apply-change.ts";
import type { Actor, Change } from "./change.ts";
import { withHistory } from "./change.ts";
import { getOrder } from "./order-table.ts";
import type { StoredOrder } from "./stored-order.ts";

/** Withdraws the consent; undefined if there is none. Consumers were told of the consent only if the order is paid. */
export function withdrawConsent(order: StoredOrder, actor: Actor): Change | undefined {
  if (!order.marketingConsent) return undefined;
  return {
    order: withHistory({ ...order, marketingConsent: false }, actor, { what: "news by email", to: "no" }),
    events: order.payment.paidSessionId ? [{ type: "ConsentWithdrawn" }] : [],
  };
}

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(hash(a)), Buffer.from(hash(b)));

/** Withdraws the consent of an order whose link has this token. Does nothing, without an error, for a wrong link. */
export async function withdrawConsentByLink(orderId: string, token: string, now: Date): Promise<void> {
  const initialOrder = await getOrder(orderId);
  if (initialOrder?.consentToken === undefined || !isSame(initialOrder.consentToken, token)) return;
  await applyChange(orderId, (order) => withdrawConsent(order, { by: "customer", now }), {
    now,
    initialOrder,
  });
}
