import * as z from "zod/mini";
import { ShopEvent } from "../../shared/events.ts";
import type { Product } from "../../shared/product.ts";
import type { Ticket } from "../../shared/tickets/ticket.ts";
import type { CheckoutDriver } from "./checkout-driver.ts";
import { orderOf } from "./invariants.ts";
import { deliver, type HttpHandler, type QueueHandler } from "./invoke.ts";
import type { Shop } from "./shop.ts";

/** Runs the functions that issue and show tickets, and reads tickets from the table. */
export async function openTicketOffice(shop: Shop, driver: CheckoutDriver) {
  const { handler: issue } = (await import("../../lambdas/issue-tickets.ts")) as { handler: QueueHandler };
  const { handler: api } = (await import("../../lambdas/ticket-api.ts")) as { handler: HttpHandler };
  const { ticketsOfOrder } = await import("../../lambdas/tickets/ticket-table.ts");
  /** The events in a ticket's outbox. */
  const outboxOf = async (ticketId: string): Promise<ShopEvent[]> =>
    (await shop.table.partition(`TICKET#${ticketId}`))
      .filter(({ sk }) => String(sk).startsWith("OUTBOX#"))
      .map(({ event }) => z.parse(ShopEvent, event));
  const asBusEvent = (event: { type: string }) => ({
    source: "shop.orders",
    detailType: event.type,
    detail: event,
  });
  return {
    issue,
    api,
    /** Delivers all events that an order has had so far, one after another; returns the types of the failed events. */
    async deliverOrder(orderId: string): Promise<string[]> {
      const failedTypes: string[] = [];
      for (const event of await driver.outbox(orderId))
        if ((await deliver(issue, [asBusEvent(event)])).length > 0) failedTypes.push(event.type);
      return failedTypes;
    },
    /** Delivers all events of a ticket. */
    deliverTicket: async (ticketId: string): Promise<number[]> =>
      deliver(issue, (await outboxOf(ticketId)).map(asBusEvent)),
    /** The types of a ticket's events, in their order. */
    eventTypesOf: async (ticketId: string): Promise<string[]> =>
      (await outboxOf(ticketId)).map(({ type }) => type),
    ticketsOf: async (orderId: string): Promise<Ticket[]> =>
      ticketsOfOrder(await orderOf(shop.table, orderId)),
    /** Buys, pays, and delivers the order's events. */
    async buy(lines: [Product, number][], { ship = false } = {}) {
      const purchase = await driver.buy(lines, { ship });
      await driver.pay(purchase.sessionId);
      return purchase;
    },
  };
}
export type TicketOffice = Awaited<ReturnType<typeof openTicketOffice>>;
