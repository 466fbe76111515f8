import { messages } from "../../shared/messages.ts";
import type { ContactMessage } from "../../shared/contact.ts";
import type { Limits } from "../../shared/limits.ts";
import { AppError } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { sendMail } from "../lib/mail.ts";
import { clientKey, takeFromRate } from "../lib/rate-limit.ts";
import { autoReply, teamMail } from "./mails.ts";

type Settings = { originSecretArn: string; sender: string; team: string; limits: Limits };

/**
 * Mails the team with the visitor as Reply-To, then the visitor a confirmation without a word of their own text.
 * 'failed' when only the confirmation did not go out. 429; 503 when the team's mail failed.
 */
export async function sendMessage(
  message: ContactMessage,
  address: string,
  settings: Settings,
  now: Date,
): Promise<"sent" | "failed"> {
  // Only programs fill a field that nobody sees: they learn nothing.
  if (message.website) return "sent";
  await takeFromRate(
    "contact",
    await clientKey(settings.originSecretArn, address),
    settings.limits.contact,
    +now,
  );
  try {
    await sendMail(
      { from: settings.sender, to: settings.team, replyTo: message.user_email, kind: "contact" },
      teamMail(message, now),
    );
  } catch (error) {
    throw new AppError(503, messages.contactFailed(settings.team), { cause: error });
  }
  try {
    await takeFromRate(
      "contact-to",
      await clientKey(settings.originSecretArn, message.user_email.toLowerCase()),
      settings.limits.contactRecipient,
      +now,
    );
    await sendMail({ from: settings.sender, to: message.user_email, kind: "auto-reply" }, autoReply());
    return "sent";
  } catch (error) {
    log.warn("The confirmation of a message did not go out", {
      error: error instanceof Error ? error.name : "unknown",
    });
    return "failed";
  }
}
