import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { ruleDescription } from "../../infra/consumers/rule-description.ts";
import { GetAtt, Ref, resources, stageTemplate } from "./stage-templates.ts";

const [dev, stageWithTax, formerStage] = [
  await stageTemplate("dev"),
  await stageTemplate("everything"),
  // A stage whose orders had tax earlier.
  await stageTemplate("custom"),
];
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
  it.each([
    [
      "is neither calculated nor recorded in a stage without tax",
      dev,
      { checkout: "off", isRecorded: false },
    ],
    [
      "is calculated and recorded in a stage with tax",
      stageWithTax,
      { checkout: "stripe", isRecorded: true },
    ],
    [
      "of earlier orders is still recorded after it was turned off",
      formerStage,
      { checkout: "off", isRecorded: true },
    ],
  ] as const)("%s", (_, template, { checkout, isRecorded }) => {
    const expectTaxVariable = (functionName: string, TAX: string) =>
      template.hasResourceProperties("AWS::Lambda::Function", {
        FunctionName: Match.stringLikeRegexp(`-${functionName}$`),
        Environment: { Variables: Match.objectLike({ TAX }) },
      });
    expectTaxVariable("checkout-api", checkout);
    // `reconcile-books` checks whether Stripe's key may record tax.
    expectTaxVariable("reconcile-books", isRecorded ? "stripe" : "off");
    expect(recordTaxIn(template) !== undefined).toBe(isRecorded);
    // `npm run events:replay` finds the rule by its description.
    const rules = template.findResources("AWS::Events::Rule", {
      Properties: {
        Description: ruleDescription("record-tax"),
        EventPattern: { "detail-type": ["OrderPaid", "OrderRefunded", "RefundFailed"] },
      },
    });
    expect(Object.keys(rules)).toHaveLength(isRecorded ? 1 : 0);
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
