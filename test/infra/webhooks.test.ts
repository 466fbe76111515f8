import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { consumerOf } from "../../infra/consumers/rule-description.ts";
import { resources, stageTemplate } from "./stage-templates.ts";

const [dev, prod, local] = [
  await stageTemplate("dev"),
  await stageTemplate("prod"),
  await stageTemplate("local"),
];
const functionNames = ["deliver-webhooks", "retry-webhooks"];
const Function = z.object({
  FunctionName: z.optional(z.string()),
  Environment: z.optional(z.object({ Variables: z.record(z.string(), z.unknown()) })),
});
const functionsOf = (template: typeof prod) =>
  resources(template, "AWS::Lambda::Function", Function).map(({ properties }) => properties);

describe("webhooks", () => {
  it("are sent by two functions in stages with webhooks, and the back office of such a stage shows their tab", () => {
    const functionsExistIn = (template: typeof prod) =>
      functionNames.map((name) =>
        functionsOf(template).some(({ FunctionName = "" }) => FunctionName.endsWith(`-${name}`)),
      );
    expect([functionsExistIn(dev), functionsExistIn(prod)]).toEqual([
      [false, false],
      [true, true],
    ]);
    for (const [template, setting] of [
      [dev, "off"],
      [prod, "on"],
    ] as const)
      template.hasResourceProperties("AWS::Lambda::Function", {
        FunctionName: Match.stringLikeRegexp("-admin-api$"),
        Environment: { Variables: Match.objectLike({ WEBHOOKS: setting }) },
      });
  });

  it("go to public addresses only, because no template has the variable that allows localhost", () => {
    for (const template of [dev, prod, local])
      expect(JSON.stringify(template.toJSON())).not.toContain("CALLS_TO_LOCALHOST");
  });

  it("are sent for every event of the shop, by a rule that a replay finds", () => {
    const Rule = z.object({ Description: z.optional(z.string()), EventPattern: z.unknown() });
    const rules = resources(prod, "AWS::Events::Rule", Rule).filter(
      ({ properties }) => consumerOf(properties.Description) === "webhooks",
    );
    expect(rules.map(({ properties }) => properties.EventPattern)).toEqual([{ source: ["shop.orders"] }]);
  });

  it("raise an alarm when a delivery is given up, only in stages with webhooks", () => {
    const alarm = { MetricName: "WebhooksFailing", Threshold: 1 };
    prod.hasResourceProperties("AWS::CloudWatch::Alarm", alarm);
    dev.resourcePropertiesCountIs("AWS::CloudWatch::Alarm", alarm, 0);
    prod.resourcePropertiesCountIs(
      "AWS::Logs::MetricFilter",
      { FilterPattern: '{ $.alarm = "webhook" }' },
      1,
    );
  });

  it("are sent by functions that can read and write only endpoints and deliveries in the table", () => {
    const Policy = z.object({
      Roles: z.array(z.unknown()),
      PolicyDocument: z.object({
        Statement: z.array(z.object({ Action: z.unknown(), Condition: z.optional(z.unknown()) })),
      }),
    });
    const statements = resources(prod, "AWS::IAM::Policy", Policy)
      .filter(({ id }) => /^Webhooks(Deliver|Retry)WebhooksRole/.test(id))
      .flatMap(({ properties }) => properties.PolicyDocument.Statement)
      .filter(({ Action }) => JSON.stringify(Action).includes("dynamodb:"));
    expect(statements.length).toBeGreaterThan(2);
    for (const { Condition } of statements)
      expect(Condition).toEqual({
        "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["WEBHOOK*"] },
      });
  });
});
