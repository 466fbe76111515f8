/** Pure rules for check-ins. */
import type { NewCheckIn } from "../../shared/api-tickets.ts";
import { answerToTicket } from "../../shared/tickets/door-answer.ts";
import { parseCode, toStoredCode } from "../../shared/tickets/ticket-code.ts";
import { conflictsOf, CHECK_IN_UNDO_MS, type CheckIn, type Ticket } from "../../shared/tickets/ticket.ts";
import type { TicketChange } from "./change-ticket.ts";

/** A ticket keeps at most this many check-ins, so that its item stays small. */
const MAX_CHECK_INS = 50;

/**
 * Where and by whom a check-in was made. `offsetMs`: how many ms the device's clock was behind the shop's when the
 * check-in was reported.
 */
export type Device = Pick<CheckIn, "door" | "deviceId" | "by"> & { offsetMs: number };

/** What became of a reported check-in. The endpoint `checkIn` in api-tickets.ts explains the values. */
export type CheckInResult = "in" | "undone" | "conflict" | "refused";

/** Without `change`, nothing is written. */
type Decision = { result: CheckInResult; change?: TicketChange };

/** The smallest offset that is stored. A smaller difference can be caused by the network's delay. */
const MIN_STORED_OFFSET_MS = 5_000;

/**
 * Converts a time of the device's clock to the shop's clock. The result is never in the future and never before 1970.
 */
const toShopTime = (iso: string, offsetMs: number, now: Date): string =>
  new Date(Math.max(0, Math.min(Date.parse(iso) + offsetMs, +now))).toISOString();

/**
 * How many ms the device's clock was behind at the scan: as the device has measured it. Without its measurement, the offset at
 * the report is used, which is wrong if the clock was set in between.
 */
const offsetAtScan = ({ clockOffset }: NewCheckIn, { offsetMs }: Device): number => clockOffset ?? offsetMs;

/**
 * By how much later an undo may seem than it was. Without the device's own measurement, the offset includes the time that the
 * request took, and the request with an undo may take longer than the earlier request with the check-in.
 */
const UNDO_SLACK_MS = 10_000;

const isInTime = (at: string, undoneAt: string): boolean =>
  Date.parse(undoneAt) - Date.parse(at) <= CHECK_IN_UNDO_MS + UNDO_SLACK_MS;

/** A scan as it is stored. `generation` is that of the ticket's current code; undefined if the shop has no such ticket. */
export function toCheckIn(
  generation: number | undefined,
  scan: NewCheckIn,
  device: Device,
  now: Date,
): CheckIn {
  const { door, deviceId, by, offsetMs: offsetAtReport } = device;
  const offsetMs = offsetAtScan(scan, device);
  const at = toShopTime(scan.at, offsetMs, now);
  const undoneAt = scan.undoneAt && toShopTime(scan.undoneAt, offsetMs, now);
  const scannedGeneration = scan.code === undefined ? scan.generation : parseCode(scan.code)?.generation;
  return {
    id: scan.id,
    at,
    door,
    deviceId,
    by,
    isOffline: scan.isOffline,
    ...(Math.abs(offsetMs) < MIN_STORED_OFFSET_MS ? {} : { clockOffset: offsetMs }),
    ...(Math.abs(offsetAtReport - offsetMs) < MIN_STORED_OFFSET_MS ? {} : { offsetAtReport }),
    ...(scannedGeneration !== undefined && generation !== undefined && scannedGeneration < generation
      ? { oldCode: true }
      : {}),
    ...(undoneAt !== undefined && isInTime(at, undoneAt) ? { undoneAt } : {}),
  };
}

/** If there are too many check-ins, drops the oldest undone check-ins. Undefined if too many remain. */
function withinLimit(checkIns: readonly CheckIn[]): CheckIn[] | undefined {
  const undoneCheckIns = checkIns.filter(({ undoneAt }) => undoneAt !== undefined);
  const droppedCheckIns = new Set(undoneCheckIns.slice(0, Math.max(0, checkIns.length - MAX_CHECK_INS)));
  const keptCheckIns = checkIns.filter((checkIn) => !droppedCheckIns.has(checkIn));
  return keptCheckIns.length > MAX_CHECK_INS ? undefined : keptCheckIns;
}

const checkInEventOf = ({ id, at, door, undoneAt }: CheckIn, isConflict: boolean) => ({
  type: "TicketCheckedIn" as const,
  checkInId: id,
  at,
  door,
  undone: undoneAt !== undefined,
  conflict: isConflict,
});

/**
 * Adds or undoes a check-in, once for each id. An online device gets a refusal if the ticket is used or void, or if the code
 * was replaced. The check-in of an offline device is stored even then, because the device has already let someone in. No
 * check-in is stored if the ticket has MAX_CHECK_INS that were not undone.
 */
export function decideCheckIn(ticket: Ticket, scan: NewCheckIn, device: Device, now: Date): Decision {
  const storedCheckIn = ticket.checkIns.find(({ id }) => id === scan.id);
  if (storedCheckIn)
    return scan.undoneAt === undefined
      ? { result: resultOf(ticket, storedCheckIn) }
      : undoCheckIn(ticket, storedCheckIn, scan, device, now);
  const checkIn = toCheckIn(ticket.generation, scan, device, now);
  if (!scan.isOffline && checkIn.undoneAt === undefined && !mayEnter(ticket, scan))
    return { result: "refused" };
  const checkIns = withinLimit([...ticket.checkIns, checkIn]);
  if (!checkIns) return { result: "conflict" };
  const nextTicket = { ...ticket, checkIns };
  const isConflict = conflictsOf(nextTicket).length > conflictsOf(ticket).length;
  return {
    result: resultOf(nextTicket, checkIn),
    change: { ticket: nextTicket, events: [checkInEventOf(checkIn, isConflict)] },
  };
}

function mayEnter(ticket: Ticket, { code, generation = ticket.generation }: NewCheckIn): boolean {
  // A guest who was found by short code or name has no scanned code. Then the generation in the device's list is compared.
  // The list may be some seconds old, and still have the former holder.
  const isCurrentCode =
    code === undefined ? generation === ticket.generation : toStoredCode(code) === ticket.code;
  return isCurrentCode && answerToTicket(ticket).answer === "let-in";
}

function resultOf(ticket: Ticket, { undoneAt }: CheckIn): CheckInResult {
  if (undoneAt !== undefined) return "undone";
  return conflictsOf(ticket).length > 0 ? "conflict" : "in";
}

/** Undoes a check-in. Only the device that has let the guest in can do this, and only in time (`isInTime`). */
function undoCheckIn(
  ticket: Ticket,
  storedCheckIn: CheckIn,
  scan: NewCheckIn,
  device: Device,
  now: Date,
): Decision {
  const { undoneAt } = scan;
  if (storedCheckIn.undoneAt !== undefined || undoneAt === undefined) return { result: "undone" };
  const undoneCheckIn = { ...storedCheckIn, undoneAt: toShopTime(undoneAt, offsetAtScan(scan, device), now) };
  if (device.deviceId !== storedCheckIn.deviceId || !isInTime(storedCheckIn.at, undoneCheckIn.undoneAt))
    return { result: resultOf(ticket, storedCheckIn) };
  const checkIns = ticket.checkIns.map((checkIn) => (checkIn === storedCheckIn ? undoneCheckIn : checkIn));
  return {
    result: "undone",
    change: { ticket: { ...ticket, checkIns }, events: [checkInEventOf(undoneCheckIn, false)] },
  };
}
