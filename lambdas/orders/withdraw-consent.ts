import { apiMessages } from "../../shared/api-messages.ts";
import { raises } from "../../shared/log-alarms.ts";
import { AppError } from "../lib/errors.ts";
import { isSameSecret } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { applyChange } from "./apply-change.ts";
import type { Actor, Change } from "./change.ts";
import { withHistory } from "./change.ts";
import { deleteConsent, ordersWithConsent } from "./consent-table.ts";
import { getOrder } from "./order-table.ts";
import type { StoredOrder } from "./stored-order.ts";

/**
 * Withdraws the consent; undefined if there is none. Emits an event only for a paid order, because only then consumers
 * know the consent.
 */
export function withdrawConsent(order: StoredOrder, actor: Actor): Change | undefined {
  if (!order.marketingConsent) return undefined;
  return {
    order: withHistory({ ...order, marketingConsent: false }, actor, { what: "news by email", to: "no" }),
    events: order.payment.paidSessionId ? [{ type: "ConsentWithdrawn" }] : [],
  };
}

/**
 * Withdraws the consents of all orders of the address that got the link with this token, including orders that were placed
 * after the link was sent. Throws 404 for a wrong or incomplete link. If an order cannot be changed, its error is thrown
 * after all other orders are changed.
 */
export async function withdrawConsentByLink(orderId: string, token: string, now: Date): Promise<void> {
  const linked = await getOrder(orderId);
  if (linked?.consentToken === undefined || !isSameSecret(linked.consentToken, token))
    throw new AppError(404, apiMessages.consentLinkInvalid);
  const email = linked.billingInfo?.email;
  // The link's own order is added, because orders from before this list existed are not in the list.
  const orderIds = new Set([orderId, ...(email === undefined ? [] : await ordersWithConsent(email))]);
  const withdraw = async (id: string) => {
    const initialOrder = id === orderId ? linked : await getOrder(id);
    const decide = (order: StoredOrder) => withdrawConsent(order, { by: "customer", now });
    if (initialOrder) await applyChange(id, decide, { now, initialOrder });
    if (email !== undefined) await deleteConsent(email, id);
  };
  // If one order cannot be changed, the others still are. It stays in the list for the next use of the link.
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
