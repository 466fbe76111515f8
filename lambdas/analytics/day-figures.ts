/** Pure: a day's stored figures (cents) in the shape of the response (dollars). */
import type { Figures } from "../../shared/analytics.ts";
import { toDollars } from "../../shared/money.ts";
import type { Counters } from "./sale.ts";

export function figuresOf(counters: Counters): Figures {
  const of = (name: string) => counters.get(name) ?? 0;
  return {
    orders: of("orders"),
    paid: toDollars(of("paid")),
    refunded: toDollars(of("refunded")),
    revenue: toDollars(of("paid") - of("refunded")),
  };
}

/** Sales of a product under a category. */
export type Sold = { category: string; productId: string; pieces: number; cents: number };

export function linesOf(counters: Counters): Sold[] {
  const sold = new Map<string, Sold>();
  for (const [name, amount] of counters) {
    const [, figure, category, productId] = /^(cents|pieces):(.*)\/([^/]*)$/s.exec(name) ?? [];
    if (figure === undefined || category === undefined || productId === undefined) continue;
    const key = `${category}/${productId}`;
    const line = sold.get(key) ?? { category, productId, pieces: 0, cents: 0 };
    sold.set(key, { ...line, [figure]: amount });
  }
  return [...sold.values()];
}

/** Revenue by category. The rest of all revenue is shipping. */
export function splitOf(counters: Counters): { categories: Record<string, number>; shipping: number } {
  const cents = new Map<string, number>();
  for (const line of linesOf(counters))
    cents.set(line.category, (cents.get(line.category) ?? 0) + line.cents);
  const all = (counters.get("paid") ?? 0) - (counters.get("refunded") ?? 0);
  const lines = [...cents.values()].reduce((sum, amount) => sum + amount, 0);
  return {
    categories: Object.fromEntries([...cents].map(([category, amount]) => [category, toDollars(amount)])),
    shipping: toDollars(all - lines),
  };
}

/** Many days' figures as one. */
export function sumOf(all: readonly Counters[]): Counters {
  const sum: Counters = new Map();
  for (const counters of all)
    for (const [name, amount] of counters) sum.set(name, (sum.get(name) ?? 0) + amount);
  return sum;
}
