/** Pure rules: how an order's events change the figures of days. Amounts are integer cents. */
import * as z from "zod/mini";
import { dayOf } from "../../shared/analytics.ts";
import type { ShopEvent } from "../../shared/events.ts";
import { toCents } from "../../shared/money.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { isAllReturned } from "../../shared/order-total.ts";
import type { RefundedPrices } from "./refund-split.ts";
import { createRefundSplit } from "./refund-split.ts";

/** `cents`: the price of the pieces less their discount, without tax. */
const Line = z.object({ category: z.string(), productId: z.string(), pieces: z.int(), cents: z.int() });
export type Line = z.infer<typeof Line>;

/** The `amount` of a refund, and the parts of the order that it pays back. */
const Parts = z.object({
  amount: z.int(),
  lines: z.array(Line),
  shipping: z.int(),
  tax: z.optional(z.int()),
});
type Parts = z.infer<typeof Parts>;

/**
 * The payment of an order, with its refunds and lost disputes. `paid`: absent until OrderPaid is applied; its `total`
 * includes shipping and tax. `told` has an entry for each applied event: the order's total of refunds (`refunded`) or of
 * lost disputes (`lost`) at the time of the event, whether the order was cancelled, and the refund that the event reports.
 * Applying events is commutative and idempotent.
 */
export const Sale = z.object({
  paid: z.optional(
    z.object({ day: z.string(), total: z.int(), lines: z.array(Line), tax: z.optional(z.int()) }),
  ),
  told: z.array(
    z.object({
      sequence: z.int(),
      day: z.string(),
      refunded: z.optional(z.int()),
      lost: z.optional(z.int()),
      cancelled: z.optional(z.boolean()),
      refundId: z.optional(z.string()),
      parts: z.optional(Parts),
    }),
  ),
});
export type Sale = z.infer<typeof Sale>;

export const EMPTY_SALE: Sale = { told: [] };

type EventOf<T extends ShopEvent["type"]> = Extract<ShopEvent, { type: T }>;
export type SaleEvent = EventOf<
  "OrderPaid" | "OrderRefunded" | "RefundFailed" | "DisputeUpdated" | "OrderCancelled" | "OrderStatusChanged"
>;

/** The sale after an event; the same object when the event changes nothing. */
export function applySaleEvent(sale: Sale, event: SaleEvent, timeZone: string): Sale {
  if (sale.told.some(({ sequence }) => sequence === event.sequence)) return sale;
  // A cancellation is also reported by OrderCancelled. So OrderStatusChanged matters only if it reopens a cancelled order.
  if (event.type === "OrderStatusChanged" && event.from !== ORDER_STATUS.cancelled) return sale;
  // An unpaid order with a payment page is not free, so its cancellation changes no figures. Most such orders are deleted.
  if (event.type === "OrderCancelled" && event.stripeSessionId !== undefined) return sale;
  const day = dayOf(new Date(event.time), timeZone);
  const told = [
    ...sale.told,
    { sequence: event.sequence, day, ...reportedState(event), ...refundOf(event) },
  ].sort((a, b) => a.sequence - b.sequence);
  if (event.type !== "OrderPaid") return { ...sale, told };
  const tax = event.version === 2 ? toCents(event.financialInfo.tax) : 0;
  const total = toCents(event.financialInfo.total);
  return { told, paid: { day, total, lines: linesOf(event.items), ...(tax > 0 ? { tax } : {}) } };
}

type ReportedState = Pick<Sale["told"][number], "refunded" | "lost" | "cancelled">;

/** The order's total of refunds or of lost disputes in cents, or whether the order is cancelled, as an event reports it. */
function reportedState(event: SaleEvent): ReportedState {
  switch (event.type) {
    case "OrderPaid":
      return { refunded: toCents(event.financialInfo.refunded) };
    case "OrderRefunded":
    case "RefundFailed":
      return { refunded: toCents(event.refunded) };
    case "DisputeUpdated":
      return { lost: toCents(event.lost) };
    case "OrderCancelled":
      return { cancelled: true };
    case "OrderStatusChanged":
      return { cancelled: event.to === ORDER_STATUS.cancelled };
  }
}

/** The refund that an event reports, and the refund's parts if the event names them. */
function refundOf(event: SaleEvent): { refundId?: string; parts?: Parts } {
  if (event.type === "RefundFailed") return { refundId: event.refundId };
  if (event.type !== "OrderRefunded") return {};
  const { refundId, amount, items = [], shipping = 0 } = event;
  if (items.length === 0 && shipping === 0) return { refundId };
  const tax = event.version === 2 ? taxOf(event) : 0;
  return {
    refundId,
    parts: {
      amount: toCents(amount),
      lines: linesOf(items),
      shipping: toCents(shipping),
      ...(tax > 0 ? { tax } : {}),
    },
  };
}

const taxOf = ({ items = [], shippingTax = 0 }: Extract<EventOf<"OrderRefunded">, { version: 2 }>): number =>
  items.reduce((sum, { tax }) => sum + toCents(tax), toCents(shippingTax));

type Item = EventOf<"OrderPaid">["items"][number] & { discount?: number };

