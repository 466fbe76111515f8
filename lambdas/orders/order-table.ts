/**
 * Orders, and the items by which an order is found. Keys of an order's hold: see hold-table.ts.
 * | item | pk | sk |
 * | order; deleted by TTL if it was never paid | ORDER#<id> | ORDER |
 * | attempt of a checkout | ATTEMPT#<uuid> | ATTEMPT |
 * | Stripe session → order; deleted by TTL if it was never paid | SESSION#<cs_…> | SESSION |
 * | Stripe payment → order | PAYMENT#<pi_…> | PAYMENT |
 * | Stripe event already applied | ORDER#<id> | EVENT#<evt_…> |
 * | index of orders | partition | sort key |
 * | listing | ORDERS#<yyyy-mm of creation>#<shard> | <time of creation>#<id> |
 * | changes | CHANGED#<yyyy-mm of the last change>#<shard> | <time of the last change>#<id> |
 */
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { shardOf } from "../../shared/shards.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { parseStored, parseValid } from "../lib/parse-item.ts";
import { readItems } from "../lib/read-items.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import { StoredOrder, toSummary } from "./stored-order.ts";

const DAY_SECONDS = 86_400;
/** How long the shop knows that it applied a Stripe event. Stripe retries for three days; an operator may replay later. */
const KEEP_EVENTS_SECONDS = 90 * DAY_SECONDS;
const KEEP_ATTEMPTS_SECONDS = 7 * DAY_SECONDS;
/**
 * Unpaid orders contain personal data, so they are deleted within 30 days. DynamoDB deletes an expired item typically within
 * two days, but does not promise it.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTimeToLive.html
 */
export const KEEP_UNPAID_SECONDS = 27 * DAY_SECONDS;

const orderKey = (orderId: string) => ({ pk: `ORDER#${orderId}`, sk: "ORDER" });
const monthOf = (iso: string): string => iso.slice(0, 7);

/**
 * When the order is deleted, in epoch seconds; undefined if it is paid or holds its pieces. A cancelled order whose delayed payment
 * is on its way has a TTL too: the payment has an outcome within 21 days (session-params.ts).
 */
function ttlOf({ payment, hold, updatedAt }: StoredOrder): number | undefined {
  if (payment.paidSessionId || hold.state !== "released") return undefined;
  return toEpochSeconds(Date.parse(updatedAt)) + KEEP_UNPAID_SECONDS;
}

/** The item of an order, with its index keys and its row in lists. */
export const orderItem = (order: StoredOrder) => ({
  ...orderKey(order.orderId),
  listPk: shardOf(`ORDERS#${monthOf(order.createdAt)}`, order.orderId),
  listSk: `${order.createdAt}#${order.orderId}`,
  changePk: shardOf(`CHANGED#${monthOf(order.updatedAt)}`, order.orderId),
  changeSk: `${order.updatedAt}#${order.orderId}`,
  summary: toSummary(order),
  ttl: ttlOf(order),
  ...order,
});

export const putNewOrder = (order: StoredOrder): TransactionWrite<"order"> => ({
  name: "order",
  Put: { TableName: tableName(), Item: orderItem(order), ConditionExpression: "attribute_not_exists(pk)" },
});

/** The write of an order that was read at `version`; fails when another write was faster. */
export const putOrder = (order: StoredOrder, version: number): TransactionWrite<"order"> => ({
  name: "order",
  Put: {
    TableName: tableName(),
    Item: orderItem(order),
    ConditionExpression: "#version = :version",
    ExpressionAttributeNames: { "#version": "version" },
    ExpressionAttributeValues: { ":version": version },
  },
});

/** Whether the TTL has passed. DynamoDB deletes the item some days later, and returns it in reads until then. */
export const isExpired = (item: Record<string, unknown>, nowMs: number = Date.now()): boolean =>
  typeof item["ttl"] === "number" && item["ttl"] * 1000 <= nowMs;

/** The order; undefined if there is none, or if its TTL has passed. Throws UnreadableItem if it does not match its schema. */
export async function getOrder(orderId: string): Promise<StoredOrder | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: orderKey(orderId), ConsistentRead: true }),
  );
  return Item && !isExpired(Item) ? parseStored(StoredOrder, Item) : undefined;
}

