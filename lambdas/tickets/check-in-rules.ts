/** Pure rules for check-ins. */
import type { NewCheckIn } from "../../shared/api-tickets.ts";
import { answerToTicket } from "../../shared/tickets/door-answer.ts";
import { readCode, toStoredCode } from "../../shared/tickets/ticket-code.ts";
import { conflictsOf, type CheckIn, type Ticket } from "../../shared/tickets/ticket.ts";
import type { TicketChange } from "./change-ticket.ts";

/** A ticket keeps at most this many check-ins, so that its item stays small. */
const MAX_KEPT = 50;

/** Where and by whom a check-in was made. `offset`: how many ms the device's clock was behind the shop's at the report. */
export type Device = Pick<CheckIn, "door" | "deviceId" | "by"> & { offset: number };

export type CheckInResult = "in" | "undone" | "conflict" | "refused";

/** Without `change`, nothing is written. */
type Decision = { result: CheckInResult; change?: TicketChange };

/** A smaller difference may come from the way of the request through the network. */
const LEAST_NOTED_MS = 5_000;

/** A time of the device by the shop's clock; never in the future, and never before 1970. */
const corrected = (iso: string, offset: number, now: Date): string =>
  new Date(Math.max(0, Math.min(Date.parse(iso) + offset, +now))).toISOString();

/** How many ms the device's clock was behind at the scan. A clock that was set since has another offset at the report. */
const offsetAt = ({ clockOffset }: NewCheckIn, { offset }: Device): number => clockOffset ?? offset;

/** A scan as it is stored. `generation`: of the ticket's present code; undefined if the shop has no such ticket. */
export function toCheckIn(
  generation: number | undefined,
  scan: NewCheckIn,
  device: Device,
  now: Date,
): CheckIn {
  const { door, deviceId, by, offset: offsetAtReport } = device;
  const offset = offsetAt(scan, device);
  const scanned = readCode(scan.code ?? "")?.generation;
  return {
    ...{ id: scan.id, at: corrected(scan.at, offset, now), door, deviceId, by, isOffline: scan.isOffline },
    ...(Math.abs(offset) < LEAST_NOTED_MS ? {} : { clockOffset: offset }),
    ...(Math.abs(offsetAtReport - offset) < LEAST_NOTED_MS ? {} : { offsetAtReport }),
    ...(scanned !== undefined && generation !== undefined && scanned < generation ? { oldCode: true } : {}),
    ...(scan.undoneAt === undefined ? {} : { undoneAt: corrected(scan.undoneAt, offset, now) }),
  };
}

/** The check-ins without the oldest undone ones if there are too many; undefined if too many are left. */
function withinLimit(checkIns: readonly CheckIn[]): CheckIn[] | undefined {
  const undone = checkIns.filter(({ undoneAt }) => undoneAt !== undefined);
  const dropped = new Set(undone.slice(0, Math.max(0, checkIns.length - MAX_KEPT)));
  const kept = checkIns.filter((checkIn) => !dropped.has(checkIn));
  return kept.length > MAX_KEPT ? undefined : kept;
}

const eventOf = ({ id, at, door, undoneAt }: CheckIn, conflict: boolean) => ({
  type: "TicketCheckedIn" as const,
  ...{ checkInId: id, at, door, undone: undoneAt !== undefined, conflict },
});

/**
 * Adds or undoes a check-in, once for each id. A device that is online is refused if the ticket is used or void, or if the
 * code is not the present one. A device that had no network has let someone in, so its check-in is kept.
 */
export function decideCheckIn(ticket: Ticket, scan: NewCheckIn, device: Device, now: Date): Decision {
  const known = ticket.checkIns.find(({ id }) => id === scan.id);
  if (known)
    return scan.undoneAt === undefined
      ? { result: resultOf(ticket, known) }
      : undo(ticket, known, scan, device, now);
  if (!scan.isOffline && scan.undoneAt === undefined && !mayEnter(ticket, scan)) return { result: "refused" };
  const checkIn = toCheckIn(ticket.generation, scan, device, now);
  const checkIns = withinLimit([...ticket.checkIns, checkIn]);
  if (!checkIns) return { result: "conflict" };
  const next = { ...ticket, checkIns };
  const conflict = conflictsOf(next).length > conflictsOf(ticket).length;
  return { result: resultOf(next, checkIn), change: { ticket: next, events: [eventOf(checkIn, conflict)] } };
}

function mayEnter(ticket: Ticket, { code }: NewCheckIn): boolean {
  const isPresent = code === undefined || toStoredCode(code) === ticket.code;
  return isPresent && answerToTicket(ticket).answer === "let-in";
}

function resultOf(ticket: Ticket, { undoneAt }: CheckIn): CheckInResult {
  if (undoneAt !== undefined) return "undone";
  return conflictsOf(ticket).length > 0 ? "conflict" : "in";
}

function undo(ticket: Ticket, known: CheckIn, scan: NewCheckIn, device: Device, now: Date): Decision {
  const { undoneAt } = scan;
  if (known.undoneAt !== undefined || undoneAt === undefined) return { result: "undone" };
  const undone = { ...known, undoneAt: corrected(undoneAt, offsetAt(scan, device), now) };
  const checkIns = ticket.checkIns.map((checkIn) => (checkIn === known ? undone : checkIn));
  return { result: "undone", change: { ticket: { ...ticket, checkIns }, events: [eventOf(undone, false)] } };
}
