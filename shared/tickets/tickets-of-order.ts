/** Pure: the tickets that an order stands for now. */
import { ORDER_STATUS } from "../order-status.ts";
import type { Order } from "../order.ts";
import { TICKET, variantLabel } from "../product.ts";
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
  "items" | "refunds" | "orderStatus" | "paymentStatus" | "unfulfilled" | "refunding" | "financialInfo"
>;

/** Whether all the money went back, or is on its way. An order that needs attention has no payment status 'refunded'. */
const isRefunded = ({ paymentStatus, refunding, financialInfo: { refunded, total } }: Paid): boolean =>
  paymentStatus === "refunded" || refunding === true || refunded >= total;

/**
 * Why the seat has no valid ticket; undefined if it has one. A refund that names seats takes these; one that names only a
 * number of pieces takes the last ones of the line.
 */
export function voidReasonOf(
  order: Paid,
  { line, seat }: Pick<Seat, "line" | "seat">,
): VoidReason | undefined {
  if (order.orderStatus === ORDER_STATUS.cancelled || order.unfulfilled) return "cancelled";
  if (isRefunded(order)) return "refunded";
  return refundedSeats(order, line).has(seat) ? "refunded" : undefined;
}

/** The pieces of a ticket line that refunds have taken. A refund that failed takes none. */
export function refundedSeats(
  { items, refunds }: Pick<Paid, "items" | "refunds">,
  line: number,
): Set<number> {
  const seats = new Set<number>();
  const valid = refunds.filter(({ status }) => status !== "failed");
  const ofLine = valid.flatMap(({ lines = [] }) => lines).filter((pieces) => pieces.line === line);
  for (const { seats: named = [] } of ofLine) for (const seat of named) seats.add(seat);
  for (const { quantity, seats: named } of ofLine) {
    if (named) continue;
    let left = quantity;
    for (let seat = (items[line]?.quantity ?? 0) - 1; seat >= 0 && left > 0; seat--)
      if (!seats.has(seat)) {
        seats.add(seat);
        left--;
      }
  }
  return seats;
}
