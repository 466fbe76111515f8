import * as z from "zod/mini";
import type { Bus } from "../bus/bus.ts";
import type { Stack } from "../template/stack.ts";
import type { Mail } from "./mailbox.ts";

/** What may become of a mail that SES has taken. */
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

/** Why SES tells of a mail: what became of it, or that it was never sent, since the address is on the suppression list. */
export type Told = Outcome | "suppressed";
/** Tells of a mail that came back, was called spam, or was not sent. */
export type Tell = (mail: Mail, told: Told) => void;

/** What the template says of SES's configuration sets. */
export type Configuration = {
  /** The set of a mail that names none: the identity's own. */
  defaultSet: string | undefined;
  /** What puts an address on the account's suppression list, and keeps mail from one that is on it. */
  suppressedBy(set: string | undefined): Outcome[];
};

export function configurationOf(stack: Stack): Configuration {
  const [defaultSet] = stack
    .resources("AWS::SES::EmailIdentity", Identity)
    .flatMap(({ properties: { ConfigurationSetAttributes: own } }) =>
      own ? [own.ConfigurationSetName] : [],
    );
  const reasons = new Map(
    stack
      .resources("AWS::SES::ConfigurationSet", Suppression)
      .map(({ ref, properties }) => [ref, properties.SuppressionOptions?.SuppressedReasons] as const),
  );
  return {
    defaultSet,
    // A set that says nothing goes by the account, whose list is on for both reasons.
    suppressedBy(set) {
      const own = set === undefined ? undefined : reasons.get(set);
      return own
        ? Outcome.options.filter((outcome) => own.includes(outcome.toUpperCase()))
        : [...Outcome.options];
    },
  };
}

/** Puts SES's events on the buses that a mail's configuration set in the template names, and says what it leaves out. */
export function tellUndelivered(stack: Stack, bus: Pick<Bus, "put">): Tell {
  const destinations = stack.resources("AWS::SES::ConfigurationSetEventDestination", Destination);
  return (mail, told) => {
    for (const { properties } of destinations) {
      if (properties.ConfigurationSetName !== mail.configurationSet) continue;
      const { MatchingEventTypes: types, EventBridgeDestination: target } = properties.EventDestination;
      if (!target || !types.includes(told === "complaint" ? "complaint" : "bounce")) continue;
      const { detailType, detail } = eventOf(mail, told, properties.ConfigurationSetName);
      bus.put({ bus: target.EventBusArn, source: "aws.ses", detailType, detail });
    }
  };
}

/** Source: SES developer guide, "Examples of event data". */
function eventOf(mail: Mail, told: Told, configurationSet: string) {
  const timestamp = new Date().toISOString();
  const recipients = mail.to.map((emailAddress) => ({ emailAddress }));
  const about = {
    mail: {
      timestamp: mail.at,
      source: mail.from,
      messageId: mail.id,
      destination: mail.to,
      tags: {
        "ses:configuration-set": [configurationSet],
        ...Object.fromEntries(Object.entries(mail.tags).map(([name, value]) => [name, [value]])),
      },
    },
  };
  return told !== "complaint"
    ? {
        detailType: "Email Bounced",
        detail: {
          eventType: "Bounce",
          bounce: {
            bounceType: "Permanent",
            bounceSubType: told === "suppressed" ? "OnAccountSuppressionList" : "General",
            bouncedRecipients: recipients,
            timestamp,
            feedbackId: mail.id,
          },
          ...about,
        },
      }
    : {
        detailType: "Email Complaint Received",
        detail: {
          eventType: "Complaint",
          complaint: { complainedRecipients: recipients, timestamp, feedbackId: mail.id },
          ...about,
        },
      };
}

/** What becomes of mail to `address`: as the faults say, and as SES's own mailbox simulator does. */
export function outcomeOf(
  address: string,
  faults: { bounces: string; complaints: string },
): Outcome | undefined {
  const [bounces, complaints] = [faults.bounces, faults.complaints].map((list) =>
    list.toLowerCase().split(/[\s,;]+/),
  );
  const own = address.toLowerCase();
  const simulated = /^(bounce|complaint)(\+[^@]*)?@simulator\.amazonses\.com$/.exec(own)?.[1];
  if (bounces?.includes(own) || simulated === "bounce") return "bounce";
  return complaints?.includes(own) || simulated === "complaint" ? "complaint" : undefined;
}
