import * as z from "zod/mini";
import { Timestamp } from "../../shared/dates.ts";
import { log } from "../lib/log.ts";
import { recordUndeliverable } from "./undeliverable-table.ts";

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
 * Records addresses with permanent bounces or spam complaints. A transient bounce, such as a full mailbox, is ignored.
 * The shop's own mailboxes (`own`) are never recorded; their bounces raise the team-mail alarm.
 */
export async function noteUndelivered(detail: unknown, own: readonly string[]): Promise<void> {
  const event = z.parse(Undelivered, detail);
  // The recipient marked the mail as not spam.
  if (event.eventType === "Complaint" && event.complaint.complaintFeedbackType === "not-spam") return;
  const { addresses, why, forGood } = readEvent(event);
  const owned = new Set(own.map(folded));
  for (const address of addresses.map(({ emailAddress }) => bare(emailAddress))) {
    if (owned.has(folded(address)))
      log.error("Mail to the shop's own mailbox came back", { alarm: "team-mail", reason: why.reason });
    else if (forGood) {
      await recordUndeliverable(address, why);
      log.warn("Nothing is sent to an address any more", { reason: why.reason });
    }
  }
}

type Report = {
  addresses: z.infer<typeof recipients>;
  why: Parameters<typeof recordUndeliverable>[1];
  forGood: boolean;
};

function readEvent(event: z.infer<typeof Undelivered>): Report {
  if (event.eventType === "Bounce") {
    const { bouncedRecipients: addresses, bounceType, timestamp: since } = event.bounce;
    return { addresses, why: { reason: "bounce", since }, forGood: bounceType === "Permanent" };
  }
  const { complainedRecipients: addresses, timestamp: since } = event.complaint;
  return { addresses, why: { reason: "complaint", since }, forGood: true };
}

const folded = (address: string): string => address.trim().toLowerCase();

/** `ada@example.com` of `Ada <ada@example.com>`. */
const bare = (address: string): string => /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address;
