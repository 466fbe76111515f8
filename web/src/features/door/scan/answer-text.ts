/** The texts of an answer at the door. */
import type { DoorAnswer } from "../../../../../shared/tickets/door-answer.ts";
import { formatEventDay, timePartsOf, formatTime } from "../../../../../shared/event-text.ts";
import {
  activeCheckIns,
  type CheckIn,
  type DoorTicket,
  type VoidReason,
} from "../../../../../shared/tickets/ticket.ts";

export type AnswerTone = "in" | "again" | "refused";
/** `who`: the name of the ticket's holder; '' if it is not known. */
export type AnswerText = { tone: AnswerTone; title: string; who: string; lines: string[] };

/** The event at this door. `timeZone`: the IANA name of the venue's time zone. */
export type CurrentEvent = { title: string; startsAt: string; timeZone: string };

const TITLES = {
  in: "Let in",
  again: "Already in",
  refused: "Not valid",
} as const satisfies Record<AnswerTone, string>;

const VOID_REASONS: Record<VoidReason, string> = {
  refunded: "This ticket was refunded",
  cancelled: "The order was cancelled",
  "by-admin": "The team has taken this ticket back",
};

const timeAt = (iso: string, { timeZone }: CurrentEvent): string => formatTime(timePartsOf(iso, timeZone));
const dayAt = (iso: string, timeZone: string): string => formatEventDay(timePartsOf(iso, timeZone));

/** Whether a time is on another day at the venue than `now` (ms). An event may last several days. */
const isOtherDay = (iso: string, { timeZone }: CurrentEvent, now: number): boolean =>
  dayAt(iso, timeZone) !== dayAt(new Date(now).toISOString(), timeZone);

/** '7:42 PM', or 'Fri, Dec 11, 7:42 PM' on another day. */
const timeOrDayAt = (iso: string, event: CurrentEvent, now: number): string =>
  isOtherDay(iso, event, now) ? `${dayAt(iso, event.timeZone)}, ${timeAt(iso, event)}` : timeAt(iso, event);

/** 'Barrel Tasting (VIP)', 'Ticket 2 of 3' */
export const ticketLines = ({ name, n, of }: DoorTicket): string[] => [
  ...(name ? [name] : []),
  ...(n > 0 ? [`Ticket ${n} of ${of}`] : []),
];

/** 'at 7:42 PM', or 'on Fri, Dec 11, 7:42 PM' on another day. */
const atTimeOrOnDay = (iso: string, event: CurrentEvent, now: number): string =>
  `${isOtherDay(iso, event, now) ? "on" : "at"} ${timeOrDayAt(iso, event, now)}`;

/** '7:42 PM at Front door' */
export const checkInText = (
  { at, door }: Pick<CheckIn, "at" | "door">,
  event: CurrentEvent,
  now: number,
): string => `${timeOrDayAt(at, event, now)} at ${door}`;

/** 'Handed over at 7:42 PM by eve@example.com' */
export function handedOverText(
  { at, by }: { at?: string | undefined; by?: string | undefined },
  event: CurrentEvent,
  now: number,
): string {
  return `Handed over${at ? ` ${atTimeOrOnDay(at, event, now)}` : ""}${by ? ` by ${by}` : ""}`;
}

/** The reasons why somebody has to look at the ticket's check-ins; none without a conflict. */
export function conflictReasons(
  ticket: Pick<DoorTicket, "void" | "checkIns">,
  event: CurrentEvent,
  now: number,
): string[] {
  const checkIns = activeCheckIns(ticket);
  const { void: voidDetails } = ticket;
  return [
    ...(voidDetails && checkIns.some(({ at }) => at >= voidDetails.at)
      ? [
          "Let in with a void ticket",
          `${VOID_REASONS[voidDetails.why]} ${atTimeOrOnDay(voidDetails.at, event, now)}`,
        ]
      : []),
    ...(checkIns.length > 1 ? ["Let in more than once with the same ticket"] : []),
    ...(checkIns.some(({ oldCode }) => oldCode)
      ? ["Let in with the old code of a ticket that was sent to somebody else"]
      : []),
  ];
}

type NotValid = Extract<DoorAnswer, { answer: "not-valid" }>;

function reasonLines(answer: NotValid, currentEvent: CurrentEvent): string[] {
  switch (answer.why) {
    case "void":
      return [
        VOID_REASONS[answer.reason],
        `at ${timeAt(answer.at, currentEvent)}, ${dayAt(answer.at, currentEvent.timeZone)}`,
      ];
    case "moved":
      return ["This ticket was sent to somebody else", "Only the new code is valid"];
    case "another-event": {
      const { event } = answer;
      if (!event) return ["This ticket is for another event"];
      const { timeZone } = currentEvent;
      const day = dayAt(event.startsAt, timeZone);
      if (event.title !== currentEvent.title)
        return ["This ticket is for another event", `${event.title}, ${day}`];
      return day === dayAt(currentEvent.startsAt, timeZone)
        ? ["This ticket is for another time", `${day}, ${timeAt(event.startsAt, currentEvent)}`]
        : ["This ticket is for another day", day];
    }
    case "another-day":
      return [
        "This ticket is for another day",
        `${dayAt(currentEvent.startsAt, currentEvent.timeZone)}, ${timeAt(currentEvent.startsAt, currentEvent)}`,
      ];
    case "several":
      return ["This link has several tickets", "Open it, and scan one code after the other"];
    case "unknown-key":
      return ["This code cannot be checked yet", "Type the short code below it"];
    case "forged":
      return ["The shop has not made this code"];
    case "key-expired":
      return ["This code is withdrawn", "The guest can ask for a new email"];
    case "unknown":
      return ["This ticket is not on the list"];
    case "pick-up":
      return ["This code is for picking up an order"];
    case "unreadable":
      return ["This is not a ticket of this shop"];
    default:
      return answer satisfies never;
  }
}

/** The texts for an answer at the door of `currentEvent`. `now`: in ms. */
export function answerText(answer: DoorAnswer, currentEvent: CurrentEvent, now: number): AnswerText {
  switch (answer.answer) {
    case "let-in": {
      const { ticket } = answer;
      if (!ticket) return { tone: "in", title: TITLES.in, who: "", lines: ["Bought just now: no name yet"] };
      return { tone: "in", title: TITLES.in, who: ticket.holder, lines: ticketLines(ticket) };
    }
    case "already-in":
      return {
        tone: "again",
        title: TITLES.again,
        who: answer.ticket.holder,
        lines: [checkInText(answer.first, currentEvent, now), ...ticketLines(answer.ticket)],
      };
    case "not-valid":
      return {
        tone: "refused",
        title: TITLES.refused,
        who: answer.ticket?.holder ?? "",
        lines: reasonLines(answer, currentEvent),
      };
    default:
      return answer satisfies never;
  }
}
