import { ORDER_ID } from "./order-id.ts";
import type { Order } from "./order.ts";
import { orderNumberPrefix } from "./site/order-number.ts";

/** The order number with the site's prefix: 1042 gives 'BV-1042'. */
export const toOrderNumber = (count: number): string => `${orderNumberPrefix}-${count}`;

/** The number for people, such as 'BV-1042'; an order that is older than the numbers has only its id. */
export const orderNumberOf = ({ orderNumber, orderId }: Pick<Order, "orderId" | "orderNumber">): string =>
  orderNumber ?? orderId;

/**
 * The order number or order id in a text that a customer typed: ' bv 1042', '#1042' and '1042' are 'BV-1042'. Undefined if
 * the text is neither.
 */
export function parseOrderNumber(text: string): string | undefined {
  const compactText = text.replaceAll(/[\s#‐‑–-]/g, "").toUpperCase();
  const orderId = compactText.replace("ORD", "ord");
  if (ORDER_ID.test(orderId)) return orderId;
  const [, letters, digits] = /^([A-Z]{1,8})?(\d{1,12})$/.exec(compactText) ?? [];
  return digits === undefined ? undefined : `${letters ?? orderNumberPrefix}-${Number(digits)}`;
}
