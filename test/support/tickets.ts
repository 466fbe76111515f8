import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { changeTicket } from "../../lambdas/tickets/change-ticket.ts";
import { putTicket } from "../../lambdas/tickets/ticket-table.ts";
import { newId } from "../../lambdas/lib/ids.ts";
import { transact } from "../../lambdas/lib/transact.ts";
import { doorApi, type NewCheckIn } from "../../shared/api-tickets.ts";
import { ShopEvent } from "../../shared/events.ts";
import type { Ticket } from "../../shared/tickets/ticket.ts";
import { call, type HttpHandler } from "./invoke.ts";
import type { TestTable } from "./table.ts";

let count = 0;

/** A valid ticket. Its code is any text, because only doors check signatures. */
export function testTicket(changes: Partial<Ticket> = {}): Ticket {
  const number = String(count++).padStart(6, "0");
  const issuedAt = new Date().toISOString();
  return {
    ticketId: newId("ord", Date.now()).replace("ord_", "tkt_"),
    productId: "prd_tasting",
    name: "Barrel Tasting",
    ...{ orderId: "ord_1", line: 0, n: 1, of: 1 },
    ...{ holder: "Ada Lovelace", email: "ada@example.com" },
    ...{ generation: 0, code: `C0DE${number}`, shortCode: `SH${number}` },
    ...{ issuedAt, changedAt: issuedAt, checkIns: [], sequence: 1, version: 1 },
    ...changes,
  };
}

/** Stores tickets as if they had been issued. */
export async function storeTickets(...tickets: Ticket[]): Promise<void> {
  for (const ticket of tickets) await transact([putTicket(ticket, undefined)]);
}

/** What a refund and 'send to a friend' do to a ticket, as far as doors see it. */
export const voidTestTicket = (ticketId: string) =>
  changeTicket(ticketId, (ticket) => ({
    ticket: { ...ticket, void: { why: "refunded", at: new Date().toISOString() } },
    events: [{ type: "TicketVoided", why: "refunded" }],
  }));

export const moveTestTicket = (ticketId: string) =>
  changeTicket(ticketId, (ticket) => ({
    ticket: {
      ...ticket,
      generation: ticket.generation + 1,
      code: `${ticket.code}M`,
      holder: "Grace Hopper",
    },
    events: [{ type: "TicketIssued", generation: ticket.generation + 1 }],
  }));

/** The events of a ticket, in order. */
export async function ticketEvents(table: TestTable, ticketId: string): Promise<ShopEvent[]> {
  const items = await table.partition(`TICKET#${ticketId}`);
  return items
    .filter(({ sk }) => String(sk).startsWith("OUTBOX#"))
    .map(({ event }) => z.parse(ShopEvent, event));
}

/** A device at a door. `clock`: how many ms its clock is fast. */
export async function openDoor(door: string, { productId = "prd_tasting", clock = 0 } = {}) {
  const { handler } = (await import("../../lambdas/door-api.ts")) as { handler: HttpHandler };
  const deviceId = randomUUID();
  const time = (ms = Date.now()) => new Date(ms + clock).toISOString();
  const send = (checkIns: NewCheckIn[]) =>
    call(handler, doorApi.checkIn, {
      params: { id: productId },
      body: { deviceId, door, sentAt: time(), checkIns },
    });
  return {
    handler,
    deviceId,
    time,
    send,
    /** A check-in of a ticket at the device's present time. */
    scanOf: (
      { ticketId, code }: Pick<Ticket, "ticketId"> & { code?: string },
      isOffline = false,
    ): NewCheckIn => ({
      ...{ id: randomUUID(), ticketId, at: time(), isOffline },
      ...(code === undefined ? {} : { code }),
    }),
    list: (query: Record<string, string> = {}) =>
      call(handler, doorApi.listDoorTickets, { params: { id: productId }, query }),
  };
}
export type Door = Awaited<ReturnType<typeof openDoor>>;
