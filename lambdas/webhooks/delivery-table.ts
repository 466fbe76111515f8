/**
 * Deliveries of events to webhook endpoints.
 * | item | pk | sk | index `due` |
 * | delivery; deleted by TTL | WEBHOOK#<endpoint> | DELIVERY#<event id> | WEBHOOK#<endpoint>, <next try>#<subject> |
 * The index has only waiting deliveries. Their subject is <order>#<sequence>#<event id>.
 */
import { GetCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Timestamp } from "../../shared/timestamp.ts";
import { isPersonalEvent } from "../../shared/event-kinds.ts";
import type { ShopEvent } from "../../shared/events.ts";
import { DELIVERY_DAYS, WebhookDelivery, type DeliveredType } from "../../shared/webhooks.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { notFound } from "../lib/errors.ts";
import { tenDigits } from "../lib/ids.ts";
import { parseStored, parseValid } from "../lib/parse-item.ts";
import { isConditionMet } from "../lib/is-condition-met.ts";

/**
 * A waiting delivery with personal data is not sent after this time. DynamoDB deletes the delivery some days later, also if the
 * endpoint was removed.
 */
const PERSONAL_DAYS = 2;
const PAGE_SIZE = 30;

export const endpointPartition = (webhookId: string): string => `WEBHOOK#${webhookId}`;
export const DELIVERY_PREFIX = "DELIVERY#";
export const deliveryKey = (webhookId: string, id: string) => ({
  pk: endpointPartition(webhookId),
  sk: DELIVERY_PREFIX + id,
});

export const StoredDelivery = z.object({
  id: z.string(),
  type: WebhookDelivery.shape.type,
  orderId: z.optional(z.string()),
  createdAt: Timestamp,
  state: WebhookDelivery.shape.state,
  tries: z.int(),
  lastTry: WebhookDelivery.shape.lastTry,
  /** JSON, as it is sent. Absent when personal data was deleted. */
  body: z.optional(z.string()),
  /** The sort key in the index `due`; absent if no try is due. */
  dueSk: z.optional(z.string()),
  /** Until this time, in epoch seconds, no other function tries the delivery. */
  claimedUntil: z.optional(z.int()),
});
export type StoredDelivery = z.infer<typeof StoredDelivery>;

/** What a delivery sends: an event of the bus, or a test. */
export type SentEvent =
  | ShopEvent
  | { id: string; type: Extract<DeliveredType, "WebhookTest">; version: 1; time: string };

/** Whether a delivery has personal data that must no longer be sent. DynamoDB's TTL deletes it later. */
export const hasExpiredPersonalData = (
  { type, createdAt }: Pick<StoredDelivery, "type" | "createdAt">,
  now: Date,
): boolean => isPersonalEvent(type) && +now > Date.parse(createdAt) + PERSONAL_DAYS * 86_400_000;
/** The TTL of an item that is deleted after `days`, in epoch seconds. */
export const ttlAfter = (now: Date, days: number): number => toEpochSeconds(now) + days * 86_400;

/** `subject`: the order, the sequence and the id of an event. */
export const dueSkOf = (at: Date, subject: string): string => `${at.toISOString()}#${subject}`;

/** The delivery as the back office shows it: without its body. */
export const toDelivery = ({ body, dueSk, ...delivery }: StoredDelivery): WebhookDelivery => ({
  id: delivery.id,
  type: delivery.type,
  ...(delivery.orderId !== undefined && { orderId: delivery.orderId }),
  createdAt: delivery.createdAt,
  state: delivery.state,
  tries: delivery.tries,
  ...(delivery.lastTry && { lastTry: delivery.lastTry }),
  ...(dueSk !== undefined && { nextTryAt: dueSk.slice(0, dueSk.indexOf("#")) }),
  canSendAgain: body !== undefined,
});

/** Records an event for an endpoint, to be tried at `dueAt`; undefined if it is recorded already. */
export async function recordDelivery(
  webhookId: string,
  event: SentEvent,
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<StoredDelivery | undefined> {
  const orderId = "orderId" in event ? event.orderId : undefined;
  const sequence = "sequence" in event ? event.sequence : 0;
  const delivery: StoredDelivery = {
    id: event.id,
    type: event.type,
    ...(orderId !== undefined && { orderId }),
    createdAt: now.toISOString(),
    state: "waiting",
    tries: 0,
    body: JSON.stringify(event),
    dueSk: dueSkOf(dueAt, `${orderId ?? ""}#${tenDigits(sequence)}#${event.id}`),
  };
  const isNew = await isConditionMet(
    documentClient().send(
      new PutCommand({
        TableName: tableName(),
        Item: {
          ...deliveryKey(webhookId, event.id),
          ...delivery,
          duePk: endpointPartition(webhookId),
          ttl: ttlAfter(now, isPersonalEvent(event.type) ? PERSONAL_DAYS : DELIVERY_DAYS),
        },
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    ),
  );
  return isNew ? delivery : undefined;
}

/** Throws 404 for an unknown delivery. */
export async function getDelivery(webhookId: string, id: string): Promise<StoredDelivery> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: deliveryKey(webhookId, id), ConsistentRead: true }),
  );
  if (!Item) throw notFound();
  return parseStored(StoredDelivery, Item);
}

/** An endpoint's deliveries, newest first. `next`: the `before` of the next page. */
export async function listDeliveries(
  webhookId: string,
  before: string | undefined,
): Promise<{ deliveries: WebhookDelivery[]; next?: string }> {
  const { Items = [], LastEvaluatedKey } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
      ExpressionAttributeValues: {
        ":pk": endpointPartition(webhookId),
        ":first": DELIVERY_PREFIX,
        ":last": `${DELIVERY_PREFIX}~`,
      },
      ...(before !== undefined && { ExclusiveStartKey: deliveryKey(webhookId, before) }),
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: PAGE_SIZE,
    }),
  );
  const lastSk = LastEvaluatedKey === undefined ? undefined : String(LastEvaluatedKey["sk"]);
  return {
    deliveries: parseValid(StoredDelivery, Items).map(toDelivery),
    ...(lastSk !== undefined && { next: lastSk.slice(DELIVERY_PREFIX.length) }),
  };
}
