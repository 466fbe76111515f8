import * as z from "zod/mini";
import { browserStorage } from "../../../shared/browser-storage.ts";
import type { CartLine } from "../../../shared/cart.ts";
import type { Receipt } from "../../../shared/order.ts";
import { variantLabel } from "../../../shared/product.ts";
import { latestAttempt } from "./attempt.ts";
import { draft } from "./draft.ts";
import { stored } from "./stored.ts";

type Bought = Pick<Receipt["items"][number], "name" | "size" | "color" | "quantity">;

/** Orders that this browser's cart was already emptied for, so that looking at a receipt again takes nothing. */
const finished = stored(browserStorage.finishedOrders, z.array(z.string()), () => window.localStorage);
const REMEMBERED = 20;

const labelOf = ({ product, variantId }: CartLine): string =>
  `${product.name}/${variantLabel(product.variants?.find(({ id }) => id === variantId) ?? product)}`;

/** What stays in the cart when `bought` is taken out: anything put there since then. */
export function withoutBought(lines: readonly CartLine[], bought: readonly Bought[]): CartLine[] {
  return lines.flatMap((line) => {
    const taken = bought
      .filter((item) => `${item.name}/${variantLabel(item)}` === labelOf(line))
      .reduce((sum, { quantity }) => sum + quantity, 0);
    const quantity = line.quantity - taken;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** Once for each paid order: wipes the checkout's memory and answers true; false when that was done before. */
export function finishPurchase(orderId: string): boolean {
  const known = finished.read() ?? [];
  if (known.includes(orderId)) return false;
  finished.write([...known, orderId].slice(-REMEMBERED));
  draft.clear();
  latestAttempt.clear();
  return true;
}

/** Forgets the latest attempt if it opened this payment page: what is sent next is another order. */
export function endAttempt(sessionId: string): void {
  if (latestAttempt.read()?.sessionId === sessionId) latestAttempt.clear();
}
