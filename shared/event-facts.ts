/** The event of a ticket product. Not to be confused with the shop's own events, which are in events.ts. */
import * as z from "zod/mini";
import { Timestamp } from "./timestamp.ts";

export const Venue = z.object({
  name: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
});

/** The event as it is stored and sent. The rules for what an admin enters are in event-input.ts. */
export const EventFacts = z.object({
  /** Absent if the title is the product's name. */
  title: z.optional(z.string()),
  startsAt: Timestamp,
  endsAt: Timestamp,
  doorsAt: z.optional(Timestamp),
  /** Absent if sales end at the start. */
  salesEndAt: z.optional(Timestamp),
  /** An IANA name. The schema does not check the name, because an older browser may not know it. */
  timeZone: z.string(),
  venue: Venue,
});
export type EventFacts = z.infer<typeof EventFacts>;

/** A product or an item of an order. Without an event, it has neither an end nor an end of sales. */
type WithEvent = { event?: EventFacts | undefined };

/** When the sales of an event's tickets end, in ISO 8601. */
export const salesEndOf = ({ salesEndAt, startsAt }: EventFacts): string => salesEndAt ?? startsAt;

/** Whether `now` (ms) is at or after a time. False without a time, because a comparison with NaN is false. */
const hasCome = (iso: string | undefined, now: number): boolean => Date.parse(iso ?? "") <= now;

/** Whether the event is over at `now` (ms): the store no longer shows it. */
export const isEventOver = ({ event }: WithEvent, now: number): boolean => hasCome(event?.endsAt, now);

/** Whether no ticket can be bought at `now` (ms) any more. */
export const haveSalesEnded = ({ event }: WithEvent, now: number): boolean =>
  hasCome(event && salesEndOf(event), now);
