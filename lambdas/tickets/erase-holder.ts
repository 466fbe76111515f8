import { withoutHolder } from "./ticket-rules.ts";
import { changeTicket } from "./change-ticket.ts";

/** Removes the data of a ticket's holder (see `withoutHolder`). The code stays valid. Idempotent. Throws 404 and 503 as `changeTicket`. */
export const eraseHolder = (ticketId: string) =>
  changeTicket(ticketId, (ticket) =>
    ticket.holder === "" && ticket.email === undefined
      ? undefined
      : { ticket: withoutHolder(ticket), events: [] },
  );
