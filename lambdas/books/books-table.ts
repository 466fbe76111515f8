/**
 * The result of the last comparison, and the sum of the sold pieces, which several runs add up.
 * | item | pk | sk |
 * | last result; `sequence` numbers the DifferencesFound events | BOOKS | RESULT |
 * | sold pieces of the orders that were read so far | BOOKS | SOLD |
 */
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { BooksResult, type Difference } from "../../shared/books.ts";
import { Timestamp } from "../../shared/timestamp.ts";
import type { ShopEvent } from "../../shared/events.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { newId } from "../lib/ids.ts";
import { transact } from "../lib/transact.ts";
import { BOOKS, putEvent } from "../orders/outbox-table.ts";

const StoredResult = z.object({ result: BooksResult, sequence: z.int() });
type StoredResult = z.infer<typeof StoredResult>;

const readItem = async (sk: string): Promise<Record<string, unknown> | undefined> =>
  (
    await documentClient().send(
      new GetCommand({ TableName: tableName(), Key: { pk: BOOKS, sk }, ConsistentRead: true }),
    )
  ).Item;

/** The last result; undefined before the first run. */
export async function readResult(): Promise<StoredResult | undefined> {
  const item = await readItem("RESULT");
  return item && z.parse(StoredResult, item);
}

/** Stores a result, together with an event about the differences in it that are new. */
export async function putResult(
  result: BooksResult,
  lastSequence: number,
  newDifferences: readonly Difference[],
  now: Date,
): Promise<void> {
  const hasEvent = newDifferences.length > 0;
  const sequence = lastSequence + (hasEvent ? 1 : 0);
  const Item = { pk: BOOKS, sk: "RESULT", result, sequence };
  const event: Extract<ShopEvent, { type: "DifferencesFound" }> = {
    id: newId("evt", +now),
    type: "DifferencesFound",
    version: 1,
    time: now.toISOString(),
    sequence,
    openCount: result.openCount,
    differences: [...newDifferences],
  };
  const { ok } = await transact([
    { name: "result", Put: { TableName: tableName(), Item } },
    ...(hasEvent ? [putEvent(event)] : []),
  ]);
  if (!ok) throw new Error(`Another comparison has published event ${sequence}`);
}

/** `before`: the index key of the last order that was read in `month`. `pieces`: by stock name. */
const SoldSum = z.object({
  startedAt: Timestamp,
  month: z.optional(z.string()),
  before: z.optional(z.string()),
  pieces: z.record(z.string(), z.number()),
  isDone: z.boolean(),
  hasUnreadable: z.boolean(),
});
export type SoldSum = z.infer<typeof SoldSum>;

export async function readSoldSum(): Promise<SoldSum | undefined> {
  const item = await readItem("SOLD");
  return item && z.parse(SoldSum, item["sum"]);
}

export async function putSoldSum(sum: SoldSum): Promise<void> {
  await documentClient().send(
    new PutCommand({ TableName: tableName(), Item: { pk: BOOKS, sk: "SOLD", sum } }),
  );
}
