/** Someone was let in without a network, with a ticket that the shop did not have when it was told. */
import * as z from "zod/mini";
import { CheckIn, type Ticket } from "./ticket.ts";

export const UnknownScan = z.extend(CheckIn, { ticketId: z.string() });
export type UnknownScan = z.infer<typeof UnknownScan>;

/** The scans that need a look, by time: those that were not undone, and that no ticket has got since. */
export function openScans(
  scans: readonly UnknownScan[],
  tickets: readonly Pick<Ticket, "checkIns">[],
): UnknownScan[] {
  const known = new Set(tickets.flatMap(({ checkIns }) => checkIns.map(({ id }) => id)));
  return scans
    .filter(({ id, undoneAt }) => undoneAt === undefined && !known.has(id))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}
