import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { stateOf, type Ticket } from "../../shared/tickets/ticket.ts";
import { unavailable } from "../lib/errors.ts";
import { startTimeLimit } from "../lib/time-limit.ts";
import type { AdminOptions } from "./admin-tickets.ts";
import { changeTicketsTogether } from "./change-ticket.ts";
import { withCurrentEvents } from "./current-event-table.ts";
import { sendTicketsOnce } from "./send-tickets.ts";
import { readTickets } from "./ticket-table.ts";

/** No mail is begun after this time, because ticket-api ends after 29 s, and a slow SES takes more than 10 s for a mail. */
const MAX_START_MS = 15_000;

/**
 * Finds the valid tickets that store other facts than their event has now, and mails the current facts to their holders, the
 * tickets of one email address together. Then stores the current facts in these tickets, so that a repeated call continues with
 * the others. Returns the number of mailed tickets. The tickets of an undeliverable address are not changed. Throws 503 when
 * a mail failed, or when the time is up before the last address.
 */
export async function tellOfChange(
  ticketIds: readonly string[],
  { settings }: Pick<AdminOptions, "settings">,
): Promise<number> {
  const storedTickets = await readTickets([...new Set(ticketIds)]);
  const factsBefore = new Map(storedTickets.map((ticket) => [ticket.ticketId, ticket.event]));
  const changedTickets = (await withCurrentEvents(storedTickets)).filter(
    (ticket) =>
      stateOf(ticket) === "valid" && !isDeepStrictEqual(ticket.event, factsBefore.get(ticket.ticketId)),
  );
  const isTimeUp = startTimeLimit(MAX_START_MS);
  let mailedCount = 0;
  for (const [email, tickets] of Map.groupBy(changedTickets, (ticket) => ticket.email)) {
    if (email === undefined) continue;
    if (isTimeUp()) throw unavailable(new Error("The time is up before all holders were mailed"));
    if (await notifyHolder(email, tickets, settings)) mailedCount += tickets.length;
  }
  return mailedCount;
}

/** Mails the tickets of an email address; returns false if the address is undeliverable. */
async function notifyHolder(
  email: string,
  tickets: readonly Ticket[],
  settings: AdminOptions["settings"],
): Promise<boolean> {
  const sortedTickets = tickets.toSorted((a, b) => a.n - b.n);
  // The version is part of the mail's cause, so that a change back to an earlier date causes a new mail.
  const facts = sortedTickets.map(({ ticketId, event, version }) => [ticketId, event, version]);
  // The mail is recorded with the first ticket.
  const subjectId = sortedTickets[0]?.ticketId ?? "";
  const isSent = await sendTicketsOnce(
    sortedTickets,
    { subjectId, cause: `event-${hashOf(facts)}`, email, why: "changed" },
    settings,
  ).catch((error: unknown) => {
    throw unavailable(error);
  });
  if (!isSent) return false;
  // All at once: after an interruption, a repeated call would else mail those tickets again that are not stored yet.
  const eventById = new Map(sortedTickets.map(({ ticketId, event }) => [ticketId, event]));
  await changeTicketsTogether([...eventById.keys()], (latestTicket) => {
    const event = eventById.get(latestTicket.ticketId);
    // `eventEndsAt` is stored only while the event's end differs from the one in `event`.
    const { eventEndsAt: _, ...ticketFields } = latestTicket;
    return event && !isDeepStrictEqual(latestTicket.event, event) ? { ...ticketFields, event } : undefined;
  });
  return true;
}

const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
