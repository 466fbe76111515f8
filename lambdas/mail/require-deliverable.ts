import { conflict } from "../lib/errors.ts";
import { requireMailbox, UndeliverableError, type Mailbox } from "./send-mail.ts";

/**
 * The address as a recipient. Throws 409 with the message `refusal` if mail to the address bounced before, or if its
 * owner complained of spam.
 */
export const requireDeliverable = (address: string, refusal: string): Promise<Mailbox> =>
  requireMailbox(address).catch((error: unknown) => {
    throw error instanceof UndeliverableError ? conflict(refusal) : error;
  });
