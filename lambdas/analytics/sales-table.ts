/**
 * Figures for analytics.
 * | item | pk | sk |
 * | an order's sale, so that each event counts once | SALES#<order id> | SALE |
 * | a shard of a day's figures | SALES#<yyyy-mm> | <yyyy-mm-dd>#<shard> |
 * A day's figures are split into shards by order id, so that concurrent orders seldom conflict.
 */
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { monthsBetween } from "../lib/months.ts";
import { queryAll } from "../lib/query-all.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import type { Counters } from "./sale.ts";
import { Sale } from "./sale.ts";

const SHARDS = 8;
const saleKey = (orderId: string) => ({ pk: `SALES#${orderId}`, sk: "SALE" });

const StoredSale = z.object({ sale: Sale, version: z.int() });
export type StoredSale = z.infer<typeof StoredSale>;

export async function getSale(orderId: string): Promise<StoredSale | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: saleKey(orderId), ConsistentRead: true }),
  );
  return Item && z.parse(StoredSale, Item);
}

/** The write of a sale that was read at `version` (0 if none was stored); fails if another event has changed it since. */
export const putSale = (orderId: string, sale: Sale, version: number): TransactionWrite<"sale"> => ({
  name: "sale",
  Put: {
    TableName: tableName(),
    Item: { ...saleKey(orderId), sale, version: version + 1 },
    ...(version === 0
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "#version = :version",
          ExpressionAttributeNames: { "#version": "version" },
          ExpressionAttributeValues: { ":version": version },
        }),
  },
});

/** The write that adds a sale's changes to a day's figures. */
export const addToDay = (orderId: string, day: string, change: Counters): TransactionWrite<"day"> => {
  const shard = (orderId.codePointAt(orderId.length - 1) ?? 0) % SHARDS;
  const figures = [...change];
  return {
    name: "day",
    Update: {
      TableName: tableName(),
      Key: { pk: `SALES#${day.slice(0, 7)}`, sk: `${day}#${shard}` },
      UpdateExpression: `ADD ${figures.map((_, i) => `#f${i} :f${i}`).join(", ")}`,
      ExpressionAttributeNames: Object.fromEntries(figures.map(([name], i) => [`#f${i}`, name])),
      ExpressionAttributeValues: Object.fromEntries(figures.map(([, amount], i) => [`:f${i}`, amount])),
    },
  };
};

/** The figures of each day from `first` to `last` (both included). */
export async function readDays(first: string, last: string): Promise<Map<string, Counters>> {
  const days = new Map<string, Counters>();
  const itemsOfMonths = await Promise.all(
    monthsBetween(first.slice(0, 7), last.slice(0, 7)).map((month) => readMonth(month, first, last)),
  );
  for (const { pk: _, sk, ...figures } of itemsOfMonths.flat()) {
    const day = String(sk).slice(0, 10);
    const counters = days.get(day) ?? new Map<string, number>();
    for (const [name, amount] of Object.entries(figures))
      counters.set(name, (counters.get(name) ?? 0) + (typeof amount === "number" ? amount : 0));
    days.set(day, counters);
  }
  return days;
}

const readMonth = (month: string, first: string, last: string): Promise<Record<string, unknown>[]> =>
  queryAll({
    KeyConditionExpression: "pk = :month AND sk BETWEEN :first AND :last",
    ExpressionAttributeValues: { ":month": `SALES#${month}`, ":first": first, ":last": `${last}#~` },
  });
