import { brand } from "../site/brand.ts";
import { button, paragraph } from "./blocks.ts";
import { mail } from "./layout.ts";
import type { MailContent } from "./mail.ts";

/** Says nothing that the visitor wrote, so that the form cannot be used to write to somebody else. */
export function autoReply(origin: string): MailContent {
  const title = "We have your message";
  const promise = "Our team will respond within 3 business days.";
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: promise,
      badge: { tone: "good", label: "✓ Received" },
      origin,
      why: "If you did not write to us, somebody gave us your address by mistake: you need do nothing.",
    },
    [
      paragraph(`Thank you for writing to us. ${promise}`),
      paragraph("Until then: the newest episode is only a click away."),
      button("Listen to the show", `${origin}/podcast`),
    ],
  );
}
