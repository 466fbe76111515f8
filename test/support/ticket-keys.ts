import { newTicketKey } from "../../shared/tickets/new-ticket-key.ts";
import { toSecretText } from "../../shared/tickets/ticket-keys.ts";

/** A secret with one new key, which signs the codes of tickets; another one for each test file. */
export const TEST_TICKET_KEYS = toSecretText([await newTicketKey(1, new Date())]);
