/** The items of an order that are neither refunded nor back in stock. */
import type { Order } from "./order.ts";
import { refundableQuantity } from "./part-prices.ts";
import { TICKET } from "./product.ts";

/** The items that the customer gets, without pieces that are back in stock, refunded or being refunded. */
export const remainingItems = (order: Pick<Order, "items" | "refunds">): Order["items"] =>
  order.items
    .map((item, line) => ({
      ...item,
      quantity: Math.min(item.quantity - (item.restocked ?? 0), refundableQuantity(order, line)),
    }))
    .filter(({ quantity }) => quantity > 0);

/** The remaining items that are packed or handed over: all but tickets. */
export const itemsToPack = (order: Pick<Order, "items" | "refunds">): Order["items"] =>
  remainingItems(order).filter(({ category }) => category !== TICKET);

export const hasItemsToPack = (order: Pick<Order, "items" | "refunds">): boolean =>
  itemsToPack(order).length > 0;
