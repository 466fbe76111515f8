import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import {
  toRestoredItem,
  EVENT_PREFIX,
  keyOf,
  storeListKeyOf,
  hasEventNumber,
  toItem,
  numberIn,
  STOCK_PREFIX,
  withListedRevision,
  withSequence,
  withVersionAfter,
  type Item,
  type Key,
} from "./copy-rules.ts";

/** The two tables of a restore, and the time of the restore. */
export type Tables = {
  client: DynamoDBClient;
  /** The name of the table with the items as they were. */
  from: string;
  /** The name of the shop's table. */
  to: string;
  now: Date;
};

export async function getItem(
  client: DynamoDBClient,
  TableName: string,
  key: Key,
): Promise<Item | undefined> {
  const { Item } = await client.send(
    new GetItemCommand({ TableName, Key: toItem(key), ConsistentRead: true }),
  );
  return Item;
}

/** The items of a partition whose sort keys begin with `prefix`. */
export async function readPartition(
  client: DynamoDBClient,
  TableName: string,
  pk: string,
  prefix = "",
): Promise<Item[]> {
  const items: Item[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: prefix ? "pk = :pk AND begins_with(sk, :prefix)" : "pk = :pk",
        ExpressionAttributeValues: { ":pk": { S: pk }, ...(prefix ? { ":prefix": { S: prefix } } : {}) },
        ConsistentRead: true,
        ExclusiveStartKey,
      }),
    );
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}

/** The number of the last event in the outbox of a partition; 0 without events. */
async function readLastEventNumber({ client, to }: Tables, pk: string): Promise<number> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: to,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
      ExpressionAttributeValues: { ":pk": { S: pk }, ":prefix": { S: EVENT_PREFIX } },
      ProjectionExpression: "pk, sk",
      ScanIndexForward: false,
      Limit: 1,
      ConsistentRead: true,
    }),
  );
  return Items[0] ? Number(keyOf(Items[0]).sk.slice(EVENT_PREFIX.length)) : 0;
}

/** The item with an event number, version or revision that continues those in the shop's table; unchanged if it has none of them. */
export async function withNextNumbers(tables: Tables, item: Item): Promise<Item> {
  if (hasEventNumber(item)) return withSequence(item, await readLastEventNumber(tables, keyOf(item).pk));
  const keyInList = storeListKeyOf(item);
  if (!keyInList) return item;
  const listedProduct = await getItem(tables.client, tables.to, keyInList);
  if (keyOf(item).sk !== "PRODUCT") return withListedRevision(item, listedProduct);
  const stockItems = await readPartition(tables.client, tables.to, keyOf(item).pk, STOCK_PREFIX);
  const versions = [listedProduct?.["version"], ...stockItems.map(({ saved }) => saved)];
  return withVersionAfter(
    item,
    versions.map((version) => numberIn(version) ?? 0),
  );
}

/** Whether a conditional write was made; false if its condition failed. */
export async function isConditionMet(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Writes an item to the shop's table; false if the table has an item with this key. */
export const putMissing = async (tables: Tables, item: Item): Promise<boolean> =>
  isConditionMet(
    tables.client.send(
      new PutItemCommand({
        TableName: tables.to,
        Item: toRestoredItem(await withNextNumbers(tables, item), tables.now),
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    ),
  );

/** Replaces an item if the table still has the version of `previousItem`; false if the item has changed. */
export const replaceItem = ({ client, to }: Tables, Item: Item, previousItem: Item): Promise<boolean> =>
  isConditionMet(
    client.send(
      new PutItemCommand({
        TableName: to,
        Item,
        ConditionExpression: previousItem["version"]
          ? "#version = :version"
          : "attribute_not_exists(#version)",
        ExpressionAttributeNames: { "#version": "version" },
        ...(previousItem["version"] && {
          ExpressionAttributeValues: { ":version": previousItem["version"] },
        }),
      }),
    ),
  );

export const deleteItem = ({ client, to: TableName }: Tables, item: Item): Promise<unknown> =>
  client.send(new DeleteItemCommand({ TableName, Key: toItem(keyOf(item)) }));
