import type { OrderSummary } from "../../../../../shared/order.ts";
import { orderNumberPrefix } from "../../../../../shared/site/order-number.ts";

/** Finds the order to which `reference` refers; 'several' if the ids of several orders end with it. */
export type FindOrder = (reference: string) => OrderSummary | "several" | undefined;

/** The fewest characters of the end of an id by which an order is found. */
const MIN_END_LENGTH = 6;
const ID_END = /^[0-9A-Z]+$/;

/** The order's number for people, such as BV-1042; undefined for an order without a number. */
function numberOf(order: OrderSummary): string | undefined {
  const number: unknown = "orderNumber" in order ? order.orderNumber : undefined;
  return typeof number === "string" && number !== "" ? number : undefined;
}

/** How a person names an order: its number, or its id. */
export const referenceOf = (order: OrderSummary): string => numberOf(order) ?? order.orderId;

/** A reference in capitals, without '#', spaces and hyphens: 'bv 1042' and '#BV-1042' are the same. */
const normalize = (reference: string): string => reference.toUpperCase().replaceAll(/[#\s-]/g, "");

/** Finds orders by id, by the end of an id, or by number ('BV-1042' or '1042'), in any case of the letters. */
export function orderFinder(orders: Iterable<OrderSummary>): FindOrder {
  const known = new Map<string, OrderSummary>();
  const ids: [id: string, order: OrderSummary][] = [];
  for (const order of orders) {
    const id = normalize(order.orderId);
    ids.push([id, order]);
    known.set(id, order);
    const number = numberOf(order);
    if (number !== undefined) known.set(normalize(number), order);
  }
  return (reference) => {
    const text = normalize(reference);
    const exact = known.get(text) ?? known.get(normalize(orderNumberPrefix) + text);
    if (exact || text.length < MIN_END_LENGTH || !ID_END.test(text)) return exact;
    const matching = ids.filter(([id]) => id.endsWith(text));
    return matching.length > 1 ? "several" : matching[0]?.[1];
  };
}
