/** An event's times and place as texts for people, in the zone of the event. */
import type { EventFacts } from "./event-facts.ts";
import { cityLine } from "./postal-address.ts";

type PartName = "weekday" | "year" | "month" | "day" | "hour" | "minute" | "dayPeriod" | "timeZoneName";
type Parts = Record<PartName, string>;

const options = {
  ...{ weekday: "short", year: "numeric", month: "short", day: "numeric" },
  ...{ hour: "numeric", minute: "2-digit", hour12: true, timeZoneName: "short" },
} as const satisfies Intl.DateTimeFormatOptions;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A formatter for the zone; for UTC if this browser does not know the zone. */
function createFormatter(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
  }
}

/** The parts are put together here, because browsers put different spaces between them. */
function partsOf(iso: string, timeZone: string): Parts {
  const formatter = formatters.get(timeZone) ?? createFormatter(timeZone);
  formatters.set(timeZone, formatter);
  const parts = formatter.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]);
  return Object.fromEntries(parts) as Parts;
}

const dayOf = ({ weekday, month, day }: Parts): string => `${weekday}, ${month} ${day}`;
const timeOf = ({ hour, minute, dayPeriod }: Parts): string => `${hour}:${minute} ${dayPeriod}`;

/** 'The Rickhouse, Louisville' */
const placeOf = ({ venue }: EventFacts): string => `${venue.name}, ${venue.city}`;

/** 'Fri, Dec 11, 7:00 PM EST · The Rickhouse, Louisville' */
export function eventLine(event: EventFacts): string {
  const start = partsOf(event.startsAt, event.timeZone);
  return `${dayOf(start)}, ${timeOf(start)} ${start.timeZoneName} · ${placeOf(event)}`;
}

/** A time of an event, without the day if it is the day of the start: '6:30 PM', 'Thu, Dec 10, 2026, 11:59 PM' */
export function timeOfEvent(iso: string, { startsAt, timeZone }: EventFacts): string {
  const [parts, start] = [partsOf(iso, timeZone), partsOf(startsAt, timeZone)];
  const isSameDay = dayOf(parts) === dayOf(start) && parts.year === start.year;
  return isSameDay ? timeOf(parts) : `${dayOf(parts)}, ${parts.year}, ${timeOf(parts)}`;
}

export type EventDetail = { label: string; lines: string[] };

/** Date, doors, the end of sales if it is not the start, and venue with its address. */
export function eventDetails(event: EventFacts): EventDetail[] {
  const { startsAt, endsAt, doorsAt, salesEndAt, timeZone, venue } = event;
  const start = partsOf(startsAt, timeZone);
  const end = `${timeOfEvent(endsAt, event)} ${partsOf(endsAt, timeZone).timeZoneName}`;
  return [
    { label: "Date", lines: [`${dayOf(start)}, ${start.year}`, `${timeOf(start)} to ${end}`] },
    ...(doorsAt ? [{ label: "Doors", lines: [timeOfEvent(doorsAt, event)] }] : []),
    ...(salesEndAt ? [{ label: "Sales end", lines: [timeOfEvent(salesEndAt, event)] }] : []),
    { label: "Venue", lines: [venue.name, venue.street, cityLine(venue)] },
  ];
}
