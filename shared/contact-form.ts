import * as z from "zod/mini";
import { customerFields } from "./customer-fields.ts";
import { atMostCharacters, line, optionalLine, printableText } from "./text.ts";

export const CONTACT_SUBJECTS = {
  podcast: "Podcast Question",
  merchandise: "Merchandise Inquiry",
  collaboration: "Collaboration Opportunity",
  feedback: "Feedback",
  other: "Other",
} as const;
export type ContactSubject = keyof typeof CONTACT_SUBJECTS;

/** The contact form. `website` is a honeypot that people do not see: a filled honeypot means a bot. */
export const ContactMessage = z.object({
  user_name: line("Full name is required", 100),
  user_email: customerFields.email,
  subject: z.enum(Object.keys(CONTACT_SUBJECTS) as ContactSubject[], "Please select a subject"),
  message: z
    .string("Message is required")
    .check(z.trim(), z.minLength(1, "Message is required"), atMostCharacters(5000), ...printableText()),
  /** When the form was sent, by the browser's clock. The shop does not use it. */
  time: z.optional(optionalLine(60)),
  website: z.optional(z.string().check(z.maxLength(500))),
});
export type ContactMessage = z.infer<typeof ContactMessage>;
