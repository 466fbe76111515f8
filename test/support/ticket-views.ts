import type { Page } from "@playwright/test";
import { ticketsApi } from "../../shared/api-tickets.ts";
import type { EventFacts } from "../../shared/event-facts.ts";
import { CODE_LENGTH } from "../../shared/tickets/ticket-code.ts";
import type { TicketView } from "../../shared/tickets/ticket.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A text with the form of a code. Its signature is invalid, but the page does not check it. */
export const codeOf = (n: number): string =>
  Array.from(
    { length: CODE_LENGTH },
    (_, i) => "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[(i * i * 7 + i * n + n) % 32],
  ).join("");

/** An event that starts at `startsAt` (ms) and takes three hours. */
export const eventAt = (startsAt: number): EventFacts => ({
  title: "Barrel Night: The Long Pour",
  startsAt: new Date(startsAt).toISOString(),
  endsAt: new Date(startsAt + 3 * HOUR_MS).toISOString(),
  doorsAt: new Date(startsAt - HOUR_MS / 2).toISOString(),
  timeZone: "America/Kentucky/Louisville",
  venue: {
    name: "The Rickhouse",
    street: "12 Barrel Rd",
    city: "Louisville",
    state: "KY",
    zip: "40202",
  },
});

/** The nth of three valid tickets. By default, the event starts in a week. */
export const ticketView = (n: number, changes: Partial<TicketView> = {}): TicketView => ({
  ticketId: `tkt_0000000000000000000000000${n}`,
  name: "Barrel Tasting (VIP)",
  productId: "prd_tasting",
  event: eventAt(Date.now() + 7 * DAY_MS),
  n,
  of: 3,
  holder: "Ada Lovelace",
  state: "valid",
  code: codeOf(n),
  shortCode: `K7QM3FX${n}`,
  canMove: true,
  ...changes,
});

/** A void or moved ticket as the shop returns it: without a code. */
export function withoutCode(n: number, state: "void" | "moved"): TicketView {
  const { code: _, shortCode: __, ...ticket } = ticketView(n, { state, canMove: false });
  return ticket;
}

/** The address of the page with the codes of the first `count` tickets. */
export const addressOfFirstTickets = (count: number): string =>
  `/ticket#${Array.from({ length: count }, (_, i) => codeOf(i + 1)).join(",")}`;

/** Answers the page's requests for tickets with `tickets`. */
export async function answerTickets(page: Page, tickets: readonly TicketView[]): Promise<void> {
  await page.unroute(`**${ticketsApi.readTickets.path}`);
  await page.route(`**${ticketsApi.readTickets.path}`, (route) => route.fulfill({ json: { tickets } }));
}
