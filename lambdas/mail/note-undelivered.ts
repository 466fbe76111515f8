import * as z from "zod/mini";
import { Timestamp } from "../../shared/dates.ts";
import { log } from "../lib/log.ts";
import { noteUndeliverable } from "../lib/mailbox-table.ts";

const recipients = z.array(z.object({ emailAddress: z.string() }));

/** SES's event, as far as the shop reads it. Source: SES developer guide, "Contents of event data". */
const Undelivered = z.discriminatedUnion("eventType", [
  z.object({
    eventType: z.literal("Bounce"),
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients, timestamp: Timestamp }),
  }),
  z.object({
    eventType: z.literal("Complaint"),
    complaint: z.object({
      complainedRecipients: recipients,
      complaintFeedbackType: z.nullish(z.string()),
      timestamp: Timestamp,
    }),
  }),
]);

/**
 * Notes addresses that mail came back from for good, or whose owners called it spam. A full mailbox is no reason:
 * there the next mail may arrive.
 */
export async function noteUndelivered(detail: unknown): Promise<void> {
  const event = z.parse(Undelivered, detail);
  if (event.eventType === "Bounce") {
    const { bounceType, bouncedRecipients, timestamp: since } = event.bounce;
    if (bounceType === "Permanent") await noteAll(bouncedRecipients, { reason: "bounce", since });
    return;
  }
  const { complaintFeedbackType, complainedRecipients, timestamp: since } = event.complaint;
  // Somebody took the mail out of their spam folder.
  if (complaintFeedbackType === "not-spam") return;
  await noteAll(complainedRecipients, { reason: "complaint", since });
}

async function noteAll(
  given: z.infer<typeof recipients>,
  why: Parameters<typeof noteUndeliverable>[1],
): Promise<void> {
  for (const { emailAddress } of given) {
    await noteUndeliverable(bare(emailAddress), why);
    log.warn("Nothing is sent to an address any more", { reason: why.reason });
  }
}

/** `ada@example.com` of `Ada <ada@example.com>`. */
const bare = (address: string): string => /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address;
