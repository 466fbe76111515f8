/** The facts of an event in full, for the details of a product, tickets, mails and the calendar file. */
import { checkoutMessages } from "./checkout-messages.ts";
import type { EventFacts } from "./event-facts.ts";
import { formatEventDay, timePartsOf, formatTime, formatZonedTime } from "./event-text.ts";
import { cityLine } from "./postal-address.ts";
import type { Product } from "./product.ts";

/** A time of an event, without the day if it is the day of the start: '6:30 PM EST', 'Thu, Dec 10, 2026, 11:59 PM EST' */
export function formatEventTime(iso: string, { startsAt, timeZone }: EventFacts): string {
  const [parts, start] = [timePartsOf(iso, timeZone), timePartsOf(startsAt, timeZone)];
  const isSameDay = formatEventDay(parts) === formatEventDay(start) && parts.year === start.year;
  return isSameDay
    ? formatZonedTime(parts)
    : `${formatEventDay(parts)}, ${parts.year}, ${formatZonedTime(parts)}`;
}

/** 'Live Taping was on Fri, Dec 11, 2026. This event is over.' */
export function overText({ name, event }: Pick<Product, "name" | "event">): string {
  if (!event) return checkoutMessages.eventOver;
  const start = timePartsOf(event.startsAt, event.timeZone);
  return `${event.title ?? name} was on ${formatEventDay(start)}, ${start.year}. ${checkoutMessages.eventOver}`;
}

export type EventDetail = { label: string; lines: string[] };

/** Date, doors and end of sales if they are set, and venue with its address. */
export function eventDetails(event: EventFacts): EventDetail[] {
  const { startsAt, endsAt, doorsAt, salesEndAt, timeZone, venue } = event;
  const start = timePartsOf(startsAt, timeZone);
  return [
    {
      label: "Date",
      lines: [
        `${formatEventDay(start)}, ${start.year}`,
        `${formatTime(start)} to ${formatEventTime(endsAt, event)}`,
      ],
    },
    ...(doorsAt ? [{ label: "Doors", lines: [formatEventTime(doorsAt, event)] }] : []),
    ...(salesEndAt ? [{ label: "Sales end", lines: [formatEventTime(salesEndAt, event)] }] : []),
    { label: "Venue", lines: [venue.name, venue.street, cityLine(venue)] },
  ];
}
