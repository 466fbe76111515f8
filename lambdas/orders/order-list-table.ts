/**
 * Lists of orders for the admin.
 * | item | pk | sk |
 * | a month in which an order was made | MONTHS | <yyyy-mm> |
 * Patterns: orders of a month, newest first (index `listing`); orders changed after a time (index `changes`).
 */
import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { BrokenOrder } from "../../shared/order.ts";
import { documents, tableName } from "../lib/documents.ts";
import { fitting } from "../lib/fitting.ts";
import { StoredOrder } from "./stored-order.ts";

const ensured = new Set<string>();

/** Notes that a month has orders, once for each month and instance: lists then know how far back to look. */
export async function ensureMonth(now: Date): Promise<void> {
  const month = now.toISOString().slice(0, 7);
  if (ensured.has(month)) return;
  await documents().send(new PutCommand({ TableName: tableName(), Item: { pk: "MONTHS", sk: month } }));
  ensured.add(month);
}

/** Months with orders up to `from`, newest first. */
export async function monthsUpTo(from: string): Promise<string[]> {
  const { Items = [] } = await documents().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :months AND sk <= :from",
      ExpressionAttributeValues: { ":months": "MONTHS", ":from": from },
      ScanIndexForward: false,
    }),
  );
  return Items.map((item) => z.parse(z.object({ sk: z.string() }), item).sk);
}

/** `broken`: those that do not fit. `next`: the index key after which the next page begins, while there is more. */
type Page = { orders: StoredOrder[]; broken: BrokenOrder[]; next: string | undefined };

function pageOf(items: Record<string, unknown>[], next: unknown): Page {
  const broken: BrokenOrder[] = [];
  const orders = fitting(StoredOrder, items, ({ pk }, problems) =>
    broken.push({ orderId: String(pk).replace("ORDER#", ""), problems }),
  );
  return { orders, broken, next: typeof next === "string" ? next : undefined };
}

/** Orders made in `month` before `before` (an index key of that month), newest first: at most `limit`. */
export async function ordersOfMonth(month: string, before: string | undefined, limit: number): Promise<Page> {
  const { Items = [], LastEvaluatedKey } = await documents().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: "listing",
      KeyConditionExpression:
        before === undefined ? "listPk = :month" : "listPk = :month AND listSk < :before",
      ExpressionAttributeValues: {
        ":month": `ORDERS#${month}`,
        ...(before === undefined ? {} : { ":before": before }),
      },
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
  return pageOf(Items, LastEvaluatedKey?.["listSk"]);
}

/** Orders changed in `month` after `after` (an index key), oldest change first: at most `limit`. */
export async function changesOfMonth(month: string, after: string, limit: number): Promise<Page> {
  const { Items = [], LastEvaluatedKey } = await documents().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: "changes",
      KeyConditionExpression: "changePk = :month AND changeSk > :after",
      ExpressionAttributeValues: { ":month": `CHANGED#${month}`, ":after": after },
      Limit: limit,
    }),
  );
  return pageOf(Items, LastEvaluatedKey?.["changeSk"]);
}
