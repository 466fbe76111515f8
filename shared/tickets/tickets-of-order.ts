/** Pure: the tickets that an order stands for now. */
import { toCents } from "../money.ts";
import { ORDER_STATUS } from "../order-status.ts";
import type { Order } from "../order.ts";
import { TICKET, variantLabel } from "../product.ts";
import type { LinePieces } from "../refund-reason.ts";
import type { Ticket, VoidReason } from "./ticket.ts";

/** One piece of a ticket line; each becomes one ticket. `seat` is its index in the line, from 0. */
export type Seat = Pick<Ticket, "productId" | "variantId" | "name" | "event" | "n" | "of"> & {
  line: number;
  seat: number;
};

/** The ticket lines' pieces, numbered through the order. */
export function seatsOf({ items }: Pick<Order, "items">): Seat[] {
  const seats = items.flatMap((item, line) =>
    item.category === TICKET
      ? Array.from({ length: item.quantity }, (_, seat) => {
          const variant = variantLabel(item);
          return {
            ...{ line, seat, productId: item.productId },
            ...(item.variantId ? { variantId: item.variantId } : {}),
            name: variant ? `${item.name} (${variant})` : item.name,
            ...(item.event ? { event: item.event } : {}),
          };
        })
      : [],
  );
  return seats.map((seat, i) => ({ ...seat, n: i + 1, of: seats.length }));
}

type Paid = Pick<
  Order,
  | "items"
  | "refunds"
  | "orderStatus"
  | "paymentStatus"
  | "unfulfilled"
  | "refunding"
  | "financialInfo"
  | "disputes"
>;

/**
 * Whether all the money went back, also by a lost dispute, or is on its way. An order that needs attention has no payment status
 * 'refunded'. While a dispute is open nobody knows who gets the money, so its tickets stay valid.
 */
function isRefunded({ paymentStatus, refunding, disputes = [], financialInfo }: Paid): boolean {
  const { refunded, total, withdrawn: ofOrder = 0 } = financialInfo;
  const lost = disputes.filter(({ status }) => status === "lost").map(({ withdrawn }) => toCents(withdrawn));
  // A dispute over a second payment, which was refunded separately, withdraws nothing of the order.
  const lostCents = Math.min(
    toCents(ofOrder),
    lost.reduce((sum, cents) => sum + cents, 0),
  );
  return (
    paymentStatus === "refunded" || refunding === true || toCents(refunded) + lostCents >= toCents(total)
  );
}

/**
 * Why the seat has no valid ticket; undefined if it has one. A seat that went back on sale has none, also if its refund fails:
 * somebody else may have bought it.
 */
export function voidReasonOf(
  order: Paid,
  { line, seat }: Pick<Seat, "line" | "seat">,
): VoidReason | undefined {
  if (order.orderStatus === ORDER_STATUS.cancelled || order.unfulfilled) return "cancelled";
  if (isRefunded(order)) return "refunded";
  return refundedSeats(order, line).has(seat) || seatsOnSale(order, line).has(seat) ? "refunded" : undefined;
}

type Line = Pick<Paid, "items" | "refunds">;

/** `count` seats of a line that are not `taken`: the `preferred` ones, then the last ones. */
function chooseSeats(
  { items }: Pick<Order, "items">,
  line: number,
  count: number,
  taken: ReadonlySet<number>,
  preferred: Iterable<number> = [],
): number[] {
  const seats = items[line]?.quantity ?? 0;
  const fromLast = Array.from({ length: seats }, (_, i) => seats - 1 - i);
  return [...new Set([...preferred, ...fromLast])]
    .filter((seat) => !taken.has(seat))
    .slice(0, Math.max(0, count));
}

/**
 * The seats of a ticket line that refunds have taken. A refund that failed takes none. Refunds of old orders have only a number of
 * pieces: they take the last seats that no refund before has taken, so that they keep them if that one fails.
 */
export function refundedSeats(order: Line, line: number): Set<number> {
  const ofLine = order.refunds.flatMap(({ status, lines = [] }) =>
    lines
      .filter((pieces) => pieces.line === line)
      .map((pieces) => ({ ...pieces, hasFailed: status === "failed" })),
  );
  const taken = new Set(ofLine.flatMap(({ seats = [] }) => seats));
  const failed = ofLine.flatMap(({ seats = [], hasFailed }) => (hasFailed ? seats : []));
  const valid = new Set(ofLine.flatMap(({ seats = [], hasFailed }) => (hasFailed ? [] : seats)));
  for (const { quantity, seats, hasFailed } of ofLine) {
    if (seats) continue;
    const chosen = chooseSeats(order, line, quantity, taken);
    const missing = quantity - chosen.length;
    const again = failed.filter((seat) => !valid.has(seat)).slice(0, missing);
    for (const seat of [...chosen, ...again]) {
      taken.add(seat);
      if (hasFailed) failed.push(seat);
      else valid.add(seat);
    }
  }
  return valid;
}

/** The seats of a line whose pieces went back on sale. Old orders have only their number. */
export function seatsOnSale({ items, refunds }: Line, line: number): Set<number> {
  const { category, restocked = 0, restockedSeats = [] } = items[line] ?? {};
  if (category !== TICKET) return new Set();
  const named = refunds
    .flatMap(({ lines = [] }) => lines)
    .flatMap((pieces) => (pieces.line === line ? (pieces.seats ?? []) : []));
  const seats = new Set(restockedSeats);
  return new Set([...seats, ...chooseSeats({ items }, line, restocked - seats.size, seats, named)]);
}

/** The lines of a refund with the seats of each ticket line: those that are on sale again already, then the last ones. */
export const withRefundedSeats = (order: Line, lines: readonly LinePieces[]): LinePieces[] =>
  lines.map((pieces) => {
    const { line, quantity, seats } = pieces;
    if (seats || order.items[line]?.category !== TICKET) return pieces;
    const taken = refundedSeats(order, line);
    return { ...pieces, seats: chooseSeats(order, line, quantity, taken, seatsOnSale(order, line)) };
  });

/** The lines that go back on sale with the seats of each ticket line: those `refunded` now, those before, then the last ones. */
export const withRestockedSeats = (
  order: Line,
  lines: readonly LinePieces[],
  refunded: readonly LinePieces[] = [],
): LinePieces[] =>
  lines.map((pieces) => {
    const { line, quantity, seats } = pieces;
    if (seats || order.items[line]?.category !== TICKET) return pieces;
    const { seats: now = [] } = refunded.find((other) => other.line === line) ?? {};
    const preferred = [...now, ...refundedSeats(order, line)];
    return { ...pieces, seats: chooseSeats(order, line, quantity, seatsOnSale(order, line), preferred) };
  });
