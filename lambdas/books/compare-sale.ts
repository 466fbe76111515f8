/** Pure: compares an order with its sale in the analytics, and the sales of a day with the day's figures. */
import { toCents, toDollars } from "../../shared/money.ts";
import { countersByDay, type Counters, type Sale } from "../analytics/sale.ts";
import { balanceOf } from "../orders/balance-rules.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import { mayBeQueued, type Finding } from "./finding.ts";

/** The difference between a paid order and its sale in the analytics. */
export function compareSale(order: StoredOrder, sale: Sale | undefined, now: Date): Finding | undefined {
  if (!order.payment.paidSessionId || order.unfulfilled || mayBeQueued(order.updatedAt, now))
    return undefined;
  const { orderId, financialInfo } = order;
  if (!sale?.paid)
    return { difference: { kind: "sale-not-counted", orderId, shop: financialInfo.total, other: 0 } };
  const { refunded, lost } = balanceOf(order);
  // Each entry has the order's total at the time of its event, so the last one counts.
  const lastTotal = (field: "refunded" | "lost") =>
    sale.told.reduce((total, entry) => entry[field] ?? total, 0);
  const expectedCents = toCents(financialInfo.total) - refunded - lost;
  const countedCents = sale.paid.total - lastTotal("refunded") - lastTotal("lost");
  const amounts = { shop: toDollars(expectedCents), other: toDollars(countedCents) };
  return expectedCents === countedCents
    ? undefined
    : { difference: { kind: "sale-differs", orderId, ...amounts } };
}

/** Adds the figures that a sale has for `day` to `sums`. */
export function addFiguresOf(sale: Sale, day: string, sums: Counters): void {
  for (const [name, amount] of countersByDay(sale).get(day) ?? [])
    sums.set(name, (sums.get(name) ?? 0) + amount);
}

/** The difference between the stored figures of a day and the sum of its sales. */
export function compareDay(day: string, sums: Counters, stored: Counters): Finding | undefined {
  const names = [...new Set([...sums.keys(), ...stored.keys()])];
  if (names.every((name) => (sums.get(name) ?? 0) === (stored.get(name) ?? 0))) return undefined;
  const revenue = (figures: Counters) =>
    toDollars((figures.get("paid") ?? 0) - (figures.get("refunded") ?? 0));
  return { difference: { kind: "day-differs", day, shop: revenue(sums), other: revenue(stored) } };
}
