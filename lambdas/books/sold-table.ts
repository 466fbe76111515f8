/**
 * How many pieces of each product or variant were sold, by the orders that were read so far. These counts are split into
 * parts, because an item has at most 400 KB.
 * | item | pk | sk |
 * | how far the orders were read, and the id of the parts | BOOKS | SOLD |
 * | a part of the counts; deleted by TTL | BOOKS | SOLD#<id>#<number> |
 */
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Timestamp } from "../../shared/timestamp.ts";
import { splitIntoParts } from "../../shared/split-into-parts.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { readItems } from "../lib/read-items.ts";
import { BOOKS } from "../orders/outbox-table.ts";

const COUNTS_PER_PART = 1_000;
/**
 * Three days, because a finished sum is used for a day, and an unfinished sum is continued for about 50 hours
 * (sum-sold.ts).
 */
const KEEP_SECONDS = 3 * 86_400;

const Pieces = z.record(z.string(), z.number());
const Sum = z.object({
  startedAt: Timestamp,
  /**
   * The month whose orders are being read, from the newest to the oldest. `before`: the index key of the order that was read
   * last; only older orders are left.
   */
  month: z.optional(z.string()),
  before: z.optional(z.string()),
  isDone: z.boolean(),
  /** True if the stored data of some order could not be read, so the counts are too low. */
  hasUnreadable: z.boolean(),
  /** True if the last comparison left out some stock, because it was not settled or its orders had changed. */
  hasSkipped: z.optional(z.boolean()),
});
const Head = z.extend(Sum, { id: z.string(), parts: z.int() });

/** `pieces`: how many pieces were sold, by `stockName` ('<product>#<variant>'). */
export type SoldSum = z.infer<typeof Sum> & { pieces: z.infer<typeof Pieces> };

const partKey = (id: string, i: number) => ({ pk: BOOKS, sk: `SOLD#${id}#${i}` });

/** The stored sum; undefined if there is none, or if a part of it is missing. */
export async function readSoldSum(): Promise<SoldSum | undefined> {
  const Key = { pk: BOOKS, sk: "SOLD" };
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  const head = z.safeParse(Head, Item);
  if (!head.success) return undefined;
  const { id, parts, ...sumFields } = head.data;
  const items = await readItems(Array.from({ length: parts }, (_, i) => partKey(id, i)));
  if (items.length < parts) return undefined;
  const pieces = Object.fromEntries(items.flatMap((item) => Object.entries(z.parse(Pieces, item["pieces"]))));
  return { ...sumFields, pieces };
}

/** Writes the parts under a new id, and then the item that names them. */
export async function putSoldSum({ pieces, ...sumFields }: SoldSum, id: string, now: Date): Promise<void> {
  const put = (Item: Record<string, unknown>) =>
    documentClient().send(new PutCommand({ TableName: tableName(), Item }));
  const parts = splitIntoParts(Object.entries(pieces), COUNTS_PER_PART);
  const ttl = toEpochSeconds(now) + KEEP_SECONDS;
  for (const [i, part] of parts.entries())
    await put({ ...partKey(id, i), pieces: Object.fromEntries(part), ttl });
  await put({ pk: BOOKS, sk: "SOLD", ...sumFields, id, parts: parts.length });
}
