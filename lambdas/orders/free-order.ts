import { randomBytes } from "node:crypto";
import { applyChange } from "./apply-change.ts";
import { putSession } from "./order-table.ts";
import { markFree } from "./payment-rules.ts";
import type { OpenedSession } from "./open-session.ts";
import { recordSubscriber } from "./record-subscriber.ts";
import { SESSION_ID } from "./return-urls.ts";
import { hasConfirmedBefore, paidWrites, withKnownConsent } from "./settle-session.ts";
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
  const isKnown = await hasConfirmedBefore(order);
  const paid = await applyChange(
    orderId,
    (latest) => markFree(withKnownConsent(latest, isKnown), newSessionId, { by: "shop", now }),
    { now, initialOrder: order, extraWrites: [putSession(newSessionId, orderId), ...paidWrites(order, now)] },
  );
  const sessionId = paid.payment.paidSessionId;
  if (sessionId === undefined) return undefined;
  await recordSubscriber(paid);
  return { orderId, sessionId, url: paid.payment.successUrl.replaceAll(SESSION_ID, sessionId) };
}
