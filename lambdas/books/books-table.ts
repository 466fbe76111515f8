/**
 * The result of the last comparison, and the open differences: those that the shop cannot repair by itself.
 * | item | pk | sk |
 * | last result; `sequence` is the number of the last DifferencesFound event | BOOKS | RESULT |
 * | open difference | BOOKS | OPEN#<key of the difference> |
 */
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { BooksResult, Difference, differenceKey } from "../../shared/books.ts";
import type { ShopEvent } from "../../shared/events.ts";
import { Timestamp } from "../../shared/timestamp.ts";
import { splitIntoParts } from "../../shared/split-into-parts.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { parseValid } from "../lib/parse-item.ts";
import { queryAll } from "../lib/query-all.ts";
import { transact, type TransactionOutcome } from "../lib/transact.ts";
import { BOOKS, putEvent } from "../orders/outbox-table.ts";

/** DynamoDB's limit for one transaction. */
const MAX_WRITES = 100;

/**
 * The position at which the next run continues a comparison that ended early. Payments since `since` are compared up to
 * the time `sessions`, changed orders up to the index key `orders`.
 */
const Progress = z.object({ since: Timestamp, sessions: Timestamp, orders: z.string() });
export type Progress = z.infer<typeof Progress>;

const StoredResult = z.object({
  result: BooksResult,
  sequence: z.int(),
  progress: z.optional(Progress),
});
export type StoredResult = z.infer<typeof StoredResult>;

/** The last result; undefined before the first run. */
export async function readBooksResult(): Promise<StoredResult | undefined> {
  const Key = { pk: BOOKS, sk: "RESULT" };
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  return Item && z.parse(StoredResult, Item);
}

export async function readOpenDifferences(): Promise<Difference[]> {
  const items = await queryAll({
    KeyConditionExpression: "pk = :books AND begins_with(sk, :open)",
    ExpressionAttributeValues: { ":books": BOOKS, ":open": "OPEN#" },
    ConsistentRead: true,
  });
  const OpenItem = z.object({ difference: Difference });
  return parseValid(OpenItem, items).map(({ difference }) => difference);
}

const openKey = (difference: Difference) => ({ pk: BOOKS, sk: `OPEN#${differenceKey(difference)}` });

/**
 * Replaces the result whose sequence number is `replacedSequence` (undefined if no result is stored), and stores the new
 * differences and their event. One transaction has at most 98 differences, because it has at most 100 writes. Writes nothing
 * if the stored result has another number, or an event with the new number exists: the outcome then names the failed writes.
 */
export const putBooksResult = (
  nextResult: StoredResult,
  replacedSequence: number | undefined,
  newDifferences: readonly Difference[],
  event: Extract<ShopEvent, { type: "DifferencesFound" }> | undefined,
): Promise<TransactionOutcome<"result" | "open" | "outbox">> =>
  transact<"result" | "open" | "outbox">([
    {
      name: "result",
      Put: {
        TableName: tableName(),
        Item: { pk: BOOKS, sk: "RESULT", ...nextResult },
        ...(replacedSequence === undefined
          ? { ConditionExpression: "attribute_not_exists(pk)" }
          : {
              ConditionExpression: "#sequence = :replacing",
              ExpressionAttributeNames: { "#sequence": "sequence" },
              ExpressionAttributeValues: { ":replacing": replacedSequence },
            }),
      },
    },
    ...newDifferences.map((difference) => ({
      name: "open" as const,
      Put: { TableName: tableName(), Item: { ...openKey(difference), difference } },
    })),
    ...(event ? [putEvent(event)] : []),
  ]);

export async function deleteOpenDifferences(closedDifferences: readonly Difference[]): Promise<void> {
  for (const batch of splitIntoParts(closedDifferences, MAX_WRITES))
    await transact(
      batch.map((difference) => ({
        name: "open",
        Delete: { TableName: tableName(), Key: openKey(difference) },
      })),
    );
}
