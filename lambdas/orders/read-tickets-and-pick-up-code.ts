import type { publicApi } from "../../shared/api-public.ts";
import type { Output } from "../../shared/endpoint.ts";
import { hasTicket } from "../../shared/order-summary.ts";
import { ticketViewOf } from "../../shared/tickets/ticket-view.ts";
import { getPickUpCode } from "../tickets/pick-up-table.ts";
import { readTicketsOfOrder } from "../tickets/ticket-table.ts";
import { showsPickUpCode, type StoredOrder } from "./stored-order.ts";

type Codes = Pick<Output<typeof publicApi.verifyPayment>, "tickets" | "pickUpCode">;

/** The tickets of a paid order that were issued so far, and the code with which the order is picked up. */
export async function readTicketsAndPickUpCode(order: StoredOrder, now: Date): Promise<Codes> {
  if (order.payment.paidSessionId === undefined) return {};
  const [tickets, pickUpCode] = await Promise.all([
    hasTicket(order) ? readTicketsOfOrder(order) : undefined,
    showsPickUpCode(order) ? getPickUpCode(order.orderId) : undefined,
  ]);
  return {
    // The buyer's codes have the generation 0 (no transfer yet), so a ticket that was transferred since is shown as 'moved'.
    ...(tickets ? { tickets: tickets.map((ticket) => ticketViewOf(ticket, 0, +now)) } : {}),
    ...(pickUpCode === undefined ? {} : { pickUpCode }),
  };
}
