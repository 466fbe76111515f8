import { receiptMail } from "../../shared/mails/order-mails.ts";
import { unfulfilledMail } from "../../shared/mails/refund-mails.ts";
import type { MailContent } from "../../shared/mails/mail.ts";
import type { Order } from "../../shared/order.ts";
import { messages } from "../../shared/messages.ts";
import { holdsMoney } from "../../shared/order-status.ts";
import { aborted, notFound, unavailable } from "../lib/errors.ts";
import { mailboxOf, sendMail, UndeliverableError } from "../lib/mail.ts";
import { dropReceiptRequest, takeReceiptRequest } from "./mail-table.ts";
import { getOrder, orderIdOfSession } from "./order-table.ts";
import { toOrder } from "./stored-order.ts";

type Settings = { sender: string; team: string; origin: string };

/** What there is to keep of an order: of one that cannot be fulfilled, that its money goes back. */
const contentOf = (order: Order, origin: string): MailContent =>
  order.unfulfilled
    ? unfulfilledMail(order, { why: order.unfulfilled, amount: order.financialInfo.total }, origin)
    : receiptMail(order, origin);

/**
 * Mails the receipt to the order's own address. 404; 409 when unpaid, when the address takes no mail, or when it was
 * asked for less than a minute ago; 503.
 */
export async function emailReceipt(sessionId: string, settings: Settings, now: Date): Promise<void> {
  const orderId = await orderIdOfSession(sessionId);
  const order = orderId ? await getOrder(orderId) : undefined;
  if (!order?.billingInfo) throw notFound();
  if (!holdsMoney(order.paymentStatus) && order.paymentStatus !== "refunded") throw aborted(messages.notPaid);
  const to = await mailboxOf(order.billingInfo.email).catch((error: unknown) => {
    throw error instanceof UndeliverableError ? aborted(messages.receiptUndeliverable) : error;
  });
  if (!(await takeReceiptRequest(order.orderId, now))) throw aborted(messages.receiptAlreadySent);
  try {
    const { sender: from, team: replyTo, origin } = settings;
    await sendMail({ from, to, replyTo, kind: "receipt" }, contentOf(toOrder(order), origin));
  } catch (error) {
    await dropReceiptRequest(order.orderId);
    throw unavailable(error);
  }
}
