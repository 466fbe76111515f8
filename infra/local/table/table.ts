import type {
  AttributeValue,
  BatchGetItemOutput,
  DescribeTableOutput,
  QueryOutput,
  ScanOutput,
} from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod/mini";
import { splitIntoParts } from "../../../shared/split-into-parts.ts";
import { UserError } from "../util/errors.ts";
import type { Stack } from "../template/stack.ts";
import { createSimpleDynamoDBClient, DynamoDBError } from "./dynamodb-client.ts";

const Key = z.object({ AttributeName: z.string(), KeyType: z.enum(["HASH", "RANGE"]) });
const TableProperties = z.object({
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(["S", "N", "B"]) }),
  ),
  KeySchema: z.array(Key),
  GlobalSecondaryIndexes: z._default(
    z.array(
      z.object({
        IndexName: z.string(),
        KeySchema: z.array(Key),
        Projection: z.object({
          ProjectionType: z.enum(["ALL", "KEYS_ONLY", "INCLUDE"]),
          NonKeyAttributes: z.optional(z.array(z.string())),
        }),
      }),
    ),
    [],
  ),
  StreamSpecification: z.optional(z.unknown()),
  TimeToLiveSpecification: z.optional(z.object({ AttributeName: z.string(), Enabled: z.boolean() })),
});

/** DynamoDB's limit of items in one BatchGetItem or TransactWriteItems. */
const MAX_BATCH = 100;

export type Item = Record<string, AttributeValue>;

/** The shop's table. The local stack itself uses it, so that simulated faults do not affect the local stack. */
export type Table = Awaited<ReturnType<typeof openTable>>;

/** Creates missing tables; with `reset`, all anew. Throws a UserError if no server answers, or a kept index has other attributes. */
export async function openTable(stack: Stack, endpoint: string, reset: boolean) {
  const tables = stack.resources("AWS::DynamoDB::GlobalTable", TableProperties);
  const [table, ...others] = tables.filter(({ properties }) => properties.StreamSpecification !== undefined);
  if (!table || others.length > 0)
    throw new Error("The local stack expects exactly one table with a stream in the template.");
  const name = table.ref;
  const { call, close } = createSimpleDynamoDBClient(endpoint);
  for (const { ref: TableName, properties } of tables) {
    const exists = await call<DescribeTableOutput>("DescribeTable", { TableName }).then(
      ({ Table }) => {
        const existingIndexes = Table?.GlobalSecondaryIndexes ?? [];
        const hasSameAttributes = properties.GlobalSecondaryIndexes.every(({ IndexName, Projection }) => {
          const index = existingIndexes.find((existing) => existing.IndexName === IndexName);
          const attributes = [...(index?.Projection?.NonKeyAttributes ?? [])].sort();
          return attributes.join() === [...(Projection.NonKeyAttributes ?? [])].sort().join();
        });
        if (!hasSameAttributes && !reset)
          throw new UserError(
            "The data was made by another version of the shop, whose table had other indexes. Start afresh: npm start -- --reset",
          );
        return true;
      },
      (error: unknown) => {
        if (error instanceof DynamoDBError && error.type === "ResourceNotFoundException") return false;
        throw new UserError(`The DynamoDB server at ${endpoint} does not answer (${String(error)}).`);
      },
    );
    if (exists && reset) await call("DeleteTable", { TableName });
    if (!exists || reset) {
      const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, TimeToLiveSpecification } = properties;
      const indexes = GlobalSecondaryIndexes.length > 0 ? { GlobalSecondaryIndexes } : {};
      const definition = { AttributeDefinitions, KeySchema, ...indexes };
      await call("CreateTable", { TableName, BillingMode: "PAY_PER_REQUEST", ...definition });
      if (TimeToLiveSpecification) await call("UpdateTimeToLive", { TableName, TimeToLiveSpecification });
    }
  }

  /** Reads the pages of a Query or Scan until there are `limit` items. */
  const itemsOf = async (operation: "Query" | "Scan", input: object, limit = Infinity): Promise<Item[]> => {
    const foundItems: Item[] = [];
    let ExclusiveStartKey: Item | undefined;
    do {
      const query = { TableName: name, ...input, ExclusiveStartKey };
      const page: QueryOutput & ScanOutput = await call(operation, query);
      foundItems.push(...(page.Items ?? []));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey && foundItems.length < limit);
    return foundItems;
  };
  /** The first `limit` items, as plain values. */
  const items = async (limit: number): Promise<{ items: Record<string, unknown>[]; truncated: boolean }> => {
    const rows = await itemsOf("Scan", { Limit: Math.min(limit + 1, 1_000) }, limit + 1);
    return { items: rows.slice(0, limit).map((item) => unmarshall(item)), truncated: rows.length > limit };
  };
  return {
    name,
    endpoint,
    isEmpty: async () => (await items(1)).items.length === 0,
    items,
    /** The items with one partition key, as plain values. */
    async itemsInPartition(pk: string): Promise<{ items: Record<string, unknown>[] }> {
      const ExpressionAttributeValues = { ":pk": { S: pk } };
      const condition = { KeyConditionExpression: "pk = :pk", ExpressionAttributeValues };
      const foundItems = await itemsOf("Query", { ...condition, ConsistentRead: true });
      return { items: foundItems.map((item) => unmarshall(item)) };
    },
    /** The items of an index whose attribute `partitionKey` has any of these values. */
    async queryIndex(IndexName: string, partitionKey: string, values: readonly string[]): Promise<Item[]> {
      const itemsWith = (value: string): Promise<Item[]> =>
        itemsOf("Query", {
          IndexName,
          KeyConditionExpression: "#partition = :value",
          ExpressionAttributeNames: { "#partition": partitionKey },
          ExpressionAttributeValues: { ":value": { S: value } },
        });
      return (await Promise.all(values.map(itemsWith))).flat();
    },
    /** These items with all their attributes. An item that was deleted is left out. */
    async fullItems(items: readonly Item[]): Promise<Item[]> {
      const foundItems: Item[] = [];
      for (const batch of splitIntoParts(items, MAX_BATCH)) {
        const Keys = batch.map(({ pk, sk }) => ({ pk, sk }));
        let RequestItems: Record<string, object> | undefined = { [name]: { Keys, ConsistentRead: true } };
        while (RequestItems?.[name]) {
          const output: BatchGetItemOutput = await call("BatchGetItem", { RequestItems });
          foundItems.push(...(output.Responses?.[name] ?? []));
          RequestItems = output.UnprocessedKeys;
        }
      }
      return foundItems;
    },
    /** Stores plain values. Transactions are six times as fast here as BatchWriteItem. */
    async putItems(items: readonly Record<string, unknown>[]): Promise<void> {
      for (const batch of splitIntoParts(items, MAX_BATCH)) {
        const TransactItems = batch.map((item) => ({ Put: { TableName: name, Item: marshall(item) } }));
        await call("TransactWriteItems", { TransactItems });
      }
    },
    close,
  };
}
