/** Reads the events of the outbox that are not published yet. The items are those of outbox-table.ts. */
import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { ShopEvent } from "../../shared/events.ts";
import { readAllShards } from "../../shared/shards.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import type { OutboxKey } from "./outbox-table.ts";

/**
 * The oldest unpublished events whose time in the index `due` is at most `until`; no more than `limit`. `unreadable`: keys of
 * invalid items.
 */
export async function readUnpublishedEvents(
  until: Date,
  limit: number,
): Promise<{ events: ShopEvent[]; unreadable: OutboxKey[] }> {
  const keys = await readAllShards("OUTBOX", async (shard) => {
    const { Items = [] } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: "due",
        KeyConditionExpression: "duePk = :outbox AND dueSk < :until",
        ExpressionAttributeValues: { ":outbox": shard, ":until": `${until.toISOString()}#~` },
        Limit: limit,
      }),
    );
    return Items.map(({ pk, sk, dueSk }) => ({
      key: { pk: String(pk), sk: String(sk) },
      dueSk: String(dueSk),
    }));
  });
  const parsedEvents = await Promise.all(
    keys
      .sort((a, b) => (a.dueSk < b.dueSk ? -1 : 1))
      .slice(0, limit)
      .map(async ({ key }) => ({ key, parsed: await readEvent(key) })),
  );
  return {
    events: parsedEvents.flatMap(({ parsed }) => (parsed?.success ? [parsed.data] : [])),
    unreadable: parsedEvents.flatMap(({ key, parsed }) => (parsed?.success === false ? [key] : [])),
  };
}

/** The event with this key, parsed; undefined if it was published since. */
async function readEvent(Key: OutboxKey) {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  return Item?.["duePk"] === undefined ? undefined : z.safeParse(ShopEvent, Item["event"]);
}