const NumberedItem = z.object({ orderId: z.string(), orderNumber: z.optional(z.string()) });

/** Order numbers by order id. Orders without a number are left out. Throws 503 if DynamoDB leaves keys unread. */
export async function readOrderNumbers(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const items = await readItems([...new Set(orderIds)].map(orderKey));
  return new Map(
    parseValid(NumberedItem, items).flatMap(({ orderId, orderNumber }) =>
      orderNumber === undefined ? [] : [[orderId, orderNumber] as const],
    ),
  );
}

const Pointer = z.object({ orderId: z.string() });
const readOrderIdAt = async (pk: string, sk: string): Promise<string | undefined> => {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: { pk, sk }, ConsistentRead: true }),
  );
  return Item && z.parse(Pointer, Item).orderId;
};

/** The order of a checkout attempt, and the hash of the request. */
const Attempt = z.object({ orderId: z.string(), contentHash: z.string() });

export async function getAttempt(attemptId: string): Promise<z.infer<typeof Attempt> | undefined> {
  const Key = { pk: `ATTEMPT#${attemptId}`, sk: "ATTEMPT" };
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  return Item && z.parse(Attempt, Item);
}
export const findOrderIdOfSession = (sessionId: string) => readOrderIdAt(`SESSION#${sessionId}`, "SESSION");
export const findOrderIdOfPayment = (paymentIntentId: string) =>
  readOrderIdAt(`PAYMENT#${paymentIntentId}`, "PAYMENT");

/** The write that binds an attempt to an order. `replacedOrderId`: the attempt's earlier, unpaid order. */
export const putAttempt = (
  attemptId: string,
  { orderId, contentHash }: z.infer<typeof Attempt>,
  now: Date,
  replacedOrderId: string | undefined,
): TransactionWrite<"attempt"> => ({
  name: "attempt",
  Put: {
    TableName: tableName(),
    Item: {
      pk: `ATTEMPT#${attemptId}`,
      sk: "ATTEMPT",
      orderId,
      contentHash,
      ttl: toEpochSeconds(now) + KEEP_ATTEMPTS_SECONDS,
    },
    ...(replacedOrderId === undefined
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "orderId = :replacing",
          ExpressionAttributeValues: { ":replacing": replacedOrderId },
        }),
  },
});

/**
 * The write of the item that finds an order by its payment page. `ttl`: when the item is deleted, in epoch seconds; absent
 * while the page may be paid, and if it was paid.
 */
export const putSession = (
  sessionId: string,
  orderId: string,
  ttl?: number,
): TransactionWrite<"session"> => ({
  name: "session",
  Put: {
    TableName: tableName(),
    Item: { pk: `SESSION#${sessionId}`, sk: "SESSION", orderId, ...(ttl === undefined ? {} : { ttl }) },
  },
});

/**
 * The write that gives the item of a payment page the TTL of its unpaid order, so that both are deleted. Empty unless this change
 * gives the order its TTL. Not written earlier, because during a deployment a function of an earlier version may record the
 * payment, and it would not remove the TTL.
 */
export function expireSessionItem(before: StoredOrder, after: StoredOrder): TransactionWrite<"session">[] {
  const { orderId, stripeSessionId } = after;
  const ttl = ttlOf(after);
  if (stripeSessionId === undefined || ttl === undefined || ttlOf(before) !== undefined) return [];
  return [putSession(stripeSessionId, orderId, ttl)];
}

export const putPayment = (paymentIntentId: string, orderId: string): TransactionWrite<"payment"> => ({
  name: "payment",
  Put: { TableName: tableName(), Item: { pk: `PAYMENT#${paymentIntentId}`, sk: "PAYMENT", orderId } },
});

/** The write that records a Stripe event as applied; fails when the event was applied before. */
export const putStripeEvent = (
  orderId: string,
  eventId: string,
  now: Date,
): TransactionWrite<"stripeEvent"> => ({
  name: "stripeEvent",
  Put: {
    TableName: tableName(),
    Item: {
      pk: `ORDER#${orderId}`,
      sk: `EVENT#${eventId}`,
      ttl: toEpochSeconds(now) + KEEP_EVENTS_SECONDS,
    },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});
