/** Pure: figures of one or more days, calculated from the stored counters. The counters of amounts are in cents. */
import type { Figures, SalesDay } from "../../shared/analytics.ts";
import { toDollars } from "../../shared/money.ts";
import type { Counters } from "./sale.ts";

export function figuresOf(counters: Counters): Figures {
  const counter = (name: string) => counters.get(name) ?? 0;
  return {
    orders: counter("orders"),
    paid: toDollars(counter("paid")),
    refunded: toDollars(counter("refunded")),
    revenue: toDollars(counter("paid") - counter("refunded")),
  };
}

/** Sales of a product in a category. */
export type ProductSales = { category: string; productId: string; pieces: number; cents: number };

/** The sales of each product, separately for each category that the product was in. */
export function salesByProduct(counters: Counters): ProductSales[] {
  const sales = new Map<string, ProductSales>();
  for (const [name, amount] of counters) {
    // A counter's name is, for example, `cents:shirts/prd_1`.
    const [, figure, category, productId] = /^(cents|pieces):(.*)\/([^/]*)$/s.exec(name) ?? [];
    if (figure === undefined || category === undefined || productId === undefined) continue;
    const key = `${category}/${productId}`;
    const productSales = sales.get(key) ?? { category, productId, pieces: 0, cents: 0 };
    sales.set(key, { ...productSales, [figure]: amount });
  }
  return [...sales.values()];
}

/** Splits the revenue into categories, tax and shipping. Shipping is the rest after products and tax. */
export function splitRevenue(counters: Counters): Pick<SalesDay, "categories" | "shipping" | "tax"> {
  const centsByCategory = new Map<string, number>();
  for (const { category, cents } of salesByProduct(counters))
    centsByCategory.set(category, (centsByCategory.get(category) ?? 0) + cents);
  const revenue = (counters.get("paid") ?? 0) - (counters.get("refunded") ?? 0);
  const tax = counters.get("tax") ?? 0;
  const productRevenue = [...centsByCategory.values()].reduce((sum, cents) => sum + cents, 0);
  return {
    categories: Object.fromEntries(
      [...centsByCategory].map(([category, cents]) => [category, toDollars(cents)]),
    ),
    shipping: toDollars(revenue - tax - productRevenue),
    ...(tax === 0 ? {} : { tax: toDollars(tax) }),
  };
}

export function sumCounters(days: readonly Counters[]): Counters {
  const sum: Counters = new Map();
  for (const counters of days)
    for (const [name, amount] of counters) sum.set(name, (sum.get(name) ?? 0) + amount);
  return sum;
}
