/** Pure: which tickets of an order are valid, void or refunded. */
import { toCents } from "../money.ts";
import { ORDER_STATUS } from "../order-status.ts";
import { lostCentsOf } from "../order-summary.ts";
import { isAllReturned } from "../order-total.ts";
import type { Order } from "../order.ts";
import { TICKET, variantLabel } from "../product.ts";
import type { LinePieces, RefundedLine } from "../refund-reason.ts";
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

/** The chosen seats as text, by ticket numbers: 'ticket 2 of 3', 'tickets 2 and 3 of 3'. Undefined without seats. */
export function seatsText(
  order: Pick<Order, "items">,
  { line, seats = [] }: Pick<LinePieces, "line" | "seats">,
): string | undefined {
  const chosen = seatsOf(order).filter((seat) => seat.line === line && seats.includes(seat.seat));
  const numbers = chosen.map(({ n }) => String(n));
  const last = numbers.pop();
  if (last === undefined) return undefined;
  const all = numbers.length > 0 ? `tickets ${numbers.join(", ")} and ${last}` : `ticket ${last}`;
  return `${all} of ${chosen[0]?.of}`;
}

type Paid = Pick<
  Order,
  | "items"
  | "refunds"
  | "orderStatus"
  | "paymentStatus"
  | "paymentIntentId"
  | "unfulfilled"
  | "refunding"
  | "financialInfo"
  | "disputes"
>;

/**
 * Whether the whole payment was refunded, is being refunded, or was lost in a dispute. `paymentStatus` is not enough,
 * because it is 'needs-attention' for some refunded orders. While a dispute over a part is open, the tickets stay valid,
 * because its result is not known.
 */
function isRefunded(order: Paid): boolean {
  const { refunded, total } = order.financialInfo;
  const returnedCents = toCents(refunded) + lostCentsOf(order);
  const requestedCents = order.refunds
    .filter(({ status }) => status === "requested" || status === "pending")
    // The refund of a second payment leaves the order paid.
    .filter(({ paymentIntentId }) => paymentIntentId === order.paymentIntentId)
    .reduce((cents, { amount }) => cents + toCents(amount), 0);
  return (
    order.paymentStatus === "refunded" ||
    (order.refunding === true && isAllReturned(returnedCents + requestedCents, toCents(total))) ||
    isAllReturned(returnedCents, toCents(total))
  );
}

/**
 * The reason why a seat's ticket is void; undefined if the ticket is valid. The ticket of a seat that went back on sale is
 * void even if the refund fails, because somebody else may have bought the seat.
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

/**
 * Chooses `count` seats of a line that are not `taken`: first the `preferred` seats, then those with the highest index.
 */
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
 * The seats of a ticket line that were refunded, without failed refunds. Refunds of old orders have only a number of pieces.
 * Such a refund gets the last seats that no earlier refund has, and keeps them if an earlier refund fails later.
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

/** The seats of a line whose pieces went back on sale. Old orders store only how many, so some seats are chosen here. */
export function seatsOnSale({ items, refunds }: Line, line: number): Set<number> {
  const { category, restocked = 0, restockedSeats = [] } = items[line] ?? {};
  if (category !== TICKET) return new Set();
  const named = refunds
    .flatMap(({ lines = [] }) => lines)
    .flatMap((pieces) => (pieces.line === line ? (pieces.seats ?? []) : []));
  const seats = new Set(restockedSeats);
  return new Set([...seats, ...chooseSeats({ items }, line, restocked - seats.size, seats, named)]);
}

/** The seats of these lines that are back on sale although no refund has paid them back. Their tickets are void. */
export const unpaidSeatsOf = (order: Line, lines: readonly LinePieces[]): LinePieces[] =>
  lines.flatMap((pieces) => {
    const refunded = refundedSeats(order, pieces.line);
    const seats = (pieces.seats ?? []).filter((seat) => !refunded.has(seat));
    return seats.length > 0 ? [{ ...pieces, quantity: seats.length, seats }] : [];
  });

/**
 * The lines of a refund with the seats of each ticket line: first the seats that are already back on sale, then the
 * last ones.
 */
export const withRefundedSeats = (order: Line, lines: readonly RefundedLine[]): RefundedLine[] =>
  lines.map((pieces) => {
    const { line, quantity, seats } = pieces;
    if (seats || order.items[line]?.category !== TICKET) return pieces;
    const taken = refundedSeats(order, line);
    return { ...pieces, seats: chooseSeats(order, line, quantity, taken, seatsOnSale(order, line)) };
  });

/**
 * The lines to restock with the seats of each ticket line: first the seats `refunded` now, then those refunded before,
 * then the last ones.
 */
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
