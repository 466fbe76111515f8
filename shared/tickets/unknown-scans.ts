/** An offline scan of a ticket that the event did not have, or that could not be read, when the device reported the scan. */
import * as z from "zod/mini";
import { CheckIn, type Ticket } from "./ticket.ts";

export const UnknownScan = z.extend(CheckIn, { ticketId: z.string() });
export type UnknownScan = z.infer<typeof UnknownScan>;

/** The scans that an admin has to look at, by time: not undone, and not stored with one of the `tickets` by now. */
export function openScans(
  scans: readonly UnknownScan[],
  tickets: readonly Pick<Ticket, "checkIns">[],
): UnknownScan[] {
  const checkInIds = new Set(tickets.flatMap(({ checkIns }) => checkIns.map(({ id }) => id)));
  return scans
    .filter(({ id, undoneAt }) => undoneAt === undefined && !checkInIds.has(id))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}
