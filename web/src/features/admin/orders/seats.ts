/** The tickets of an order that can be picked one by one, and the text about those that were used. */
import type { AdminTicket } from "../../../../../shared/api-tickets.ts";
import type { Order } from "../../../../../shared/order.ts";
import { restockableQuantity } from "../../../../../shared/refund-lines.ts";
import { refundedSeats, seatsOf, seatsOnSale } from "../../../../../shared/tickets/tickets-of-order.ts";
import type { PickableLine, PickableSeat, PickedLines } from "./picked-lines.ts";

export type TicketOfOrder = Pick<AdminTicket, "orderId" | "n" | "holder" | "state">;

/**
 * Adds to each ticket line its tickets that are not refunded. `tickets` has the holders' names, and whether tickets were used.
 */
export function withPickableSeats(
  lines: readonly PickableLine[],
  order: Pick<Order, "items" | "refunds">,
  tickets: readonly TicketOfOrder[],
): PickableLine[] {
  const seats = seatsOf(order);
  return lines.map((pickableLine) => {
    const refundedSeatsOfLine = refundedSeats(order, pickableLine.line);
    const unrefundedSeats = seats.filter(
      ({ line, seat }) => line === pickableLine.line && !refundedSeatsOfLine.has(seat),
    );
    const pickableSeats = unrefundedSeats.map(({ seat, n, of }): PickableSeat => {
      const ticket = tickets.find((issuedTicket) => issuedTicket.n === n);
      const number = `Ticket ${n} of ${of}`;
      return {
        seat,
        text: ticket?.holder ? `${number} · ${ticket.holder}` : number,
        isUsed: ticket?.state === "used",
      };
    });
    return pickableSeats.length > 0 ? { ...pickableLine, seats: pickableSeats } : pickableLine;
  });
}

/** The most pieces of a picked line that can go back on sale, without tickets that are on sale already after a failed refund. */
export function restockablePickedQuantity(
  order: Pick<Order, "items" | "refunds">,
  pickedLines: PickedLines,
  line: number,
): number {
  const seatsAlreadyOnSale = seatsOnSale(order, line);
  const seats = pickedLines.get(line)?.seats?.filter((seat) => !seatsAlreadyOnSale.has(seat));
  return seats ? seats.length : restockableQuantity(order, line);
}

/** 'Ticket 1 (Ada Lovelace) was used: someone was let in.' */
export function usedTicketsText(usedTickets: readonly TicketOfOrder[]): string {
  // The name of a holder whose data was erased is empty.
  const names = usedTickets.map(({ n, holder }) => (holder ? `${n} (${holder})` : String(n))).join(", ");
  const noun = usedTickets.length === 1 ? "Ticket" : "Tickets";
  const verb = usedTickets.length === 1 ? "was" : "were";
  return `${noun} ${names} ${verb} used: someone was let in.`;
}
