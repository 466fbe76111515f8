/** The endpoints of shared/api-tickets.ts for tickets at doors, in memory. Several devices can use one fake shop. */
import { ApiError } from "../../web/src/api-error.ts";
import type { DoorServer } from "../../web/src/features/door/list/door-call.ts";
import type { DoorStorage, StoredDoorData } from "../../web/src/features/door/list/stored-list.ts";
import { parseCode } from "../../shared/tickets/ticket-code.ts";
import { activeCheckIns, type CheckIn, type DoorTicket } from "../../shared/tickets/ticket.ts";
import { HOLDERS, sampleEvent, type SampleTickets } from "./door-samples.ts";

/** How the shop reacts to calls. A number is the status of its error. */
export type ShopMode = "answers" | "no-network" | "loses-answer" | 401 | 403 | 404;

export function createFakeShop(sample: SampleTickets, now: () => number) {
  const ticketsById = new Map(sample.tickets.map((ticket) => [ticket.ticketId, ticket]));
  const receivedIds: string[] = [];
  let changeCount = 0;
  let mode: ShopMode = "answers";
  const changeTicket = (ticketId: string, changes: Partial<DoorTicket>): DoorTicket => {
    const ticket = ticketsById.get(ticketId);
    if (!ticket) throw new Error(`No ticket ${ticketId}`);
    const changedTicket = { ...ticket, ...changes, changedAt: new Date(now() + changeCount++).toISOString() };
    ticketsById.set(ticketId, changedTicket);
    return changedTicket;
  };
  async function respond<T>(work: () => T): Promise<T> {
    await Promise.resolve();
    if (typeof mode === "number") throw new ApiError(mode, "No");
    if (mode === "no-network") throw new ApiError(0, "No network");
    const result = work();
    if (mode === "loses-answer") throw new ApiError(504, "No answer in time");
    return result;
  }
  const event = sampleEvent("prd_tasting", "Barrel Tasting", now());
  const checkIn: DoorServer["checkIn"] = ({ body }) =>
    respond(() => ({
      now: new Date(now()).toISOString(),
      results: body.checkIns.map((sentCheckIn) => {
        receivedIds.push(sentCheckIn.id);
        const { id, ticketId, isOffline, undoneAt, clockOffset = 0 } = sentCheckIn;
        const at = new Date(Date.parse(sentCheckIn.at) + clockOffset).toISOString();
        const ticket = ticketsById.get(ticketId);
        if (!ticket) return { id, result: "unknown" as const };
        const otherCheckIns = ticket.checkIns.filter((checkIn) => checkIn.id !== id);
        const isRepeated = otherCheckIns.length < ticket.checkIns.length;
        const isGuestIn = activeCheckIns({ checkIns: otherCheckIns }).length > 0;
        const generation =
          sentCheckIn.code === undefined ? sentCheckIn.generation : parseCode(sentCheckIn.code)?.generation;
        const isOldCode = (generation ?? ticket.generation) < ticket.generation;
        if (!isRepeated && !isOffline && (isGuestIn || ticket.void || isOldCode))
          return { id, result: "refused" as const, ticket };
        const storedCheckIn: CheckIn = {
          id,
          at,
          door: body.door,
          deviceId: body.deviceId,
          by: HOLDERS[0],
          isOffline,
          ...(undoneAt === undefined ? {} : { undoneAt }),
        };
        const changedTicket = changeTicket(ticketId, { checkIns: [...otherCheckIns, storedCheckIn] });
        if (undoneAt) return { id, result: "undone" as const, ticket: changedTicket };
        const isConflict = isGuestIn || ticket.void !== undefined;
        return { id, result: isConflict ? ("conflict" as const) : ("in" as const), ticket: changedTicket };
      }),
    }));
  const endpoints: DoorServer = {
    listEvents: () =>
      respond(() => ({ events: [event, sampleEvent("prd_other", "Live Taping", now() + 86_400_000)] })),
    listKeys: () => respond(() => ({ keys: sample.keys })),
    listTickets: (_, { since }) =>
      respond(() => ({
        tickets: [...ticketsById.values()].filter(({ changedAt }) => !since || changedAt >= since),
        until: new Date(now()).toISOString(),
        now: new Date(now()).toISOString(),
      })),
    checkIn,
    readPickUp: () => Promise.reject(new Error("Not used")),
    completePickUp: () => Promise.reject(new Error("Not used")),
  };
  return {
    endpoints,
    event,
    ticketsById,
    /** The ids of the check-ins that the shop got, also of repeated ones. */
    receivedIds,
    changeTicket,
    setMode: (newMode: ShopMode) => (mode = newMode),
  };
}

/** A device's storage, which its pages share. `stored` returns a copy of the contents. */
export function createMemoryStorage(): DoorStorage & { stored: () => StoredDoorData } {
  const tickets = new Map<string, StoredDoorData["tickets"][number]>();
  const queue = new Map<string, StoredDoorData["queue"][number]>();
  let list: StoredDoorData["list"];
  const stored = (): StoredDoorData =>
    structuredClone({ list, tickets: [...tickets.values()], queue: [...queue.values()] });
  const written = Promise.resolve();
  return {
    stored,
    load: () => Promise.resolve(stored()),
    putList(newList) {
      list = newList;
      return written;
    },
    putTickets(rows, productId) {
      for (const row of rows) tickets.set(row.ticketId, { ...row, productId });
      return written;
    },
    putCheckIns(rows) {
      for (const row of rows) queue.set(row.id, row);
      return written;
    },
    removeCheckIns(ids) {
      for (const id of ids) queue.delete(id);
      return written;
    },
    clearList() {
      list = undefined;
      tickets.clear();
      return written;
    },
  };
}
