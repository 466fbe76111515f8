import * as z from "zod/mini";
import { browserStorage } from "../../../../shared/browser-storage.ts";
import type { CartLine } from "../../../../shared/cart.ts";
import type { Receipt } from "../../../../shared/order.ts";
import { variantLabel } from "../../../../shared/product.ts";
import { variantText } from "../../cart/cart-line.ts";
import { storedValue } from "../../stored-value.ts";
import { draft, latestAttempt } from "./checkout-storage.ts";

type BoughtItem = Pick<Receipt["items"][number], "name" | "size" | "color" | "quantity">;

/** The orders whose items were already taken out of this browser's cart. */
const finishedOrders = storedValue(
  browserStorage.finishedOrders,
  z.array(z.string()),
  () => window.localStorage,
);
const MAX_REMEMBERED = 20;

/** The cart without the bought quantities. Receipts have no product ids, so name, size and color are compared. */
export function withoutBought(lines: readonly CartLine[], bought: readonly BoughtItem[]): CartLine[] {
  return lines.flatMap((line) => {
    const taken = bought
      .filter((item) => item.name === line.product.name && variantLabel(item) === variantText(line))
      .reduce((sum, { quantity }) => sum + quantity, 0);
    const quantity = line.quantity - taken;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** Clears the draft and the attempt of a paid order. Returns whether this was the first time for the order. */
export function finishOrder(orderId: string): boolean {
  const known = finishedOrders.read() ?? [];
  if (known.includes(orderId)) return false;
  finishedOrders.write([...known, orderId].slice(-MAX_REMEMBERED));
  draft.clear();
  latestAttempt.clear();
  return true;
}
