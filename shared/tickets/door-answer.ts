/** Pure: whether a door lets somebody in with a code. The device and the server use the same rules. */
import { offsetMs } from "../dates.ts";
import type { EventFacts } from "../event-facts.ts";
import { startOfDay } from "../shop-day.ts";
import { activeCheckIns, type CheckIn, type DoorTicket, type VoidReason } from "./ticket.ts";
import type { CodeCheck, CodeContent } from "./ticket-code.ts";

/** An event that a device knows. `hash`: the `eventHash` by which codes name the event. */
export type HashedEvent = { productId: string; hash: string; title: string; startsAt: string };

export type Refusal =
  /**
   * As in `CodeCheck`; unknown: not on the list; moved: the code of a former holder; pick-up: the code of an order to pick up.
   */
  | { why: "unreadable" | "forged" | "unknown-key" | "key-expired" | "unknown" | "moved" | "pick-up" }
  /** The link of a page with several tickets. */
  | { why: "several" }
  /** The event's guests are let in only from `from` (ms) on. */
  | { why: "another-day"; from: number }
  | { why: "void"; reason: VoidReason; at: string }
  /** `event`: the other event, if the device knows it. */
  | { why: "another-event"; event?: HashedEvent };

/**
 * `ticket` of 'let-in': undefined if the list does not have it yet. `content`: of the scanned code. `first`: the check-in that
 * counts.
 */
export type DoorAnswer =
  | { answer: "let-in"; ticket: DoorTicket | undefined; content?: CodeContent }
  | { answer: "already-in"; ticket: DoorTicket; first: CheckIn }
  | ({ answer: "not-valid"; ticket?: DoorTicket } & Refusal);

/**
 * The answer to a ticket on the list. `generation`: the one in the scanned code; absent if a person typed the short code or
 * chose a name. The answer to a former holder's code contains no ticket, because the ticket names the present holder.
 */
export function answerToTicket(ticket: DoorTicket, generation = ticket.generation): DoorAnswer {
  const isMoved = generation !== ticket.generation;
  const { void: voidDetails } = ticket;
  if (voidDetails) {
    const { why: reason, at } = voidDetails;
    return { answer: "not-valid", why: "void", reason, at, ...(isMoved ? {} : { ticket }) };
  }
  if (isMoved) return { answer: "not-valid", why: "moved" };
  const [firstCheckIn] = activeCheckIns(ticket);
  return firstCheckIn ? { answer: "already-in", ticket, first: firstCheckIn } : { answer: "let-in", ticket };
}

type DoorList = {
  event: HashedEvent;
  /** The other events that the device knows. */
  otherEvents: readonly HashedEvent[];
  ticketOf: (ticketId: string) => DoorTicket | undefined;
  /** The list has every change up to this time, in ms since 1970. */
  completeUntil: number;
};

/** The longest time between making a ticket's code and storing the ticket. */
const STORING_MS = 60_000;

/**
 * The answer for a scanned code. A ticket that was issued after the list was loaded is accepted, because its signature
 * is valid.
 */
export function answerToCode(check: CodeCheck, doorList: DoorList): DoorAnswer {
  if (!check.ok) return { answer: "not-valid", why: check.why };
  const { content } = check;
  if (content.kind === "order") return { answer: "not-valid", why: "pick-up" };
  if (content.event !== doorList.event.hash) {
    const event = doorList.otherEvents.find(({ hash }) => hash === content.event);
    return { answer: "not-valid", why: "another-event", ...(event && { event }) };
  }
  const ticket = doorList.ticketOf(content.id);
  const mayBeNewerThanList = content.issuedAt * 1000 > doorList.completeUntil - STORING_MS;
  if (!ticket)
    return mayBeNewerThanList
      ? { answer: "let-in", ticket: undefined, content }
      : { answer: "not-valid", why: "unknown" };
  // A code of a higher generation is newer than the list, so the code is accepted.
  const answer = answerToTicket(ticket, Math.min(content.generation, ticket.generation));
  return answer.answer === "let-in" ? { ...answer, content } : answer;
}

/** Guests are let in at least this long (6 hours) before the doors open, even if that is on the day before. */
const MIN_EARLY_MS = 21_600_000;

/** When the day of a time begins in a zone, in ms; in UTC if an older browser does not know the zone. */
function startOfLocalDay(timeMs: number, timeZone: string): number {
  try {
    return startOfDay(new Date(timeMs + offsetMs(timeMs, timeZone)).toISOString().slice(0, 10), timeZone);
  } catch {
    return startOfDay(new Date(timeMs).toISOString().slice(0, 10), "UTC");
  }
}

/**
 * From when guests are let in (ms): from the start of the day on which the doors open, in the event's time zone, or from six
 * hours before the doors open if that is earlier.
 */
export function letInFromMs({ startsAt, doorsAt = startsAt, timeZone }: EventFacts): number {
  const doorsMs = Date.parse(doorsAt);
  return Math.min(startOfLocalDay(doorsMs, timeZone), doorsMs - MIN_EARLY_MS);
}

/** The answer at `now` (ms): 'another-day' instead of 'let-in' before `letInFromMs`. */
export function refuseBeforeLetIn(answer: DoorAnswer, event: EventFacts, now: number): DoorAnswer {
  const from = letInFromMs(event);
  if (answer.answer !== "let-in" || now >= from) return answer;
  const { ticket } = answer;
  return { answer: "not-valid", why: "another-day", from, ...(ticket && { ticket }) };
}
