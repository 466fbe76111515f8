import { CONFIRM_NEWS_DAYS, NEWS } from "../../shared/news-consent.ts";
import type { SubscriberState } from "../../shared/subscribers.ts";
import { getOrder } from "./order-table.ts";
import type { StoredOrder } from "./stored-order.ts";
import { deleteSubscriber, getSubscriber, putSubscriber } from "../news/subscriber-table.ts";

const DAY_MS = 86_400_000;

/** The state of an order's consent; undefined without one, and before the order is paid. */
function stateOf({ payment, marketingConsent, consentWaits }: StoredOrder): SubscriberState | undefined {
  if (!payment.paidSessionId) return undefined;
  if (marketingConsent) return "agreed";
  return consentWaits ? "waiting" : undefined;
}

/** Until when the link in the confirmation mail of a paid order is valid. */
export const confirmableUntil = ({ payment, createdAt }: StoredOrder): Date =>
  new Date(Date.parse(payment.paidAt ?? createdAt) + CONFIRM_NEWS_DAYS * DAY_MS);

/** When the customer agreed: with the order, or by the link in the confirmation mail. */
const sinceOf = ({ history, createdAt }: StoredOrder): string =>
  history.findLast(({ what, to }) => what === NEWS && to === "yes")?.at ?? createdAt;

/**
 * Lists the customer of a paid order with a consent. Idempotent. A withdrawal changes the order first and the list
 * afterwards, so the order is read again after the write: a withdrawal at the same moment wins.
 */
export async function recordSubscriber(order: StoredOrder): Promise<void> {
  const state = stateOf(order);
  const { orderId, billingInfo, consentToken: token } = order;
  if (!state || !billingInfo || token === undefined) return;
  const { email } = billingInfo;
  const until = confirmableUntil(order);
  const ttl = state === "waiting" ? Math.ceil(+until / 1000) : undefined;
  await putSubscriber({ email, state, since: sinceOf(order), orderId, token }, ttl);
  const latest = await getOrder(orderId);
  if (latest && stateOf(latest)) return;
  // Another order of the address may be listed, whose consent still counts.
  if ((await getSubscriber(email))?.orderId === orderId) await deleteSubscriber(email);
}
