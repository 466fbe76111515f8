import { receiptMail } from "../../shared/mails/order-mails.ts";
import { unfulfilledMail } from "../../shared/mails/refund-mails.ts";
import type { MailContent } from "../../shared/mails/mail.ts";
import type { MailedOrder } from "../../shared/mails/order-details.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { paymentMessages } from "../../shared/payment-messages.ts";
import { shopHasMoney } from "../../shared/order-status.ts";
import { conflict, notFound, unavailable } from "../lib/errors.ts";
import { addOrderToLog } from "../lib/log.ts";
import { NoAnswerError } from "../lib/ses.ts";
import { unsubscribePageOf, unsubscribePostUrlOf } from "./newsletter-links.ts";
import { orderLinkOf } from "./order-link.ts";
import { requireDeliverable } from "./require-deliverable.ts";
import type { Sender } from "./send-mail.ts";
import { sendMail } from "./send-mail.ts";
import { releaseReceiptRequest, claimReceiptRequest } from "./sent-mail-table.ts";
import { getOrder, findOrderIdOfSession } from "../orders/order-table.ts";
import { showsPickUpCode, toOrder } from "../orders/stored-order.ts";
import { withCurrentEventsOfLines } from "../tickets/current-event-table.ts";
import { getPickUpCode } from "../tickets/pick-up-table.ts";

/** `issuesTickets`: the stage issues tickets. */
type Settings = { sender: Sender; teamEmail: string; origin: string; issuesTickets: boolean };

/** The receipt; for an order that cannot be fulfilled, the notice of the refund. */
const contentOf = (order: MailedOrder, origin: string): MailContent =>
  order.unfulfilled
    ? unfulfilledMail(order, { why: order.unfulfilled, amount: order.financialInfo.total }, origin)
    : receiptMail(order, origin);

/**
 * Mails the receipt to the order's own address. Throws 404 for an unknown session; 503 when the mail failed; 409 when the
 * order is unpaid, its personal data was erased, the address is undeliverable, or the last request was less than a minute
 * ago.
 */
export async function emailReceipt(sessionId: string, settings: Settings, now: Date): Promise<void> {
  const orderId = await findOrderIdOfSession(sessionId);
  if (orderId) addOrderToLog(orderId);
  const order = orderId ? await getOrder(orderId) : undefined;
  if (order?.erased) throw conflict(apiMessages.erased);
  if (!order?.billingInfo) throw notFound();
  if (!shopHasMoney(order.paymentStatus) && order.paymentStatus !== "refunded")
    throw conflict(apiMessages.notPaid);
  const to = await requireDeliverable(order.billingInfo.email);
  if (!(await claimReceiptRequest(order.orderId, now)))
    throw conflict(paymentMessages.receiptAlreadySent, "receipt_already_sent");
  try {
    const pickUpCode = showsPickUpCode(order) ? await getPickUpCode(order.orderId) : undefined;
    const items = await withCurrentEventsOfLines(order.items);
    const { sender: from, teamEmail: replyTo, origin, issuesTickets } = settings;
    await sendMail(
      { from, to, replyTo, kind: "receipt", unsubscribe: unsubscribePostUrlOf(order, origin) },
      contentOf(
        {
          ...toOrder(order),
          items,
          orderLink: orderLinkOf(order, origin),
          newsletterLink: unsubscribePageOf(order, origin),
          pickUpCode,
          issuesTickets,
        },
        origin,
      ),
    );
  } catch (error) {
    // Without an answer from SES, the mail may have been sent. Then the next request still has to wait.
    if (!(error instanceof NoAnswerError)) await releaseReceiptRequest(order.orderId);
    throw unavailable(error);
  }
}
