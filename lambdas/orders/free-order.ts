import { randomBytes } from "node:crypto";
import { applyChange } from "./apply-change.ts";
import { putSession } from "./order-table.ts";
import { markFreeOrderPaid } from "./payment-rules.ts";
import type { OpenedSession } from "./open-session.ts";
import { recordSubscriber } from "./record-subscriber.ts";
import { SESSION_ID_PLACEHOLDER } from "./return-urls.ts";
import { hasConfirmedBefore, paidWrites, withConfirmedConsent } from "./settle-session.ts";
import type { StoredOrder } from "./stored-order.ts";

/** Prefix of the session id of a free order. The shop makes this id, because Stripe has no session for a free order. */
const FREE_PREFIX = "cs_free_";
export const isFreeSession = (sessionId: string): boolean => sessionId.startsWith(FREE_PREFIX);

export const isFree = ({ financialInfo }: Pick<StoredOrder, "financialInfo">): boolean =>
  financialInfo.total === 0;

/**
 * Settles an order without Stripe: marks the order as paid, only once even after repeated calls. `url` is the page of the
 * receipt. Undefined if the order's hold has ended in the meantime.
 */
export async function settleFreeOrder(order: StoredOrder, now: Date): Promise<OpenedSession | undefined> {
  const { orderId } = order;
  // The id gives access to the receipt, so it must be impossible to guess.
  const newSessionId = FREE_PREFIX + randomBytes(24).toString("hex");
  const hasConfirmed = await hasConfirmedBefore(order);
  const changedOrder = await applyChange(
    orderId,
    (latestOrder) =>
      markFreeOrderPaid(withConfirmedConsent(latestOrder, hasConfirmed), newSessionId, { by: "shop", now }),
    {
      now,
      initialOrder: order,
      extraWrites: [putSession(newSessionId, orderId), ...paidWrites(order, now)],
    },
  );
  const sessionId = changedOrder.payment.paidSessionId;
  if (sessionId === undefined) return undefined;
  await recordSubscriber(changedOrder);
  const url = changedOrder.payment.successUrl.replaceAll(SESSION_ID_PLACEHOLDER, sessionId);
  return { orderId, sessionId, url };
}
