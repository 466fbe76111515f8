import * as z from "zod/mini";
import { doorApi, ticketsApi } from "../../../../../shared/api-tickets.ts";
import { DoorTicket } from "../../../../../shared/tickets/ticket.ts";

/** The data that a device stores about its event, without the tickets. */
export const StoredList = z.object({
  event: doorApi.listDoorEvents.output.shape.events.def.element,
  /** All events that the device knows. Codes contain the `hash` of their event. */
  events: z.array(
    z.object({
      productId: z.string(),
      hash: z.string(),
      title: z.string(),
      startsAt: z.string(),
      timeZone: z.string(),
    }),
  ),
  keys: ticketsApi.listTicketKeys.output.shape.keys,
  /** The list has every change up to this time (ISO 8601). It is the `since` of the next request. */
  until: z.string(),
  /**
   * The number of tickets. Fewer may be stored, if a write failed, or another tab has removed the list or opened the list of
   * another event.
   */
  size: z.optional(z.int()),
  /** A `ClockOffset` (device-clock.ts). */
  clock: z.optional(z.object({ offset: z.number(), roundTrip: z.number(), measuredAt: z.number() })),
});
export type StoredList = z.infer<typeof StoredList>;

/**
 * A check-in that the server has not confirmed yet. It may stay on the device without the list, because it does not
 * contain the name of a ticket's holder.
 */
export const QueuedCheckIn = z.extend(
  doorApi.checkIn.body.shape.checkIns.def.element,
  z.object({
    productId: z.string(),
    door: z.string(),
    /**
     * Whether the server did not know the ticket. The check-in is sent again, because a ticket may be stored after its
     * code was made.
     */
    isUnknown: z.optional(z.boolean()),
  }).shape,
);
export type QueuedCheckIn = z.infer<typeof QueuedCheckIn>;

export const StoredDoorData = z.object({
  list: z.optional(StoredList),
  /** `productId`: the ticket's event; absent if an earlier version of the page has stored the ticket. */
  tickets: z.array(z.extend(DoorTicket, { productId: z.optional(z.string()) })),
  queue: z.array(QueuedCheckIn),
});
export type StoredDoorData = z.infer<typeof StoredDoorData>;

/** Where a device keeps its list and its queue. A write resolves when the change is stored. */
export type DoorStorage = {
  load: () => Promise<StoredDoorData>;
  putList: (list: StoredList) => Promise<void>;
  /** `productId`: the event of the tickets. */
  putTickets: (tickets: readonly DoorTicket[], productId: string) => Promise<void>;
  putCheckIns: (checkIns: readonly QueuedCheckIn[]) => Promise<void>;
  removeCheckIns: (ids: readonly string[]) => Promise<void>;
  /** Removes the list and the tickets; the queue stays. */
  clearList: () => Promise<void>;
};
