import * as z from "zod/mini";
import { orderLinkMail } from "../../shared/mails/order-page-mails.ts";
import { LinkRequested } from "../../shared/order-link.ts";
import { log } from "../lib/log.ts";
import { confirmationCodeOf, putConfirmationCode } from "../order-page/code-table.ts";
import { findOrderIdInMailbox } from "../orders/order-number-table.ts";
import { getOrder } from "../orders/order-table.ts";
import { toOrder } from "../orders/stored-order.ts";
import { withLinkToken } from "./link-token.ts";
import { orderLinkOf } from "./order-link.ts";
import type { MailSettings } from "./send-order-mails.ts";
import { findMailbox, sendOnce } from "./send-once.ts";
import { mailboxPk } from "./undeliverable-table.ts";

/** The order that a request names: by its id alone, or by its number or id together with its customer's mailbox. */
async function findRequestedOrder({ of }: LinkRequested) {
  if ("orderId" in of) return getOrder(of.orderId);
  const isOrderId = of.orderNumber.startsWith("ord_");
  const orderId = isOrderId ? of.orderNumber : await findOrderIdInMailbox(of.mailbox, of.orderNumber);
  const order = orderId === undefined ? undefined : await getOrder(orderId);
  return order?.billingInfo && mailboxPk(order.billingInfo.email) === of.mailbox ? order : undefined;
}

/**
 * Mails an order's link with a code to the address in the order, once for each request. Sends nothing if there is no such
 * order, if it is not paid, if its address is undeliverable, or if a later request has stored its code. Throws when the mail
 * failed, so that the queue retries.
 */
export async function sendOrderLink(detail: unknown, settings: MailSettings): Promise<void> {
  const request = z.parse(LinkRequested, detail);
  const requestedOrder = await findRequestedOrder(request);
  if (!requestedOrder?.billingInfo || !requestedOrder.payment.paidSessionId) {
    log.info("A link was requested for an order that does not exist or is not paid");
    return;
  }
  const now = new Date();
  const { order, linkToken } = await withLinkToken(requestedOrder, now);
  const { orderId } = order;
  const to = await findMailbox(requestedOrder.billingInfo.email, orderId, "order-link");
  if (!to) return;
  const code = confirmationCodeOf(linkToken, request.id);
  if (!(await putConfirmationCode(orderId, code, request.id, now))) {
    log.info("A later request has stored its code already", { orderId });
    return;
  }
  const { origin, sender, teamEmail } = settings;
  const link = orderLinkOf(order, origin, code) ?? origin;
  await sendOnce(
    {
      subjectId: orderId,
      kind: "order-link",
      cause: request.id,
      content: orderLinkMail(toOrder(order), { code, link }, origin),
    },
    { from: sender, to, replyTo: teamEmail },
  );
}
