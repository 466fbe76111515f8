import type { Mail } from "./mailbox.ts";

/** The mail in a request, without the fields that the server adds. */
export type RequestedMail = Pick<
  Mail,
  "to" | "from" | "replyTo" | "subject" | "text" | "html" | "tags" | "attachments"
>;

/** Reads a mail from SES's query protocol: `Destination.ToAddresses.member.2`, `Tags.member.1.Name` … */
export async function readMail(form: URLSearchParams): Promise<RequestedMail> {
  const raw = form.get("RawMessage.Data");
  if (raw !== null) return readRawMail(Buffer.from(raw, "base64"));
  const field = (name: string) => form.get(name) ?? "";
  const members = (prefix: string) =>
    [...form].flatMap(([name, value]) => (name.startsWith(`${prefix}.member.`) ? [value] : []));
  const tags = [...form].flatMap(([name, value]) =>
    /^Tags\.member\.\d+\.Name$/.test(name) ? [[value, field(name.replace(/Name$/, "Value"))] as const] : [],
  );
  return {
    to: ["To", "Cc", "Bcc"].flatMap((kind) => members(`Destination.${kind}Addresses`)),
    from: field("Source"),
    replyTo: members("ReplyToAddresses").join(", "),
    subject: field("Message.Subject.Data"),
    text: field("Message.Body.Text.Data"),
    html: field("Message.Body.Html.Data"),
    tags: Object.fromEntries(tags),
    attachments: [],
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
