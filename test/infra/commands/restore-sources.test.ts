import {
  CognitoIdentityProviderClient,
  ListUsersInGroupCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  TableAlreadyExistsException,
  TableInUseException,
} from "@aws-sdk/client-dynamodb";
import { CopyObjectCommand, ListObjectVersionsCommand, S3Client } from "@aws-sdk/client-s3";
import { mockClient } from "../../support/mock-client.ts";
import { expect, test } from "vitest";
import { listAdmins } from "../../../infra/commands/list-admins.ts";
import { addressesIn, readAdmins } from "../../../infra/commands/restore.ts";
import { restorePictures, versionToRestore } from "../../../infra/commands/restore/pictures.ts";
import { describeCopy, describePlan } from "../../../infra/commands/restore/texts.ts";
import { requireIds } from "../../../infra/commands/restore/restore-chosen.ts";
import { parseTime } from "../../../infra/commands/parse-time.ts";
import { restoreTable } from "../../../infra/commands/restore/restored-table.ts";
import { STACK_PREFIX } from "../../../infra/names.ts";

const AT = new Date("2026-11-22T10:00:00Z");
const TABLE = `${STACK_PREFIX}prod-Table-1`;
const TEMPORARY_TABLE = `${TABLE}-at-20261122T100000Z`;
const client = new DynamoDBClient({ region: "us-east-1" });
const notFoundError = new ResourceNotFoundException({
  message: "Requested resource not found",
  $metadata: {},
});
const activeTable = { Table: { TableStatus: "ACTIVE" as const } };
const recoverableFrom = (EarliestRestorableDateTime: Date) => ({
  ContinuousBackupsDescription: {
    ContinuousBackupsStatus: "ENABLED" as const,
    PointInTimeRecoveryDescription: {
      EarliestRestorableDateTime,
      LatestRestorableDateTime: new Date("2026-11-22T11:00:00Z"),
    },
  },
});

test("a time needs a zone and must be in the past", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  expect(parseTime("2026-11-22T11:00:00+01:00", now)).toEqual(AT);
  expect(() => parseTime("2026-11-22T10:00:00", now)).toThrow("is not a time with a zone");
  expect(() => parseTime("yesterday", now)).toThrow("is not a time with a zone");
  expect(() => parseTime("2026-11-22T13:00:00Z", now)).toThrow("is not in the past");
});

test("invalid ids, and a file of admins that is missing or has no address, are refused with a message", () => {
  const id = "01KAFEXAMPLE00000000000002";
  const checkIds = (order: string, product: string) => () =>
    requireIds({ order: [order], product: [product] });
  expect(checkIds(`ord_${id}`, `prd_${id}`)).not.toThrow();
  expect(checkIds("nonsense", `prd_${id}`)).toThrow("nonsense is not the id of an order: ord_ and 26");
  expect(checkIds(`ord_${id}`, `ord_${id}`)).toThrow(`ord_${id} is not the id of a product: prd_ and 26`);
  expect(() => readAdmins("/nonexistent")).toThrow(/^The file of --admins: ENOENT.*\/nonexistent/);
  expect(() => readAdmins("/dev/null")).toThrow("/dev/null has no address of an admin.");
});

/** Lets AWS have no temporary table at first, then one that is being created, and then one that is ready. */
function mockNewTable() {
  const dynamodb = mockClient(DynamoDBClient);
  dynamodb.on(DescribeContinuousBackupsCommand).resolves(recoverableFrom(new Date("2026-11-01T00:00:00Z")));
  dynamodb
    .on(DescribeTableCommand, { TableName: TEMPORARY_TABLE })
    .rejectsOnce(notFoundError)
    .resolvesOnce({ Table: { TableStatus: "CREATING" } })
    .resolves(activeTable);
  return dynamodb;
}

test("AWS restores the table under a name with the time, and a repeated command continues with that table", async () => {
  const dynamodb = mockNewTable();
  dynamodb.on(RestoreTableToPointInTimeCommand).resolves({});
  expect(await restoreTable(client, TABLE, AT, () => undefined, 1)).toBe(TEMPORARY_TABLE);
  expect(await restoreTable(client, TABLE, AT, () => undefined, 1)).toBe(TEMPORARY_TABLE);
  const [restore, ...others] = dynamodb.commandCalls(RestoreTableToPointInTimeCommand);
  expect(others).toEqual([]);
  expect(restore?.args[0].input).toMatchObject({
    SourceTableName: TABLE,
    TargetTableName: TEMPORARY_TABLE,
    RestoreDateTime: AT,
    GlobalSecondaryIndexOverride: [],
  });
});

test("a repeated command waits until the temporary table of the previous one is deleted, and restores again", async () => {
  const dynamodb = mockClient(DynamoDBClient);
  dynamodb.on(DescribeContinuousBackupsCommand).resolves(recoverableFrom(new Date("2026-11-01T00:00:00Z")));
  // DynamoDB deletes a table within minutes.
  let status: "DELETING" | "ACTIVE" | undefined = "DELETING";
  let polls = 0;
  dynamodb.on(DescribeTableCommand, { TableName: TEMPORARY_TABLE }).callsFake(() => {
    if (++polls === 3) status = undefined;
    if (polls > 100) throw new Error("The command waits for a table that nobody makes");
    return status ? Promise.resolve({ Table: { TableStatus: status } }) : Promise.reject(notFoundError);
  });
  dynamodb.on(RestoreTableToPointInTimeCommand).callsFake(() => {
    status = "ACTIVE";
    return Promise.resolve({});
  });
  expect(await restoreTable(client, TABLE, AT, () => undefined, 1)).toBe(TEMPORARY_TABLE);
  expect(dynamodb.commandCalls(RestoreTableToPointInTimeCommand)).toHaveLength(1);
});

