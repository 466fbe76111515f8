import { SendEmailCommand, SESClient } from "@aws-sdk/client-ses";
import type { MailContent, MailKind } from "../../shared/mails/mail.ts";
import { raises } from "../../shared/log-alarms.ts";
import { log } from "../lib/log.ts";
import { findUndeliverable } from "./undeliverable-table.ts";

/** The address bounced before, or its owner complained of spam. */
export class UndeliverableError extends Error {
  override name = "UndeliverableError";
}

const checked = Symbol("checked");
/** An address that mail may be sent to, from `mailboxOf` or `teamMailbox`. */
export type Mailbox = {
  readonly address: string;
  readonly [checked]: true;
  readonly isTeam?: true;
};

/**
 * The address that sends, and SES's configuration set. Each mail names its set, because another stage in the same
 * account may have verified the same address with a set of its own.
 */
export type Sender = { address: string; configurationSet: string };

/** Throws UndeliverableError when the address takes no mail. */
export async function mailboxOf(address: string): Promise<Mailbox> {
  const undeliverable = await findUndeliverable(address);
  if (undeliverable) throw new UndeliverableError(`The address takes no mail: ${undeliverable.reason}`);
  return { address, [checked]: true };
}

/**
 * The team's mailbox, without a check: the team must get orders and messages even after a bounce. The team's
 * configuration set disables SES's suppression list.
 */
export const teamMailbox = (address: string): Mailbox => ({ address, isTeam: true, [checked]: true });

type Envelope = { from: Sender; to: Mailbox; replyTo?: string | undefined; kind: MailKind };

const client = new SESClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
});

/** SES's error without the addresses in its message, because errors are logged. */
function withoutAddresses(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return Object.assign(new Error(message.replace(/[^\s<>,;:"']+@[^\s<>,;:"']+/g, "<address>")), { name });
}

/** Throws when SES refuses the mail. The log line with `alarm` feeds a metric filter. */
export async function sendMail(envelope: Envelope, content: MailContent): Promise<void> {
  try {
    await send(envelope, content);
  } catch (thrown) {
    const error = withoutAddresses(thrown);
    log.error("SES did not take a mail", { ...raises("mail"), kind: envelope.kind, error });
    throw error;
  }
}

async function send({ from, to, replyTo, kind }: Envelope, content: MailContent): Promise<void> {
  await client.send(
    new SendEmailCommand({
      Source: from.address,
      Destination: { ToAddresses: [to.address] },
      ConfigurationSetName: from.configurationSet,
      ...(replyTo ? { ReplyToAddresses: [replyTo] } : {}),
      Tags: [{ Name: "kind", Value: kind }],
      Message: {
        Subject: { Data: content.subject, Charset: "UTF-8" },
        Body: {
          Html: { Data: content.html, Charset: "UTF-8" },
          Text: { Data: content.text, Charset: "UTF-8" },
        },
      },
    }),
  );
}