/** One line for each product, all variants together. */
function linesOf(items: readonly Item[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { category, productId, quantity, priceEach, discount = 0 } of items) {
    const key = lineKey({ category, productId });
    const line = lines.get(key) ?? { category, productId, pieces: 0, cents: 0 };
    const cents = toCents(priceEach) * quantity - toCents(discount);
    lines.set(key, { ...line, pieces: line.pieces + quantity, cents: line.cents + cents });
  }
  return [...lines.values()];
}

/** Figures of a day by name, such as `orders`, `tax` or `cents:shirts/prd_1`. */
export type Counters = Map<string, number>;

const lineKey = ({ category, productId }: Pick<Line, "category" | "productId">): string =>
  `${category}/${productId}`;

const pricesOf = (parts: Parts, lines: readonly Line[]): RefundedPrices => ({
  amount: parts.amount,
  prices: [
    ...lines.map((line) => parts.lines.find((part) => lineKey(part) === lineKey(line))?.cents ?? 0),
    parts.shipping,
    parts.tax ?? 0,
  ],
});

/** How many pieces of each line the refunds with parts pay back. */
const refundedPieces = (lines: readonly Line[], refundedLines: readonly Line[]): number[] =>
  lines.map((line) => {
    const refundsOfLine = refundedLines.filter((refundedLine) => lineKey(refundedLine) === lineKey(line));
    return Math.min(
      line.pieces,
      refundsOfLine.reduce((sum, { pieces }) => sum + pieces, 0),
    );
  });

/**
 * A sale's figures for each day. An order without OrderPaid counts neither as revenue nor as refund. A
 * refund or a lost dispute counts on the day of its event and is divided as `createRefundSplit` says. Pieces
 * are subtracted when these pieces are refunded or all of the order's money is returned. A free order has no money to
 * return, so its pieces are subtracted when it is cancelled.
 */
export function countersByDay({ paid, told }: Sale): Map<string, Counters> {
  const days = new Map<string, Counters>();
  if (!paid) return days;
  const addToCounter = (day: string, name: string, amount: number) => {
    if (amount === 0) return;
    const counters = days.get(day) ?? new Map<string, number>();
    counters.set(name, (counters.get(name) ?? 0) + amount);
    days.set(day, counters);
  };
  const { lines, total, tax = 0 } = paid;
  addToCounter(paid.day, "orders", 1);
  addToCounter(paid.day, "paid", total);
  addToCounter(paid.day, "tax", tax);
  for (const line of lines) {
    addToCounter(paid.day, `cents:${lineKey(line)}`, line.cents);
    addToCounter(paid.day, `pieces:${lineKey(line)}`, line.pieces);
  }
  const shipping = total - tax - lines.reduce((sum, { cents }) => sum + cents, 0);
  const split = createRefundSplit([...lines.map(({ cents }) => cents), shipping, tax]);
  let returnedBefore = 0;
  let refundedPiecesBefore = lines.map(() => 0);
  const linesByRefund = new Map<string, readonly Line[]>();
  let [refunded, lost, isCancelled] = [0, 0, false];
  for (const { day, refundId, parts, ...reported } of told) {
    // An event reports one of the three. The other two are as before.
    refunded = reported.refunded ?? refunded;
    lost = reported.lost ?? lost;
    isCancelled = reported.cancelled ?? isCancelled;
    const returnedAfter = Math.min(refunded + lost, total);
    const change = split.recordTotal(returnedAfter, refundId, parts && pricesOf(parts, lines));
    addToCounter(day, "refunded", returnedAfter - returnedBefore);
    // `change` has the lines, then shipping, then tax.
    addToCounter(day, "tax", -(change.at(-1) ?? 0));
    // RefundFailed has no parts, so it removes the lines of its refund, and the pieces count as sold again.
    if (refundId !== undefined) linesByRefund.set(refundId, parts?.lines ?? []);
    const isSaleReversed = total === 0 ? isCancelled : isAllReturned(returnedAfter, total);
    const refundedPiecesAfter = isSaleReversed
      ? lines.map(({ pieces }) => pieces)
      : refundedPieces(lines, [...linesByRefund.values()].flat());
    lines.forEach((line, i) => {
      addToCounter(day, `cents:${lineKey(line)}`, -(change[i] ?? 0));
      const pieces = (refundedPiecesBefore[i] ?? 0) - (refundedPiecesAfter[i] ?? 0);
      addToCounter(day, `pieces:${lineKey(line)}`, pieces);
    });
    [returnedBefore, refundedPiecesBefore] = [returnedAfter, refundedPiecesAfter];
  }
  return days;
}

/** The amounts to add to each day's figures when a sale changes. */
export function changeByDay(before: Sale, after: Sale): Map<string, Counters> {
  const changes = new Map<string, Counters>();
  const [daysBefore, daysAfter] = [countersByDay(before), countersByDay(after)];
  for (const day of new Set([...daysBefore.keys(), ...daysAfter.keys()])) {
    const countersBefore: Counters = daysBefore.get(day) ?? new Map<string, number>();
    const countersAfter: Counters = daysAfter.get(day) ?? new Map<string, number>();
    const change: Counters = new Map();
    for (const name of new Set([...countersBefore.keys(), ...countersAfter.keys()])) {
      const difference = (countersAfter.get(name) ?? 0) - (countersBefore.get(name) ?? 0);
      if (difference !== 0) change.set(name, difference);
    }
    if (change.size > 0) changes.set(day, change);
  }
  return changes;
}
