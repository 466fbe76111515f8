import { CONFIRM_DAYS, NEWSLETTER_ENTRY } from "../../shared/newsletter-consent.ts";
import type { SubscriberState } from "../../shared/subscribers.ts";
import { getOrder } from "./order-table.ts";
import type { StoredOrder } from "./stored-order.ts";
import { deleteSubscriber, getSubscriber, putSubscriber } from "../newsletter/subscriber-table.ts";

const DAY_MS = 86_400_000;

/** The state of the order's customer as a subscriber; undefined without a consent, and before the order is paid. */
function stateOf({ payment, marketingConsent, consentWaits }: StoredOrder): SubscriberState | undefined {
  if (!payment.paidSessionId) return undefined;
  if (marketingConsent) return "agreed";
  return consentWaits ? "waiting" : undefined;
}

/** When the link in the confirmation mail of a paid order expires. */
export const confirmableUntil = ({ payment, createdAt }: StoredOrder): Date =>
  new Date(Date.parse(payment.paidAt ?? createdAt) + CONFIRM_DAYS * DAY_MS);

/** When the customer agreed (ISO 8601): in the order, or later by the link in the confirmation mail. */
const agreedAt = ({ history, createdAt }: StoredOrder): string =>
  history.findLast(({ what, to }) => what === NEWSLETTER_ENTRY && to === "yes")?.at ?? createdAt;

/**
 * Stores the customer of a paid order with a consent as a subscriber. Returns whether this call has stored the subscriber.
 * Reads the order again after the write: if the consent was withdrawn in the meantime, deletes the subscriber and returns
 * false. A withdrawal changes the order first, so this read sees it.
 */
export async function recordSubscriber(order: StoredOrder): Promise<boolean> {
  const state = stateOf(order);
  const { orderId, billingInfo, consentToken: token } = order;
  if (!state || !billingInfo || token === undefined) return false;
  const { email } = billingInfo;
  const ttl = state === "waiting" ? Math.ceil(+confirmableUntil(order) / 1000) : undefined;
  const isNew = await putSubscriber({ email, state, since: agreedAt(order), orderId, token }, ttl);
  const latestOrder = await getOrder(orderId);
  if (latestOrder && stateOf(latestOrder)) return isNew;
  // A subscriber that was stored for another order of the email address stays.
  if ((await getSubscriber(email))?.orderId === orderId) await deleteSubscriber(email);
  return false;
}
