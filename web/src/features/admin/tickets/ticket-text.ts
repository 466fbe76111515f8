import type { AdminTicket } from "../../../../../shared/api-tickets.ts";
import { isEventOver, type EventFacts } from "../../../../../shared/event-facts.ts";
import { activeCheckIns, conflictsOf, type CheckIn } from "../../../../../shared/tickets/ticket.ts";
import { formatShortCode } from "../../../../../shared/tickets/ticket-code.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { countText } from "../count-text.ts";
import type { BadgeContent } from "../state-badge.tsx";

const VOID_TEXTS = {
  refunded: "Void: refunded",
  cancelled: "Void: order cancelled",
  "by-admin": "Void: by an admin",
} as const satisfies Record<NonNullable<AdminTicket["void"]>["why"], string>;

export function ticketBadge(ticket: Pick<AdminTicket, "state" | "void">): BadgeContent {
  if (ticket.void) return { text: VOID_TEXTS[ticket.void.why], tone: "danger", icon: "close" };
  return ticket.state === "used"
    ? { text: "In", tone: "ok", icon: "check-circle" }
    : { text: "Valid", tone: "neutral", icon: "ticket" };
}

/** 'Front door, Dec 11, 2026 19:42 EST, by eve@example.com, without a network' */
export const checkInText = ({ at, door, by, isOffline, oldCode }: CheckIn): string =>
  [
    door,
    formatShopTime(at),
    `by ${by}`,
    ...(isOffline ? ["without a network"] : []),
    ...(oldCode ? ["with the old code of a ticket that was sent to somebody else"] : []),
  ].join(", ");

/** When and where the holder was let in; undefined for an unused ticket. */
export function firstCheckInText(ticket: Pick<AdminTicket, "checkIns">): string | undefined {
  const [firstCheckIn] = activeCheckIns(ticket);
  return firstCheckIn && `${firstCheckIn.door}, ${formatShopTime(firstCheckIn.at)}`;
}

/** The scans with which someone was let in, if the ticket has conflicts; empty without conflicts. */
export const conflictingScans = (ticket: Pick<AdminTicket, "void" | "checkIns">): CheckIn[] =>
  conflictsOf(ticket).length > 0 ? activeCheckIns(ticket) : [];

/** The reason why an admin has to look at a ticket with conflicts. */
export function conflictTitle(ticket: Pick<AdminTicket, "void" | "checkIns">): string {
  const { length: checkInCount } = activeCheckIns(ticket);
  if (checkInCount > 1) return `Scanned ${checkInCount} times: the earliest scan counts`;
  return ticket.void
    ? "Someone was let in with a void ticket"
    : "Someone was let in with the old code of a ticket that was sent to somebody else";
}

/**
 * Whether the holder gets a mail when the ticket becomes void. A buyer who has not sent the ticket to anybody gets none, and
 * nobody gets one after the event. `event`: the current facts of the ticket's event, because the ticket may still have an earlier
 * date. `generation`: how often the ticket was sent to somebody else.
 */
export const isToldOfVoid = (ticket: AdminTicket, event: EventFacts, nowMs: number): boolean =>
  ticket.email !== undefined &&
  (ticket.generation > 0 || ticket.complimentary !== undefined) &&
  !isEventOver({ event }, nowMs);

/** The text of the toast after the holders of a changed event were mailed: for `mailedCount` of `ticketCount` tickets. */
export function mailResultText({ mailedCount, ticketCount }: { mailedCount: number; ticketCount: number }): {
  text: string;
  isComplete: boolean;
} {
  const isComplete = mailedCount >= ticketCount;
  if (isComplete) return { isComplete, text: `A mail went out for ${countText(mailedCount, "ticket")}` };
  const missedTickets = countText(ticketCount - mailedCount, "ticket");
  return { isComplete, text: `No mail went out for ${missedTickets}: the address takes no mail` };
}

/** 'Ticket 2 of 3 (Barrel Tasting, code K7QM-3FXD) of Ada Lovelace' */
export const ticketName = ({ n, of, name, shortCode, holder }: AdminTicket): string =>
  `Ticket ${n} of ${of} (${name}, code ${formatShortCode(shortCode)})${holder === "" ? "" : ` of ${holder}`}`;
