import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { CfnQueue } from "aws-cdk-lib/aws-sqs";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createCheckedApp, createShopApp } from "../../infra/app.ts";
import { DeliveryStack } from "../../infra/delivery/delivery-stack.ts";
import { deliverySettings } from "../../infra/delivery/settings.ts";
import { STACK_PREFIX } from "../../infra/names.ts";
import {
  assemblyFolder,
  resources,
  stageTemplate,
  testStages,
  writeInputs,
  type TestStage,
} from "./stage-templates.ts";

const folder = mkdtempSync(join(tmpdir(), "shop-app-"));
afterAll(() => rmSync(folder, { recursive: true }));
const inputs = writeInputs(folder);

const Report = z.object({
  pluginReports: z.array(
    z.object({
      violations: z.array(z.object({ ruleName: z.string(), violatingConstructs: z.optional(z.unknown()) })),
    }),
  ),
});

describe("the checks of a synthesis", () => {
  // A violation that is an error ends the synthesis. The report also contains violations that are only warnings.
  it.each(Object.keys(testStages) as TestStage[])(
    "report no violation in stage %s, except those that are suppressed with a reason",
    async (stage) => {
      const file = join(await assemblyFolder(stage), "validation-report.json");
      const report = Report.parse(JSON.parse(readFileSync(file, "utf8")));
      expect(report.pluginReports.flatMap(({ violations }) => violations)).toEqual([]);
    },
  );

  it("refuse a bucket with default settings, and properties that CloudFormation would refuse", () => {
    const app = createCheckedApp({ stage: "dev", outdir: join(folder, "out") });
    const stack = new Stack(app, "Shop");
    new Bucket(stack, "Careless");
    const maximumSeconds = 43_200;
    new CfnQueue(stack, "Wrong", { visibilityTimeout: maximumSeconds + 1 }).addPropertyOverride(
      "Visibility",
      1,
    );
    const findings = errorOf(() => app.synth());
    // Found by cdk-nag.
    expect(findings).toContain("Careless/Resource");
    // Found by the schemas of CloudFormation's resources.
    expect(findings).toMatch(/Wrong/);
    expect(findings).toContain(String(maximumSeconds));
    expect(findings).toMatch(/'Visibility'/);
  });
});

function errorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return String(error);
  }
  throw new Error("No finding");
}

describe("the app", () => {
  it("has at most 470 resources in a stage with every feature, because CloudFormation takes 500", async () => {
    const { Resources } = (await stageTemplate("everything")).toJSON() as { Resources: object };
    expect(Object.keys(Resources).length).toBeLessThanOrEqual(470);
  });

  it("fails if the site has not been built, and says how to build it", () => {
    expect(() => createShopApp({ stage: "dev", ...inputs, siteFolder: "/nowhere" })).toThrow(
      "There is no built site in /nowhere. Build it first: npm run build",
    );
  });
});

describe("the stack for GitHub's workflows", () => {
  const readSettings = (context: Record<string, string>) => deliverySettings((name) => context[name]);
  const repository = "octocat@1/shop@2";
  const app = createCheckedApp({ outdir: join(folder, "delivery") });
  const stack = new DeliveryStack(app, "Delivery", readSettings({ repository, stages: "dev,prod" }));
  const template = Template.fromStack(stack);

  it("lets only a job in the environment of the stage assume the role of the stage", () => {
    template.resourceCountIs("AWS::IAM::OIDCProvider", 1);
    const roles = resources(template, "AWS::IAM::Role", z.object({ AssumeRolePolicyDocument: z.unknown() }));
    expect(roles.map(({ properties }) => properties.AssumeRolePolicyDocument)).toEqual(
      ["dev", "prod"].map((stage) => ({
        Version: "2012-10-17",
        Statement: [
          {
            Effect: "Allow",
            Action: "sts:AssumeRoleWithWebIdentity",
            Principal: { Federated: { Ref: expect.stringMatching(/^GitHub/) as string } },
            Condition: {
              StringEquals: {
                "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
                "token.actions.githubusercontent.com:sub": `repo:octocat@1/shop@2:environment:${stage}`,
              },
            },
          },
        ],
      })),
    );
  });

  it("lets a role use three CDK roles and read two stacks, the alarms' subscriptions and the account's limits, nothing else", () => {
    const Statement = z.object({ Action: z.string(), Resource: z.unknown() });
    const policies = resources(
      template,
      "AWS::IAM::Policy",
      z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }) }),
    );
    for (const [index, stage] of ["dev", "prod"].entries()) {
      const statements = policies[index]?.properties.PolicyDocument.Statement ?? [];
      expect(statements.map(({ Action }) => Action)).toEqual([
        "sts:AssumeRole",
        "cloudformation:DescribeStacks",
        "sns:ListSubscriptionsByTopic",
        "lambda:GetAccountSettings",
      ]);
      // 'hnb659fds' is the CDK's default qualifier.
      const [roles, stacks, topics] = statements.map(({ Resource }) => JSON.stringify(Resource));
      expect(roles?.match(/:role\/[\w-]+/g)).toEqual(
        ["deploy", "file-publishing", "lookup"].map((name) => `:role/cdk-hnb659fds-${name}-role-`),
      );
      expect(stacks?.match(/:stack\/[^"]+/g)).toEqual([
        ":stack/CDKToolkit/*",
        `:stack/${STACK_PREFIX}${stage}/*`,
      ]);
      expect(topics).toContain(`:${STACK_PREFIX}${stage}-AlarmsTopic*"`);
    }
  });

  it("breaks no rule of cdk-nag and of CloudFormation", () => {
    expect(() => app.synth()).not.toThrow();
  });

  it("uses the identity provider of the account if there is one", () => {
    const provider = "arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com";
    const withProvider = new DeliveryStack(new App(), "Delivery", {
      repository,
      stages: ["dev", "dev-eu"],
      provider,
    });
    // GitHub's names of variables have no hyphens.
    Template.fromStack(withProvider).hasOutput("DevEuRole", {
      Description: "Set the repository's variable DEPLOY_ROLE_DEV_EU to it",
    });
    const { AssumeRolePolicyDocument } =
      Object.values(Template.fromStack(withProvider).findResources("AWS::IAM::Role")).map(
        ({ Properties }) => Properties as { AssumeRolePolicyDocument: unknown },
      )[0] ?? {};
    expect(AssumeRolePolicyDocument).toMatchObject({ Statement: [{ Principal: { Federated: provider } }] });
  });

  it("refuses missing settings, a name that would trust other repositories, and a stage that is never deployed", () => {
    for (const name of ["*", "octocat/*", "octocat", "octocat/shop:ref"])
      expect(() => readSettings({ repository: name, stages: "dev" })).toThrow(
        "-c repository=…: Not owner/name",
      );
    expect(() => readSettings({ repository, stages: "dev,local" })).toThrow(
      "-c stages=…: Stages that can be deployed are dev, prod",
    );
    expect(() => readSettings({})).toThrow(/repository=…: is missing\n.*stages=…: is missing/);
  });
});
