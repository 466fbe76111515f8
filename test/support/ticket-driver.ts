import type { Ticket } from "../../shared/tickets/ticket.ts";
import type { CheckoutDriver } from "./checkout-driver.ts";
import { orderOf } from "./invariants.ts";
import { ticketEvents } from "./door.ts";
import { deliver, toBusEvent, type HttpHandler, type QueueHandler } from "./invoke.ts";
import type { Shop } from "./shop.ts";

/** Calls the handlers of the functions that issue and show tickets, and reads tickets from the table. */
export async function openTicketDriver(shop: Shop, driver: CheckoutDriver) {
  const { handler: issueHandler } = (await import("../../lambdas/issue-tickets.ts")) as {
    handler: QueueHandler;
  };
  const { handler: api } = (await import("../../lambdas/ticket-api.ts")) as { handler: HttpHandler };
  const { readTicketsOfOrder } = await import("../../lambdas/tickets/ticket-table.ts");
  return {
    issueHandler,
    api,
    /**
     * Delivers all events that an order has had so far to `issue-tickets`, one after another; returns the types of the failed
     * events.
     */
    async deliverOrderEvents(orderId: string): Promise<string[]> {
      const failedTypes: string[] = [];
      for (const event of await driver.outbox(orderId))
        if ((await deliver(issueHandler, [toBusEvent(event)])).length > 0) failedTypes.push(event.type);
      return failedTypes;
    },
    /** Delivers all events of a ticket to `issue-tickets`; returns the indexes of the failed events. */
    deliverTicketEvents: async (ticketId: string): Promise<number[]> =>
      deliver(issueHandler, (await ticketEvents(shop.table, ticketId)).map(toBusEvent)),
    /** The types of a ticket's events, oldest first. */
    eventTypesOf: async (ticketId: string): Promise<string[]> =>
      (await ticketEvents(shop.table, ticketId)).map(({ type }) => type),
    ticketsOf: async (orderId: string): Promise<Ticket[]> =>
      readTicketsOfOrder(await orderOf(shop.table, orderId)),
  };
}
export type TicketDriver = Awaited<ReturnType<typeof openTicketDriver>>;
