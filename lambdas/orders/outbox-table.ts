/**
 * Events on their way out, written in the transaction that made them true.
 * | item | pk | sk | index `due` |
 * | event of an order or product | ORDER#<id> or PRODUCT#<id> | OUTBOX#<sequence, 10 digits> | OUTBOX, <time>#<sequence>#<event id>, until published |
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { PERSONAL_EVENTS, ShopEvent } from "../../shared/events.ts";
import { documents, tableName } from "../lib/documents.ts";
import type { Fragment } from "../lib/transact.ts";

const KEEP_SECONDS = 30 * 86_400;

export type OutboxKey = { pk: string; sk: string };

const digits = (sequence: number): string => String(sequence).padStart(10, "0");

export const outboxKey = (event: ShopEvent): OutboxKey => ({
  pk: event.type === "StockLow" ? `PRODUCT#${event.productId}` : `ORDER#${event.orderId}`,
  sk: `OUTBOX#${digits(event.sequence)}`,
});

/** Events of one transaction have the same time: the sequence number keeps them in order. */
const dueSk = (event: ShopEvent): string => `${event.time}#${digits(event.sequence)}#${event.id}`;

/** A sequence number is used once: the condition keeps it so. */
export const putEvent = (event: ShopEvent): Fragment<"outbox"> => ({
  name: "outbox",
  Put: {
    TableName: tableName(),
    Item: { ...outboxKey(event), duePk: "OUTBOX", dueSk: dueSk(event), event },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

/**
 * Takes an event off the list of what is to be published; it is kept 30 days for whoever asks, but for its contents when
 * they are personal data. Repeats change nothing.
 */
export async function markPublished(event: ShopEvent, now: Date): Promise<void> {
  const personal = PERSONAL_EVENTS.includes(event.type);
  await documents().send(
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

/** Events due at `before` that were not published yet, the oldest first: at most `limit`. Those that are no events of ours any more are `unreadable`. */
export async function unpublishedEvents(
  before: Date,
  limit: number,
): Promise<{ events: ShopEvent[]; unreadable: OutboxKey[] }> {
  const { Items = [] } = await documents().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: "due",
      KeyConditionExpression: "duePk = :outbox AND dueSk < :before",
      ExpressionAttributeValues: { ":outbox": "OUTBOX", ":before": `${before.toISOString()}#~` },
      Limit: limit,
    }),
  );
  const parsed = Items.map((item) => ({
    key: { pk: String(item["pk"]), sk: String(item["sk"]) },
    event: z.safeParse(ShopEvent, item["event"]),
  }));
  return {
    events: parsed.flatMap(({ event }) => (event.success ? [event.data] : [])),
    unreadable: parsed.flatMap(({ key, event }) => (event.success ? [] : [key])),
  };
}

/** Puts an event that did not go out behind all that are due at `until`, so that it does not keep them from their turn. */
export async function postponeEvent({ pk, sk }: OutboxKey, until: Date): Promise<void> {
  await documents()
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
      // Published by another meanwhile.
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
}
