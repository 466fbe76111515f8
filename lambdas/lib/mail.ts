import { SendEmailCommand, SESClient } from "@aws-sdk/client-ses";

/** What a mail says: an HTML part and the same as text. */
export type MailContent = { subject: string; html: string; text: string };

export type MailKind =
  | "receipt"
  | "team-notice"
  | "order-completed"
  | "order-cancelled"
  | "order-refunded"
  | "contact"
  | "auto-reply";

type Envelope = { from: string; to: string; replyTo?: string; kind: MailKind };

const client = new SESClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
});

/** What SES said against a mail, under its own name and without the addresses it likes to repeat: errors are logged. */
function refusal(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return Object.assign(new Error(message.replace(/[^\s<>,;:"']+@[^\s<>,;:"']+/g, "<address>")), { name });
}

/** Hands a mail to SES. Throws when SES does not take it. */
export async function sendMail(envelope: Envelope, content: MailContent): Promise<void> {
  try {
    await send(envelope, content);
  } catch (error) {
    throw refusal(error);
  }
}

async function send({ from, to, replyTo, kind }: Envelope, content: MailContent): Promise<void> {
  await client.send(
    new SendEmailCommand({
      Source: from,
      Destination: { ToAddresses: [to] },
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
