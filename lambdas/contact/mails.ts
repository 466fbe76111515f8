/** Pure: what the contact form writes to the team and to the visitor. */
import type { ContactMessage } from "../../shared/contact.ts";
import { CONTACT_SUBJECTS } from "../../shared/contact.ts";
import { formatDateTime } from "../../shared/dates.ts";
import { html } from "../../shared/html.ts";
import { timeZone } from "../../shared/site/address-and-hours.ts";
import { brand } from "../../shared/site/brand.ts";
import type { MailContent } from "../lib/mail.ts";
import { mailHtml, paragraph } from "../lib/mail-layout.ts";

export function teamMail(message: ContactMessage, now: Date): MailContent {
  const subject = CONTACT_SUBJECTS[message.subject];
  const from = `${message.user_name} <${message.user_email}>`;
  const at = formatDateTime(now.toISOString(), timeZone);
  const lines = message.message.split(/\r?\n/).map((line) => html`${line}<br />`);
  return {
    subject: `${subject} from ${message.user_name}`,
    html: mailHtml(
      subject,
      message.message.slice(0, 90),
      html`${paragraph(`From ${from}`)} ${paragraph(at)}
        <p style="margin:0 0 16px">${lines}</p>
        ${paragraph("Answer this mail to write to the visitor.")}`,
    ),
    text: [`From: ${from}`, `Subject: ${subject}`, `At: ${at}`, "", message.message].join("\n"),
  };
}

/** Says nothing that the visitor wrote, so that the form cannot be used to write to somebody else. */
export function autoReply(): MailContent {
  const title = "We have your message";
  const lines = [
    "Thank you for writing to us. Our team will respond within 3 business days.",
    "If you did not write to us, somebody gave us your address by mistake: you need do nothing.",
  ];
  return {
    subject: `${title} (${brand.name})`,
    html: mailHtml(title, lines[0] ?? "", html`${lines.map(paragraph)}`),
    text: [...lines, brand.name].join("\n\n"),
  };
}
