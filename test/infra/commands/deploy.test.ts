import { CloudFormationClient, DescribeStacksCommand, type Stack } from "@aws-sdk/client-cloudformation";
import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { mockClient } from "../../support/mock-client.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CommandError } from "../../../infra/commands/command.ts";
import { deployStage } from "../../../infra/commands/deploy.ts";
import { BOOTSTRAP_VERSION } from "../../../infra/commands/deployment.ts";
import { STACK_PREFIX } from "../../../infra/names.ts";
import { assemblyFolder } from "../stage-templates.ts";
import {
  ACCOUNT,
  mockAccount,
  realSettings,
  setDevSettings,
  shopStack,
  toolkitStack,
} from "./account-support.ts";

/** Mocks an account that runs at most `limit` functions at once; if undefined, the credentials may not read the limit. */
function mockConcurrency(limit: number | undefined) {
  const settingsMock = mockClient(LambdaClient).on(GetAccountSettingsCommand);
  if (limit !== undefined) settingsMock.resolves({ AccountLimit: { ConcurrentExecutions: limit } });
  else settingsMock.rejects(Object.assign(new Error("not authorized"), { name: "AccessDeniedException" }));
  return new LambdaClient({ region: "us-east-1" });
}

/**
 * Runs a deployment in an account with these stacks. `succeeds` decides which calls of the CDK succeed. `stackAfter`: the shop's
 * stack after the deployment.
 */
async function deploy(
  stacks: Stack[],
  {
    succeeds = () => true,
    stackAfter,
    atOnce = false,
    account = ACCOUNT,
    lambda = mockConcurrency(1_000),
  }: {
    succeeds?: (args: readonly string[]) => boolean;
    stackAfter?: Stack;
    atOnce?: boolean;
    account?: string;
    lambda?: LambdaClient;
  } = {},
) {
  const existingStacks = [...stacks];
  const client = mockAccount(existingStacks, "", account);
  const calls: string[] = [];
  const lines: string[] = [];
  const questions: string[] = [];
  const testedSites: string[] = [];
  const deployment = deployStage("dev", {
    client,
    lambda,
    cdk: (args) => {
      calls.push(args.join(" "));
      if (args[0] === "deploy" && !existingStacks.includes(shopStack)) existingStacks.push(shopStack);
      if (args[0] === "deploy" && stackAfter) existingStacks.splice(1, 1, stackAfter);
      return succeeds(args);
    },
    confirm: (what) => Promise.resolve(void questions.push(what)),
    print: (line) => lines.push(line),
    atOnce,
    testShop: ({ SiteUrl = "" }) => Promise.resolve(void testedSites.push(SiteUrl)),
  });
  const error = await deployment.then(
    () => undefined,
    (reason: unknown) => {
      if (reason instanceof CommandError) return reason.message;
      throw reason;
    },
  );
  return { calls, lines, questions, testedSites, error };
}

test("the bootstrap that deploy requires is the one that the CDK's assembly requires", async () => {
  const manifest = readFileSync(join(await assemblyFolder("dev"), "manifest.json"), "utf8");
  const versions = [...manifest.matchAll(/"requiresBootstrapStackVersion": (\d+)/g)].map(([, version]) =>
    Number(version),
  );
  expect(Math.max(...versions)).toBe(BOOTSTRAP_VERSION);
});

test("deploy refuses, before any change, an account without a new enough bootstrap, another account, and missing or example settings", async () => {
  setDevSettings(realSettings);
  const bootstrap = `npx cdk bootstrap aws://${ACCOUNT}/us-east-1 --app "" --build ""`;
  expect((await deploy([])).error).toContain(bootstrap);
  expect((await deploy([toolkitStack("5")])).error).toContain(bootstrap);
  expect((await deploy([{ ...toolkitStack("5"), Outputs: [] }])).error).toContain(
    "has version unknown, not 8",
  );
  const inOtherAccount = await deploy([], { account: "999900001111" });
  expect(inOtherAccount.error).toMatch(
    /are for account 999900001111, but stage dev is in account 111122223333/,
  );
  setDevSettings({});
  expect((await deploy([])).error).toContain(`account: "${ACCOUNT}",`);
  setDevSettings({ ...realSettings, mailSender: "shop@bourbonvipers.example" });
  const withExample = await deploy([toolkitStack("21")]);
  expect(withExample.error).toContain("mailSender: shop@bourbonvipers.example is an example");
  expect(withExample.calls).toEqual([]);
});

test("deploy shows the changes, asks, deploys exactly these, prints the addresses, and tests the shop", async () => {
  setDevSettings(realSettings);
  const { calls, lines, questions, testedSites } = await deploy([toolkitStack("21"), shopStack]);
  expect(calls).toEqual([
    "diff -c stage=dev --no-fail --output .build/cdk.out",
    "deploy --app .build/cdk.out --build  --require-approval never",
  ]);
  expect(questions).toEqual([`This makes the changes above to ${STACK_PREFIX}dev.`]);
  expect(lines).toContain("SiteUrl: https://shop.example.org");
  expect(testedSites).toEqual(["https://shop.example.org"]);
});

