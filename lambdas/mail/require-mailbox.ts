import { conflict } from "../lib/errors.ts";
import { mailboxOf, UndeliverableError, type Mailbox } from "./send-mail.ts";

/** The mailbox of an address. Throws 409 with the message `refusal` if the address takes no mail. */
export const requireMailbox = (address: string, refusal: string): Promise<Mailbox> =>
  mailboxOf(address).catch((error: unknown) => {
    throw error instanceof UndeliverableError ? conflict(refusal) : error;
  });
