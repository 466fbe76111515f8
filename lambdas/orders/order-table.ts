/**
 * Orders and what belongs to them.
 * | item | pk | sk | indexes |
 * | order | ORDER#<id> | ORDER | listing: ORDERS#<month made>, <made>#<id>; changes: CHANGED#<month changed>, <changed>#<id>; due while held: HOLDS, <hold ends>#<id> |
 * | attempt of a checkout | ATTEMPT#<uuid> | ATTEMPT | |
 * | Stripe session → order | SESSION#<cs_…> | SESSION | |
 * | Stripe payment → order | PAYMENT#<pi_…> | PAYMENT | |
 * | Stripe event already applied | ORDER#<id> | EVENT#<evt_…> | |
 * | pieces a client holds, gone by TTL | CLIENT#<key> | HELD | |
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { documents, tableName } from "../lib/documents.ts";
import { parseStored } from "../lib/fitting.ts";
import type { Fragment } from "../lib/transact.ts";
import { StoredOrder } from "./stored-order.ts";

const DAY = 86_400;
/** Stripe gives up after three days; a replay by hand may come later. Seconds. */
const KEEP_EVENTS = 90 * DAY;
const KEEP_ATTEMPTS = 7 * DAY;
/** Longer than the slowest payment holds its pieces. */
const KEEP_CLIENTS = 30 * DAY;

export const orderKey = (orderId: string) => ({ pk: `ORDER#${orderId}`, sk: "ORDER" });
const month = (iso: string): string => iso.slice(0, 7);

/** The item of an order, with the index keys that follow from its state. */
export const orderItem = (order: StoredOrder) => ({
  ...orderKey(order.orderId),
  listPk: `ORDERS#${month(order.createdAt)}`,
  listSk: `${order.createdAt}#${order.orderId}`,
  changePk: `CHANGED#${month(order.updatedAt)}`,
  changeSk: `${order.updatedAt}#${order.orderId}`,
  ...(order.hold.state === "held" ? { duePk: "HOLDS", dueSk: `${order.hold.endsAt}#${order.orderId}` } : {}),
  ...order,
});

export const putNewOrder = (order: StoredOrder): Fragment<"order"> => ({
  name: "order",
  Put: { TableName: tableName(), Item: orderItem(order), ConditionExpression: "attribute_not_exists(pk)" },
});

/** Writes an order that was read at `version`; fails when somebody else has written it since. */
export const putOrder = (order: StoredOrder, version: number): Fragment<"order"> => ({
  name: "order",
  Put: {
    TableName: tableName(),
    Item: orderItem(order),
    ConditionExpression: "#version = :version",
    ExpressionAttributeNames: { "#version": "version" },
    ExpressionAttributeValues: { ":version": version },
  },
});

export async function getOrder(orderId: string): Promise<StoredOrder | undefined> {
  const { Item } = await documents().send(
    new GetCommand({ TableName: tableName(), Key: orderKey(orderId), ConsistentRead: true }),
  );
  return Item && parseStored(StoredOrder, Item);
}

const Pointer = z.object({ orderId: z.string() });
const pointed = async (pk: string, sk: string): Promise<string | undefined> => {
  const { Item } = await documents().send(
    new GetCommand({ TableName: tableName(), Key: { pk, sk }, ConsistentRead: true }),
  );
  return Item && z.parse(Pointer, Item).orderId;
};

export const orderIdOfAttempt = (attemptId: string) => pointed(`ATTEMPT#${attemptId}`, "ATTEMPT");
export const orderIdOfSession = (sessionId: string) => pointed(`SESSION#${sessionId}`, "SESSION");
export const orderIdOfPayment = (paymentIntentId: string) => pointed(`PAYMENT#${paymentIntentId}`, "PAYMENT");

