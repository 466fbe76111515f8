import * as z from "zod/mini";
import type { Mail } from "./mailbox.ts";

/** The mail in a request, without the fields that the server adds. */
export type RequestedMail = Omit<Mail, "id" | "at" | "outcome">;

const Addresses = z._default(z.array(z.string()), []);
const Pairs = z._default(z.array(z.object({ Name: z.string(), Value: z.string() })), []);
const Data = z.optional(z.object({ Data: z.string() }));
const Attachment = z.object({
  ...{ FileName: z.string(), ContentType: z.string(), ContentId: z.string() },
  RawContent: z.base64(),
});
const Simple = z.object({
  ...{ Subject: Data, Body: z.object({ Text: Data, Html: Data }), Headers: Pairs },
  Attachments: z._default(z.array(Attachment), []),
});
/** The body of SendEmail, in version 2 of SES's API. */
const SendEmail = z.object({
  FromEmailAddress: z._default(z.string(), ""),
  Destination: z.optional(z.record(z.string(), z.array(z.string()))),
  ReplyToAddresses: Addresses,
  EmailTags: Pairs,
  ConfigurationSetName: z.optional(z.string()),
  Content: z.object({ Simple: z.optional(Simple), Raw: Data }),
});

const recordOf = (all: z.infer<typeof Pairs>) =>
  Object.fromEntries(all.map(({ Name, Value }) => [Name, Value]));

/** Reads a mail from the body of a request. Throws if it does not match. */
export async function readMail(json: string): Promise<RequestedMail> {
  const { Content, ...request } = z.parse(SendEmail, JSON.parse(json));
  if (Content.Raw) return readRawMail(Buffer.from(Content.Raw.Data, "base64"));
  return {
    to: Object.values(request.Destination ?? {}).flat(),
    from: request.FromEmailAddress,
    replyTo: request.ReplyToAddresses.join(", "),
    subject: Content.Simple?.Subject?.Data ?? "",
    text: Content.Simple?.Body.Text?.Data ?? "",
    html: Content.Simple?.Body.Html?.Data ?? "",
    tags: recordOf(request.EmailTags),
    headers: recordOf(Content.Simple?.Headers ?? []),
    attachments: (Content.Simple?.Attachments ?? []).map((attachment) => ({
      ...{ filename: attachment.FileName, contentType: attachment.ContentType },
      size: Buffer.byteLength(attachment.RawContent, "base64"),
      ...{ contentId: attachment.ContentId, content: attachment.RawContent },
    })),
    configurationSet: request.ConfigurationSetName,
  };
}

/** Reads a MIME mail. The tags are in a header like `X-SES-MESSAGE-TAGS: kind=receipt, stage=local`. */
async function readRawMail(message: Buffer): Promise<RequestedMail> {
  // Only tests send raw mails, so the parser is not loaded at the start.
  const { simpleParser } = await import("mailparser");
  const { from, to, replyTo, subject, text, html, headers, attachments } = await simpleParser(message);
  const header = headers.get("x-ses-message-tags");
  const tags = typeof header === "string" ? header.split(/[,;]/) : [];
  return {
    to: [to ?? []].flat().flatMap(({ value }) => value.flatMap(({ address }) => address ?? [])),
    from: from?.text ?? "",
    replyTo: replyTo?.text ?? "",
    subject: subject ?? "",
    text: text ?? "",
    html: html === false ? "" : html,
    tags: Object.fromEntries(tags.map((pair) => pair.trim().split("=", 2) as [string, string])),
    attachments: attachments.map(({ filename = "attachment", contentType, size }) => ({
      ...{ filename, contentType, size },
    })),
  };
}