const deployWithConcurrency = (limit: number | undefined) =>
  deploy([toolkitStack("21"), shopStack], { lambda: mockConcurrency(limit) });
const quotaCommand =
  "aws service-quotas request-service-quota-increase --region us-east-1 --service-code lambda";

test("deploy refuses a stage that reserves more concurrency than the account may reserve, before anything is built", async () => {
  setDevSettings({ ...realSettings, reservedConcurrency: { "checkout-api": 200, "settle-payment": 20 } });
  const refused = await deployWithConcurrency(229);
  expect(refused.error).toContain(
    "reserves 220 concurrent executions of Lambda, and this account has 229 in all",
  );
  expect(refused.error).toContain(quotaCommand);
  expect(refused.calls).toEqual([]);
  // AWS keeps 100 executions unreserved, but in some new accounts only 10. With 10 left, the command only warns.
  const doubtful = await deployWithConcurrency(230);
  expect(doubtful.error).toBeUndefined();
  expect(doubtful.lines.join("\n")).toMatch(/will probably fail[^]*this account has 230 in all/);
  expect((await deployWithConcurrency(320)).lines.join("\n")).not.toContain("reserves");
});

test("deploy warns, but still asks, if the account runs too few functions at once for customers", async () => {
  setDevSettings(realSettings);
  const { lines, questions, error } = await deployWithConcurrency(10);
  expect(error).toBeUndefined();
  expect(lines.join("\n")).toMatch(/runs at most 10 functions at once[^]*Before customers come/);
  expect(lines.join("\n")).toContain(quotaCommand);
  expect(questions).toHaveLength(1);
  for (const enough of [100, undefined])
    expect((await deployWithConcurrency(enough)).lines.join("\n")).not.toContain("functions at once");
});

test("deploy --at-once builds the stack with `releaseAtOnce`", async () => {
  setDevSettings(realSettings);
  const { calls } = await deploy([toolkitStack("21"), shopStack], { atOnce: true });
  expect(calls[0]).toBe("diff -c stage=dev -c releaseAtOnce=true --no-fail --output .build/cdk.out");
});

test("deploy says first that new discounts and tax need permissions, and at the end that new tickets need a key", async () => {
  setDevSettings({ ...realSettings, discounts: true, tax: "stripe", tickets: true });
  const stackWith = (features: string) => ({
    ...shopStack,
    Outputs: [...(shopStack.Outputs ?? []), { OutputKey: "Features", OutputValue: features }],
  });
  const outputWith = async (features: string) =>
    (await deploy([toolkitStack("21"), stackWith(features)])).lines.join("\n");
  expect(await outputWith("none")).toMatch(
    /New in this stage: discounts, tax\..*stripe:connect -- --stage dev\n[^]*New in this stage: tickets\..*tickets:key/,
  );
  expect(await outputWith("discounts")).toContain("New in this stage: tax.");
  expect(await outputWith("discounts tax tickets")).not.toContain("New in this stage");
  const refused = await deploy([toolkitStack("21"), stackWith("none")], {
    succeeds: ([command]) => command !== "deploy",
  });
  expect(refused.lines.join("\n")).toContain("stripe:connect");
  expect(refused.lines.join("\n")).not.toContain("tickets:key");
});

test("deploy says that Stripe still sends its events to the shop's earlier address, after a deployment with another domain", async () => {
  setDevSettings(realSettings);
  const stackAt = (origin: string): Stack => ({
    ...shopStack,
    Outputs: [
      { OutputKey: "SiteUrl", OutputValue: origin },
      { OutputKey: "StripeWebhookUrl", OutputValue: `${origin}/api/webhooks/stripe` },
    ],
  });
  const deployedFrom = async (origin: string) =>
    (
      await deploy([toolkitStack("21"), stackAt(origin)], { stackAfter: stackAt("https://new.example.org") })
    ).lines.join("\n");
  expect(await deployedFrom("https://old.example.org")).toMatch(
    /https:\/\/old\.example\.org\/api\/webhooks\/stripe[^]*stripe:connect -- --stage dev[^]*stripe:resend -- --stage dev --since \d{4}-/,
  );
  expect(await deployedFrom("https://new.example.org")).not.toContain("stripe:connect");
  const fromCloudFront = await deployedFrom("https://d111111abcdef8.cloudfront.net");
  expect(fromCloudFront).toContain("cloudfront.net/api/webhooks/stripe, which still works");
  expect(fromCloudFront).not.toContain("stripe:resend");
});

