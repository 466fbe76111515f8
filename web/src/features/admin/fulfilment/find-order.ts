import type { OrderSummary } from "../../../../../shared/order.ts";
import { orderNumberPrefix } from "../../../../../shared/site/order-number.ts";

/**
 * Finds the order to which a reference refers; several orders if their ids all end with the reference. A reference is an
 * order's number, its id, or the end of its id.
 */
export type FindOrder = (reference: string) => OrderSummary | OrderSummary[] | undefined;

/** An order is found by the end of its id if the end has at least this many characters. */
const MIN_END_LENGTH = 6;
const ID_END = /^[0-9A-Z]+$/;

/** The reference that messages and lists have: the order's number, or the id of an order without a number. */
export const referenceOf = ({ orderNumber, orderId }: OrderSummary): string => orderNumber || orderId;

/** The most references in a message. */
const MAX_REFERENCES = 3;

/** 'BV-1042, BV-1043 and BV-1044'; with more orders than that, 'BV-1042, BV-1043, BV-1044 and 2 more'. */
export function referencesText(orders: readonly OrderSummary[]): string {
  const parts = orders.slice(0, MAX_REFERENCES).map(referenceOf);
  if (orders.length > MAX_REFERENCES) parts.push(`${orders.length - MAX_REFERENCES} more`);
  const lastPart = parts.pop() ?? "";
  return parts.length === 0 ? lastPart : `${parts.join(", ")} and ${lastPart}`;
}

/** A reference in capitals, without '#', spaces and dashes: 'bv 1042' and '#BV-1042' are the same. */
const normalizeReference = (reference: string): string =>
  reference.toUpperCase().replaceAll(/[#\s\p{Pd}]/gu, "");

/** Whether a reference is an order's number with the shop's prefix. The order may be unknown, or not loaded yet. */
export function isOrderNumber(reference: string): boolean {
  const [text, prefix] = [normalizeReference(reference), normalizeReference(orderNumberPrefix)];
  return prefix !== "" && text.startsWith(prefix) && /^\d+$/.test(text.slice(prefix.length));
}

/** Returns a function that finds orders by id, end of an id, or number ('BV-1042' or '1042'), in upper or lower case. */
export function orderFinder(orders: Iterable<OrderSummary>): FindOrder {
  const ordersByReference = new Map<string, OrderSummary>();
  const ordersWithIds: [id: string, order: OrderSummary][] = [];
  for (const order of orders) {
    const id = normalizeReference(order.orderId);
    ordersWithIds.push([id, order]);
    ordersByReference.set(id, order);
    if (order.orderNumber) ordersByReference.set(normalizeReference(order.orderNumber), order);
  }
  return (reference) => {
    const text = normalizeReference(reference);
    const exactMatch =
      ordersByReference.get(text) ?? ordersByReference.get(normalizeReference(orderNumberPrefix) + text);
    if (exactMatch || text.length < MIN_END_LENGTH || !ID_END.test(text)) return exactMatch;
    const endMatches = ordersWithIds.filter(([id]) => id.endsWith(text)).map(([, order]) => order);
    return endMatches.length > 1 ? endMatches : endMatches[0];
  };
}
