import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { createFaults, type Faults } from "../../../infra/local/faults.ts";
import { createTableProxy } from "../../../infra/local/table/table-proxy.ts";
import { openTable } from "../../../infra/local/table/table.ts";
import { serve } from "./serve.ts";
import { stackOf } from "./stack-support.ts";

const TableName = `proxy-${process.pid}-${Date.now()}`;
const stack = stackOf({
  Table: [
    "AWS::DynamoDB::GlobalTable",
    {
      TableName,
      AttributeDefinitions: ["pk", "sk", "duePk", "dueSk"].map((AttributeName) => ({
        AttributeName,
        AttributeType: "S",
      })),
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: "due",
          KeySchema: [
            { AttributeName: "duePk", KeyType: "HASH" },
            { AttributeName: "dueSk", KeyType: "RANGE" },
          ],
          Projection: { ProjectionType: "ALL" },
        },
      ],
      TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true },
      StreamSpecification: { StreamViewType: "NEW_IMAGE" },
    },
  ],
});

let faults: Faults;
let client: DynamoDBClient;
/** A client with the credentials of a function or, without a name, with those of a command. */
let clientOf: (functionName?: string) => DynamoDBClient;
let outboxWrites: number;
/** The random number, from 0 to 1, by which the proxy decides about a fault. */
let chance: number;
beforeEach(async () => {
  faults = createFaults();
  outboxWrites = 0;
  chance = 0.5;
  (await openTable(stack, inject("tableEndpoint"), false)).close();
  const proxy = createTableProxy({
    endpoint: inject("tableEndpoint"),
    faults,
    onOutboxWrite: () => (outboxWrites += 1),
    random: () => chance,
    findRefusal: (functionName) => (functionName === "reader" ? "not authorized" : undefined),
    callsOf: () => [{ action: "dynamodb:GetItem", resource: TableName }],
  });
  const endpoint = await serve(proxy.handle);
  clientOf = (functionName) =>
    new DynamoDBClient({
      ...{ endpoint, region: "us-east-1", maxAttempts: 1 },
      credentials: {
        ...{ accessKeyId: "local", secretAccessKey: "local" },
        ...(functionName !== undefined && { sessionToken: functionName }),
      },
    });
  client = clientOf();
});
const key = { pk: { S: "p" }, sk: { S: "s" } };
const put = () =>
  client.send(
    new PutItemCommand({ TableName, Item: { ...key, duePk: { S: "OUTBOX#1" }, dueSk: { S: "1" } } }),
  );
const get = () => client.send(new GetItemCommand({ TableName, Key: key }));
const transact = () =>
  client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        { Put: { TableName, Item: key } },
        { Put: { TableName, Item: { ...key, sk: { S: "t" } } } },
      ],
    }),
  );

test("the proxy refuses what the role of a function does not allow, as AWS does", async () => {
  await put();
  const reading = clientOf("reader").send(new GetItemCommand({ TableName, Key: key }));
  await expect(reading).rejects.toMatchObject({ name: "AccessDeniedException", message: "not authorized" });
  const { Item } = await clientOf("writer").send(new GetItemCommand({ TableName, Key: key }));
  expect(Item).toMatchObject(key);
});

