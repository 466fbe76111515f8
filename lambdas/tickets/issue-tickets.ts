import { deliveryOf } from "../../shared/order-summary.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { eventHash } from "../../shared/tickets/ticket-code.ts";
import type { Ticket } from "../../shared/tickets/ticket.ts";
import { seatsOf, type Seat } from "../../shared/tickets/tickets-of-order.ts";
import { unavailable } from "../lib/errors.ts";
import { getOrder } from "../orders/order-table.ts";
import { toOrder, type StoredOrder } from "../orders/stored-order.ts";
import { storeTicket } from "./change-ticket.ts";
import { sign } from "./keys.ts";
import { ensurePickUpCode } from "./pick-up-table.ts";
import { ticketIdOf, ticketsOfOrder, wouldBeKept } from "./ticket-table.ts";
import { changeForOrder, needsTicket, newTicket, type SeatedOrder } from "./ticket-rules.ts";

const MAX_ROUNDS = 8;

/**
 * Makes the tickets of an order what the order says: issues those that are missing, makes those void that were refunded or
 * cancelled, and valid again if the refund fails or the order is reopened. Idempotent. An event may be handled while the order changes, so
 * it ends only when the order is still as it was read. Returns the order and its tickets. Throws 503.
 */
export async function issueTickets(
  orderId: string,
  secretArn: string,
): Promise<{ order: StoredOrder; tickets: Ticket[] }> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const stored = await getOrder(orderId);
    if (!stored) throw new Error(`Order ${orderId} does not exist`);
    const order = seated(stored);
    const isDone = await applyToSeats(order, secretArn);
    if (isDone) await makePickUpCode(order, secretArn);
    const [after, tickets] = await Promise.all([getOrder(orderId), ticketsOfOrder(order)]);
    if (isDone && after?.version === stored.version) return { order: stored, tickets };
  }
  throw unavailable(new Error(`Order ${orderId} or its tickets were changed ${MAX_ROUNDS} times in a row`));
}

const seated = (stored: StoredOrder): SeatedOrder => ({
  ...toOrder(stored),
  isSold: stored.hold.state === "sold" && stored.payment.paidSessionId !== undefined,
});

/** Applies the order to each of its seats; false if another write was faster. */
async function applyToSeats(order: SeatedOrder, secretArn: string): Promise<boolean> {
  const stored = new Map((await ticketsOfOrder(order)).map((ticket) => [ticket.ticketId, ticket]));
  let isDone = true;
  for (const seat of seatsOf(order)) {
    const ticketId = ticketIdOf(order.orderId, seat);
    isDone = (await applyToSeat(order, seat, ticketId, stored.get(ticketId), secretArn)) && isDone;
  }
  return isDone;
}

async function applyToSeat(
  order: SeatedOrder,
  seat: Seat,
  ticketId: string,
  ticket: Ticket | undefined,
  secretArn: string,
): Promise<boolean> {
  const now = new Date();
  // A ticket that was deleted long after its event is not issued again, with its holder, by a late event or a replay.
  if (!ticket && !(needsTicket(order, seat) && wouldBeKept(seat, now))) return true;
  const change = ticket
    ? changeForOrder(ticket, order, seat, now.toISOString())
    : newTicket(order, seat, ticketId, await signTicket(ticketId, seat, secretArn, now), now.toISOString());
  return !change || (await storeTicket(change, ticket)) !== undefined;
}

const signTicket = async (ticketId: string, { productId }: Seat, secretArn: string, now: Date) =>
  sign({ kind: "ticket", id: ticketId, generation: 0, event: await eventHash(productId) }, secretArn, now);

/** The code with which the team recognizes an order that is picked up. */
async function makePickUpCode(order: SeatedOrder, secretArn: string): Promise<void> {
  const isPickedUp = deliveryOf(order) === "pick-up" && order.orderStatus === ORDER_STATUS.pending;
  if (order.isSold && isPickedUp) await ensurePickUpCode(order.orderId, secretArn, new Date());
}
