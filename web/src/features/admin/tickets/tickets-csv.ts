import type { AdminTicket } from "../../../../../shared/api-tickets.ts";
import { csvText } from "../../../../../shared/csv.ts";
import { formatShortCode } from "../../../../../shared/tickets/ticket-code.ts";
import { activeCheckIns } from "../../../../../shared/tickets/ticket.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { checkInText, conflictingScans, ticketBadge } from "./ticket-text.ts";

const HEADINGS = [
  "Holder",
  "Email",
  "Ticket",
  "Number",
  "Short code",
  "State",
  "Let in",
  "Door",
  "Conflicts",
  "Order ID",
  "Complimentary",
  "Issued",
  "Order number",
];

function rowOf(ticket: AdminTicket): string[] {
  const [firstCheckIn] = activeCheckIns(ticket);
  return [
    ticket.holder,
    ticket.email ?? "",
    ticket.name,
    `${ticket.n} of ${ticket.of}`,
    formatShortCode(ticket.shortCode),
    ticketBadge(ticket).text,
    firstCheckIn ? formatShopTime(firstCheckIn.at) : "",
    firstCheckIn?.door ?? "",
    conflictingScans(ticket).map(checkInText).join("; "),
    ticket.orderId ?? "",
    ticket.complimentary?.reason ?? "",
    formatShopTime(ticket.issuedAt),
    ticket.orderNumber ?? "",
  ];
}

export const ticketsCsv = (tickets: readonly AdminTicket[]): string =>
  csvText([HEADINGS, ...tickets.map(rowOf)]);
