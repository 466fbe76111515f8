/** Pure: the receipt of an order. */
import type { Receipt } from "../../shared/receipt-data.ts";
import { receiptOf } from "../../shared/receipt.ts";
import type { StoredOrder } from "./stored-order.ts";
import { toOrder } from "./stored-order.ts";

/**
 * For this time after the payment, in ms, the receipt has the email address and the streets, and comes with the codes of
 * tickets and pick-up. Later these are hidden, because the session id, which gives access to the receipt, may have leaked.
 */
const FULL_FOR_MS = 86_400_000;

export const isReceiptFull = ({ payment, createdAt }: StoredOrder, now: Date): boolean =>
  +now - Date.parse(payment.paidAt ?? createdAt) < FULL_FOR_MS;

/** `issuesTickets`: the stage issues tickets. */
export const toReceipt = (order: StoredOrder, now: Date, issuesTickets: boolean): Receipt =>
  receiptOf(toOrder(order), { isFull: isReceiptFull(order, now), issuesTickets });
