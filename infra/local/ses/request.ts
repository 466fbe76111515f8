import * as z from "zod/mini";
import type { Mail } from "./mailbox.ts";

/** The mail in a request, without the fields that the server adds. */
export type RequestedMail = Omit<Mail, "id" | "at" | "outcome">;

const Addresses = z._default(z.array(z.string()), []);
const Pairs = z._default(z.array(z.object({ Name: z.string(), Value: z.string() })), []);
const Data = z.optional(z.object({ Data: z.string() }));
/** The shop attaches only inline pictures. */
const Attachment = z.object({
  FileName: z.string(),
  ContentType: z.string(),
  ContentId: z.string(),
  RawContent: z.base64(),
  ContentDisposition: z.literal("INLINE"),
  ContentTransferEncoding: z.literal("BASE64"),
});
const Simple = z.object({
  Subject: Data,
  Body: z.object({ Text: Data, Html: Data }),
  Headers: Pairs,
  Attachments: z._default(z.array(Attachment), []),
});
/** The body of SendEmail, in version 2 of SES's API. The shop sends no raw MIME messages. */
const SendEmail = z.object({
  FromEmailAddress: z._default(z.string(), ""),
  Destination: z.optional(z.record(z.string(), z.array(z.string()))),
  ReplyToAddresses: Addresses,
  EmailTags: Pairs,
  ConfigurationSetName: z.optional(z.string()),
  Content: z.object({ Simple }),
});

const toRecord = (pairs: z.infer<typeof Pairs>) =>
  Object.fromEntries(pairs.map(({ Name, Value }) => [Name, Value]));

/** Reads the mail in the body of a SendEmail request. Throws for any other body. */
export function readMail(json: string): RequestedMail {
  const { Content, ...request } = z.parse(SendEmail, JSON.parse(json));
  const { Subject, Body, Headers, Attachments } = Content.Simple;
  return {
    to: Object.values(request.Destination ?? {}).flat(),
    from: request.FromEmailAddress,
    replyTo: request.ReplyToAddresses.join(", "),
    subject: Subject?.Data ?? "",
    text: Body.Text?.Data ?? "",
    html: Body.Html?.Data ?? "",
    tags: toRecord(request.EmailTags),
    headers: toRecord(Headers),
    attachments: Attachments.map((picture) => ({
      filename: picture.FileName,
      contentType: picture.ContentType,
      contentId: picture.ContentId,
      content: picture.RawContent,
    })),
    configurationSet: request.ConfigurationSetName,
  };
}
