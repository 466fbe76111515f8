import { contactMessages } from "../../shared/contact-messages.ts";
import type { ContactMessage } from "../../shared/contact-form.ts";
import { autoReply, contactMail } from "../../shared/mails/contact-mails.ts";
import type { Limits } from "../../shared/limits.ts";
import { AppError } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import type { Sender } from "../mail/send-mail.ts";
import { requireMailbox, sendMail, teamMailbox } from "../mail/send-mail.ts";
import { rateLimitKey, enforceRateLimit } from "../lib/rate-limit.ts";
import { canonicalAddress } from "./canonical-address.ts";

type Settings = {
  originSecretArn: string;
  sender: Sender;
  teamSender: Sender;
  teamEmail: string;
  origin: string;
  limits: Limits;
};

/**
 * Mails the team with the visitor as Reply-To, then mails the visitor a confirmation. The confirmation
 * quotes nothing from the message, so that nobody can use the form to send spam. Returns 'failed' if only the
 * confirmation failed, or if the visitor's address is undeliverable or has had too many mails. Throws 429 above the
 * limit for the visitor, 503 when the mail to the team failed.
 */
export async function sendMessage(
  message: ContactMessage,
  ipAddress: string,
  settings: Settings,
  now: Date,
): Promise<"sent" | "failed"> {
  // A filled honeypot means a bot. The bot gets the same answer as a visitor.
  if (message.website) return "sent";
  const { sender, origin } = settings;
  await enforceRateLimit(
    "contact",
    await rateLimitKey(settings.originSecretArn, ipAddress),
    settings.limits.contact,
    +now,
  );
  try {
    await sendMail(
      {
        from: settings.teamSender,
        to: teamMailbox(settings.teamEmail),
        replyTo: message.user_email,
        kind: "contact",
      },
      contactMail(message, now, origin),
    );
  } catch (error) {
    throw new AppError(503, contactMessages.failed(settings.teamEmail), { cause: error });
  }
  try {
    await enforceRateLimit(
      "contact-to",
      await rateLimitKey(settings.originSecretArn, canonicalAddress(message.user_email)),
      settings.limits.contactRecipient,
      +now,
    );
    await sendMail(
      { from: sender, to: await requireMailbox(message.user_email), kind: "auto-reply" },
      autoReply(origin),
    );
    return "sent";
  } catch (error) {
    log.warn("The confirmation of a message did not go out", {
      error: error instanceof Error ? error.name : "unknown",
    });
    return "failed";
  }
}
