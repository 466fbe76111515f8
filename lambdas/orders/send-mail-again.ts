import { apiMessages } from "../../shared/api-messages.ts";
import { MAIL_AGAIN_ENTRY, mailWaitMs } from "../../shared/due-mail.ts";
import type { Order } from "../../shared/order.ts";
import { noMailReason, statusMailOf } from "../../shared/status-mail.ts";
import { conflict, notFound } from "../lib/errors.ts";
import { findUndeliverable } from "../mail/undeliverable-table.ts";
import { applyChange } from "./apply-change.ts";
import { withHistory } from "./change.ts";
import { getOrder } from "./order-table.ts";
import { toOrder } from "./stored-order.ts";

/**
 * Requests that the mail about the order's status is sent to the customer again. Throws 404 for an unknown order. Throws 409
 * if the status has no mail or its mail still waits to be sent, if the customer's data was erased, or if the email address is
 * missing or undeliverable. Also throws 409 if the order no longer has `version`: a successful call changes the version, so
 * its repetition gets 409.
 */
export async function sendMailAgain(
  orderId: string,
  version: number,
  admin: string,
  now: Date,
): Promise<Order> {
  const initialOrder = await getOrder(orderId);
  if (!initialOrder) throw notFound();
  if (initialOrder.erased) throw conflict(apiMessages.erased);
  await requireDeliverableAddress(initialOrder.billingInfo?.email);
  const changedOrder = await applyChange(
    orderId,
    (storedOrder) => {
      const order = toOrder(storedOrder);
      const mail = statusMailOf(order);
      if (!mail) throw conflict(noMailReason(order));
      if (mailWaitMs(order.history, +now) > 0)
        throw conflict(
          "The email about this status is about to be sent. It can be sent again in a few seconds.",
        );
      return {
        order: withHistory(storedOrder, { by: admin, now }, { what: MAIL_AGAIN_ENTRY }),
        events: [{ type: "OrderMailRequested", mail }],
      };
    },
    { now, version, initialOrder },
  );
  return toOrder(changedOrder);
}

/** Throws 409 if the order has no email address, or an undeliverable one. */
async function requireDeliverableAddress(email: string | undefined): Promise<void> {
  if (!email) throw conflict("This order has no email address.");
  if (await findUndeliverable(email))
    throw conflict("The customer gets no email: nothing more is sent to the address.");
}
