import * as z from "zod/mini";
import { browserStorage } from "../../../../shared/browser-storage.ts";
import type { CartLine } from "../../../../shared/cart.ts";
import type { Receipt } from "../../../../shared/receipt-data.ts";
import { storedValue } from "../../stored-value.ts";
import { latestAttempt } from "../../checkout-attempt.ts";
import { draft } from "./checkout-storage.ts";

type BoughtItem = Pick<Receipt["items"][number], "productId" | "variantId" | "quantity">;

/** The ids of orders whose items were already removed from this browser's cart. */
const finishedOrderIds = storedValue(
  browserStorage.finishedOrders,
  z.array(z.string()),
  () => window.localStorage,
);
const MAX_FINISHED_ORDERS = 20;

export function withoutBought(lines: readonly CartLine[], boughtItems: readonly BoughtItem[]): CartLine[] {
  return lines.flatMap((line) => {
    const boughtQuantity = boughtItems
      .filter((item) => item.productId === line.product.id && item.variantId === line.variantId)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    const quantity = line.quantity - boughtQuantity;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

export const isOrderFinished = (orderId: string): boolean =>
  finishedOrderIds.read()?.includes(orderId) ?? false;

/**
 * Marks a paid order as finished, and clears the form's draft and the attempt to pay. If this tab has begun another order,
 * draft and attempt belong to that order, and stay. Returns true if the caller must now remove the order's items from the
 * cart, and false if an earlier call has finished the order.
 */
export function finishOrder(orderId: string, sessionId: string): boolean {
  const orderIds = finishedOrderIds.read() ?? [];
  if (orderIds.includes(orderId)) return false;
  finishedOrderIds.write([...orderIds, orderId].slice(-MAX_FINISHED_ORDERS));
  const attempt = latestAttempt.read();
  if (attempt && attempt.sessionId !== sessionId) return true;
  draft.clear();
  latestAttempt.clear();
  return true;
}
