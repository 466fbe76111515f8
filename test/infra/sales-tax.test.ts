import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { GetAtt, Ref, resources, stageTemplate } from "./stage-templates.ts";

const [dev, stageWithTax] = [await stageTemplate("dev"), await stageTemplate("custom")];
const Function = z.object({ FunctionName: z.optional(z.string()), Role: GetAtt });
const Statement = z.object({
  Action: z.union([z.string(), z.array(z.string())]),
  Resource: z.unknown(),
  Condition: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
});
const Policies = z.object({
  Roles: z.array(Ref),
  PolicyDocument: z.object({ Statement: z.array(Statement) }),
});

const recordTaxIn = (template: typeof dev) =>
  resources(template, "AWS::Lambda::Function", Function).find(({ properties }) =>
    properties.FunctionName?.endsWith("-record-tax"),
  );

describe("sales tax", () => {
  it("is calculated by the checkout, and has a function and a rule, only in a stage that turns it on", () => {
    expect([recordTaxIn(dev) === undefined, recordTaxIn(stageWithTax) === undefined]).toEqual([true, false]);
    const rule = { EventPattern: { "detail-type": ["OrderPaid", "OrderRefunded", "RefundFailed"] } };
    for (const [template, tax, count] of [
      [dev, "off", 0],
      [stageWithTax, "stripe", 1],
    ] as const) {
      template.hasResourceProperties("AWS::Lambda::Function", {
        FunctionName: Match.stringLikeRegexp("-checkout-api$"),
        Environment: { Variables: Match.objectLike({ TAX: tax }) },
      });
      const rules = Object.keys(template.findResources("AWS::Events::Rule", { Properties: rule }));
      expect(rules).toHaveLength(count);
    }
  });

  it("is recorded from a queue of its own with a dead-letter queue, and only failed messages are repeated", () => {
    const queue = { "Fn::GetAtt": [Match.stringLikeRegexp("SalesTax"), "Arn"] };
    stageWithTax.hasResourceProperties("AWS::Events::Rule", {
      EventPattern: {
        source: ["shop.orders"],
        "detail-type": ["OrderPaid", "OrderRefunded", "RefundFailed"],
      },
      Targets: [Match.objectLike({ Arn: queue, DeadLetterConfig: Match.anyValue() })],
    });
    stageWithTax.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
      FunctionName: { Ref: recordTaxIn(stageWithTax)?.id },
      EventSourceArn: queue,
      FunctionResponseTypes: ["ReportBatchItemFailures"],
    });
    const queues = Object.entries(
      stageWithTax.findResources("AWS::SQS::Queue", { Properties: { RedrivePolicy: Match.anyValue() } }),
    ).filter(([id]) => id.includes("SalesTax"));
    expect(queues).toHaveLength(1);
  });

  it("is recorded by a function that may change only orders, and read only one secret", () => {
    const role = recordTaxIn(stageWithTax)?.properties.Role;
    const statements = resources(stageWithTax, "AWS::IAM::Policy", Policies)
      .filter(({ properties }) => properties.Roles.includes(role ?? ""))
      .flatMap(({ properties }) => properties.PolicyDocument.Statement);
    const tablePermissions = statements.flatMap(({ Action, Condition }) =>
      [Action]
        .flat()
        .filter((action) => action.startsWith("dynamodb:"))
        .map((action) => [action, Condition?.["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"]]),
    );
    expect(tablePermissions).toEqual([
      ["dynamodb:GetItem", ["ORDER#*"]],
      ["dynamodb:PutItem", ["ORDER#*"]],
    ]);
    const secrets = statements.filter(({ Action }) =>
      [Action].flat().includes("secretsmanager:GetSecretValue"),
    );
    expect(secrets).toHaveLength(1);
  });
});
