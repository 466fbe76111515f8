import * as z from "zod/mini";
import { EMAIL } from "./checkout-form.ts";

export const CONTACT_SUBJECTS = {
  podcast: "Podcast Question",
  merchandise: "Merchandise Inquiry",
  collaboration: "Collaboration Opportunity",
  feedback: "Feedback",
  other: "Other",
} as const;
export type ContactSubject = keyof typeof CONTACT_SUBJECTS;

const header = (message: string, max: number) =>
  z
    .string(message)
    .check(
      z.trim(),
      z.minLength(1, message),
      z.maxLength(max, `Must be at most ${max} characters`),
      z.regex(/^[^\p{Cc}]*$/u, "Must be one line of text"),
    );

/** The contact form. `website` is a honeypot: people never see it, so whoever fills it is none. */
export const ContactMessage = z.object({
  user_name: header("Full name is required", 100),
  user_email: header("Email is required", 254).check(z.regex(EMAIL, "Email format is invalid")),
  subject: z.enum(Object.keys(CONTACT_SUBJECTS) as ContactSubject[], "Please select a subject"),
  message: z
    .string("Message is required")
    .check(
      z.trim(),
      z.minLength(1, "Message is required"),
      z.maxLength(5000, "Must be at most 5000 characters"),
    ),
  time: z.optional(z.string().check(z.maxLength(60))),
  website: z.optional(z.string().check(z.maxLength(500))),
});
export type ContactMessage = z.infer<typeof ContactMessage>;
