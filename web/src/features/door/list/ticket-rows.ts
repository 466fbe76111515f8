/** The tickets of a device's event: the server's rows, with the check-ins that the device has not sent yet. */
import { conflictsOf, isIn, type CheckIn, type DoorTicket } from "../../../../../shared/tickets/ticket.ts";
import { shopTime } from "./device-clock.ts";
import type { QueuedCheckIn } from "./stored-list.ts";

/** The device, and the user who is signed in on it. */
export type DoorDevice = { deviceId: string; by: string };

/** The check-in with times of the shop's clock, as the server will store it. */
function toCheckIn(queued: QueuedCheckIn, device: DoorDevice): CheckIn {
  const { id, door, isOffline, undoneAt, clockOffset } = queued;
  return {
    ...{ id, at: shopTime(queued), door, isOffline, ...device },
    ...(undoneAt === undefined ? {} : { undoneAt: shopTime({ at: undoneAt, clockOffset }) }),
  };
}

/** The ticket with the device's own check-ins. An own check-in replaces the server's copy of the same check-in. */
const withQueued = (ticket: DoorTicket, queued: readonly QueuedCheckIn[], device: DoorDevice): DoorTicket =>
  queued.length === 0
    ? ticket
    : {
        ...ticket,
        checkIns: [
          ...ticket.checkIns.filter(({ id }) => queued.every((own) => own.id !== id)),
          ...queued.map((own) => toCheckIn(own, device)),
        ],
      };

/** A row for a ticket that the device accepted by its signature before it got the ticket's row. */
const rowOfUnknown = (ticketId: string, changedAt: string): DoorTicket => ({
  ...{ ticketId, name: "", holder: "", n: 0, of: 0, generation: 0, shortCode: "", checkIns: [] },
  changedAt,
});

export function createTicketRows(device: DoorDevice) {
  const rows = new Map<string, DoorTicket>();
  const byShortCode = new Map<string, string>();
  let queued = new Map<string, QueuedCheckIn[]>();

  const find = (ticketId: string): DoorTicket | undefined => {
    const own = queued.get(ticketId) ?? [];
    const [first] = own;
    const row = rows.get(ticketId) ?? (first && rowOfUnknown(ticketId, shopTime(first)));
    return row && withQueued(row, own, device);
  };
  const isUnknown = (ticketId: string): boolean =>
    !rows.has(ticketId) && (queued.get(ticketId)?.every((own) => own.isUnknown) ?? false);
  const all = (): DoorTicket[] => {
    const own = [...queued.keys()].flatMap((id) => find(id) ?? []);
    return own.concat([...rows.values()].filter(({ ticketId }) => !queued.has(ticketId)));
  };
  return {
    find,
    all,
    /** The server's rows, without the check-ins that are not sent yet. */
    ofShop: (): DoorTicket[] => [...rows.values()],
    findByShortCode: (shortCode: string): DoorTicket | undefined => find(byShortCode.get(shortCode) ?? ""),
    /** Merges the server's rows, except rows that are older than the device's. Returns the merged rows. */
    merge(changes: readonly DoorTicket[]): DoorTicket[] {
      const taken = changes.filter(({ ticketId, changedAt }) => {
        const known = rows.get(ticketId);
        return !known || known.changedAt <= changedAt;
      });
      for (const ticket of taken) {
        const before = rows.get(ticket.ticketId);
        if (before) byShortCode.delete(before.shortCode);
        rows.set(ticket.ticketId, ticket);
        byShortCode.set(ticket.shortCode, ticket.ticketId);
      }
      return taken;
    },
    /** `queue`: all check-ins that are not confirmed; those of other events are ignored. */
    setQueue(queue: readonly QueuedCheckIn[], productId: string): void {
      queued = new Map();
      for (const own of queue)
        if (own.productId === productId) queued.set(own.ticketId, [...(queued.get(own.ticketId) ?? []), own]);
    },
    clear(): void {
      rows.clear();
      byShortCode.clear();
    },
    /**
     * `total`: tickets that are not void or whose guest is in; `in`: those whose guest is in. Tickets that the shop does
     * not have are not counted, so that all devices have the same numbers.
     */
    summary(): { counts: { total: number; in: number }; conflicts: DoorTicket[] } {
      const counts = { total: 0, in: 0 };
      const conflicts: DoorTicket[] = [];
      for (const ticket of all()) {
        if (isUnknown(ticket.ticketId)) continue;
        // A faster test for most tickets, because this runs at each scan.
        const isUnused = ticket.checkIns.length === 0;
        const hasEntered = !isUnused && isIn(ticket);
        if (!ticket.void || hasEntered) counts.total++;
        if (hasEntered) counts.in++;
        if (!isUnused && conflictsOf(ticket).length > 0) conflicts.push(ticket);
      }
      return { counts, conflicts };
    },
  };
}
export type TicketRows = ReturnType<typeof createTicketRows>;