/** Binds an attempt to its order. `replacing` is an earlier order of this attempt that came to nothing. */
export const putAttempt = (
  attemptId: string,
  orderId: string,
  now: Date,
  replacing: string | undefined,
): Fragment<"attempt"> => ({
  name: "attempt",
  Put: {
    TableName: tableName(),
    Item: {
      pk: `ATTEMPT#${attemptId}`,
      sk: "ATTEMPT",
      orderId,
      ttl: Math.floor(+now / 1000) + KEEP_ATTEMPTS,
    },
    ...(replacing === undefined
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "orderId = :replacing",
          ExpressionAttributeValues: { ":replacing": replacing },
        }),
  },
});

export const putSession = (sessionId: string, orderId: string): Fragment<"session"> => ({
  name: "session",
  Put: { TableName: tableName(), Item: { pk: `SESSION#${sessionId}`, sk: "SESSION", orderId } },
});

export const putPayment = (paymentIntentId: string, orderId: string): Fragment<"payment"> => ({
  name: "payment",
  Put: { TableName: tableName(), Item: { pk: `PAYMENT#${paymentIntentId}`, sk: "PAYMENT", orderId } },
});

/** Fails when this event of Stripe's was applied before. */
export const putStripeEvent = (orderId: string, eventId: string, now: Date): Fragment<"event"> => ({
  name: "event",
  Put: {
    TableName: tableName(),
    Item: { pk: `ORDER#${orderId}`, sk: `EVENT#${eventId}`, ttl: Math.floor(+now / 1000) + KEEP_EVENTS },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

/** Adds `pieces` to what a client has waiting for payment; fails above `limit`. */
export const holdForClient = (
  client: string,
  pieces: number,
  limit: number,
  now: Date,
): Fragment<"client"> => ({
  name: "client",
  Update: {
    TableName: tableName(),
    Key: { pk: `CLIENT#${client}`, sk: "HELD" },
    UpdateExpression: "ADD held :pieces SET #ttl = :ttl",
    // A client without a count holds nothing, which is no leave to take more than all that is allowed.
    ConditionExpression: pieces > limit ? "held <= :room" : "attribute_not_exists(held) OR held <= :room",
    ExpressionAttributeNames: { "#ttl": "ttl" },
    ExpressionAttributeValues: { ":pieces": pieces, ":room": limit - pieces, ":ttl": clientTtl(now) },
  },
});

const clientTtl = (now: Date): number => Math.floor(+now / 1000) + KEEP_CLIENTS;

export const releaseForClient = (client: string, pieces: number, now: Date): Fragment<"client"> => ({
  name: "client",
  Update: {
    TableName: tableName(),
    Key: { pk: `CLIENT#${client}`, sk: "HELD" },
    UpdateExpression: "ADD held :pieces SET #ttl = :ttl",
    ExpressionAttributeNames: { "#ttl": "ttl" },
    ExpressionAttributeValues: { ":pieces": -pieces, ":ttl": clientTtl(now) },
  },
});

/** Puts a hold that could not be tended behind all that are due at `until`, so that it does not keep them from their turn. */
export async function postponeHold(orderId: string, until: Date): Promise<void> {
  await documents()
    .send(
      new UpdateCommand({
        TableName: tableName(),
        Key: orderKey(orderId),
        UpdateExpression: "SET dueSk = :until",
        ConditionExpression: "attribute_exists(duePk)",
        ExpressionAttributeValues: { ":until": `${until.toISOString()}#${orderId}` },
      }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
}

/** Orders whose hold ended before `now`, the oldest first: at most `limit`. */
export async function dueHolds(now: Date, limit: number): Promise<string[]> {
  const { Items = [] } = await documents().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: "due",
      KeyConditionExpression: "duePk = :holds AND dueSk < :now",
      ExpressionAttributeValues: { ":holds": "HOLDS", ":now": `${now.toISOString()}#~` },
      Limit: limit,
    }),
  );
  return Items.map((item) => z.parse(Pointer, item).orderId);
}
