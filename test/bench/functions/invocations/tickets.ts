// Tickets, the door and its staff.
import { randomUUID } from "node:crypto";
import { getOrder } from "../../../../lambdas/orders/order-table.ts";
import { readTicketsOfOrder } from "../../../../lambdas/tickets/ticket-table.ts";
import { doorApi, staffApi, ticketsApi } from "../../../../shared/api-tickets.ts";
import { storeTickets, testTicket } from "../../../support/ticket-fixtures.ts";
import { loadHandler, runHandler, type BenchShop } from "./bench-shop.ts";
import { requestOf, shopMessage, type MakeEvent } from "./events.ts";

export async function ticketEvents(shop: BenchShop): Promise<Record<string, MakeEvent>> {
  const id = shop.ticket.id;
  const paidEvent = async (orderId: string) => shopMessage(await shop.eventOf(orderId, "OrderPaid"));
  const { orderId } = await shop.buyTicket();
  await runHandler(await loadHandler("issue-tickets"), await paidEvent(orderId));
  const order = await getOrder(orderId);
  const codes = (order ? await readTicketsOfOrder(order) : []).map(({ code }) => code);
  const checkInRequest = async () => {
    const { ticketId, code } = testTicket({ productId: id });
    await storeTickets(testTicket({ productId: id, ticketId, code }));
    const at = new Date().toISOString();
    const checkIns = [{ id: randomUUID(), ticketId, code, at, isOffline: false }];
    const body = { deviceId: randomUUID(), door: "Main door", sentAt: at, checkIns };
    return requestOf(doorApi.checkIn, { params: { id }, body });
  };
  return {
    "issue-tickets: one ticket": async () => paidEvent((await shop.buyTicket()).orderId),
    "ticket-api: one ticket": () => requestOf(ticketsApi.readTickets, { body: { codes } }),
    "door-api: the events": () => requestOf(doorApi.listDoorEvents),
    "door-api: a check-in": checkInRequest,
    "staff-api: the list": () => requestOf(staffApi.listStaff),
  };
}
