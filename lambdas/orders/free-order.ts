import { randomBytes } from "node:crypto";
import { applyChange } from "./apply-change.ts";
import { putConsent } from "./consent-table.ts";
import { putSession } from "./order-table.ts";
import { markFree } from "./payment-rules.ts";
import type { OpenedSession } from "./open-session.ts";
import { SESSION_ID } from "./return-urls.ts";
import type { StoredOrder } from "./stored-order.ts";

/** Prefix of the id that stands for the session of a free order. Stripe has no session of a free order. */
const FREE_PREFIX = "cs_free_";
export const isFreeSession = (sessionId: string): boolean => sessionId.startsWith(FREE_PREFIX);

/** Whether nothing is to be paid for the order. */
export const isFree = ({ financialInfo }: Pick<StoredOrder, "financialInfo">): boolean =>
  financialInfo.total === 0;

/**
 * Settles an order without Stripe: it is paid at once, exactly once also under repeats, and `url` is the page of its receipt.
 * Undefined if its hold has ended meanwhile.
 */
export async function settleFree(order: StoredOrder, now: Date): Promise<OpenedSession | undefined> {
  const { orderId } = order;
  // Whoever has the id sees the receipt, so it cannot be guessed.
  const newSessionId = FREE_PREFIX + randomBytes(24).toString("hex");
  const paid = await applyChange(orderId, (latest) => markFree(latest, newSessionId, { by: "shop", now }), {
    now,
    initialOrder: order,
    extraWrites: [putSession(newSessionId, orderId), ...putConsent(order, "paid", now)],
  });
  const sessionId = paid.payment.paidSessionId;
  if (sessionId === undefined) return undefined;
  return { orderId, sessionId, url: paid.payment.successUrl.replaceAll(SESSION_ID, sessionId) };
}
