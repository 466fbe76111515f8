import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { resources, stageTemplate } from "./stage-templates.ts";

const [dev, prod, local] = [
  await stageTemplate("dev"),
  await stageTemplate("prod"),
  await stageTemplate("local"),
];
const functionNames = ["back-in-stock-api", "mail-back-in-stock", "reconcile-back-in-stock"];
const Function = z.object({ FunctionName: z.optional(z.string()) });
const Policy = z.object({
  PolicyDocument: z.object({
    Statement: z.array(z.object({ Action: z.unknown(), Condition: z.optional(z.unknown()) })),
  }),
});

describe("mails about products that are back", () => {
  it("have functions, a route and the setting 'on' of catalog-api only in a stage that turns them on", () => {
    const existsByStage = [dev, prod, local].map((template) =>
      functionNames.map((name) =>
        resources(template, "AWS::Lambda::Function", Function).some(({ properties }) =>
          properties.FunctionName?.endsWith(`-${name}`),
        ),
      ),
    );
    expect(existsByStage).toEqual([
      functionNames.map(() => false),
      functionNames.map(() => false),
      functionNames.map(() => true),
    ]);
    for (const [template, setting] of [
      [dev, "off"],
      [prod, "off"],
      [local, "on"],
    ] as const) {
      template.hasResourceProperties("AWS::Lambda::Function", {
        FunctionName: Match.stringLikeRegexp("-catalog-api$"),
        Environment: { Variables: Match.objectLike({ BACK_IN_STOCK: setting }) },
      });
      template.resourcePropertiesCountIs(
        "AWS::ApiGatewayV2::Route",
        { RouteKey: "POST /api/back-in-stock" },
        setting === "on" ? 1 : 0,
      );
    }
  });

  it("are sent for each event StockBack, by a rule with a dead-letter queue, one event per run", () => {
    local.hasResourceProperties("AWS::Events::Rule", {
      EventPattern: { source: ["shop.orders"], "detail-type": ["StockBack"] },
      Targets: [Match.objectLike({ DeadLetterConfig: Match.anyValue() })],
    });
    local.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
      FunctionName: { Ref: Match.stringLikeRegexp("^BackInStockMailBackInStock") },
      BatchSize: 1,
      FunctionResponseTypes: ["ReportBatchItemFailures"],
    });
  });

  it("come from functions that can neither read orders nor change products", () => {
    const statements = resources(local, "AWS::IAM::Policy", Policy)
      .filter(({ id }) => id.startsWith("BackInStock"))
      .flatMap(({ properties }) => properties.PolicyDocument.Statement)
      .filter(({ Action }) => JSON.stringify(Action).includes("dynamodb:"));
    expect(statements.length).toBeGreaterThan(functionNames.length);
    for (const { Action, Condition } of statements) {
      const text = JSON.stringify(Condition);
      expect(text).not.toContain("ORDER#");
      // They may query products, whose names the mails contain.
      if (JSON.stringify(Action) !== '"dynamodb:Query"') expect(text).not.toContain("PRODUCT#");
    }
  });
});
