import type { EventFacts } from "../../../../../shared/event-facts.ts";
import { fromLocalTime, isTimeZone, toLocalTime } from "../../../../../shared/local-time.ts";
import { timeZone as shopTimeZone } from "../../../../../shared/site/address-and-hours.ts";

const VENUE_FIELDS = ["name", "street", "city", "state", "zip"] as const;
export type VenueField = (typeof VENUE_FIELDS)[number];
export const TIME_FIELDS = ["startsAt", "endsAt", "doorsAt", "salesEndAt"] as const;
export type TimeField = (typeof TIME_FIELDS)[number];

/** The event of a ticket as the form shows it. Times are what the clocks of `timeZone` show: '2026-12-11T19:00'. */
export type EventDraft = Record<TimeField, string> & {
  title: string;
  timeZone: string;
  venue: Record<VenueField, string>;
};

export const emptyEvent = (): EventDraft => ({
  ...{ title: "", startsAt: "", endsAt: "", doorsAt: "", salesEndAt: "" },
  timeZone: shopTimeZone,
  venue: { name: "", street: "", city: "", state: "", zip: "" },
});

export function toEventDraft(event: EventFacts | undefined): EventDraft {
  if (!event) return emptyEvent();
  const { title = "", timeZone, venue } = event;
  const local = (iso: string | undefined) => (iso && isTimeZone(timeZone) ? toLocalTime(iso, timeZone) : "");
  const times = TIME_FIELDS.map((field) => [field, local(event[field])] as const);
  return {
    title,
    timeZone,
    venue: { ...venue },
    ...(Object.fromEntries(times) as Record<TimeField, string>),
  };
}

/** Whether nothing was entered. */
export const isEmptyEvent = (event: EventDraft): boolean =>
  JSON.stringify({ ...event, timeZone: "" }) === JSON.stringify({ ...emptyEvent(), timeZone: "" });

/** The event of the request. A time that cannot be read is left out; a time that the clocks show twice is the earlier. */
export function toEventInput({ title, timeZone, venue, ...texts }: EventDraft) {
  const zone = timeZone.trim();
  // With a wrong zone only the zone is reported, not the times.
  const clocks = isTimeZone(zone) ? zone : shopTimeZone;
  const times = TIME_FIELDS.flatMap((field) => {
    const [time] = fromLocalTime(texts[field], clocks) ?? [];
    return time === undefined ? [] : [[field, time] as const];
  });
  return {
    ...(title.trim() ? { title: title.trim() } : {}),
    ...Object.fromEntries(times),
    timeZone: zone,
    venue: Object.fromEntries(VENUE_FIELDS.map((field) => [field, venue[field].trim()])),
  };
}

/** How often the clocks of the draft's zone show a time: 0 for a time that they skip, 2 when they are put back. */
export const timesShown = ({ timeZone, ...event }: EventDraft, field: TimeField): number | undefined =>
  isTimeZone(timeZone.trim()) ? fromLocalTime(event[field], timeZone.trim())?.length : undefined;

/** The messages for times that the clocks skip, by field of the form ('event.startsAt'). */
export const skippedTimes = (event: EventDraft): Record<string, string> =>
  Object.fromEntries(
    TIME_FIELDS.filter((field) => timesShown(event, field) === 0).map((field) => [
      `event.${field}`,
      "The clocks skip this time on that day",
    ]),
  );
