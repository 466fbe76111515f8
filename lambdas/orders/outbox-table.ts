/**
 * The transactional outbox: events are written in the transaction that they are about, and published later.
 * | item | pk | sk | index `due` |
 * | event of an order or product | ORDER#<id> or PRODUCT#<id> | OUTBOX#<sequence, 10 digits> | OUTBOX#<part>, <time>#<sequence>#<event id>, until published |
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { PERSONAL_EVENTS, ShopEvent } from "../../shared/events.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { fromShards, shardOf } from "../../shared/shards.ts";
import type { TransactionWrite } from "../lib/transact.ts";

const KEEP_SECONDS = 30 * 86_400;

export type OutboxKey = { pk: string; sk: string };

const digits = (sequence: number): string => String(sequence).padStart(10, "0");

export const outboxKey = (event: ShopEvent): OutboxKey => ({
  pk: event.type === "StockLow" ? `PRODUCT#${event.productId}` : `ORDER#${event.orderId}`,
  sk: `OUTBOX#${digits(event.sequence)}`,
});

/** Events of one transaction have the same time, so the sequence number orders them. */
const dueSk = (event: ShopEvent): string => `${event.time}#${digits(event.sequence)}#${event.id}`;

/** Fails when the sequence number is used. */
export const putEvent = (event: ShopEvent): TransactionWrite<"outbox"> => ({
  name: "outbox",
  Put: {
    TableName: tableName(),
    Item: {
      ...outboxKey(event),
      duePk: shardOf("OUTBOX", outboxKey(event).pk),
      dueSk: dueSk(event),
      event,
    },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

/**
 * Marks an event as published. The item stays for 30 days, without the event if that has personal data. Idempotent.
 */
export async function markPublished(event: ShopEvent, now: Date): Promise<void> {
  const personal = PERSONAL_EVENTS.includes(event.type);
  await documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: outboxKey(event),
      UpdateExpression: `SET publishedAt = :now, #ttl = :ttl REMOVE duePk, dueSk${personal ? ", #event" : ""}`,
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeNames: { "#ttl": "ttl", ...(personal && { "#event": "event" }) },
      ExpressionAttributeValues: {
        ":now": now.toISOString(),
        ":ttl": Math.floor(+now / 1000) + KEEP_SECONDS,
      },
    }),
  );
}

/** The oldest unpublished events due at `before`, at most `limit`. `unreadable` are keys of items that match no event schema. */
export async function unpublishedEvents(
  before: Date,
  limit: number,
): Promise<{ events: ShopEvent[]; unreadable: OutboxKey[] }> {
  const keys = await fromShards("OUTBOX", async (shard) => {
    const { Items = [] } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: "due",
        KeyConditionExpression: "duePk = :outbox AND dueSk < :before",
        ExpressionAttributeValues: { ":outbox": shard, ":before": `${before.toISOString()}#~` },
        Limit: limit,
      }),
    );
    return Items.map(({ pk, sk, dueSk }) => ({ key: { pk: String(pk), sk: String(sk) }, at: String(dueSk) }));
  });
  const parsed = await Promise.all(
    keys
      .sort((a, b) => (a.at < b.at ? -1 : 1))
      .slice(0, limit)
      .map(async ({ key }) => ({ key, event: await readEvent(key) })),
  );
  return {
    events: parsed.flatMap(({ event }) => (event?.success ? [event.data] : [])),
    unreadable: parsed.flatMap(({ key, event }) => (event?.success === false ? [key] : [])),
  };
}

/** Undefined when the event was published meanwhile. */
async function readEvent(Key: OutboxKey) {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  return Item?.["duePk"] === undefined ? undefined : z.safeParse(ShopEvent, Item["event"]);
}

/** Moves a failed event behind all that are due at `until`, so that it does not block them. */
export async function postponeEvent({ pk, sk }: OutboxKey, until: Date): Promise<void> {
  await documentClient()
    .send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk, sk },
        UpdateExpression: "SET dueSk = :until",
        ConditionExpression: "attribute_exists(duePk)",
        ExpressionAttributeValues: { ":until": `${until.toISOString()}#${pk}#${sk}` },
      }),
    )
    .catch((error: unknown) => {
      // It was published meanwhile.
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
}
