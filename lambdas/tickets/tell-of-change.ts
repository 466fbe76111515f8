import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { stateOf, type Ticket } from "../../shared/tickets/ticket.ts";
import { unavailable } from "../lib/errors.ts";
import type { AdminOptions } from "./admin-tickets.ts";
import { changeTicket } from "./change-ticket.ts";
import { withPresentEvents } from "./present-event-table.ts";
import { sendTicketsOnce } from "./send-tickets.ts";
import { readTickets } from "./ticket-table.ts";

/**
 * Mails the current facts of their event to the holders of valid tickets that store other facts, one mail for each
 * address, and then stores the current facts in these tickets. A repeated call continues with the tickets that are
 * left. Returns the number of mailed tickets. The tickets of an address that takes no mail are not changed. Throws 503
 * when a mail failed.
 */
export async function tellOfChange(
  ticketIds: readonly string[],
  { settings }: Pick<AdminOptions, "settings">,
): Promise<number> {
  const stored = await readTickets(ticketIds);
  const before = new Map(stored.map((ticket) => [ticket.ticketId, ticket.event]));
  const changed = (await withPresentEvents(stored)).filter(
    (ticket) => stateOf(ticket) === "valid" && !isDeepStrictEqual(ticket.event, before.get(ticket.ticketId)),
  );
  let told = 0;
  for (const [email, tickets] of Map.groupBy(changed, (ticket) => ticket.email))
    if (email !== undefined && (await tellOne(email, tickets, settings))) told += tickets.length;
  return told;
}

/** Mails the tickets of an address; returns false if it takes no mail. */
async function tellOne(
  email: string,
  tickets: readonly Ticket[],
  settings: AdminOptions["settings"],
): Promise<boolean> {
  const own = tickets.toSorted((a, b) => a.n - b.n);
  // With the version, a change back to an earlier date causes a new mail, and is not taken for a repetition.
  const facts = own.map(({ ticketId, event, version }) => [ticketId, event, version]);
  const subjectId = own[0]?.ticketId ?? "";
  const isSent = await sendTicketsOnce(
    own,
    { subjectId, cause: `event-${hashOf(facts)}`, email, why: "changed" },
    settings,
  ).catch((error: unknown) => {
    throw unavailable(error);
  });
  if (!isSent) return false;
  for (const { ticketId, event } of own)
    await changeTicket(ticketId, (latest) => {
      const { eventEndsAt: _, ...kept } = latest;
      return event && !isDeepStrictEqual(latest.event, event)
        ? { ticket: { ...kept, event }, events: [] }
        : undefined;
    });
  return true;
}

const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
