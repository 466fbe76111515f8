import * as z from "zod/mini";
import type { EventBuses } from "../bus/bus.ts";
import type { Stack } from "../template/stack.ts";
import type { Mail } from "./mailbox.ts";

/** What went wrong with a mail after SES had accepted it. A mail without an outcome arrived without a complaint. */
export const Outcome = z.enum(["bounce", "complaint"]);
export type Outcome = z.infer<typeof Outcome>;

const Identity = z.object({
  ConfigurationSetAttributes: z.optional(z.object({ ConfigurationSetName: z.string() })),
});
const Suppression = z.object({
  SuppressionOptions: z.optional(z.object({ SuppressedReasons: z._default(z.array(z.string()), []) })),
});
const Destination = z.object({
  ConfigurationSetName: z.string(),
  EventDestination: z.object({
    MatchingEventTypes: z.array(z.string()),
    EventBridgeDestination: z.optional(z.object({ EventBusArn: z.string() })),
  }),
});

/** What SES reports about a mail. `suppressed`: not sent, because the address was on the suppression list. */
export type Reason = Outcome | "suppressed";
export type OnUndelivered = (mail: Mail, reason: Reason) => void;

/** SES's configuration sets in the template. */
export type Configuration = {
  /** The sender identity's set, used for a mail that names no set. */
  defaultSet: string | undefined;
  /** The outcomes after which an address is suppressed, for mails with this set. */
  suppressedReasons(set: string | undefined): Outcome[];
};

/** Reads the template's configuration sets and the set of its sender identity. */
export function configurationOf(stack: Stack): Configuration {
  const [defaultSet] = stack
    .resources("AWS::SES::EmailIdentity", Identity)
    .flatMap(({ properties: { ConfigurationSetAttributes: attributes } }) =>
      attributes ? [attributes.ConfigurationSetName] : [],
    );
  const reasonsBySet = new Map(
    stack
      .resources("AWS::SES::ConfigurationSet", Suppression)
      .map(({ ref, properties }) => [ref, properties.SuppressionOptions?.SuppressedReasons] as const),
  );
  return {
    defaultSet,
    // A set without options uses the account's options, which suppress after both outcomes.
    suppressedReasons(set) {
      const setReasons = set === undefined ? undefined : reasonsBySet.get(set);
      return Outcome.options.filter((outcome) => setReasons?.includes(outcome.toUpperCase()) ?? true);
    },
  };
}

/** Sends SES's events to the event buses among the destinations of the mail's configuration set in the template. */
export function createUndeliveredReporter(stack: Stack, buses: Pick<EventBuses, "put">): OnUndelivered {
  const destinations = stack.resources("AWS::SES::ConfigurationSetEventDestination", Destination);
  return (mail, reason) => {
    for (const { properties } of destinations) {
      if (properties.ConfigurationSetName !== mail.configurationSet) continue;
      const { MatchingEventTypes: types, EventBridgeDestination: target } = properties.EventDestination;
      if (!target || !types.includes(reason === "complaint" ? "complaint" : "bounce")) continue;
      const { detailType, detail } = undeliveredEventOf(mail, reason, properties.ConfigurationSetName);
      buses.put({ bus: target.EventBusArn, source: "aws.ses", detailType, detail });
    }
  };
}

/** Source: SES developer guide, "Examples of event data". */
function undeliveredEventOf(mail: Mail, reason: Reason, configurationSet: string) {
  const recipients = mail.to.map((emailAddress) => ({ emailAddress }));
  const commonFields = { timestamp: new Date().toISOString(), feedbackId: mail.id };
  const tags = Object.entries(mail.tags).map(([name, value]) => [name, [value]] as const);
  const mailDetail = {
    mail: {
      timestamp: mail.at,
      source: mail.from,
      messageId: mail.id,
      destination: mail.to,
      tags: { "ses:configuration-set": [configurationSet], ...Object.fromEntries(tags) },
    },
  };
  if (reason === "complaint") {
    const complaint = { complainedRecipients: recipients, ...commonFields };
    return {
      detailType: "Email Complaint Received",
      detail: { eventType: "Complaint", complaint, ...mailDetail },
    };
  }
  const bounce = {
    bounceType: "Permanent",
    bounceSubType: reason === "suppressed" ? "OnAccountSuppressionList" : "General",
    bouncedRecipients: recipients,
    ...commonFields,
  };
  return { detailType: "Email Bounced", detail: { eventType: "Bounce", bounce, ...mailDetail } };
}

/** The outcome of a mail to this address: from the faults, or for an address of SES's mailbox simulator. */
export function outcomeForAddress(
  address: string,
  faults: { bounces: string; complaints: string },
): Outcome | undefined {
  const [bounceList, complaintList] = [faults.bounces, faults.complaints].map((list) =>
    list.toLowerCase().split(/[\s,;]+/),
  );
  const recipient = address.toLowerCase();
  const simulatedOutcome = /^(bounce|complaint)(\+[^@]*)?@simulator\.amazonses\.com$/.exec(recipient)?.[1];
  if (bounceList?.includes(recipient) || simulatedOutcome === "bounce") return "bounce";
  return complaintList?.includes(recipient) || simulatedOutcome === "complaint" ? "complaint" : undefined;
}
