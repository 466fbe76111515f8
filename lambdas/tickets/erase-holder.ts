import { withoutHolder } from "./ticket-rules.ts";
import { changeTicket } from "./change-ticket.ts";

/** Removes the name and the email address of a ticket's holder. The code stays valid. Idempotent. */
export const eraseHolder = (ticketId: string) =>
  changeTicket(ticketId, (ticket) =>
    ticket.holder === "" && ticket.email === undefined
      ? undefined
      : { ticket: withoutHolder(ticket), events: [] },
  );
