/**
 * Lists of orders for the back office and the comparison of the books.
 * | item | pk | sk |
 * | a month that may have orders | MONTHS | <yyyy-mm> |
 * Access patterns: orders of a month, newest first (index `listing`); orders changed after a time (index `changes`).
 */
import type { QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { BrokenOrder } from "../../shared/order.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { parseValid } from "../lib/parse-item.ts";
import { readAllShards } from "../../shared/shards.ts";
import { OrderSummary } from "../../shared/order.ts";
import { isExpired } from "./order-table.ts";

const recordedMonths = new Set<string>();

/** Records that a month may have orders, for `readMonthsUpTo`. Writes once for each month and function instance. */
export async function recordMonth(now: Date): Promise<void> {
  const month = now.toISOString().slice(0, 7);
  if (recordedMonths.has(month)) return;
  await documentClient().send(new PutCommand({ TableName: tableName(), Item: { pk: "MONTHS", sk: month } }));
  recordedMonths.add(month);
}

/** The recorded months up to and including `newestMonth` (yyyy-mm), newest first. */
export async function readMonthsUpTo(newestMonth: string): Promise<string[]> {
  const { Items = [] } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :months AND sk <= :newest",
      ExpressionAttributeValues: { ":months": "MONTHS", ":newest": newestMonth },
      ScanIndexForward: false,
    }),
  );
  return Items.map((item) => z.parse(z.object({ sk: z.string() }), item).sk);
}

/** `broken`: orders that do not match the schema. `last`: index key of the last row, if more may follow. */
type Page = { orders: OrderSummary[]; broken: BrokenOrder[]; last?: string };
type Row = Record<string, unknown>;
const ListedItem = z.object({ summary: OrderSummary });

const withoutPrefix = (path: string): string => path.replace(/^summary\./, "");

/** Merges the rows of all shards of a list, sorted by `sort.key`, and returns the first `limit` rows. */
async function mergeShards(
  listName: string,
  limit: number,
  sort: { key: "listSk" | "changeSk"; isDescending: boolean },
  query: (shard: string) => Omit<QueryCommandInput, "TableName">,
): Promise<Page> {
  const keyOf = (row: Row) => String(row[sort.key]);
  const isBefore = (a: string, b: string) => (sort.isDescending ? a > b : a < b);
  const shardBounds: string[] = [];
  const rows = await readAllShards(listName, async (shard): Promise<Row[]> => {
    const { Items = [], LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({ TableName: tableName(), Limit: limit, ...query(shard) }),
    );
    // This shard may have more rows after the last row that was read, so the page must not have rows beyond
    // that row, from any shard.
    if (LastEvaluatedKey) shardBounds.push(String(LastEvaluatedKey[sort.key]));
    return Items;
  });
  const page = rows
    .filter((row) => !shardBounds.some((bound) => isBefore(bound, keyOf(row))))
    .sort((a, b) => (isBefore(keyOf(a), keyOf(b)) ? -1 : 1))
    .slice(0, limit);
  const hasMore = shardBounds.length > 0 || rows.length > page.length;
  const lastRow = page.at(-1);
  const unexpiredRows = page
    .filter((row) => !isExpired(row))
    .map(({ pk, sk, summary }) => ({ pk, sk, summary }));
  const broken: BrokenOrder[] = [];
  const orders = parseValid(ListedItem, unexpiredRows, ({ pk }, problems) =>
    broken.push({ orderId: String(pk).replace("ORDER#", ""), problems: problems.map(withoutPrefix) }),
  ).map(({ summary }) => summary);
  return {
    orders,
    broken,
    ...(hasMore && lastRow ? { last: keyOf(lastRow) } : {}),
  };
}

/** Orders made in `month` before `before` (an index key of that month), newest first: at most `limit`. */
export const readOrdersOfMonth = (month: string, before: string | undefined, limit: number): Promise<Page> =>
  mergeShards(`ORDERS#${month}`, limit, { key: "listSk", isDescending: true }, (shard) => ({
    IndexName: "listing",
    KeyConditionExpression:
      before === undefined ? "listPk = :partition" : "listPk = :partition AND listSk < :before",
    ExpressionAttributeValues: {
      ":partition": shard,
      ...(before === undefined ? {} : { ":before": before }),
    },
    ScanIndexForward: false,
  }));

/** Orders whose last change was in `month` and after `after` (an index key), oldest change first: at most `limit`. */
export const readChangesOfMonth = (month: string, after: string, limit: number): Promise<Page> =>
  mergeShards(`CHANGED#${month}`, limit, { key: "changeSk", isDescending: false }, (shard) => ({
    IndexName: "changes",
    KeyConditionExpression: "changePk = :partition AND changeSk > :after",
    ExpressionAttributeValues: { ":partition": shard, ":after": after },
  }));
