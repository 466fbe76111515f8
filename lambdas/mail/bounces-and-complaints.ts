import * as z from "zod/mini";
import { Timestamp } from "../../shared/timestamp.ts";
import { alarmField } from "../../shared/log-alarms.ts";
import { log } from "../lib/log.ts";
import { recordUndeliverable } from "./undeliverable-table.ts";

const recipients = z.array(z.object({ emailAddress: z.string() }));

/** The fields of SES's event that the shop reads. Source: SES developer guide, "Contents of event data". */
const BounceOrComplaint = z.discriminatedUnion("eventType", [
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
 * Records addresses with permanent bounces or spam complaints. A transient bounce, for example because of a full mailbox,
 * is not recorded. The shop's own mailboxes are never recorded; each bounce of a mail to one of them, and each complaint
 * about it, raises an alarm.
 */
export async function recordBounceOrComplaint(
  detail: unknown,
  ownMailboxes: readonly string[],
): Promise<void> {
  const event = z.parse(BounceOrComplaint, detail);
  // The recipient marked the mail as not spam.
  if (event.eventType === "Complaint" && event.complaint.complaintFeedbackType === "not-spam") return;
  const { addresses, record, isPermanent } = toReport(event);
  const ownAddresses = new Set(ownMailboxes.map(normalizeAddress));
  for (const address of addresses.map(({ emailAddress }) => withoutDisplayName(emailAddress))) {
    if (ownAddresses.has(normalizeAddress(address)))
      log.error("Mail to the shop's own mailbox came back", { ...alarmField("mail"), reason: record.reason });
    else if (isPermanent) {
      await recordUndeliverable(address, record);
      log.warn("Nothing is sent to an address any more", { reason: record.reason });
    }
  }
}

type Report = {
  addresses: z.infer<typeof recipients>;
  record: Parameters<typeof recordUndeliverable>[1];
  isPermanent: boolean;
};

function toReport(event: z.infer<typeof BounceOrComplaint>): Report {
  if (event.eventType === "Bounce") {
    const { bouncedRecipients: addresses, bounceType, timestamp: since } = event.bounce;
    return { addresses, record: { reason: "bounce", since }, isPermanent: bounceType === "Permanent" };
  }
  const { complainedRecipients: addresses, timestamp: since } = event.complaint;
  return { addresses, record: { reason: "complaint", since }, isPermanent: true };
}

const normalizeAddress = (address: string): string => address.trim().toLowerCase();

/** For example `ada@example.com` from `Ada <ada@example.com>`. */
const withoutDisplayName = (address: string): string => /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address;