test("the proxy forwards calls, and reports only successful writes to the outbox", async () => {
  await transact();
  expect(outboxWrites).toBe(0);
  await put();
  expect((await get()).Item).toMatchObject(key);
  expect(outboxWrites).toBe(1);
  await expect(
    client.send(
      new PutItemCommand({
        TableName,
        Item: { ...key, duePk: { S: "OUTBOX#1" } },
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    ),
  ).rejects.toThrow();
  expect(outboxWrites).toBe(1);
});

test("the local stack's own reads are not affected by faults", async () => {
  await put();
  faults.set({ table: "down" });
  const table = await openTable(stack, inject("tableEndpoint"), false);
  expect(await table.queryIndex("due", "duePk", ["OUTBOX#1"])).toMatchObject([key]);
  expect(await table.items(1)).toMatchObject({ items: [{ pk: "p" }] });
  table.close();
});

test("the fault 'down' fails every call with DynamoDB's InternalServerError", async () => {
  faults.set({ table: "down" });
  await expect(get()).rejects.toMatchObject({
    name: "InternalServerError",
    $metadata: { httpStatusCode: 500 },
  });
});

test("the fault 'throttled' refuses one call in five", async () => {
  faults.set({ table: "throttled" });
  await expect(get()).resolves.toBeDefined();
  chance = 0.19;
  await expect(get()).rejects.toMatchObject({ name: "ProvisionedThroughputExceededException" });
});

test("the fault 'conflict' cancels one transaction in five, with a reason for each item", async () => {
  faults.set({ table: "conflict" });
  chance = 0.1;
  await expect(transact()).rejects.toMatchObject({
    name: "TransactionCanceledException",
    CancellationReasons: [{ Code: "TransactionConflict" }, { Code: "None" }],
  });
  await expect(get()).resolves.toBeDefined();
  chance = 0.2;
  await expect(transact()).resolves.toBeDefined();
});

test("the fault tableDelayMs delays every call", async () => {
  faults.set({ tableDelayMs: 60 });
  const startedAt = performance.now();
  await get();
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(55);
});

describe("overlapping writes during the fault 'contended'", () => {
  const updateOf = (pk: string) => ({
    Update: {
      TableName,
      Key: { pk: { S: pk }, sk: { S: "s" } },
      UpdateExpression: "ADD n :one",
      ExpressionAttributeValues: { ":one": { N: "1" } },
    },
  });
  const updateTogether = (...pks: string[]) =>
    client.send(new TransactWriteItemsCommand({ TransactItems: pks.map(updateOf) }));
  const updateAlone = (pk: string) => client.send(new UpdateItemCommand(updateOf(pk).Update));
  const countOf = async (pk: string) => {
    const Key = { pk: { S: pk }, sk: { S: "s" } };
    return Number((await client.send(new GetItemCommand({ TableName, Key }))).Item?.["n"]?.N ?? 0);
  };
  beforeEach(() => {
    faults.set({ table: "contended" });
    chance = 0.5;
  });

  test("by two transactions that share an item: one is refused, and the error names the item's position", async () => {
    const results = await Promise.allSettled([updateTogether("a", "shared"), updateTogether("shared", "b")]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const codes = ["None", "TransactionConflict"].map((Code) => ({ Code }));
    const isFirstRefused = results[0]?.status === "rejected";
    expect(results[isFirstRefused ? 0 : 1]).toMatchObject({
      reason: {
        name: "TransactionCanceledException",
        CancellationReasons: isFirstRefused ? codes : codes.reverse(),
      },
    });
    expect(await countOf("shared")).toBe(1);
    // After the transaction the item can be written again.
    await updateTogether("a", "shared");
    expect(await countOf("shared")).toBe(2);
  });

  test("of one item by a transaction and a single write: the later one is refused", async () => {
    const first = await Promise.allSettled([updateTogether("c", "d"), updateAlone("d")]);
    expect(first[1]).toMatchObject({ reason: { name: "TransactionConflictException" } });
    const second = await Promise.allSettled([updateAlone("e"), updateTogether("e", "f")]);
    expect(second[1]).toMatchObject({ reason: { name: "TransactionCanceledException" } });
    expect([await countOf("d"), await countOf("e"), await countOf("f")]).toEqual([1, 1, 0]);
  });

  test("of one item by single writes wait for each other, and are not refused", async () => {
    await Promise.all(Array.from({ length: 10 }, () => updateAlone("g")));
    expect(await countOf("g")).toBe(10);
  });

  test("of a table without a sort key are not refused", async () => {
    const table = `${TableName}-without-sort-key`;
    await client.send(
      new CreateTableCommand({
        TableName: table,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
        KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
      }),
    );
    const add = { TableName: table, Key: { pk: { S: "a" } } };
    const writes = await Promise.all([1, 2].map(() => client.send(new UpdateItemCommand(add))));
    expect(writes.map(({ $metadata }) => $metadata.httpStatusCode)).toEqual([200, 200]);
  });
});
