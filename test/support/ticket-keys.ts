import { newTicketKey } from "../../shared/tickets/new-ticket-key.ts";
import { toSecretText } from "../../shared/tickets/ticket-keys.ts";

/** The value of the secret with the keys of tickets, made for each test file. */
export const TEST_TICKET_KEYS = toSecretText([await newTicketKey(1, new Date())]);
