import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { STACK_PREFIX } from "../../infra/names.ts";
import { Ref, resources, stageTemplate } from "./stage-templates.ts";

const template = await stageTemplate("dev");

describe("the shop's mail", () => {
  const configurationSets = resources(
    template,
    "AWS::SES::ConfigurationSet",
    z.object({
      SuppressionOptions: z.object({ SuppressedReasons: z.optional(z.array(z.string())) }),
      ReputationOptions: z.optional(z.object({ ReputationMetricsEnabled: z.boolean() })),
    }),
  );
  const destinations = resources(
    template,
    "AWS::SES::ConfigurationSetEventDestination",
    z.object({
      ConfigurationSetName: Ref,
      EventDestination: z.object({
        MatchingEventTypes: z.array(z.string()),
        SnsDestination: z.optional(z.unknown()),
        EventBridgeDestination: z.optional(z.unknown()),
      }),
    }),
  );

  it("to an address that SES suppresses is not sent if it is for a customer, but is sent if it is for the team", () => {
    const [customerIdentity] = resources(
      template,
      "AWS::SES::EmailIdentity",
      z.object({ ConfigurationSetAttributes: z.object({ ConfigurationSetName: Ref }) }),
    );
    const customerSetId = customerIdentity?.properties.ConfigurationSetAttributes.ConfigurationSetName;
    const reasonsOf = (id: string | undefined) =>
      configurationSets.find((set) => set.id === id)?.properties.SuppressionOptions.SuppressedReasons;
    expect(reasonsOf(customerSetId)).toEqual(["BOUNCE", "COMPLAINT"]);
    const [teamSet, ...otherSets] = configurationSets.filter(({ id }) => id !== customerSetId);
    expect(otherSets).toEqual([]);
    expect(reasonsOf(teamSet?.id)).toEqual([]);
    for (const name of ["ContactApi", "SendOrderEmail"]) {
      const [fn] = Object.values(
        template.findResources("AWS::Lambda::Function", {
          Properties: { Environment: { Variables: { TEAM_CONFIGURATION_SET: { Ref: teamSet?.id } } } },
        }),
      ).filter(({ Properties }) => JSON.stringify(Properties).includes(name));
      expect(fn).toBeDefined();
    }
  });

  it.each(configurationSets)(
    "with the configuration set $id has no reputation metrics, for which CloudWatch charges",
    ({ properties }) => {
      expect(properties.ReputationOptions?.ReputationMetricsEnabled ?? false).toBe(false);
    },
  );

  it.each(configurationSets)(
    "with the configuration set $id has bounces and complaints reported to the alarm topic and the default bus",
    ({ id }) => {
      const setDestinations = destinations.filter(({ properties }) => properties.ConfigurationSetName === id);
      const [toTopic, toBus] = setDestinations.map(({ properties }) => properties.EventDestination);
      expect(setDestinations).toHaveLength(2);
      expect(toTopic?.MatchingEventTypes).toEqual(["bounce", "complaint", "reject"]);
      expect(toTopic?.SnsDestination).toBeDefined();
      expect(toBus?.MatchingEventTypes).toEqual(["bounce", "complaint"]);
      expect(toBus?.EventBridgeDestination).toBeDefined();
    },
  );

  it("comes from an identity that the stack creates, unless the account already has the identity", async () => {
    const prod = await stageTemplate("prod");
    prod.hasResourceProperties("AWS::SES::EmailIdentity", { EmailIdentity: "bourbonvipers.example" });
    // The DMARC record applies to all mail of the podcast's domain, including mail that the shop does not send.
    prod.hasResourceProperties("AWS::Route53::RecordSet", {
      Type: "TXT",
      Name: "_dmarc.bourbonvipers.example.",
      ResourceRecords: ['"v=DMARC1; p=none;"'],
    });
    (await stageTemplate("custom")).resourceCountIs("AWS::SES::EmailIdentity", 0);
  });

  it("has a MAIL FROM domain below the sender's domain, so that SPF passes for the sender's domain too", async () => {
    const prod = await stageTemplate("prod");
    prod.hasResourceProperties("AWS::SES::EmailIdentity", {
      MailFromAttributes: { MailFromDomain: "bounce.bourbonvipers.example" },
    });
    prod.hasResourceProperties("AWS::Route53::RecordSet", {
      Type: "MX",
      Name: "bounce.bourbonvipers.example.",
      ResourceRecords: ["10 feedback-smtp.us-east-1.amazonses.com"],
    });
    prod.hasResourceProperties("AWS::Route53::RecordSet", {
      Type: "TXT",
      Name: "bounce.bourbonvipers.example.",
      ResourceRecords: ['"v=spf1 include:amazonses.com ~all"'],
    });
  });

  it("that bounces is recorded; bounced mail of other applications of the AWS account is not", () => {
    template.hasResourceProperties("AWS::Events::Rule", {
      EventBusName: Match.absent(),
      EventPattern: {
        source: ["aws.ses"],
        detail: {
          mail: { tags: { "ses:configuration-set": configurationSets.map(({ id }) => ({ Ref: id })) } },
        },
      },
    });
  });

  it("to the shop's own mailboxes is known to note-undelivered, which raises an alarm if such a mail does not arrive", () => {
    template.hasResourceProperties("AWS::Lambda::Function", {
      FunctionName: `${STACK_PREFIX}dev-note-undelivered`,
      Environment: {
        Variables: {
          OWN_MAILBOXES: Match.serializedJson([
            "team@bourbonvipers.example",
            "trial-shop@bourbonvipers.example",
            "alarms@bourbonvipers.example",
          ]),
        },
      },
    });
  });
});
