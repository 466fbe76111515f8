/**
 * The subscribers: people who agreed to the newsletter. One item for each email address, even with several orders. The
 * state is `agreed`, or `waiting` until the customer has pressed the link in the confirmation mail.
 * | item | pk | sk | index `listing` |
 * | subscriber; deleted by TTL while `waiting` | MAILBOX#<hash> | SUBSCRIBER | SUBSCRIBERS#<state>#<shard>, <address> |
 * | the number of withdrawn consents | NEWS | WITHDRAWN | |
 * Access pattern: pages of the subscribers in one state, sorted by address. The hash of the address selects the shard.
 */
import type { QueryCommandOutput } from "@aws-sdk/lib-dynamodb";
import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { readAllShards, shardOf, shardsOf } from "../../shared/shards.ts";
import { Subscriber, type SubscriberState } from "../../shared/subscribers.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { parseStored, parseValid } from "../lib/parse-item.ts";
import { isConditionMet } from "../lib/is-condition-met.ts";
import { transact } from "../lib/transact.ts";
import { mailboxPk } from "../mail/undeliverable-table.ts";
import { isExpired } from "../orders/order-table.ts";

const SK = "SUBSCRIBER";
const PK_PREFIX = "MAILBOX#";
const COUNT_KEY = { pk: "NEWS", sk: "WITHDRAWN" };

/** `token`: the secret in the unsubscribe links of the order `orderId`. These links end all consents of the address. */
export const StoredSubscriber = z.object({ ...Subscriber.shape, token: z.string() });
export type StoredSubscriber = z.infer<typeof StoredSubscriber>;

type Row = Record<string, unknown>;
const SubscriberItem = z.object({ summary: StoredSubscriber });
const partitionOf = (state: SubscriberState): string => `SUBSCRIBERS#${state}`;
const normalize = (email: string): string => email.trim().toLowerCase();

/** The id of a subscriber: the hash in the partition key, which does not reveal the address. */
const subscriberId = (email: string): string => mailboxPk(email).slice(PK_PREFIX.length);

/**
 * Adds a subscriber, or replaces a `waiting` subscriber. Does nothing if the address is stored as `agreed`, and returns
 * false. `ttl`: when a `waiting` subscriber is deleted, in seconds since 1970.
 */
export async function putSubscriber(
  subscriber: Omit<StoredSubscriber, "id">,
  ttl?: number,
): Promise<boolean> {
  const { state } = subscriber;
  const email = normalize(subscriber.email);
  const id = subscriberId(email);
  const Item = {
    pk: mailboxPk(email),
    sk: SK,
    state,
    listPk: shardOf(partitionOf(state), id),
    listSk: email,
    summary: { ...subscriber, id, email },
    ...(ttl === undefined ? {} : { ttl }),
  };
  return isConditionMet(
    documentClient().send(
      new PutCommand({
        TableName: tableName(),
        Item,
        ConditionExpression: "attribute_not_exists(pk) OR #state <> :agreed",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: { ":agreed": "agreed" satisfies SubscriberState },
      }),
    ),
  );
}

async function getByPk(pk: string): Promise<StoredSubscriber | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: { pk, sk: SK }, ConsistentRead: true }),
  );
  return Item && !isExpired(Item) ? parseStored(SubscriberItem, Item).summary : undefined;
}

export const getSubscriber = (email: string): Promise<StoredSubscriber | undefined> =>
  getByPk(mailboxPk(email));

export const getSubscriberById = (id: string): Promise<StoredSubscriber | undefined> =>
  getByPk(PK_PREFIX + id);

/** Deletes a subscriber without counting a withdrawal, for example after an erasure. Idempotent. */
export async function deleteSubscriber(email: string): Promise<void> {
  const Key = { pk: mailboxPk(email), sk: SK };
  await documentClient().send(new DeleteCommand({ TableName: tableName(), Key }));
}

