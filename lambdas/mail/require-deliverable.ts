import { apiMessages } from "../../shared/api-messages.ts";
import { conflict } from "../lib/errors.ts";
import { requireMailbox, UndeliverableError, type Mailbox } from "./send-mail.ts";

/**
 * The address as a recipient. Throws 409 if mail to the address bounced before, or if its owner complained of spam: with the
 * message `refusal`, by default with the reason.
 */
export const requireDeliverable = (address: string, refusal?: string): Promise<Mailbox> =>
  requireMailbox(address).catch((error: unknown) => {
    throw error instanceof UndeliverableError
      ? conflict(refusal ?? apiMessages.addressUndeliverable[error.reason])
      : error;
  });