test.for([
  { name: "exists", Refusal: TableAlreadyExistsException },
  { name: "is being created", Refusal: TableInUseException },
])(
  "a restore goes on if the answer to its start was lost, and AWS says to the repeated start that the table $name",
  async ({ Refusal }) => {
    const dynamodb = mockNewTable();
    dynamodb
      .on(RestoreTableToPointInTimeCommand)
      .rejects(new Refusal({ message: "There is a target table of this name", $metadata: {} }));
    expect(await restoreTable(client, TABLE, AT, () => undefined, 1)).toBe(TEMPORARY_TABLE);
  },
);

test("a time that AWS cannot restore is refused with the period that AWS can restore", async () => {
  const dynamodb = mockClient(DynamoDBClient);
  dynamodb.on(DescribeTableCommand).rejects(notFoundError);
  dynamodb.on(DescribeContinuousBackupsCommand).resolves(recoverableFrom(new Date("2026-11-22T10:30:00Z")));
  await expect(restoreTable(client, TABLE, AT, () => undefined, 1)).rejects.toThrow(
    "between 2026-11-22T10:30:00.000Z and 2026-11-22T11:00:00.000Z",
  );
});

test("restore says before it starts what it will do, and at the end which items it left out", () => {
  const chosen = {
    stage: "prod",
    table: TABLE,
    at: "2026-11-22T10:00:00Z",
    order: [],
    product: ["prd_1"],
    partition: [],
  };
  const flags = { all: false, pictures: true, replace: true };
  expect(describePlan({ ...chosen, ...flags }).split("\n")).toEqual([
    `AWS restores ${TABLE} of stage prod as of 2026-11-22T10:00:00Z into a temporary table.`,
    `These are copied back into ${TABLE}: prd_1.`,
    "Orders and products that exist are REPLACED: what happened to them since then is lost.",
    "Pictures that were deleted or overwritten since 2026-11-22T10:00:00Z come back.",
  ]);
  const { at: _, ...onlyAdmins } = { ...chosen, product: [] };
  const admins = ["ada@example.org", "left@example.org"];
  expect(describePlan({ ...onlyAdmins, ...flags, pictures: false, admins })).toMatch(
    /even if they have left .*: ada@example\.org, left@example\.org\. Those who .* get an invitation mail\.$/,
  );
  const copied = {
    copied: 3,
    existing: 1,
    skipped: { event: 2, subscriber: 4 },
    webhooks: [],
    interruptedRestocks: ["ORDER#ord_2"],
  };
  const unpublishedEvents = [{ subject: "ORDER#ord_1", type: "RefundRequested" }];
  expect(describeCopy({ ...copied, unpublishedEvents }).join("\n")).toMatch(
    /^3 items are back[^]*2 events \(they would[^]*4 subscribers [^]*collect-consents[^]*ord_1: RefundRequested was not published[^]*ord_2: pieces were/,
  );
});

test("deleted and overwritten pictures come back; unchanged and new ones stay as they are", async () => {
  const version = (versionId: string, minutesAfter: number, changes = {}) => ({
    ...{ versionId, storedAt: new Date(+AT + minutesAfter * 60_000), isDeletion: false, isLatest: false },
    ...changes,
  });
  const latest = { isLatest: true };
  const deletion = { isDeletion: true };
  expect(versionToRestore([version("2", 5, { ...deletion, ...latest }), version("1", -5)], AT)).toBe("1");
  expect(versionToRestore([version("3", 5, latest), version("2", -1), version("1", -5)], AT)).toBe("2");
  expect(versionToRestore([version("1", -5, latest)], AT)).toBeUndefined();
  expect(versionToRestore([version("1", 5, latest)], AT)).toBeUndefined();
  expect(
    versionToRestore([version("2", -1, { ...deletion, ...latest }), version("1", -5)], AT),
  ).toBeUndefined();

  const s3 = mockClient(S3Client);
  const objectVersion = { Key: "products/a b.webp", LastModified: new Date(+AT - 1) };
  s3.on(ListObjectVersionsCommand)
    .resolvesOnce({
      IsTruncated: true,
      NextKeyMarker: objectVersion.Key,
      DeleteMarkers: [{ ...objectVersion, VersionId: "d", LastModified: new Date(+AT + 1), IsLatest: true }],
    })
    .resolves({ Versions: [{ ...objectVersion, VersionId: "v1", IsLatest: false }] });
  s3.on(CopyObjectCommand).resolves({});
  expect(await restorePictures(new S3Client({ region: "us-east-1" }), "pictures", "products/", AT)).toBe(1);
  expect(s3.commandCalls(CopyObjectCommand)[0]?.args[0].input).toEqual({
    Bucket: "pictures",
    Key: objectVersion.Key,
    CopySource: "pictures/products%2Fa%20b.webp?versionId=v1",
  });
});

test("admin:list prints the enabled admins, and restore reads its file", async () => {
  const user = (email: string, Enabled = true) => ({
    Enabled,
    Attributes: [{ Name: "email", Value: email }],
  });
  const cognito = mockClient(CognitoIdentityProviderClient);
  cognito
    .on(ListUsersInGroupCommand)
    .resolvesOnce({ Users: [user("grace@example.org"), user("gone@example.org", false)], NextToken: "more" })
    .resolves({ Users: [user("ada@example.org")] });
  const emails = await listAdmins(new CognitoIdentityProviderClient({ region: "us-east-1" }), "pool");
  expect(emails).toEqual(["ada@example.org", "grace@example.org"]);
  expect(addressesIn(`\n> shop@1.0.0 admin:list\n${emails.join("\r\n")}\n`)).toEqual(emails);
});
