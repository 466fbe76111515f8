/**
 * The people who agreed to news by email, one item for each address, however many orders it has.
 * | item | pk | sk | index `listing` |
 * | a person; while the consent waits for its confirmation, gone by TTL | MAILBOX#<hash of the address> | SUBSCRIBER | SUBSCRIBERS#<state>#<shard>, <address> |
 * | how many have withdrawn their consent | NEWS | WITHDRAWN | |
 * Pattern: the people in one state by address, page by page. The hash spreads them over the shards.
 */
import type { QueryCommandOutput } from "@aws-sdk/lib-dynamodb";
import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { fromShards, shardOf, shardsOf } from "../../shared/shards.ts";
import { Subscriber, type SubscriberState } from "../../shared/subscribers.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { parseStored, parseValid } from "../lib/parse-item.ts";
import { succeeds } from "../lib/succeeds.ts";
import { transact } from "../lib/transact.ts";
import { mailboxPk } from "../mail/undeliverable-table.ts";
import { isExpired } from "../orders/order-table.ts";

const SK = "SUBSCRIBER";
const PK_PREFIX = "MAILBOX#";
const COUNT_KEY = { pk: "NEWS", sk: "WITHDRAWN" };

/** `token`: the text in the links of the order `orderId`, which ends the consents of the address. */
export const StoredSubscriber = z.object({ ...Subscriber.shape, token: z.string() });
export type StoredSubscriber = z.infer<typeof StoredSubscriber>;

type Row = Record<string, unknown>;
const SubscriberItem = z.object({ summary: StoredSubscriber });
const partitionOf = (state: SubscriberState): string => `SUBSCRIBERS#${state}`;
const normalize = (email: string): string => email.trim().toLowerCase();

/** A person's id, which names no address: the hash in the partition key. */
const subscriberId = (email: string): string => mailboxPk(email).slice(PK_PREFIX.length);

/**
 * Adds a person, or does nothing if the address is there in this state. A consent that waits never replaces one that counts.
 * `ttl`: when a consent that waits is deleted, in seconds since 1970.
 */
export async function putSubscriber(subscriber: Omit<StoredSubscriber, "id">, ttl?: number): Promise<void> {
  const { state } = subscriber;
  const email = normalize(subscriber.email);
  const id = subscriberId(email);
  const Item = {
    ...{ pk: mailboxPk(email), sk: SK, state },
    listPk: shardOf(partitionOf(state), id),
    listSk: email,
    summary: { ...subscriber, id, email },
    ...(ttl === undefined ? {} : { ttl }),
  };
  await succeeds(
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

/** The person with an address. */
export const getSubscriber = (email: string): Promise<StoredSubscriber | undefined> =>
  getByPk(mailboxPk(email));

export const getSubscriberById = (id: string): Promise<StoredSubscriber | undefined> =>
  getByPk(PK_PREFIX + id);

/** Deletes a person without counting a withdrawal, for example after an erasure. */
export async function deleteSubscriber(email: string): Promise<void> {
  const Key = { pk: mailboxPk(email), sk: SK };
  await documentClient().send(new DeleteCommand({ TableName: tableName(), Key }));
}

/** Deletes a person whose consent counted, and counts the withdrawal, once. Deletes one that waited without counting. */
export async function withdrawSubscriber(email: string): Promise<void> {
  const { ok } = await transact([
    {
      name: "person",
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

/** Takes back one withdrawal from the count. */
export async function uncountWithdrawal(): Promise<void> {
  await succeeds(
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: COUNT_KEY,
        UpdateExpression: "ADD #count :less",
        ConditionExpression: "#count > :zero",
        ExpressionAttributeNames: { "#count": "count" },
        ExpressionAttributeValues: { ":less": -1, ":zero": 0 },
      }),
    ),
  );
}

export async function withdrawnCount(): Promise<number> {
  const { Item } = await documentClient().send(new GetCommand({ TableName: tableName(), Key: COUNT_KEY }));
  return z.parse(z.object({ count: z._default(z.number(), 0) }), Item ?? {}).count;
}

/** The last character of a range of texts: no address has one after it. */
const LAST = "\uffff";
/** No address begins with a character before it. */
const FIRST = "!";

/**
 * People in a state whose addresses begin with `prefix`, by address: at most `limit`, after the address `after`. `last`: the
 * address after which more may follow.
 */
export async function subscribersIn(
  state: SubscriberState,
  { prefix, after, limit }: { prefix: string; after: string | undefined; limit: number },
): Promise<{ subscribers: StoredSubscriber[]; last?: string }> {
  const start = normalize(prefix) || FIRST;
  const from = after !== undefined && `${after}${FIRST}` > start ? `${after}${FIRST}` : start;
  const to = `${normalize(prefix)}${LAST}`;
  if (from > to) return { subscribers: [] };
  const rows = await fromShards(partitionOf(state), async (shard): Promise<Row[]> => {
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
  const sorted = rows.toSorted((a, b) => (String(a["listSk"]) < String(b["listSk"]) ? -1 : 1));
  const page = sorted.slice(0, limit);
  const last = page.at(-1);
  const subscribers = parseValid(
    SubscriberItem,
    page.filter((row) => !isExpired(row)).map(({ pk, sk, summary }) => ({ pk, sk, summary })),
  ).map(({ summary }) => summary);
  return { subscribers, ...(sorted.length > limit && last ? { last: String(last["listSk"]) } : {}) };
}

/** How many people are in a state: a count of index keys, about 1,700 read units for 50,000 people. */
export async function countSubscribers(state: SubscriberState, now: Date): Promise<number> {
  const counts = await Promise.all(shardsOf(partitionOf(state)).map((shard) => countShard(shard, now)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countShard(shard: string, now: Date): Promise<number> {
  let count = 0;
  let start: Record<string, unknown> | undefined;
  do {
    const page: QueryCommandOutput = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: "listing",
        KeyConditionExpression: "listPk = :shard",
        FilterExpression: "attribute_not_exists(#ttl) OR #ttl > :now",
        ExpressionAttributeNames: { "#ttl": "ttl" },
        ExpressionAttributeValues: { ":shard": shard, ":now": Math.floor(+now / 1000) },
        Select: "COUNT",
        ...(start ? { ExclusiveStartKey: start } : {}),
      }),
    );
    count += page.Count ?? 0;
    start = page.LastEvaluatedKey;
  } while (start);
  return count;
}
