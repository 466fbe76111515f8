import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
  type ResourceStatus,
  type StackStatus,
} from "@aws-sdk/client-cloudformation";
import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  UpdateTableCommand,
} from "@aws-sdk/client-dynamodb";
import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from "@aws-sdk/client-s3";
import { EventBridgeClient, ListRulesCommand, ResourceNotFoundException } from "@aws-sdk/client-eventbridge";
import { mockClient } from "../../support/mock-client.ts";
import { expect, test } from "vitest";
import { exampleStages } from "../../../infra/example-stages.ts";
import {
  deleteStack,
  describeLossesAndManualSteps,
  requireUnprotected,
} from "../../../infra/commands/destroy.ts";
import { requireNoRulesOfOtherStacks } from "../../../infra/commands/destroy/foreign-rules.ts";
import { emptyBucket } from "../../../infra/commands/destroy/empty-bucket.ts";
import {
  createRemovers,
  describeKeptResources,
  findKeptResources,
  removeKeptResources,
} from "../../../infra/commands/destroy/kept-resources.ts";
import { ruleDescription } from "../../../infra/consumers/rule-description.ts";
import { STACK_PREFIX } from "../../../infra/names.ts";
import { stageTemplate } from "../stage-templates.ts";

/** The resources of a stage that stay after the deletion of its stack. The id of each is its logical id in lower case. */
async function keptOf(stage: "dev" | "prod", ResourceStatus: ResourceStatus = "CREATE_COMPLETE") {
  const template = (await stageTemplate(stage)).toJSON() as { Resources: Record<string, { Type: string }> };
  const cloudFormation = mockClient(CloudFormationClient);
  cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody: JSON.stringify(template) });
  cloudFormation.on(ListStackResourcesCommand).resolves({
    StackResourceSummaries: Object.entries(template.Resources).map(([LogicalResourceId, { Type }]) => ({
      ...{ LogicalResourceId, PhysicalResourceId: LogicalResourceId.toLowerCase(), ResourceType: Type },
      ...{ LastUpdatedTimestamp: new Date(0), ResourceStatus },
    })),
  });
  return findKeptResources(new CloudFormationClient({ region: "us-east-1" }), "stack");
}

test("destroy names everything that stays after the stack's deletion, with commands, and can remove each type", async () => {
  const kept = await keptOf("prod");
  const types = [...new Set(kept.map(({ type }) => type))].sort();
  expect(types).toEqual([
    "AWS::Cognito::UserPool",
    "AWS::DynamoDB::GlobalTable",
    "AWS::S3::Bucket",
    "AWS::SecretsManager::Secret",
  ]);
  expect(Object.keys(createRemovers()).sort()).toEqual(types);
  const lines = describeKeptResources(kept);
  // Two commands for each resource, one for a secret, and three for a table.
  const countOf = (wanted: string) => kept.filter(({ type }) => type === wanted).length;
  expect(lines.filter((line) => line.startsWith("    aws --region us-east-1 "))).toHaveLength(
    kept.length * 2 - countOf("AWS::SecretsManager::Secret") + countOf("AWS::DynamoDB::GlobalTable"),
  );
  expect((await keptOf("dev")).map(({ type }) => type)).toEqual(["AWS::S3::Bucket", "AWS::S3::Bucket"]);
  // CloudFormation lists what it deleted after a failed creation, and what it kept after a failed deletion.
  expect(await keptOf("prod", "DELETE_COMPLETE")).toEqual([]);
  expect(await keptOf("prod", "DELETE_SKIPPED")).toEqual(kept);
});

test("destroy finds nothing that stays of a stack without a template, which a failed first deployment leaves behind", async () => {
  const cloudFormation = mockClient(CloudFormationClient);
  cloudFormation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries: [] });
  for (const TemplateBody of [undefined, ""]) {
    cloudFormation.on(GetTemplateCommand).resolves(TemplateBody === undefined ? {} : { TemplateBody });
    expect(await findKeptResources(new CloudFormationClient({ region: "us-east-1" }), "stack")).toEqual([]);
  }
});

test("destroy names the data that is lost with the stack, and what has to be deleted by hand outside the stack", () => {
  const linesOf = (settings: object) =>
    describeLossesAndManualSteps(
      { ...exampleStages.prod, ...settings },
      { StripeWebhookUrl: "https://shop.example.org/hook" },
    );
  const [lost, stripe, validation, ...more] = linesOf({});
  expect(lost).toContain("The archive (a year of events) and the dead letters go with the stack");
  expect(stripe).toContain("the webhook endpoint https://shop.example.org/hook");
  expect(validation).toContain("a CNAME _<letters>.shop.bourbonvipers.example");
  expect(more).toEqual([]);
  const withoutZone = linesOf({ hostedZone: undefined, certificateArn: "arn" });
  expect(withoutZone).toEqual([
    lost,
    stripe,
    "Delete the records of shop.bourbonvipers.example where its zone is.",
  ]);
  expect(linesOf({ domain: undefined })).toEqual([lost, stripe]);
  expect(describeLossesAndManualSteps({ domain: undefined }, {})).toEqual([
    lost,
    "Afterwards delete the shop's webhook endpoint in Stripe's dashboard, if there is one.",
  ]);
});

