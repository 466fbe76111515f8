import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { indexes } from "../../infra/indexes.ts";
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  paginateQuery,
  paginateScan,
  PutCommand,
} from "@aws-sdk/lib-dynamodb";

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: "HASH" as const },
  { AttributeName: sort, KeyType: "RANGE" as const },
];
export type Item = Record<string, unknown>;
export type TestTable = {
  items(): Promise<Item[]>;
  partition(pk: string): Promise<Item[]>;
  put(item: Item): Promise<void>;
  clear(): Promise<void>;
};

/** Creates a table with the same keys and indexes as the table in the template. */
export async function createTable(name: string, endpoint: string): Promise<TestTable> {
  const client = new DynamoDBClient({
    endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: ["pk", "sk", ...Object.values(indexes).flatMap(({ keys }) => keys)].map(
        (AttributeName) => ({
          AttributeName,
          AttributeType: "S",
        }),
      ),
      KeySchema: keySchema("pk", "sk"),
      GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, { keys, attributes }]) => ({
        IndexName,
        KeySchema: keySchema(keys[0], keys[1]),
        Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: [...attributes] },
      })),
    }),
  );
  const documentClient = DynamoDBDocumentClient.from(client);
  const items = async () => {
    const scannedItems: Item[] = [];
    for await (const page of paginateScan({ client: documentClient }, { TableName: name }))
      scannedItems.push(...(page.Items ?? []));
    return scannedItems;
  };
  return {
    items,
    async partition(pk) {
      const partitionItems: Item[] = [];
      const query = {
        TableName: name,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": pk },
        ConsistentRead: true,
      };
      for await (const page of paginateQuery({ client: documentClient }, query))
        partitionItems.push(...(page.Items ?? []));
      return partitionItems;
    },
    async put(item) {
      await documentClient.send(new PutCommand({ TableName: name, Item: item }));
    },
    async clear() {
      const keys = (await items()).map(({ pk, sk }) => ({ pk, sk }));
      // BatchWriteItem accepts at most 25 requests.
      while (keys.length > 0)
        await documentClient.send(
          new BatchWriteCommand({
            RequestItems: { [name]: keys.splice(0, 25).map((Key) => ({ DeleteRequest: { Key } })) },
          }),
        );
    },
  };
}
