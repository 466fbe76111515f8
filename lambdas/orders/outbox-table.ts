/**
 * The transactional outbox: an event is written in the same transaction as the change it reports, and
 * published later.
 * | item | pk | sk |
 * | event of an order | ORDER#<id> | OUTBOX#<sequence, 10 digits> |
 * | event of a ticket | TICKET#<id> | OUTBOX#<sequence, 10 digits> |
 * | event of a product | PRODUCT#<id> | OUTBOX#<sequence, 10 digits> |
 * | event about the books | BOOKS | OUTBOX#<sequence, 10 digits> |
 * Until an event is published, it is in the index `due`: OUTBOX#<shard>, <time>#<sequence>#<event id>.
 */
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { isOrderEvent, isPersonalEvent, isTicketEvent } from "../../shared/event-kinds.ts";
import type { ShopEvent } from "../../shared/events.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { shardOf } from "../../shared/shards.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { tenDigits } from "../lib/ids.ts";
import { isConditionMet } from "../lib/is-condition-met.ts";
import type { TransactionWrite } from "../lib/transact.ts";

const KEEP_SECONDS = 30 * 86_400;

export type OutboxKey = { pk: string; sk: string };

/** The partition of the books. */
export const BOOKS = "BOOKS";

export const EVENT_PREFIX = "OUTBOX#";

function partitionOf(event: ShopEvent): string {
  if (isOrderEvent(event)) return `ORDER#${event.orderId}`;
  if (isTicketEvent(event)) return `TICKET#${event.ticketId}`;
  return event.type === "DifferencesFound" ? BOOKS : `PRODUCT#${event.productId}`;
}

export const outboxKey = (event: ShopEvent): OutboxKey => ({
  pk: partitionOf(event),
  sk: EVENT_PREFIX + tenDigits(event.sequence),
});

/** Events of one transaction have the same time, so the sequence number sorts them. */
const dueSk = (event: ShopEvent): string => `${event.time}#${tenDigits(event.sequence)}#${event.id}`;

/** The write of an event; fails when another event has the sequence number. */
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
 * Marks an event as published. The item stays for 30 days; an event with personal data is removed from it.
 * Idempotent.
 */
export async function markPublished(event: ShopEvent, now: Date): Promise<void> {
  const isPersonal = isPersonalEvent(event.type);
  await documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: outboxKey(event),
      UpdateExpression: `SET publishedAt = :now, #ttl = :ttl REMOVE duePk, dueSk${isPersonal ? ", #event" : ""}`,
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeNames: { "#ttl": "ttl", ...(isPersonal && { "#event": "event" }) },
      ExpressionAttributeValues: {
        ":now": now.toISOString(),
        ":ttl": toEpochSeconds(now) + KEEP_SECONDS,
      },
    }),
  );
}

/**
 * Moves an event that could not be published behind the unpublished events from before `until`, which the next run reads
 * first.
 */
export async function postponeEvent({ pk, sk }: OutboxKey, until: Date): Promise<void> {
  // The condition fails if the event was published since it was read.
  await isConditionMet(
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk, sk },
        UpdateExpression: "SET dueSk = :until",
        ConditionExpression: "attribute_exists(duePk)",
        ExpressionAttributeValues: { ":until": `${until.toISOString()}#${pk}#${sk}` },
      }),
    ),
  );
}