/** Deletes a subscriber, and adds one to the number of withdrawn consents if the state was `agreed`. Idempotent. */
export async function withdrawSubscriber(email: string): Promise<void> {
  const { ok } = await transact([
    {
      name: "subscriber",
      Delete: {
        TableName: tableName(),
        Key: { pk: mailboxPk(email), sk: SK },
        ConditionExpression: "#state = :agreed",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: { ":agreed": "agreed" satisfies SubscriberState },
      },
    },
    {
      name: "count",
      Update: {
        TableName: tableName(),
        Key: COUNT_KEY,
        UpdateExpression: "ADD #count :one",
        ExpressionAttributeNames: { "#count": "count" },
        ExpressionAttributeValues: { ":one": 1 },
      },
    },
  ]);
  if (!ok) await deleteSubscriber(email);
}

/** Subtracts one from the number of withdrawn consents, which never falls below 0. */
export async function uncountWithdrawal(): Promise<void> {
  await isConditionMet(
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: COUNT_KEY,
        UpdateExpression: "ADD #count :change",
        ConditionExpression: "#count > :zero",
        ExpressionAttributeNames: { "#count": "count" },
        ExpressionAttributeValues: { ":change": -1, ":zero": 0 },
      }),
    ),
  );
}

export async function readWithdrawnCount(): Promise<number> {
  const { Item } = await documentClient().send(new GetCommand({ TableName: tableName(), Key: COUNT_KEY }));
  return z.parse(z.object({ count: z._default(z.number(), 0) }), Item ?? {}).count;
}

/** A character that sorts after each character of an address. */
const LAST_CHARACTER = "\uffff";
/** The first character, in sort order, that an address can contain. */
const FIRST_CHARACTER = "!";

/**
 * A page of the subscribers in a state whose addresses begin with `prefix`, sorted by address: at most `limit`, after the
 * address `after`. `next` is the `after` of the next page; absent on the last page.
 */
export async function querySubscribers(
  state: SubscriberState,
  { prefix, after, limit }: { prefix: string; after: string | undefined; limit: number },
): Promise<{ subscribers: StoredSubscriber[]; next?: string }> {
  const prefixStart = normalize(prefix) || FIRST_CHARACTER;
  // BETWEEN would include `after` itself, so the page begins at the first possible address after `after`.
  const justAfter = after === undefined ? "" : `${after}${FIRST_CHARACTER}`;
  const from = justAfter > prefixStart ? justAfter : prefixStart;
  const to = `${normalize(prefix)}${LAST_CHARACTER}`;
  if (from > to) return { subscribers: [] };
  const rows = await readAllShards(partitionOf(state), async (shard): Promise<Row[]> => {
    const { Items = [] } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: "listing",
        KeyConditionExpression: "listPk = :shard AND listSk BETWEEN :from AND :to",
        ExpressionAttributeValues: { ":shard": shard, ":from": from, ":to": to },
        Limit: limit + 1,
      }),
    );
    return Items;
  });
  const sortedRows = rows.toSorted((a, b) => (String(a["listSk"]) < String(b["listSk"]) ? -1 : 1));
  const page = sortedRows.slice(0, limit);
  const lastRow = page.at(-1);
  const subscribers = parseValid(
    SubscriberItem,
    page.filter((row) => !isExpired(row)).map(({ pk, sk, summary }) => ({ pk, sk, summary })),
  ).map(({ summary }) => summary);
  return {
    subscribers,
    ...(sortedRows.length > limit && lastRow ? { next: String(lastRow["listSk"]) } : {}),
  };
}

/** The number of subscribers in a state. It reads each index entry: about 1,700 read units for 50,000 subscribers. */
export async function countSubscribers(state: SubscriberState, now: Date): Promise<number> {
  const counts = await Promise.all(shardsOf(partitionOf(state)).map((shard) => countShard(shard, now)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countShard(shard: string, now: Date): Promise<number> {
  let count = 0;
  let startKey: Record<string, unknown> | undefined;
  do {
    const page: QueryCommandOutput = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: "listing",
        KeyConditionExpression: "listPk = :shard",
        FilterExpression: "attribute_not_exists(#ttl) OR #ttl > :now",
        ExpressionAttributeNames: { "#ttl": "ttl" },
        ExpressionAttributeValues: { ":shard": shard, ":now": toEpochSeconds(now) },
        Select: "COUNT",
        ...(startKey ? { ExclusiveStartKey: startKey } : {}),
      }),
    );
    count += page.Count ?? 0;
    startKey = page.LastEvaluatedKey;
  } while (startKey);
  return count;
}
