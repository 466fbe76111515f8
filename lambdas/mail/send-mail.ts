import type { MailContent, MailKind } from "../../shared/mails/mail.ts";
import { alarmField } from "../../shared/log-alarms.ts";
import type { Undeliverable } from "../../shared/order.ts";
import { log } from "../lib/log.ts";
import { NoAnswerError, OverQuotaError, sendEmail } from "../lib/ses.ts";
import { qrPicture } from "./qr-picture.ts";
import { findUndeliverable } from "./undeliverable-table.ts";

/** The address bounced before, or its owner complained of spam. */
export class UndeliverableError extends Error {
  override name = "UndeliverableError";
  readonly reason: Undeliverable["reason"];
  constructor(reason: Undeliverable["reason"]) {
    super(`The address takes no mail: ${reason}`);
    this.reason = reason;
  }
}

const checked = Symbol("checked");
/** An address that mail may be sent to, from `requireMailbox` or `teamMailbox`. */
export type Mailbox = {
  readonly address: string;
  readonly [checked]: true;
};

/**
 * The address that sends, and SES's configuration set. Each mail names its set, because another stage in the same
 * account may have verified the same address with a set of its own.
 */
export type Sender = { address: string; configurationSet: string };

/** The address as a recipient. Throws UndeliverableError if mail to it bounced before, or its owner complained of spam. */
export async function requireMailbox(address: string): Promise<Mailbox> {
  const undeliverable = await findUndeliverable(address);
  if (undeliverable) throw new UndeliverableError(undeliverable.reason);
  return { address, [checked]: true };
}

/**
 * The team's mailbox, without a check: the team must get orders and messages even after a bounce. Send to it with the team's
 * configuration set, which disables SES's suppression list.
 */
export const teamMailbox = (address: string): Mailbox => ({ address, [checked]: true });

type Envelope = {
  from: Sender;
  to: Mailbox;
  replyTo?: string | undefined;
  kind: MailKind;
  /** The URL to which a POST ends the reader's consent to the newsletter, or the request for a back-in-stock mail. */
  unsubscribe?: string | undefined;
};

/** SES's error without the addresses in its message, because errors are logged. */
function withoutAddresses(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return Object.assign(new Error(message.replace(/[^\s<>,;:"']+@[^\s<>,;:"']+/g, "<address>")), { name });
}

/**
 * Throws when SES refuses the mail or cannot be reached, and NoAnswerError when SES may have sent it. A metric filter counts the
 * log line with `alarm`. The log line of a mail over the quota has no `alarm`: most mails are sent for a message of a queue.
 * The message goes back to the queue, and raises an alarm at its fourth failure.
 */
export async function sendMail(envelope: Envelope, content: MailContent): Promise<void> {
  try {
    await sendBySes(envelope, content);
  } catch (thrown) {
    const error = thrown instanceof NoAnswerError ? thrown : withoutAddresses(thrown);
    const isOverQuota = thrown instanceof OverQuotaError;
    log[isOverQuota ? "warn" : "error"]("SES did not confirm a mail", {
      ...(!isOverQuota && alarmField("mail")),
      kind: envelope.kind,
      error,
    });
    throw error;
  }
}

/**
 * https://www.rfc-editor.org/rfc/rfc8058: the reader's mail program posts to the URL when the reader presses its
 * button.
 */
const unsubscribeHeaders = (url: string) => [
  { Name: "List-Unsubscribe", Value: `<${url}>` },
  { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
];

const sendBySes = ({ from, to, replyTo, kind, unsubscribe }: Envelope, content: MailContent): Promise<void> =>
  sendEmail({
    FromEmailAddress: from.address,
    Destination: { ToAddresses: [to.address] },
    ConfigurationSetName: from.configurationSet,
    ...(replyTo ? { ReplyToAddresses: [replyTo] } : {}),
    EmailTags: [{ Name: "kind", Value: kind }],
    Content: {
      Simple: {
        Subject: { Data: content.subject, Charset: "UTF-8" },
        Body: {
          Html: { Data: content.html, Charset: "UTF-8" },
          Text: { Data: content.text, Charset: "UTF-8" },
        },
        ...(unsubscribe === undefined ? {} : { Headers: unsubscribeHeaders(unsubscribe) }),
        ...(content.qrCodes ? { Attachments: content.qrCodes.map(qrPicture) } : {}),
      },
    },
  });
