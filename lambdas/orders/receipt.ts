/** Pure: the receipt of an order. */
import type { Receipt } from "../../shared/order.ts";
import { receiptOf } from "../../shared/receipt.ts";
import type { StoredOrder } from "./stored-order.ts";
import { toOrder } from "./stored-order.ts";

/** After this time the receipt hides email address and street, because the session id may have leaked. */
const FULL_FOR_MS = 86_400_000;

export function toReceipt(order: StoredOrder, now: Date): Receipt {
  const isRecent = +now - Date.parse(order.payment.paidAt ?? order.createdAt) < FULL_FOR_MS;
  return receiptOf(toOrder(order), { full: isRecent });
}
