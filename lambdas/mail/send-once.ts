import type { MailContent, MailKind } from "../../shared/mails/mail.ts";
import { log } from "../lib/log.ts";
import { NoAnswerError } from "../lib/ses.ts";
import { requireMailbox, sendMail, UndeliverableError, type Mailbox, type Sender } from "./send-mail.ts";
import { claimMail, extendClaim, recordMail, releaseClaim } from "./sent-mail-table.ts";

/**
 * A mail that is sent once for its kind and its cause. `cause`: what leads to the mail, for example the id of an event.
 * `subjectId`: the id of the order or the ticket that the mail is about. `keepUntil`: when the record that the mail was sent
 * is deleted, in seconds since 1970; absent if the record is kept with a paid order.
 */
export type UniqueMail = {
  subjectId: string;
  kind: MailKind;
  cause: string;
  content: MailContent;
  keepUntil?: number | undefined;
};

type Envelope = {
  from: Sender;
  to: Mailbox;
  replyTo: string | undefined;
  unsubscribe?: string | undefined;
};

/**
 * Sends a mail that was not sent yet. The mail can be sent twice if the function crashes or the table fails for seconds
 * between sending and recording, or if SES sends the mail but does not answer. Throws when the mail failed, is being sent
 * or waits because SES did not answer, so that the queue retries.
 */
export async function sendOnce(
  { subjectId, kind, cause, content, keepUntil }: UniqueMail,
  envelope: Envelope,
): Promise<void> {
  // The current time, not that of the start of the Lambda invocation, which may have sent other mails for seconds.
  const claim = await claimMail(subjectId, kind, cause, new Date(), keepUntil);
  if (claim.state === "sent") return;
  if (claim.state === "busy")
    throw new Error(`Mail ${kind} for ${cause} is being sent, or waits because SES did not answer`);
  try {
    await sendMail({ ...envelope, kind }, content);
  } catch (error) {
    if (error instanceof NoAnswerError)
      await extendClaim(subjectId, kind, cause, claim.unansweredCount + 1, new Date());
    else await releaseClaim(subjectId, kind, cause);
    throw error;
  }
  await recordMail(subjectId, kind, cause, new Date());
}

/** The mailbox of an address; undefined, with a line in the log, when the address is undeliverable. */
export async function findMailbox(
  address: string,
  subjectId: string,
  kind: MailKind,
): Promise<Mailbox | undefined> {
  try {
    return await requireMailbox(address);
  } catch (error) {
    if (!(error instanceof UndeliverableError)) throw error;
    log.warn("A mail was not sent: its address takes no mail", { kind, subjectId });
    return undefined;
  }
}
