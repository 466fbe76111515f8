/** A day's counted figures (cents) in the words of the answer (dollars). */
import type { Figures } from "../../shared/analytics.ts";
import { toDollars } from "../../shared/money.ts";
import type { Counters } from "./sale.ts";

export function figuresOf(sheet: Counters): Figures {
  const of = (name: string) => sheet.get(name) ?? 0;
  return {
    orders: of("orders"),
    paid: toDollars(of("paid")),
    refunded: toDollars(of("refunded")),
    revenue: toDollars(of("paid") - of("refunded")),
  };
}

/** What was sold of a product under a category. */
export type Sold = { category: string; productId: string; pieces: number; cents: number };

export function linesOf(sheet: Counters): Sold[] {
  const sold = new Map<string, Sold>();
  for (const [name, amount] of sheet) {
    const [, figure, category, productId] = /^(cents|pieces):(.*)\/([^/]*)$/s.exec(name) ?? [];
    if (figure === undefined || category === undefined || productId === undefined) continue;
    const key = `${category}/${productId}`;
    const line = sold.get(key) ?? { category, productId, pieces: 0, cents: 0 };
    sold.set(key, { ...line, [figure]: amount });
  }
  return [...sold.values()];
}

/** Revenue by category; what is left of all revenue was paid for shipping. */
export function splitOf(sheet: Counters): { categories: Record<string, number>; shipping: number } {
  const cents = new Map<string, number>();
  for (const line of linesOf(sheet)) cents.set(line.category, (cents.get(line.category) ?? 0) + line.cents);
  const all = (sheet.get("paid") ?? 0) - (sheet.get("refunded") ?? 0);
  const lines = [...cents.values()].reduce((sum, amount) => sum + amount, 0);
  return {
    categories: Object.fromEntries([...cents].map(([category, amount]) => [category, toDollars(amount)])),
    shipping: toDollars(all - lines),
  };
}

/** Many days' figures as one. */
export function sumOf(sheets: readonly Counters[]): Counters {
  const sum: Counters = new Map();
  for (const sheet of sheets)
    for (const [name, amount] of sheet) sum.set(name, (sum.get(name) ?? 0) + amount);
  return sum;
}
