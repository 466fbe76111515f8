import * as z from "zod/mini";
import { CodeItem, StoredDiscount } from "../../lambdas/discounts/discount-table.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { toCents } from "../../shared/money.ts";
import type { Item } from "../support/table.ts";

/**
 * Whether an order was paid and uses its code. An order that cannot be fulfilled is refunded, and no longer
 * uses its code.
 */
const isPaidUse = ({ payment, unfulfilled }: StoredOrder): boolean =>
  payment.paidSessionId !== undefined && unfulfilled === undefined;
const discountCentsOf = (order: StoredOrder): number =>
  order.items.reduce((sum, { discount = 0 }) => sum + toCents(discount), 0);

/**
 * Differences between the orders and the uses of codes. A code with a limit counts the orders that hold it or were paid,
 * and a discount counts its paid orders. Only payments after the end of a hold may exceed the limit of a code.
 * In each order the shares of the lines add up to the discount, and the total is the sum of its parts.
 */
export function discountDifferences(items: readonly Item[], orders: readonly StoredOrder[]): string[] {
  const differences: string[] = [];
  const compare = (what: string, actual: number, expected: number): void => {
    if (actual !== expected) differences.push(`${what}: ${actual} instead of ${expected}`);
  };
  /** The ids of orders whose checkout has expired. */
  const expiredIds = new Set(
    items
      .filter(({ event }) => (event as { type?: string } | undefined)?.type === "CheckoutExpired")
      .map(({ pk }) => String(pk).replace("ORDER#", "")),
  );
  for (const item of items.filter(({ sk }) => sk === "CODE")) {
    if (!String(item["pk"]).startsWith("CODE#")) continue;
    const { code, limit, taken } = z.parse(CodeItem, item);
    if (limit === undefined) continue;
    const ordersWithCode = orders.filter(({ discountUse }) => discountUse?.code === code);
    const ordersThatUse = ordersWithCode.filter((order) => isPaidUse(order) || order.hold.state === "held");
    compare(`Uses of ${code}`, taken, ordersThatUse.length);
    const lateCount = ordersThatUse.filter(({ orderId }) => expiredIds.has(orderId)).length;
    if (taken - lateCount > limit)
      differences.push(`${code} was used ${taken} times, ${lateCount} of them late`);
  }
  for (const item of items.filter(({ sk }) => String(sk).startsWith("DISCOUNT#"))) {
    const { id, used } = z.parse(StoredDiscount, item);
    const paid = orders.filter((order) => order.discountUse?.discountId === id && isPaidUse(order));
    compare(`Paid orders of discount ${id}`, used, paid.length);
  }
  for (const order of orders) {
    const { subtotal, shipping, discount = 0, total } = order.financialInfo;
    compare(`Shares of ${order.orderId}`, discountCentsOf(order), toCents(discount));
    compare(
      `Total of ${order.orderId}`,
      toCents(total),
      toCents(subtotal) - toCents(discount) + toCents(shipping),
    );
  }
  return differences;
}
