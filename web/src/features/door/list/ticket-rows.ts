/** The tickets of the event whose list is on this device: the server's rows, with the check-ins that are not confirmed yet. */
import {
  conflictsOf,
  isGuestIn,
  type CheckIn,
  type DoorTicket,
} from "../../../../../shared/tickets/ticket.ts";
import { shopTime } from "./device-clock.ts";
import type { QueuedCheckIn } from "./stored-list.ts";

/** `by`: the user who is signed in on the device; '' if the page does not know the user. */
export type DoorDevice = { deviceId: string; by: string };

/** A queued check-in as the server will store it, with times of the shop's clock. */
function toCheckIn(queuedCheckIn: QueuedCheckIn, device: DoorDevice): CheckIn {
  const { id, door, isOffline, undoneAt, clockOffset } = queuedCheckIn;
  return {
    id,
    at: shopTime(queuedCheckIn),
    door,
    isOffline,
    ...device,
    ...(undoneAt === undefined ? {} : { undoneAt: shopTime({ at: undoneAt, clockOffset }) }),
  };
}

/** The ticket with its queued check-ins. A queued check-in replaces the server's copy of the same check-in. */
const withQueuedCheckIns = (
  ticket: DoorTicket,
  queuedCheckIns: readonly QueuedCheckIn[],
  device: DoorDevice,
): DoorTicket =>
  queuedCheckIns.length === 0
    ? ticket
    : {
        ...ticket,
        checkIns: [
          ...ticket.checkIns.filter(({ id }) => queuedCheckIns.every((checkIn) => checkIn.id !== id)),
          ...queuedCheckIns.map((checkIn) => toCheckIn(checkIn, device)),
        ],
      };

/** A row for a ticket that has queued check-ins, but no row from the server. */
const placeholderRow = (ticketId: string, changedAt: string): DoorTicket => ({
  ticketId,
  name: "",
  holder: "",
  n: 0,
  of: 0,
  generation: 0,
  shortCode: "",
  checkIns: [],
  changedAt,
});

export function createTicketRows(device: DoorDevice) {
  const rows = new Map<string, DoorTicket>();
  const idByShortCode = new Map<string, string>();
  let queuedByTicket = new Map<string, QueuedCheckIn[]>();

  const find = (ticketId: string): DoorTicket | undefined => {
    const queuedCheckIns = queuedByTicket.get(ticketId) ?? [];
    const [firstCheckIn] = queuedCheckIns;
    const row = rows.get(ticketId) ?? (firstCheckIn && placeholderRow(ticketId, shopTime(firstCheckIn)));
    return row && withQueuedCheckIns(row, queuedCheckIns, device);
  };
  /** Whether the shop does not have the ticket: the server sent no row, and answered 'unknown' to each queued check-in. */
  const isUnknownToShop = (ticketId: string): boolean =>
    !rows.has(ticketId) && (queuedByTicket.get(ticketId)?.every((checkIn) => checkIn.isUnknown) ?? false);
  const all = (): DoorTicket[] => {
    const queuedTickets = [...queuedByTicket.keys()].flatMap((id) => find(id) ?? []);
    const otherTickets = [...rows.values()].filter(({ ticketId }) => !queuedByTicket.has(ticketId));
    return queuedTickets.concat(otherTickets);
  };
  return {
    find,
    all,
    /** The server's rows, without the check-ins that are not confirmed yet. */
    serverRows: (): DoorTicket[] => [...rows.values()],
    findByShortCode: (shortCode: string): DoorTicket | undefined => find(idByShortCode.get(shortCode) ?? ""),
    /** Stores the server's rows, except rows that are older than the device's. Returns the rows that were stored. */
    merge(changes: readonly DoorTicket[]): DoorTicket[] {
      const newerTickets = changes.filter(({ ticketId, changedAt }) => {
        const deviceRow = rows.get(ticketId);
        return !deviceRow || deviceRow.changedAt <= changedAt;
      });
      for (const ticket of newerTickets) {
        const previousRow = rows.get(ticket.ticketId);
        if (previousRow) idByShortCode.delete(previousRow.shortCode);
        rows.set(ticket.ticketId, ticket);
        idByShortCode.set(ticket.shortCode, ticket.ticketId);
      }
      return newerTickets;
    },
    /** `queue`: all check-ins that are not confirmed. Check-ins of other events are ignored. */
    setQueue(queue: readonly QueuedCheckIn[], productId: string): void {
      queuedByTicket = new Map();
      for (const checkIn of queue) {
        if (checkIn.productId !== productId) continue;
        const { ticketId } = checkIn;
        queuedByTicket.set(ticketId, [...(queuedByTicket.get(ticketId) ?? []), checkIn]);
      }
    },
    /** Removes the server's rows, and keeps the queue. */
    clear(): void {
      rows.clear();
      idByShortCode.clear();
    },
    /**
     * `total`: the tickets that are not void, and the void tickets whose guest is in. `in`: the tickets whose
     * guest is in. `conflicts`: the tickets with check-ins that an admin has to look at. Tickets that the shop does
     * not have are left out, so that all devices have the same numbers.
     */
    summary(): { counts: { total: number; in: number }; conflicts: DoorTicket[] } {
      const counts = { total: 0, in: 0 };
      const conflicts: DoorTicket[] = [];
      for (const ticket of all()) {
        if (isUnknownToShop(ticket.ticketId)) continue;
        // Most tickets are unused. This quick test saves time, because the summary is made at each scan.
        const isUnused = ticket.checkIns.length === 0;
        const hasEntered = !isUnused && isGuestIn(ticket);
        if (!ticket.void || hasEntered) counts.total++;
        if (hasEntered) counts.in++;
        if (!isUnused && conflictsOf(ticket).length > 0) conflicts.push(ticket);
      }
      return { counts, conflicts };
    },
  };
}
export type TicketRows = ReturnType<typeof createTicketRows>;
