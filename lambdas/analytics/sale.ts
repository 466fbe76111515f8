/** Pure rules: how an order's events change the figures of days. Amounts are integer cents. */
import * as z from "zod/mini";
import { dayOf } from "../../shared/analytics.ts";
import type { DisputeUpdated, OrderPaid, OrderRefunded, RefundFailed } from "../../shared/events.ts";
import { toCents } from "../../shared/money.ts";

const Line = z.object({ category: z.string(), productId: z.string(), pieces: z.int(), cents: z.int() });
export type Line = z.infer<typeof Line>;

/**
 * The payment of an order, and the totals `refunded` by the shop and `lost` in disputes as each event reported them.
 * Applying events is commutative and idempotent.
 */
export const Sale = z.object({
  paid: z.optional(z.object({ day: z.string(), total: z.int(), lines: z.array(Line) })),
  told: z.array(
    z.object({
      sequence: z.int(),
      day: z.string(),
      refunded: z.optional(z.int()),
      lost: z.optional(z.int()),
    }),
  ),
});
export type Sale = z.infer<typeof Sale>;

export const EMPTY_SALE: Sale = { told: [] };

export type SaleEvent =
  | z.infer<typeof OrderPaid>
  | z.infer<typeof OrderRefunded>
  | z.infer<typeof RefundFailed>
  | z.infer<typeof DisputeUpdated>;

/** The sale after an event; the same object when the event changes nothing. */
export function applySaleEvent(sale: Sale, event: SaleEvent, timeZone: string): Sale {
  if (sale.told.some(({ sequence }) => sequence === event.sequence)) return sale;
  const day = dayOf(new Date(event.time), timeZone);
  const told = [...sale.told, { sequence: event.sequence, day, ...returnedBy(event) }].sort(
    (a, b) => a.sequence - b.sequence,
  );
  if (event.type !== "OrderPaid") return { ...sale, told };
  return { told, paid: { day, total: toCents(event.financialInfo.total), lines: linesOf(event.items) } };
}

/** The total that an event reports, in cents. */
function returnedBy(event: SaleEvent): { refunded: number } | { lost: number } {
  if (event.type === "DisputeUpdated") return { lost: toCents(event.lost) };
  return { refunded: toCents(event.type === "OrderPaid" ? event.financialInfo.refunded : event.refunded) };
}

/** One line for each product, all variants together. */
function linesOf(items: z.infer<typeof OrderPaid>["items"]): Line[] {
  const lines = new Map<string, Line>();
  for (const { category, productId, quantity, priceEach } of items) {
    const key = keyOf({ category, productId });
    const before = lines.get(key) ?? { category, productId, pieces: 0, cents: 0 };
    const cents = toCents(priceEach) * quantity;
    lines.set(key, { ...before, pieces: before.pieces + quantity, cents: before.cents + cents });
  }
  return [...lines.values()];
}

/** Figures of a day by name, such as `orders` or `cents:shirts/prd_1`. */
export type Counters = Map<string, number>;

const keyOf = ({ category, productId }: Pick<Line, "category" | "productId">): string =>
  `${category}/${productId}`;

/**
 * A sale's figures of each day. An order without OrderPaid counts neither as revenue nor as refund. A refund or a lost
 * dispute counts on the day of its event and is shared among the lines by their price; pieces are subtracted when
 * everything is refunded.
 */
export function countersByDay({ paid, told }: Sale): Map<string, Counters> {
  const days = new Map<string, Counters>();
  if (!paid) return days;
  const add = (day: string, name: string, amount: number) => {
    if (amount === 0) return;
    const counters = days.get(day) ?? new Map<string, number>();
    counters.set(name, (counters.get(name) ?? 0) + amount);
    days.set(day, counters);
  };
  const { lines, total } = paid;
  add(paid.day, "orders", 1);
  add(paid.day, "paid", total);
  for (const line of lines) {
    add(paid.day, `cents:${keyOf(line)}`, line.cents);
    add(paid.day, `pieces:${keyOf(line)}`, line.pieces);
  }
  let before = 0;
  let [refunded, lost] = [0, 0];
  for (const { day, ...sums } of told) {
    refunded = sums.refunded ?? refunded;
    lost = sums.lost ?? lost;
    const after = Math.min(refunded + lost, total);
    const [was, is] = [spread(before, total, lines), spread(after, total, lines)];
    add(day, "refunded", after - before);
    const returned = Number(after === total) - Number(before === total);
    lines.forEach((line, i) => {
      add(day, `cents:${keyOf(line)}`, (was[i] ?? 0) - (is[i] ?? 0));
      add(day, `pieces:${keyOf(line)}`, -returned * line.pieces);
    });
    before = after;
  }
  return days;
}

/** Each line's share of the refunded cents, by its share of the total. The rest is shipping. */
function spread(refunded: number, total: number, lines: readonly Line[]): number[] {
  let cost = 0;
  let borne = 0;
  // Rounding running sums loses no cent.
  return lines.map(({ cents }) => {
    cost += cents;
    const share = total === 0 ? 0 : Math.round((refunded * cost) / total) - borne;
    borne += share;
    return share;
  });
}

/** What has to be added to each day's figures when a sale changes. */
export function changeByDay(before: Sale, after: Sale): Map<string, Counters> {
  const changes = new Map<string, Counters>();
  const [old, fresh] = [countersByDay(before), countersByDay(after)];
  for (const day of new Set([...old.keys(), ...fresh.keys()])) {
    const change: Counters = new Map();
    for (const name of new Set([...(old.get(day)?.keys() ?? []), ...(fresh.get(day)?.keys() ?? [])])) {
      const by = (fresh.get(day)?.get(name) ?? 0) - (old.get(day)?.get(name) ?? 0);
      if (by !== 0) change.set(name, by);
    }
    if (change.size > 0) changes.set(day, change);
  }
  return changes;
}