test("the first deployment can be repeated if it fails, and ends with the steps that remain to do by hand", async () => {
  setDevSettings(realSettings);
  const { calls, lines, testedSites } = await deploy([toolkitStack("21")]);
  expect(calls[0]).toBe("diff -c stage=dev -c firstDeployment=true --no-fail --output .build/cdk.out");
  expect(lines.join("\n")).toMatch(/Confirm the alarms' subscription[^]*stripe:connect[^]*4. .*admin:create/);
  expect(lines.join("\n")).not.toContain("New in this stage");
  expect(testedSites).toEqual([]);
  const again = await deploy([toolkitStack("21"), { ...shopStack, StackStatus: "ROLLBACK_COMPLETE" }]);
  expect(again.calls[0]).toContain("firstDeployment=true");
});

test("the steps after a first deployment begin with the domain's record if the stack cannot make it", async () => {
  const domain = {
    domain: "shop.example.org",
    certificateArn: `arn:aws:acm:us-east-1:${ACCOUNT}:certificate/x`,
  };
  setDevSettings({ ...realSettings, ...domain });
  expect((await deploy([toolkitStack("21")])).lines.join("\n")).toContain(
    "1. Point shop.example.org (CNAME or ALIAS) to the DistributionDomain above",
  );
  setDevSettings({
    ...realSettings,
    ...domain,
    hostedZone: { id: "Z0123456789ABCDEFGHIJ", name: "example.org" },
  });
  expect((await deploy([toolkitStack("21")])).lines.join("\n")).not.toContain("DistributionDomain");
});

test("deploy refuses a stack that CloudFormation still changes or cannot change, before anything is built", async () => {
  setDevSettings(realSettings);
  for (const StackStatus of ["CREATE_IN_PROGRESS", "UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS"] as const) {
    const { calls, error } = await deploy([toolkitStack("21"), { ...shopStack, StackStatus }]);
    expect(error).toContain(`still works on ${STACK_PREFIX}dev (${StackStatus})`);
    expect(calls).toEqual([]);
  }
  const failed = await deploy([toolkitStack("21"), { ...shopStack, StackStatus: "UPDATE_ROLLBACK_FAILED" }]);
  expect(failed).toMatchObject({
    calls: [],
    error: expect.stringContaining(
      `can change nothing in ${STACK_PREFIX}dev (UPDATE_ROLLBACK_FAILED)`,
    ) as string,
  });
  // An interrupted `cdk diff` leaves a stack in this state.
  const reviewed = await deploy([toolkitStack("21"), { ...shopStack, StackStatus: "REVIEW_IN_PROGRESS" }]);
  expect(reviewed.calls[0]).toContain("firstDeployment=true");
});

test("deploy stops at the first step that fails", async () => {
  setDevSettings(realSettings);
  const noDiff = await deploy([toolkitStack("21"), shopStack], {
    succeeds: ([command]) => command !== "diff",
  });
  expect(noDiff).toMatchObject({
    questions: [],
    error: expect.stringContaining("Nothing was changed.") as string,
  });
  const failed = await deploy([toolkitStack("21"), shopStack], {
    succeeds: ([command]) => command !== "deploy",
  });
  expect(failed).toMatchObject({
    testedSites: [],
    error: expect.stringContaining("The deployment failed before CloudFormation changed anything.") as string,
  });
});

test("deploy says what CloudFormation does when the CDK fails, for example because its credentials have expired", async () => {
  setDevSettings(realSettings);
  const failsToDeploy = ([command]: readonly string[]) => command !== "deploy";
  const LastUpdatedTime = new Date("2026-11-22T10:00:00Z");
  const errorWith = async (StackStatus: NonNullable<Stack["StackStatus"]>) => {
    const stackAfter = { ...shopStack, StackStatus, LastUpdatedTime };
    return (await deploy([toolkitStack("21"), shopStack], { succeeds: failsToDeploy, stackAfter })).error;
  };
  const name = `${STACK_PREFIX}dev`;
  for (const state of ["UPDATE_IN_PROGRESS", "UPDATE_COMPLETE_CLEANUP_IN_PROGRESS"] as const)
    expect(await errorWith(state)).toContain(`CloudFormation goes on with ${name} (${state})`);
  for (const state of ["UPDATE_ROLLBACK_IN_PROGRESS", "UPDATE_ROLLBACK_COMPLETE"] as const)
    expect(await errorWith(state)).toContain("The deployment failed. CloudFormation takes its changes back");
  expect(await errorWith("UPDATE_ROLLBACK_FAILED")).toMatch(
    /could not take its changes back \(UPDATE_ROLLBACK_FAILED\).*continue the rollback/s,
  );
  expect(await errorWith("UPDATE_COMPLETE")).toContain(`CloudFormation has deployed ${name}`);
  // The CDK deletes a stack whose creation failed, and creates another with the same name.
  const failedStack = (StackId: string): Stack => ({
    ...shopStack,
    StackId,
    StackStatus: "ROLLBACK_COMPLETE",
  });
  const failedAgain = await deploy([toolkitStack("21"), failedStack("first")], {
    succeeds: failsToDeploy,
    stackAfter: failedStack("second"),
  });
  expect(failedAgain.error).toContain("The deployment failed. CloudFormation takes its changes back");

  const expired = await deploy([toolkitStack("21"), shopStack], {
    succeeds: (args) => {
      const error = Object.assign(new Error("The token has expired"), { name: "ExpiredToken" });
      if (args[0] === "deploy") mockClient(CloudFormationClient).on(DescribeStacksCommand).rejects(error);
      return failsToDeploy(args);
    },
  });
  expect(expired.error).toMatch(
    /CloudFormation may go on with .*: its state cannot be read.*The token has expired/,
  );
});
