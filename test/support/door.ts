import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { doorApi, type NewCheckIn } from "../../shared/api-tickets.ts";
import { ShopEvent } from "../../shared/events.ts";
import type { Ticket } from "../../shared/tickets/ticket.ts";
import { call, type HttpHandler } from "./invoke.ts";
import type { TestTable } from "./table.ts";

/** The events of a ticket, oldest first. */
export async function ticketEvents(table: TestTable, ticketId: string): Promise<ShopEvent[]> {
  const items = await table.partition(`TICKET#${ticketId}`);
  return items
    .filter(({ sk }) => String(sk).startsWith("OUTBOX#"))
    .map(({ event }) => z.parse(ShopEvent, event));
}

/**
 * Opens a door with the name `door`. `clockAheadMs`: how far the clock of its device is ahead. `sendsOffset`: whether the
 * device sends the measured offset of its clock with each scan.
 */
export async function openDoor(
  door: string,
  { productId = "prd_tasting", clockAheadMs = 0, sendsOffset = false } = {},
) {
  let currentAheadMs = clockAheadMs;
  const { handler } = (await import("../../lambdas/door-api.ts")) as { handler: HttpHandler };
  const deviceId = randomUUID();
  const deviceTime = (ms = Date.now()) => new Date(ms + currentAheadMs).toISOString();
  const send = (checkIns: NewCheckIn[], sentAt = deviceTime()) =>
    call(handler, doorApi.checkIn, {
      params: { id: productId },
      body: { deviceId, door, sentAt, checkIns },
    });
  return {
    handler,
    deviceId,
    deviceTime,
    setClockAhead: (ms: number) => void (currentAheadMs = ms),
    send,
    /** A check-in of a ticket at the current time of the device's clock. */
    scanOf: (
      { ticketId, code }: Pick<Ticket, "ticketId"> & { code?: string },
      isOffline = false,
    ): NewCheckIn => ({
      id: randomUUID(),
      ticketId,
      at: deviceTime(),
      isOffline,
      ...(sendsOffset ? { clockOffset: -currentAheadMs } : {}),
      ...(code === undefined ? {} : { code }),
    }),
    list: (query: Record<string, string> = {}) =>
      call(handler, doorApi.listDoorTickets, { params: { id: productId }, query }),
  };
}
export type Door = Awaited<ReturnType<typeof openDoor>>;
