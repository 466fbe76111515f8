/** An event's times and place as texts for people, in the zone of the event. */
import type { EventFacts } from "./event-facts.ts";

type TimePartName = "weekday" | "year" | "month" | "day" | "hour" | "minute" | "dayPeriod" | "timeZoneName";
type TimeParts = Record<TimePartName, string>;

const options = {
  weekday: "short",
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
  timeZoneName: "short",
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

/** The parts of a time. The functions below join them, because browsers put different spaces between the parts. */
export function timePartsOf(iso: string, timeZone: string): TimeParts {
  const formatter = formatters.get(timeZone) ?? createFormatter(timeZone);
  formatters.set(timeZone, formatter);
  const parts = formatter.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]);
  return Object.fromEntries(parts) as TimeParts;
}

/** 'Fri, Dec 11' */
export const formatEventDay = ({ weekday, month, day }: TimeParts): string => `${weekday}, ${month} ${day}`;
/** '7:00 PM' */
export const formatTime = ({ hour, minute, dayPeriod }: TimeParts): string =>
  `${hour}:${minute} ${dayPeriod}`;
/** '7:00 PM EST' */
export const formatZonedTime = (parts: TimeParts): string => `${formatTime(parts)} ${parts.timeZoneName}`;

/** 'The Rickhouse, Louisville' */
const placeOf = ({ venue }: EventFacts): string => `${venue.name}, ${venue.city}`;

/** 'Fri, Dec 11, 7:00 PM EST · The Rickhouse, Louisville'; in another year 'Sat, Jan 2, 2027, 7:00 PM EST · …' */
export function eventLine(event: EventFacts, now = new Date()): string {
  const start = timePartsOf(event.startsAt, event.timeZone);
  const { year } = timePartsOf(now.toISOString(), event.timeZone);
  const day = formatEventDay(start) + (start.year === year ? "" : `, ${start.year}`);
  return `${day}, ${formatZonedTime(start)} · ${placeOf(event)}`;
}
