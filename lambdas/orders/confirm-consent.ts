import { apiMessages } from "../../shared/api-messages.ts";
import { NEWSLETTER_ENTRY, UNDO_WITHDRAWAL_HOURS } from "../../shared/newsletter-consent.ts";
import { AppError, conflict } from "../lib/errors.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { confirmableUntil, recordSubscriber } from "./record-subscriber.ts";
import { uncountWithdrawal } from "../newsletter/subscriber-table.ts";
import { applyChange } from "./apply-change.ts";
import type { Actor, Change } from "./change.ts";
import { withHistory } from "./change.ts";
import { readOrderIdsWithConsent, putConsent } from "./consent-table.ts";
import { getOrder } from "./order-table.ts";
import { contactEvent } from "./payment-rules.ts";
import type { StoredOrder } from "./stored-order.ts";
import { requireOrderOfConsentLink } from "./withdraw-consent.ts";

/** Gives the order a consent that counts. An event sends the contact data again, so that consumers know the consent. */
function applyConsent(order: StoredOrder, actor: Actor): Change {
  const { consentWaits: _, ...orderFields } = order;
  const nextOrder = withHistory({ ...orderFields, marketingConsent: true }, actor, {
    what: NEWSLETTER_ENTRY,
    to: "yes",
  });
  return { order: nextOrder, events: [contactEvent(nextOrder)] };
}

const isPaidAndNotErased = ({ payment, billingInfo }: StoredOrder): boolean =>
  payment.paidSessionId !== undefined && billingInfo !== undefined;

/**
 * Confirms a consent that is not confirmed yet; undefined for other orders. A link cannot confirm the consent of an unpaid
 * order: its payment does.
 */
const confirmWaitingConsent = (order: StoredOrder, actor: Actor): Change | undefined =>
  order.consentWaits && isPaidAndNotErased(order) ? applyConsent(order, actor) : undefined;

/**
 * Confirms the consents of all orders of the email address that got the link with this token. Throws 404 for a wrong link,
 * and for an unpaid or erased order; 409 for an expired link, and if the consent was withdrawn in the meantime.
 */
export async function confirmConsentByLink(orderId: string, token: string, now: Date): Promise<void> {
  const linkedOrder = await requireOrderOfConsentLink(orderId, token);
  const actor = { by: "customer", now };
  if (!isPaidAndNotErased(linkedOrder)) throw new AppError(404, apiMessages.consentLinkInvalid);
  if (!linkedOrder.marketingConsent && !linkedOrder.consentWaits) throw conflict(apiMessages.consentGone);
  if (linkedOrder.consentWaits && confirmableUntil(linkedOrder) < now)
    throw conflict(apiMessages.consentLinkExpired);
  const decide = (order: StoredOrder) => confirmWaitingConsent(order, actor);
  const confirmedOrder = await applyChange(orderId, decide, { now, initialOrder: linkedOrder });
  await recordSubscriber(confirmedOrder);
  const otherOrderIds = (await readOrderIdsWithConsent(linkedOrder.billingInfo?.email ?? "")).filter(
    (id) => id !== orderId,
  );
  await waitForAll(
    otherOrderIds.map(async (id) => {
      // DynamoDB may have deleted an unpaid order by its TTL, and not yet the order's consent item.
      const initialOrder = await getOrder(id);
      if (initialOrder) await applyChange(id, decide, { now, initialOrder });
    }),
  );
}

/**
 * How often the customer can undo a withdrawal of an order's consent. Without this limit, repeated withdrawals could make the
 * order larger than the 400 KB of a DynamoDB item, and then nothing could change the order any more.
 */
const MAX_UNDOS = 10;

/**
 * Whether the customer withdrew a confirmed consent of this order at most UNDO_WITHDRAWAL_HOURS before `now`, and not too often.
 * The history entry has `from` only if the consent was not confirmed.
 */
function canUndoWithdrawal({ history, marketingConsent }: StoredOrder, now: Date): boolean {
  const changes = history.filter(({ what }) => what === NEWSLETTER_ENTRY);
  const lastChange = changes.at(-1);
  if (
    marketingConsent ||
    changes.filter(({ to }) => to === "no").length > MAX_UNDOS ||
    lastChange?.to !== "no" ||
    lastChange.by !== "customer" ||
    lastChange.from !== undefined
  )
    return false;
  return +now - Date.parse(lastChange.at) < UNDO_WITHDRAWAL_HOURS * 3_600_000;
}

/**
 * Undoes a withdrawal by the customer with the same link: the consent of the link's order counts again. Does nothing if the
 * consent counts already. Throws 404 for a wrong link; 409 after UNDO_WITHDRAWAL_HOURS, after MAX_UNDOS, and if there is
 * nothing to undo.
 */
export async function undoWithdrawal(orderId: string, token: string, now: Date): Promise<void> {
  const linkedOrder = await requireOrderOfConsentLink(orderId, token);
  const actor = { by: "customer", now };
  if (linkedOrder.marketingConsent) return;
  let isUndone = false;
  const restoredOrder = await applyChange(
    orderId,
    (order) => {
      isUndone = false;
      if (order.marketingConsent) return undefined;
      if (!isPaidAndNotErased(order) || !canUndoWithdrawal(order, now))
        throw conflict(apiMessages.consentUndoTooLate);
      isUndone = true;
      return applyConsent(order, actor);
    },
    {
      now,
      initialOrder: linkedOrder,
      extraWrites: putConsent({ ...linkedOrder, marketingConsent: true }, "paid", now),
    },
  );
  // Another order's link may have undone the same withdrawal. Then the customer is a subscriber already, and the withdrawal
  // must not be subtracted twice.
  const isNew = await recordSubscriber(restoredOrder);
  if (isUndone && isNew) await uncountWithdrawal();
}
