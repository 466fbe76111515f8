import { apiMessages } from "../../shared/api-messages.ts";
import { NEWSLETTER, UNDO_WITHDRAWAL_HOURS } from "../../shared/newsletter-consent.ts";
import { AppError, conflict } from "../lib/errors.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { confirmableUntil, recordSubscriber } from "./record-subscriber.ts";
import { uncountWithdrawal } from "../newsletter/subscriber-table.ts";
import { applyChange } from "./apply-change.ts";
import type { Actor, Change } from "./change.ts";
import { withHistory } from "./change.ts";
import { ordersWithConsent, putConsent } from "./consent-table.ts";
import { contactEvent } from "./payment-rules.ts";
import type { StoredOrder } from "./stored-order.ts";
import { orderOfLink } from "./withdraw-consent.ts";

/** The order with a consent that counts. Consumers of a paid order get its contact data again, with the consent. */
function withConsent(order: StoredOrder, actor: Actor): Change {
  const { consentWaits: _, ...rest } = order;
  const next = withHistory({ ...rest, marketingConsent: true }, actor, { what: NEWSLETTER, to: "yes" });
  return { order: next, events: [contactEvent(next)] };
}

const isPaid = ({ payment, billingInfo }: StoredOrder): boolean =>
  payment.paidSessionId !== undefined && billingInfo !== undefined;

/** Confirms a consent that waits; undefined for an order without one. An unpaid order is confirmed when it is paid. */
const confirm = (order: StoredOrder, actor: Actor): Change | undefined =>
  order.consentWaits && isPaid(order) ? withConsent(order, actor) : undefined;

/**
 * Confirms the consents of all orders of the address that got the link with this token. Throws 404 for a wrong link;
 * 409 for an expired link, and if the consent was withdrawn in the meantime.
 */
export async function confirmConsentByLink(orderId: string, token: string, now: Date): Promise<void> {
  const linked = await orderOfLink(orderId, token);
  const actor = { by: "customer", now };
  if (!isPaid(linked)) throw new AppError(404, apiMessages.consentLinkInvalid);
  if (!linked.marketingConsent && !linked.consentWaits) throw conflict(apiMessages.consentGone);
  if (linked.consentWaits && confirmableUntil(linked) < now) throw conflict(apiMessages.consentLinkExpired);
  const confirmed = await applyChange(orderId, (order) => confirm(order, actor), {
    now,
    initialOrder: linked,
  });
  await recordSubscriber(confirmed);
  const others = (await ordersWithConsent(linked.billingInfo?.email ?? "")).filter((id) => id !== orderId);
  await waitForAll(others.map((id) => applyChange(id, (order) => confirm(order, actor), { now })));
}

/** Whether the customer withdrew a valid consent of this order at most UNDO_WITHDRAWAL_HOURS before `now`. */
function canUndo({ history, marketingConsent }: StoredOrder, now: Date): boolean {
  const last = history.findLast(({ what }) => what === NEWSLETTER);
  if (marketingConsent || last?.to !== "no" || last.by !== "customer" || last.from !== undefined)
    return false;
  return +now - Date.parse(last.at) < UNDO_WITHDRAWAL_HOURS * 3_600_000;
}

/**
 * Undoes a withdrawal by the customer with the same link: the consent of the link's order counts again. Throws 404 for
 * a wrong link; 409 after a day, and if there is nothing to undo.
 */
export async function undoWithdrawal(orderId: string, token: string, now: Date): Promise<void> {
  const linked = await orderOfLink(orderId, token);
  const actor = { by: "customer", now };
  if (linked.marketingConsent) return;
  let isUndone = false;
  const restored = await applyChange(
    orderId,
    (order) => {
      isUndone = false;
      if (order.marketingConsent) return undefined;
      if (!isPaid(order) || !canUndo(order, now)) throw conflict(apiMessages.consentUndoTooLate);
      isUndone = true;
      return withConsent(order, actor);
    },
    {
      now,
      initialOrder: linked,
      extraWrites: putConsent({ ...linked, marketingConsent: true }, "paid", now),
    },
  );
  // Another order's link may undo the same withdrawal; then the customer is a subscriber already.
  const isNew = await recordSubscriber(restored);
  if (isUndone && isNew) await uncountWithdrawal();
}
