/** The facts of an event in full, for the details of a product and the calendar file. */
import { checkoutMessages } from "./checkout-messages.ts";
import type { EventFacts } from "./event-facts.ts";
import { dayOf, partsOf, timeOf, zonedTimeOf } from "./event-text.ts";
import { cityLine } from "./postal-address.ts";
import type { Product } from "./product.ts";

/** A time of an event, without the day if it is the day of the start: '6:30 PM EST', 'Thu, Dec 10, 2026, 11:59 PM EST' */
export function timeOfEvent(iso: string, { startsAt, timeZone }: EventFacts): string {
  const [parts, start] = [partsOf(iso, timeZone), partsOf(startsAt, timeZone)];
  const isSameDay = dayOf(parts) === dayOf(start) && parts.year === start.year;
  return isSameDay ? zonedTimeOf(parts) : `${dayOf(parts)}, ${parts.year}, ${zonedTimeOf(parts)}`;
}

/** 'Live Taping was on Fri, Dec 11, 2026. This event is over.' */
export function overText({ name, event }: Pick<Product, "name" | "event">): string {
  if (!event) return checkoutMessages.eventOver;
  const start = partsOf(event.startsAt, event.timeZone);
  return `${event.title ?? name} was on ${dayOf(start)}, ${start.year}. ${checkoutMessages.eventOver}`;
}

export type EventDetail = { label: string; lines: string[] };

/** Date, doors, the end of sales if sales do not end at the start, and venue with its address. */
export function eventDetails(event: EventFacts): EventDetail[] {
  const { startsAt, endsAt, doorsAt, salesEndAt, timeZone, venue } = event;
  const start = partsOf(startsAt, timeZone);
  return [
    {
      label: "Date",
      lines: [`${dayOf(start)}, ${start.year}`, `${timeOf(start)} to ${timeOfEvent(endsAt, event)}`],
    },
    ...(doorsAt ? [{ label: "Doors", lines: [timeOfEvent(doorsAt, event)] }] : []),
    ...(salesEndAt ? [{ label: "Sales end", lines: [timeOfEvent(salesEndAt, event)] }] : []),
    { label: "Venue", lines: [venue.name, venue.street, cityLine(venue)] },
  ];
}
