import {
  BatchGetItemCommand,
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateQuery,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  type AttributeValue,
} from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { UserError } from "../util/user-error.ts";
import { REGION } from "../template/resource-types.ts";
import type { Stack } from "../template/stack.ts";

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
  TimeToLiveSpecification: z.optional(z.object({ AttributeName: z.string(), Enabled: z.boolean() })),
});

/** Most items that one BatchGetItem answers with. */
const MAX_BATCH = 100;

export type Item = Record<string, AttributeValue>;

/** The template's table on a DynamoDB server, as the local stack itself sees it: past all faults. */
export type Table = {
  name: string;
  /** Where the server is. */
  endpoint: string;
  isEmpty: () => Promise<boolean>;
  /** Items as an index has them, whose `partition` attribute in it has one of these values. */
  inIndex(index: string, partition: string, values: readonly string[]): Promise<Item[]>;
  /** The items with the keys of these; those that are gone are left out. */
  whole(keys: readonly Item[]): Promise<Item[]>;
  /** The first `limit` items, as plain values. */
  items(limit: number): Promise<{ items: Record<string, unknown>[]; truncated: boolean }>;
  close(): void;
};

/** Make the template's table where it is missing; with `reset`, make it anew. */
export async function openTable(stack: Stack, endpoint: string, reset: boolean): Promise<Table> {
  const [table, ...more] = stack.resources("AWS::DynamoDB::GlobalTable", TableProperties);
  if (!table || more.length > 0)
    throw new Error("The local stack expects exactly one table in the template.");
  const { ref: name, properties } = table;
  const client = new DynamoDBClient({
    region: REGION,
    endpoint,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 2,
  });
  const exists = async (): Promise<boolean> =>
    client.send(new DescribeTableCommand({ TableName: name })).then(
      ({ Table }) => {
        const made = Table?.GlobalSecondaryIndexes ?? [];
        const isSame = properties.GlobalSecondaryIndexes.every(({ IndexName, Projection }) => {
          const index = made.find((one) => one.IndexName === IndexName);
          const attributes = [...(index?.Projection?.NonKeyAttributes ?? [])].sort();
          return attributes.join() === [...(Projection.NonKeyAttributes ?? [])].sort().join();
        });
        if (!isSame && !reset)
          throw new UserError(
            "The data was made by another version of the shop, whose table had other indexes. Start afresh: npm start -- --reset",
          );
        return true;
      },
      (error: unknown) => {
        if (error instanceof ResourceNotFoundException) return false;
        if (error instanceof UserError) throw error;
        throw new UserError(`The DynamoDB server at ${endpoint} does not answer (${String(error)}).`);
      },
    );
  if (reset && (await exists())) await client.send(new DeleteTableCommand({ TableName: name }));
  if (!(await exists())) {
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, TimeToLiveSpecification } = properties;
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions,
        KeySchema,
        ...(GlobalSecondaryIndexes.length > 0 && {
          GlobalSecondaryIndexes: GlobalSecondaryIndexes.map(({ Projection, ...index }) => ({
            ...index,
            Projection: {
              ProjectionType: Projection.ProjectionType,
              ...(Projection.NonKeyAttributes && { NonKeyAttributes: Projection.NonKeyAttributes }),
            },
          })),
        }),
      }),
    );
    if (TimeToLiveSpecification)
      await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
  }

  const documents = DynamoDBDocumentClient.from(client);
  const items: Table["items"] = async (limit) => {
    const found: Record<string, unknown>[] = [];
    const pageSize = Math.min(limit + 1, 1_000);
    for await (const page of paginateScan({ client: documents, pageSize }, { TableName: name })) {
      found.push(...(page.Items ?? []));
      if (found.length > limit) break;
    }
    return { items: found.slice(0, limit), truncated: found.length > limit };
  };
  return {
    name,
    endpoint,
    isEmpty: async () => (await items(1)).items.length === 0,
    items,
    async inIndex(IndexName, partition, values) {
      const keysOf = async (value: string): Promise<Item[]> => {
        const query = {
          TableName: name,
          IndexName,
          KeyConditionExpression: "#partition = :value",
          ExpressionAttributeNames: { "#partition": partition },
          ExpressionAttributeValues: { ":value": { S: value } },
        };
        const keys: Item[] = [];
        for await (const page of paginateQuery({ client }, query)) keys.push(...(page.Items ?? []));
        return keys;
      };
      return (await Promise.all(values.map(keysOf))).flat();
    },
    async whole(keys) {
      const items: Item[] = [];
      for (let start = 0; start < keys.length; start += MAX_BATCH) {
        const Keys = keys
          .slice(start, start + MAX_BATCH)
          .map(({ pk, sk }) => ({ ...(pk && { pk }), ...(sk && { sk }) }));
        const { Responses } = await client.send(
          new BatchGetItemCommand({ RequestItems: { [name]: { Keys, ConsistentRead: true } } }),
        );
        items.push(...(Responses?.[name] ?? []));
      }
      return items;
    },
    close: () => client.destroy(),
  };
}
