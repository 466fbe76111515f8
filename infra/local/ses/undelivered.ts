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
const Destination = z.object({
  ConfigurationSetName: z.string(),
  EventDestination: z.object({
    MatchingEventTypes: z.array(z.string()),
    EventBridgeDestination: z.optional(z.object({ EventBusArn: z.string() })),
  }),
});

/** Tells of a mail that came back or was called spam. */
export type Tell = (mail: Mail, outcome: Outcome) => void;

/** Puts SES's events on the buses that the sender's configuration set in the template names, and says what it leaves out. */
export function tellUndelivered(stack: Stack, bus: Pick<Bus, "put">): Tell {
  const sets = stack
    .resources("AWS::SES::EmailIdentity", Identity)
    .flatMap(({ properties: { ConfigurationSetAttributes: own } }) =>
      own ? [own.ConfigurationSetName] : [],
    );
  const destinations = stack
    .resources("AWS::SES::ConfigurationSetEventDestination", Destination)
    .filter(({ properties }) => sets.includes(properties.ConfigurationSetName));
  return (mail, outcome) => {
    for (const { properties } of destinations) {
      const { MatchingEventTypes: types, EventBridgeDestination: target } = properties.EventDestination;
      if (!target || !types.includes(outcome)) continue;
      const { detailType, detail } = eventOf(mail, outcome, properties.ConfigurationSetName);
      bus.put({ bus: target.EventBusArn, source: "aws.ses", detailType, detail });
    }
  };
}

/** Source: SES developer guide, "Examples of event data". */
function eventOf(mail: Mail, outcome: Outcome, configurationSet: string) {
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
  return outcome === "bounce"
    ? {
        detailType: "Email Bounced",
        detail: {
          eventType: "Bounce",
          bounce: {
            bounceType: "Permanent",
            bounceSubType: "General",
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
