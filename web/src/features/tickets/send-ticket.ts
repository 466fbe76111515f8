import { ticketsApi } from "../../../../shared/api-tickets.ts";
import type { TicketView } from "../../../../shared/tickets/ticket.ts";
import { call } from "../../api.ts";
import { useRequest } from "../../ui/use-request.ts";

/** The person to whom a ticket was sent. */
export type NewHolder = { ticketId: string; name: string; email: string };
/** `formerHoldersTicket`: the ticket as its former holder sees it. */
export type OnSent = (newHolder: NewHolder, formerHoldersTicket: TicketView) => void;

/**
 * The form in which a ticket is sent, and its request. A repeated request does not send the ticket twice. `onFailed` is called
 * after a failure: the ticket may have been sent although the answer was lost.
 */
export const useSendTicket = ({ code = "", ticketId }: TicketView, onSent: OnSent, onFailed: () => void) =>
  useRequest(ticketsApi.moveTicket.body, { code, name: "", email: "" }, async (body) => {
    const formerHoldersTicket = await call(ticketsApi.moveTicket, { body }).catch((error: unknown) => {
      onFailed();
      throw error;
    });
    onSent({ ticketId, name: body.name, email: body.email }, formerHoldersTicket);
  });
