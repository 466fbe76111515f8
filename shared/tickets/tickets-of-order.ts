/** Pure: which tickets of an order are valid or void, and which seats were refunded or are on sale again. */
import { toCents } from "../money.ts";
import { ORDER_STATUS } from "../order-status.ts";
import { lostCentsOf, requestedCentsOf } from "../order-summary.ts";
import { isAllReturned } from "../order-total.ts";
import type { Order } from "../order.ts";
import { TICKET, variantLabel } from "../product.ts";
import type { LinePieces, RefundedLine } from "../refund-reason.ts";
import type { Ticket, VoidReason } from "./ticket.ts";

/**
 * One piece of a ticket line, which becomes one ticket. `seat`: the index of the piece in the line, from 0.
 */
export type Seat = Pick<Ticket, "productId" | "variantId" | "name" | "event" | "n" | "of"> & {
  line: number;
  seat: number;
};

/** The pieces of all ticket lines of the order, numbered from 1 (`n`). */
export function seatsOf({ items }: Pick<Order, "items">): Seat[] {
  const seats = items.flatMap((item, line) =>
    item.category === TICKET
      ? Array.from({ length: item.quantity }, (_, seat) => {
          const variant = variantLabel(item);
          return {
            line,
            seat,
            productId: item.productId,
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
  const chosenSeats = seatsOf(order).filter((seat) => seat.line === line && seats.includes(seat.seat));
  const numbers = chosenSeats.map(({ n }) => String(n));
  const lastNumber = numbers.pop();
  if (lastNumber === undefined) return undefined;
  const tickets =
    numbers.length > 0 ? `tickets ${numbers.join(", ")} and ${lastNumber}` : `ticket ${lastNumber}`;
  return `${tickets} of ${chosenSeats[0]?.of}`;
}

type PaidOrder = Pick<
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
 * Whether the whole payment was refunded, is being refunded, or was lost in a dispute. `paymentStatus` is not
 * enough, because it is 'needs-attention' for some refunded orders. The money of an open dispute does not
 * count, because the result of the dispute is not known.
 */
function isRefunded(order: PaidOrder): boolean {
  const { refunded, total } = order.financialInfo;
  const returnedCents = toCents(refunded) + lostCentsOf(order);
  return (
    order.paymentStatus === "refunded" ||
    (order.refunding === true && isAllReturned(returnedCents + requestedCentsOf(order), toCents(total))) ||
    isAllReturned(returnedCents, toCents(total))
  );
}

/**
 * The reason why a seat's ticket is void; undefined if the ticket is valid. The ticket of a seat that went back on sale is
 * void even if the refund fails, because somebody else may have bought the seat.
 */
export function voidReasonOf(
  order: PaidOrder,
  { line, seat }: Pick<Seat, "line" | "seat">,
): VoidReason | undefined {
  if (order.orderStatus === ORDER_STATUS.cancelled || order.unfulfilled) return "cancelled";
  if (isRefunded(order)) return "refunded";
  return refundedSeats(order, line).has(seat) || seatsOnSale(order, line).has(seat) ? "refunded" : undefined;
}

type OrderWithRefunds = Pick<PaidOrder, "items" | "refunds">;

/**
 * Chooses `count` seats of a line that are not in `takenSeats`: first the `preferredSeats`, then those with
 * the highest index.
 */
function chooseSeats(
  { items }: Pick<Order, "items">,
  line: number,
  count: number,
  takenSeats: ReadonlySet<number>,
  preferredSeats: Iterable<number> = [],
): number[] {
  const seatCount = items[line]?.quantity ?? 0;
  const lastSeatsFirst = Array.from({ length: seatCount }, (_, i) => seatCount - 1 - i);
  return [...new Set([...preferredSeats, ...lastSeatsFirst])]
    .filter((seat) => !takenSeats.has(seat))
    .slice(0, Math.max(0, count));
}

/**
 * The seats of a ticket line that were refunded, without failed refunds. Refunds of old orders have only a number of pieces.
 * Such a refund gets the last seats that no other refund has, and keeps them if an earlier refund fails later.
 */
export function refundedSeats(order: OrderWithRefunds, line: number): Set<number> {
  const refundsOfLine = order.refunds.flatMap(({ status, lines = [] }) =>
    lines
      .filter((pieces) => pieces.line === line)
      .map((pieces) => ({ ...pieces, hasFailed: status === "failed" })),
  );
  const takenSeats = new Set(refundsOfLine.flatMap(({ seats = [] }) => seats));
  const failedSeats = refundsOfLine.flatMap(({ seats = [], hasFailed }) => (hasFailed ? seats : []));
  const paidBackSeats = new Set(
    refundsOfLine.flatMap(({ seats = [], hasFailed }) => (hasFailed ? [] : seats)),
  );
  for (const { quantity, seats, hasFailed } of refundsOfLine) {
    if (seats) continue;
    const freeSeats = chooseSeats(order, line, quantity, takenSeats);
    const missingCount = quantity - freeSeats.length;
    // If too few seats are free, the refund gets seats that only failed refunds have.
    const seatsOfFailedRefunds = failedSeats
      .filter((seat) => !paidBackSeats.has(seat))
      .slice(0, missingCount);
    for (const seat of [...freeSeats, ...seatsOfFailedRefunds]) {
      takenSeats.add(seat);
      if (hasFailed) failedSeats.push(seat);
      else paidBackSeats.add(seat);
    }
  }
  return paidBackSeats;
}

/** The seats of a line whose pieces went back on sale. Old orders store only how many, so some seats are chosen here. */
export function seatsOnSale({ items, refunds }: OrderWithRefunds, line: number): Set<number> {
  const { category, restocked = 0, restockedSeats = [] } = items[line] ?? {};
  if (category !== TICKET) return new Set();
  const seatsInRefunds = refunds
    .flatMap(({ lines = [] }) => lines)
    .flatMap((pieces) => (pieces.line === line ? (pieces.seats ?? []) : []));
  const storedSeats = new Set(restockedSeats);
  const missingCount = restocked - storedSeats.size;
  return new Set([
    ...storedSeats,
    ...chooseSeats({ items }, line, missingCount, storedSeats, seatsInRefunds),
  ]);
}

/**
 * The seats in `linesOnSale` that no refund has paid back. Their tickets are void all the same, because the seats are on
 * sale again, or will be.
 */
export const unrefundedSeatsOf = (
  order: OrderWithRefunds,
  linesOnSale: readonly LinePieces[],
): LinePieces[] =>
  linesOnSale.flatMap((pieces) => {
    const paidBackSeats = refundedSeats(order, pieces.line);
    const seats = (pieces.seats ?? []).filter((seat) => !paidBackSeats.has(seat));
    return seats.length > 0 ? [{ ...pieces, quantity: seats.length, seats }] : [];
  });

/**
 * The lines of a refund with the seats of each ticket line: first the seats that are already back on sale, then the
 * last ones.
 */
export const withRefundedSeats = (order: OrderWithRefunds, lines: readonly RefundedLine[]): RefundedLine[] =>
  lines.map((pieces) => {
    const { line, quantity, seats } = pieces;
    if (seats || order.items[line]?.category !== TICKET) return pieces;
    const takenSeats = refundedSeats(order, line);
    return { ...pieces, seats: chooseSeats(order, line, quantity, takenSeats, seatsOnSale(order, line)) };
  });

/**
 * The lines to restock with the seats of each ticket line: first the seats in `refundedNow`, then the seats
 * of earlier refunds, then the last ones.
 */
export const withRestockedSeats = (
  order: OrderWithRefunds,
  lines: readonly LinePieces[],
  refundedNow: readonly LinePieces[] = [],
): LinePieces[] =>
  lines.map((pieces) => {
    const { line, quantity, seats } = pieces;
    if (seats || order.items[line]?.category !== TICKET) return pieces;
    const { seats: seatsRefundedNow = [] } = refundedNow.find((refund) => refund.line === line) ?? {};
    const preferredSeats = [...seatsRefundedNow, ...refundedSeats(order, line)];
    return { ...pieces, seats: chooseSeats(order, line, quantity, seatsOnSale(order, line), preferredSeats) };
  });
