import { eventHash } from "../../shared/tickets/ticket-code.ts";
import type { Ticket } from "../../shared/tickets/ticket.ts";
import { seatsOf, type Seat } from "../../shared/tickets/tickets-of-order.ts";
import { unavailable } from "../lib/errors.ts";
import { getOrder } from "../orders/order-table.ts";
import { awaitsPickUp, toOrder, type StoredOrder } from "../orders/stored-order.ts";
import { storeTicket } from "./change-ticket.ts";
import { signWithNewestKey } from "./keys.ts";
import { withCurrentEventEnds } from "./current-event-table.ts";
import { ensurePickUpCode } from "./pick-up-table.ts";
import { isTtlInFuture, ticketIdOf, readTicketsOfOrder } from "./ticket-table.ts";
import { changeForOrder, needsTicket, newTicket, type OrderForTickets } from "./ticket-rules.ts";

const MAX_TRIES = 8;

/**
 * Brings the tickets of an order up to date: issues missing tickets, makes the tickets of refunded or
 * cancelled seats void, and makes them valid again if the refund fails or the order is reopened. Idempotent.
 * Starts again if the order changes in the meantime. Returns the order and its tickets. Throws 503 after MAX_TRIES, and
 * while there is no key for tickets; another error if the order does not exist.
 */
export async function issueTickets(
  orderId: string,
  secretArn: string,
): Promise<{ order: StoredOrder; tickets: Ticket[] }> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const storedOrder = await getOrder(orderId);
    if (!storedOrder) throw new Error(`Order ${orderId} does not exist`);
    const order = toOrderForTickets(storedOrder);
    const isDone = await updateTickets(order, secretArn);
    // An order to pick up gets the code by which the team finds it.
    if (isDone && order.isSold && awaitsPickUp(storedOrder))
      await ensurePickUpCode(orderId, secretArn, new Date());
    const [orderAfter, tickets] = await Promise.all([getOrder(orderId), readTicketsOfOrder(order)]);
    if (isDone && orderAfter?.version === storedOrder.version) return { order: storedOrder, tickets };
  }
  throw unavailable(new Error(`Order ${orderId} or its tickets were changed ${MAX_TRIES} times in a row`));
}

const toOrderForTickets = (storedOrder: StoredOrder): OrderForTickets => ({
  ...toOrder(storedOrder),
  isSold: storedOrder.hold.state === "sold" && storedOrder.payment.paidSessionId !== undefined,
});

/** Updates the ticket of each seat of the order; false if another write was faster. */
async function updateTickets(order: OrderForTickets, secretArn: string): Promise<boolean> {
  const ticketsById = new Map((await readTicketsOfOrder(order)).map((ticket) => [ticket.ticketId, ticket]));
  let isDone = true;
  for (const seat of await withCurrentEventEnds(seatsOf(order))) {
    const ticketId = ticketIdOf(order.orderId, seat);
    const isUpdated = await updateTicket(order, seat, ticketId, ticketsById.get(ticketId), secretArn);
    if (!isUpdated) isDone = false;
  }
  return isDone;
}

async function updateTicket(
  order: OrderForTickets,
  seat: Seat & Pick<Ticket, "eventEndsAt">,
  ticketId: string,
  ticket: Ticket | undefined,
  secretArn: string,
): Promise<boolean> {
  const now = new Date();
  // After the TTL has deleted a ticket, a late or replayed event must not issue a new ticket for the seat.
  const mayIssue = needsTicket(order, seat) && isTtlInFuture(seat, now);
  if (!ticket && !mayIssue) return true;
  const change = ticket
    ? changeForOrder(ticket, order, seat, now.toISOString())
    : newTicket(order, seat, ticketId, await signTicket(ticketId, seat, secretArn, now), now.toISOString());
  return !change || (await storeTicket(change, ticket)) !== undefined;
}

const signTicket = async (ticketId: string, { productId }: Seat, secretArn: string, now: Date) =>
  signWithNewestKey(
    { kind: "ticket", id: ticketId, generation: 0, event: await eventHash(productId) },
    secretArn,
    now,
  );
