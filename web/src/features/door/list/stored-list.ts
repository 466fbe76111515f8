import * as z from "zod/mini";
import { doorApi, ticketsApi } from "../../../../../shared/api-tickets.ts";
import { DoorTicket } from "../../../../../shared/tickets/ticket.ts";

/** What a device keeps of its event, apart from the tickets. */
export const StoredList = z.object({
  event: doorApi.listDoorEvents.output.shape.events.def.element,
  /** All events that the device knows, with the hashes by which codes name them. */
  events: z.array(
    z.object({
      ...{ productId: z.string(), hash: z.string(), title: z.string(), startsAt: z.string() },
      timeZone: z.string(),
    }),
  ),
  keys: ticketsApi.listTicketKeys.output.shape.keys,
  /** The `since` of the next request. */
  until: z.string(),
  clock: z.optional(z.object({ offset: z.number(), roundTrip: z.number(), measuredAt: z.number() })),
});
export type StoredList = z.infer<typeof StoredList>;

/** A check-in that the shop has not confirmed yet. It has no name, so it may stay on the device. */
export const QueuedCheckIn = z.extend(
  doorApi.checkIn.body.shape.checkIns.def.element,
  z.object({
    productId: z.string(),
    door: z.string(),
    /** The shop had no such ticket. It is asked again, because a ticket may be stored later than its code was made. */
    isUnknown: z.optional(z.boolean()),
  }).shape,
);
export type QueuedCheckIn = z.infer<typeof QueuedCheckIn>;

export const Stored = z.object({
  list: z.optional(StoredList),
  tickets: z.array(DoorTicket),
  queue: z.array(QueuedCheckIn),
});
export type Stored = z.infer<typeof Stored>;

/** Where a device keeps its list and its queue. Each function resolves when the change is stored. */
export type DoorStorage = {
  load: () => Promise<Stored>;
  putList: (list: StoredList) => Promise<void>;
  putTickets: (tickets: readonly DoorTicket[]) => Promise<void>;
  putCheckIns: (checkIns: readonly QueuedCheckIn[]) => Promise<void>;
  removeCheckIns: (ids: readonly string[]) => Promise<void>;
  /** Removes the list and the tickets; the queue stays. */
  clearList: () => Promise<void>;
};
