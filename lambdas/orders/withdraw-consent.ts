import { apiMessages } from "../../shared/api-messages.ts";
import { alarmField } from "../../shared/log-alarms.ts";
import { NEWSLETTER_ENTRY } from "../../shared/newsletter-consent.ts";
import { AppError, notFound } from "../lib/errors.ts";
import { isSameSecret } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { getSubscriberById, withdrawSubscriber } from "../newsletter/subscriber-table.ts";
import { applyChange } from "./apply-change.ts";
import type { Actor, Change } from "./change.ts";
import { withHistory } from "./change.ts";
import { deleteConsent, readOrderIdsWithConsent } from "./consent-table.ts";
import { getOrder } from "./order-table.ts";
import type { StoredOrder } from "./stored-order.ts";

/**
 * Pure: withdraws the consent, also one that is not confirmed yet; undefined if there is none. The change has an event only
 * for a paid order with a confirmed consent, because consumers know no other consents.
 */
export function withdrawConsent(order: StoredOrder, actor: Actor): Change | undefined {
  const { consentWaits, ...orderFields } = order;
  if (!order.marketingConsent && !consentWaits) return undefined;
  const fromField = consentWaits ? { from: "not confirmed" } : {};
  return {
    order: withHistory({ ...orderFields, marketingConsent: false }, actor, {
      what: NEWSLETTER_ENTRY,
      ...fromField,
      to: "no",
    }),
    events: order.payment.paidSessionId && order.marketingConsent ? [{ type: "ConsentWithdrawn" }] : [],
  };
}

/** The order of a newsletter link in a mail. Throws 404 for a wrong or incomplete link. */
export async function requireOrderOfConsentLink(orderId: string, token: string): Promise<StoredOrder> {
  const linkedOrder = await getOrder(orderId);
  if (linkedOrder?.consentToken === undefined || !isSameSecret(linkedOrder.consentToken, token))
    throw new AppError(404, apiMessages.consentLinkInvalid);
  return linkedOrder;
}

/**
 * Withdraws the consents of all orders of an email address, and deletes the subscriber. If an order cannot be changed, its
 * error is thrown after all others are changed. `knownOrderIds`: orders that may have no item in consent-table.ts, because
 * they were placed before these items existed.
 */
async function withdrawAll(
  email: string | undefined,
  knownOrderIds: readonly string[],
  actor: Actor,
): Promise<void> {
  const { now } = actor;
  const orderIds = new Set([
    ...knownOrderIds,
    ...(email === undefined ? [] : await readOrderIdsWithConsent(email)),
  ]);
  const withdraw = async (id: string) => {
    const initialOrder = await getOrder(id);
    const decide = (order: StoredOrder) => withdrawConsent(order, actor);
    if (initialOrder) await applyChange(id, decide, { now, initialOrder });
    if (email !== undefined) await deleteConsent(email, id);
  };
  try {
    // The consent item of an order that cannot be changed stays for the next withdrawal.
    await waitForAll(
      [...orderIds].map((id) =>
        withdraw(id).catch((error: unknown) => {
          log.error("A consent could not be withdrawn", {
            orderId: id,
            ...alarmField("needs-attention"),
            error: error instanceof Error ? error : String(error),
          });
          throw error;
        }),
      ),
    );
  } finally {
    if (email !== undefined) await withdrawSubscriber(email);
  }
}

/**
 * Withdraws the consents of all orders of the email address that got the link with this token, also of the orders after the
 * link's. Throws 404 for a wrong or incomplete link.
 */
export async function withdrawConsentByLink(orderId: string, token: string, now: Date): Promise<void> {
  const linkedOrder = await requireOrderOfConsentLink(orderId, token);
  await withdrawAll(linkedOrder.billingInfo?.email, [orderId], { by: "customer", now });
}

/** Withdraws all consents of a subscriber. Throws 404 for an unknown id. */
export async function removeSubscriber(id: string, admin: string, now: Date): Promise<void> {
  const subscriber = await getSubscriberById(id);
  if (!subscriber) throw notFound();
  await withdrawAll(subscriber.email, [subscriber.orderId], { by: admin, now });
}