test("destroy refuses a stack whose bus has rules of other stacks, and says how these are removed", async () => {
  const cloudFormation = mockClient(CloudFormationClient);
  cloudFormation.on(ListStackResourcesCommand).resolves({
    StackResourceSummaries: [
      {
        ...{ LogicalResourceId: "Rule", PhysicalResourceId: "shop|own", ResourceType: "AWS::Events::Rule" },
        ...{ LastUpdatedTimestamp: new Date(0), ResourceStatus: "CREATE_COMPLETE" },
      },
    ],
  });
  const events = mockClient(EventBridgeClient);
  const ownRules = [{ Name: "own" }, { Name: "Events-Archive-1", ManagedBy: "prod.vhs.events.aws.internal" }];
  const otherRules = [{ Name: "theirs", Description: ruleDescription("accounting") }, { Name: "by-hand" }];
  const check = (busArn?: string) =>
    requireNoRulesOfOtherStacks(
      {
        cloudFormation: new CloudFormationClient({ region: "us-east-1" }),
        events: new EventBridgeClient({ region: "us-east-1" }),
      },
      { stack: "arn:stack", stage: "dev", busArn },
    );
  events
    .on(ListRulesCommand, { EventBusName: "arn:bus", NextToken: undefined })
    .resolves({ Rules: ownRules, NextToken: "2" })
    .on(ListRulesCommand, { EventBusName: "arn:bus", NextToken: "2" })
    .resolves({ Rules: otherRules });
  await expect(check("arn:bus")).rejects.toThrow(
    /\n- theirs \(consumer accounting\)\n- by-hand\n.*\n {2}npx cdk destroy --app "node infra\/consumers\/app\.ts" -c stage=dev -c alarmEmail=<address> -c busArn=arn:bus\n/,
  );
  events.on(ListRulesCommand).resolves({ Rules: ownRules });
  await check("arn:bus");
  events.on(ListRulesCommand).rejects(new ResourceNotFoundException({ message: "no bus", $metadata: {} }));
  await check("arn:bus");
  // A stack whose creation failed has no outputs. EventBridge refuses an empty name of a bus.
  events.on(ListRulesCommand).rejects(
    Object.assign(new Error("Member must have length greater than or equal to 1"), {
      name: "ValidationException",
    }),
  );
  await check();
});

test("destroy refuses a protected stack, and says how to remove the protection", () => {
  expect(() => requireUnprotected("dev", false)).not.toThrow();
  expect(() => requireUnprotected("prod", true)).toThrow(
    new RegExp(
      `update-termination-protection .*--stack-name ${STACK_PREFIX}prod --no-enable-termination-protection`,
    ),
  );
});

/** Deletes a stack whose state CloudFormation describes by these answers. */
function deleteWith(...answers: (StackStatus | Error)[]) {
  const cloudFormation = mockClient(CloudFormationClient);
  const describe = cloudFormation.on(DescribeStacksCommand);
  for (const answer of answers)
    if (answer instanceof Error) describe.rejectsOnce(answer);
    else
      describe.resolvesOnce({ Stacks: [{ StackName: "s", CreationTime: new Date(0), StackStatus: answer }] });
  const wait = () => Promise.resolve();
  return {
    cloudFormation,
    deletion: deleteStack(new CloudFormationClient({ region: "us-east-1" }), "arn:stack", wait),
  };
}

test("destroy deletes the stack and waits until it is gone", async () => {
  const goneError = Object.assign(new Error("Stack with id s does not exist"), { name: "ValidationError" });
  const connectionError = Object.assign(new Error("socket hang up"), { name: "TimeoutError" });
  for (const lastAnswer of ["DELETE_COMPLETE", goneError] as const) {
    const { cloudFormation, deletion } = deleteWith("DELETE_IN_PROGRESS", connectionError, lastAnswer);
    await deletion;
    expect(cloudFormation.commandCalls(DeleteStackCommand)[0]?.args[0].input).toEqual({
      StackName: "arn:stack",
    });
  }
  await expect(deleteWith("DELETE_IN_PROGRESS", "DELETE_FAILED").deletion).rejects.toThrow(
    "The stack's events name the resource that stopped it",
  );
});

test("a repeated destroy does not take the failure of the earlier deletion for its own", async () => {
  // CloudFormation may describe a stack as it was before the new deletion.
  await deleteWith("DELETE_FAILED", "DELETE_FAILED", "DELETE_IN_PROGRESS", "DELETE_COMPLETE").deletion;
  const failures = Array.from({ length: 9 }, () => "DELETE_FAILED" as const);
  await expect(deleteWith(...failures).deletion).rejects.toThrow("CloudFormation has not deleted the stack.");
});

test("destroy ends when its credentials expire, and says that CloudFormation goes on", async () => {
  const expired = Object.assign(new Error("The token has expired"), { name: "ExpiredToken" });
  await expect(deleteWith("DELETE_IN_PROGRESS", expired).deletion).rejects.toThrow(
    /CloudFormation goes on.*cannot be read any more.*The token has expired/s,
  );
});

