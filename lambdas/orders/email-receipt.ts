import { messages } from "../../shared/messages.ts";
import { holdsMoney } from "../../shared/order-status.ts";
import { aborted, notFound, unavailable } from "../lib/errors.ts";
import { sendMail } from "../lib/mail.ts";
import { dropReceiptRequest, takeReceiptRequest } from "./mail-table.ts";
import { receiptMail } from "./mails.ts";
import { getOrder, orderIdOfSession } from "./order-table.ts";

/** Mails the receipt to the order's own address. 404; 409 when unpaid, or asked for less than a minute ago; 503. */
export async function emailReceipt(sessionId: string, sender: string, now: Date): Promise<void> {
  const orderId = await orderIdOfSession(sessionId);
  const order = orderId ? await getOrder(orderId) : undefined;
  if (!order?.billingInfo) throw notFound();
  if (!holdsMoney(order.paymentStatus) && order.paymentStatus !== "refunded") throw aborted(messages.notPaid);
  if (!(await takeReceiptRequest(order.orderId, now))) throw aborted(messages.receiptAlreadySent);
  try {
    await sendMail({ from: sender, to: order.billingInfo.email, kind: "receipt" }, receiptMail(order, now));
  } catch (error) {
    await dropReceiptRequest(order.orderId);
    throw unavailable(error);
  }
}
