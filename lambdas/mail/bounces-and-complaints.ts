import * as z from "zod/mini";
import { Timestamp } from "../../shared/timestamp.ts";
import { alarmField } from "../../shared/log-alarms.ts";
import { log } from "../lib/log.ts";
import { recordUndeliverable } from "./undeliverable-table.ts";

const Recipients = z.array(z.object({ emailAddress: z.string() }));

/** The fields of SES's event that the shop reads. Source: SES developer guide, "Contents of event data". */
const BounceOrComplaint = z.discriminatedUnion("eventType", [
  z.object({
    eventType: z.literal("Bounce"),
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: Recipients, timestamp: Timestamp }),
  }),
  z.object({
    eventType: z.literal("Complaint"),
    complaint: z.object({
      complainedRecipients: Recipients,
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
  // The recipient marked the mail as not spam, so this is no complaint.
  if (event.eventType === "Complaint" && event.complaint.complaintFeedbackType === "not-spam") return;
  const { recipients, record, isPermanent } = toReport(event);
  const ownAddresses = new Set(ownMailboxes.map(normalizeAddress));
  for (const address of recipients.map(({ emailAddress }) => withoutDisplayName(emailAddress))) {
    if (ownAddresses.has(normalizeAddress(address)))
      log.error("A mail to one of the shop's own mailboxes bounced or was reported as spam", {
        ...alarmField("mail"),
        reason: record.reason,
      });
    else if (isPermanent) {
      await recordUndeliverable(address, record);
      log.warn("Nothing is sent to an address any more", { reason: record.reason });
    }
  }
}

type Report = {
  recipients: z.infer<typeof Recipients>;
  record: Parameters<typeof recordUndeliverable>[1];
  isPermanent: boolean;
};

function toReport(event: z.infer<typeof BounceOrComplaint>): Report {
  if (event.eventType === "Bounce") {
    const { bouncedRecipients: recipients, bounceType, timestamp: since } = event.bounce;
    return { recipients, record: { reason: "bounce", since }, isPermanent: bounceType === "Permanent" };
  }
  const { complainedRecipients: recipients, timestamp: since } = event.complaint;
  return { recipients, record: { reason: "complaint", since }, isPermanent: true };
}

const normalizeAddress = (address: string): string => address.trim().toLowerCase();

/** For example `ada@example.com` from `Ada <ada@example.com>`. */
const withoutDisplayName = (address: string): string => /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address;