test("a resource that cannot be removed does not stop the removal of the others, and the error at the end names it", async () => {
  const removed: string[] = [];
  const kept = [
    { type: "A", id: "a" },
    { type: "B", id: "b" },
    { type: "C", id: "c" },
    { type: "AWS::SecretsManager::Secret", id: "d" },
  ];
  const removers = {
    "AWS::SecretsManager::Secret": () => Promise.reject(new Error("Token expired")),
    A: () => Promise.reject(new Error("Access denied")),
    C: (id: string) => Promise.resolve(removed.push(id)),
  };
  await expect(removeKeptResources(kept, removers, () => undefined)).rejects.toThrow(
    "These could not be removed:\na: Access denied\nb: The command cannot remove a B.\n" +
      "d: Token expired\n    aws --region us-east-1 secretsmanager delete-secret --secret-id d",
  );
  expect(removed).toEqual(["c"]);
});

test("a resource that is gone, for example because the answer to its deletion was lost, counts as removed", async () => {
  const rejectWith = (name: string) => () => Promise.reject(Object.assign(new Error(name), { name }));
  const lines: string[] = [];
  await removeKeptResources(
    [
      { type: "AWS::S3::Bucket", id: "pictures" },
      { type: "AWS::Cognito::UserPool", id: "pool" },
    ],
    {
      "AWS::S3::Bucket": rejectWith("NoSuchBucket"),
      "AWS::Cognito::UserPool": rejectWith("ResourceNotFoundException"),
    },
    (line) => lines.push(line),
  );
  expect(lines).toEqual(["Deleted: bucket pictures", "Deleted: accounts of admins and door staff pool"]);
});

test("the deletion of a table is repeated while its protection is still being changed, although DynamoDB describes it as active", async () => {
  const dynamodb = mockClient(DynamoDBClient);
  dynamodb.on(DescribeTableCommand).resolves({ Table: { TableStatus: "ACTIVE" } });
  dynamodb
    .on(DeleteTableCommand)
    .rejectsOnce(new ResourceInUseException({ message: "Table is being updated", $metadata: {} }))
    .resolves({});
  const waits: number[] = [];
  await createRemovers((ms) => Promise.resolve(waits.push(ms)))["AWS::DynamoDB::GlobalTable"]?.("shop");
  expect(dynamodb.commandCalls(UpdateTableCommand)[0]?.args[0].input.DeletionProtectionEnabled).toBe(false);
  expect(dynamodb.commandCalls(DeleteTableCommand)).toHaveLength(2);
  expect(waits).toHaveLength(1);
  dynamodb.on(DeleteTableCommand).rejects(new Error("AccessDenied"));
  await expect(createRemovers()["AWS::DynamoDB::GlobalTable"]?.("shop")).rejects.toThrow("AccessDenied");
});

test("a bucket is emptied of all versions and delete markers", async () => {
  const s3 = mockClient(S3Client);
  s3.on(ListObjectVersionsCommand)
    .resolvesOnce({ Versions: [{ Key: "a", VersionId: "1" }], DeleteMarkers: [{ Key: "a", VersionId: "2" }] })
    .resolves({});
  s3.on(DeleteObjectsCommand).resolves({});
  await emptyBucket(new S3Client({ region: "us-east-1" }), "pictures");
  expect(s3.commandCalls(DeleteObjectsCommand)[0]?.args[0].input.Delete?.Objects).toEqual([
    { Key: "a", VersionId: "1" },
    { Key: "a", VersionId: "2" },
  ]);
});

test("a bucket's version that S3 could not delete for a moment is deleted again; a refused version ends the command at once", async () => {
  const s3 = mockClient(S3Client);
  const Versions = [{ Key: "a", VersionId: "1" }];
  s3.on(ListObjectVersionsCommand).resolvesOnce({ Versions }).resolvesOnce({ Versions }).resolves({});
  const failWith = (Code: string) => ({ Errors: [{ Key: "a", VersionId: "1", Code, Message: Code }] });
  s3.on(DeleteObjectsCommand).resolvesOnce(failWith("InternalError")).resolves({});
  const waits: number[] = [];
  const wait = (ms: number) => Promise.resolve(waits.push(ms));
  const empty = () => emptyBucket(new S3Client({ region: "us-east-1" }), "pictures", wait);
  await empty();
  expect([s3.commandCalls(DeleteObjectsCommand).length, waits.length]).toEqual([2, 1]);
  s3.reset();
  s3.on(ListObjectVersionsCommand).resolves({ Versions });
  s3.on(DeleteObjectsCommand).resolves(failWith("AccessDenied"));
  await expect(empty()).rejects.toThrow("S3 did not delete 1 versions, such as one of a: AccessDenied");
  expect(s3.commandCalls(DeleteObjectsCommand)).toHaveLength(1);
  s3.on(DeleteObjectsCommand).resolves(failWith("SlowDown"));
  await expect(empty()).rejects.toThrow("SlowDown");
  // After the refused call above, the command tries five times.
  expect(s3.commandCalls(DeleteObjectsCommand)).toHaveLength(1 + 5);
});
