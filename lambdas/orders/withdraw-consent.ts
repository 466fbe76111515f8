import { timingSafeEqual } from "node:crypto";
import { apiMessages } from "../../shared/api-messages.ts";
import { raises } from "../../shared/log-alarms.ts";
import { AppError } from "../lib/errors.ts";
import { hash } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { applyChange } from "./apply-change.ts";
import type { Actor, Change } from "./change.ts";
import { withHistory } from "./change.ts";
import { deleteConsent, ordersWithConsent } from "./consent-table.ts";
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

/**
 * Withdraws the consents of all orders of the address that got the link with this token, also those of orders that were
 * placed since. Throws 404 for a link that is wrong or cut, and, after all others, the error of an order that cannot be changed.
 */
export async function withdrawConsentByLink(orderId: string, token: string, now: Date): Promise<void> {
  const linked = await getOrder(orderId);
  if (linked?.consentToken === undefined || !isSame(linked.consentToken, token))
    throw new AppError(404, apiMessages.consentLinkInvalid);
  const email = linked.billingInfo?.email;
  // Orders that are older than the list of consents are not in it.
  const orderIds = new Set([orderId, ...(email === undefined ? [] : await ordersWithConsent(email))]);
  const withdraw = async (id: string) => {
    const initialOrder = id === orderId ? linked : await getOrder(id);
    const decide = (order: StoredOrder) => withdrawConsent(order, { by: "customer", now });
    if (initialOrder) await applyChange(id, decide, { now, initialOrder });
    if (email !== undefined) await deleteConsent(email, id);
  };
  // An order that cannot be changed does not keep the others' consents. It stays in the list for the next use of the link.
  await waitForAll(
    [...orderIds].map((id) =>
      withdraw(id).catch((error: unknown) => {
        log.error("A consent could not be withdrawn", {
          ...{ orderId: id, ...raises("needs-attention") },
          error: error instanceof Error ? error : String(error),
        });
        throw error;
      }),
    ),
  );
}
