import { orderNumberPrefix } from "../../shared/site/order-number.ts";

/** The source of a regular expression for an order number. */
export const ORDER_NUMBER_SOURCE = String.raw`${orderNumberPrefix}-\d+`;

/** Matches a text that is an order number with the site's prefix, such as 'BV-1042'. */
export const ORDER_NUMBER = new RegExp(`^${ORDER_NUMBER_SOURCE}$`);

/** The first order number in a text. Throws if the text has none. */
export function orderNumberIn(text: string): string {
  const [orderNumber] = new RegExp(ORDER_NUMBER_SOURCE).exec(text) ?? [];
  if (orderNumber === undefined) throw new Error(`No order number in '${text}'`);
  return orderNumber;
}
