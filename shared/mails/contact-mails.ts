/** The mails about a message from the contact form. */
import { CONTACT_SUBJECTS, type ContactMessage } from "../contact-form.ts";
import { responsePromise } from "../contact-messages.ts";
import { formatCustomerTime } from "../zoned-time.ts";
import { brand } from "../site/brand.ts";
import { responseTime } from "../site/response-time.ts";
import { button, descriptionList, paragraph, quote } from "./blocks.ts";
import { mail, previewOf } from "./layout.ts";
import type { MailContent } from "./mail.ts";

/** The mail to the team. */
export function contactMail(message: ContactMessage, now: Date, origin: string): MailContent {
  const subject = CONTACT_SUBJECTS[message.subject];
  return mail(
    {
      subject: `${subject} from ${message.user_name}`,
      title: subject,
      preview: previewOf(message.message),
      origin,
      footer: `New message from your contact form. Replies go to the sender, to whom we promise an answer within ${responseTime}.`,
    },
    [
      descriptionList([
        { name: "From", lines: [message.user_name, message.user_email] },
        { name: "At", lines: [formatCustomerTime(now.toISOString())] },
      ]),
      quote(message.message),
    ],
  );
}

/** The mail to the visitor. It does not quote the message, so that nobody can send spam through the form. */
export function autoReply(origin: string): MailContent {
  const title = "We have your message";
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: responsePromise,
      badge: { tone: "good", label: "✓ Received" },
      origin,
      footer:
        "If you did not write to us, someone gave us your address by mistake: you can ignore this email.",
    },
    [
      paragraph(`Thank you for writing to us. ${responsePromise}`),
      paragraph("Until then: the newest episode is only a click away."),
      button("Listen to the show", `${origin}/podcast`),
    ],
  );
}
