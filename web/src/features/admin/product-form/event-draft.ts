import type { EventFacts } from "../../../../../shared/event-facts.ts";
import { haveSalesEnded, isEventOver } from "../../../../../shared/event-facts.ts";
import { fromLocalTime, isTimeZone, toLocalTime } from "../../../../../shared/local-time.ts";
import { timeZone as shopTimeZone } from "../../../../../shared/site/address-and-hours.ts";

const VENUE_FIELDS = ["name", "street", "city", "state", "zip"] as const;
export type VenueField = (typeof VENUE_FIELDS)[number];
export const TIME_FIELDS = ["startsAt", "endsAt", "doorsAt", "salesEndAt"] as const;
export type TimeField = (typeof TIME_FIELDS)[number];

/**
 * The event of a ticket as the form shows it. Times are local times of `timeZone`: '2026-12-11T19:00'. `storedTimes`: the exact
 * times (ISO 8601) of the stored event, because a local time can be ambiguous when the clocks change.
 */
export type EventDraft = Record<TimeField, string> & {
  title: string;
  timeZone: string;
  venue: Record<VenueField, string>;
  storedTimes: Partial<Record<TimeField, string>>;
};

export const createEmptyEvent = (): EventDraft => ({
  title: "",
  startsAt: "",
  endsAt: "",
  doorsAt: "",
  salesEndAt: "",
  timeZone: shopTimeZone,
  venue: { name: "", street: "", city: "", state: "", zip: "" },
  storedTimes: {},
});

/** The draft of a stored event; an empty draft without an event. */
export function toEventDraft(event: EventFacts | undefined): EventDraft {
  if (!event) return createEmptyEvent();
  const { title = "", timeZone, venue } = event;
  const localTime = (iso: string | undefined) =>
    iso && isTimeZone(timeZone) ? toLocalTime(iso, timeZone) : "";
  const localTimes = TIME_FIELDS.map((field) => [field, localTime(event[field])] as const);
  const storedEntries = TIME_FIELDS.flatMap((field) =>
    event[field] ? [[field, event[field]] as const] : [],
  );
  return {
    storedTimes: Object.fromEntries(storedEntries),
    title,
    timeZone,
    venue: { ...venue },
    ...(Object.fromEntries(localTimes) as Record<TimeField, string>),
  };
}

/** Whether the form for the event is empty. The time zone does not count, because an empty form has the shop's time zone. */
export const isEmptyEvent = ({ title, venue, ...event }: EventDraft): boolean =>
  [title, ...Object.values(venue), ...TIME_FIELDS.map((field) => event[field])].every((text) => text === "");

/**
 * The time (ISO 8601) of a field: the stored time if the field was not edited, or else the time of the typed local time. If the
 * clocks show the local time twice, the earlier time. Undefined for an invalid time.
 */
function timeOf({ storedTimes, ...texts }: EventDraft, field: TimeField, zone: string): string | undefined {
  const [typedTime, storedTime] = [texts[field], storedTimes[field]];
  return storedTime !== undefined && toLocalTime(storedTime, zone) === typedTime
    ? storedTime
    : fromLocalTime(typedTime, zone)?.[0];
}

/** The event of the request. A time that cannot be read is left out. */
export function toEventInput(draft: EventDraft) {
  const { title, timeZone, venue } = draft;
  const zone = timeZone.trim();
  // The times are read in a valid zone, so that a wrong zone is reported only for the zone's field.
  const validZone = isTimeZone(zone) ? zone : shopTimeZone;
  const times = TIME_FIELDS.flatMap((field) => {
    const time = timeOf(draft, field, validZone);
    return time === undefined ? [] : [[field, time] as const];
  });
  return {
    ...(title.trim() ? { title: title.trim() } : {}),
    ...Object.fromEntries(times),
    timeZone: zone,
    venue: Object.fromEntries(VENUE_FIELDS.map((field) => [field, venue[field].trim()])),
  };
}

/**
 * The times (ISO 8601) at which the clocks in the draft's zone show a field's local time: no time if the clocks skip the local
 * time, two times if the clocks show it twice. Undefined for an invalid zone or time.
 */
const timesOfLocalTime = ({ timeZone, ...event }: EventDraft, field: TimeField): string[] | undefined =>
  isTimeZone(timeZone.trim()) ? fromLocalTime(event[field], timeZone.trim()) : undefined;

/** Which of two times the draft has, if the clocks show a field's local time twice; otherwise undefined. */
export function whichRepeatedTime(draft: EventDraft, field: TimeField): "earlier" | "later" | undefined {
  const [, laterTime] = timesOfLocalTime(draft, field) ?? [];
  if (laterTime === undefined) return undefined;
  return (timeOf(draft, field, draft.timeZone.trim()) ?? "") < laterTime ? "earlier" : "later";
}

/** The messages for times that the clocks skip, by field of the form ('event.startsAt'). */
export const skippedTimeMessages = (event: EventDraft): Record<string, string> =>
  Object.fromEntries(
    TIME_FIELDS.filter((field) => timesOfLocalTime(event, field)?.length === 0).map((field) => [
      `event.${field}`,
      "The clocks skip this time on that day",
    ]),
  );

/** A warning at `nowMs` if the event is over, or if its sales have ended. The event can still be saved. */
export function pastEventWarning(draft: EventDraft, nowMs: number): string | undefined {
  // The cast is safe: `isEventOver` and `haveSalesEnded` treat a missing time like a time in the future.
  const product = { event: toEventInput(draft) as EventFacts };
  if (isEventOver(product, nowMs)) return "This event is over: the product will not be in the store.";
  return haveSalesEnded(product, nowMs)
    ? "The sales have ended: the store shows the event, but nobody can buy a ticket."
    : undefined;
}
