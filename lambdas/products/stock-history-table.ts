/**
 * The history of stocks. Each change of a stock is first noted in the stock item (stock-notes.ts), so that a sale needs no
 * second write. The note is later moved to an item of its own.
 * | item | pk | sk |
 * | change of a stock; deleted by TTL after 13 months | HISTORY#<product id> | <time>#<variant>#<number, 10 digits> |
 */
import { GetCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { StockHistoryEntry } from "../../shared/stock-history.ts";
import { STOCK_HISTORY_DAYS } from "../../shared/stock-history.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { tenDigits } from "../lib/ids.ts";
import { queryAll } from "../lib/query-all.ts";
import { updateItem } from "../lib/update-item.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { NO_VARIANT, productKey, stockKey } from "./product-table.ts";
import type { NumberedNote } from "./stock-notes.ts";
import { notesIn, StockNote, toEntry } from "./stock-notes.ts";

/** With more notes the stock item would need more than one write unit of 1 KB for each change. */
const MIN_NOTES_TO_MOVE = 10;
/**
 * One change in five moves the notes. If each change did, many functions that change a busy stock would all
 * move the same notes.
 */
const MOVE_EVERY = 5;
/** One checkout in fifty moves notes, because its customer waits, and hundreds may take pieces of one product together. */
const MOVE_EVERY_IN_CHECKOUT = 50;
/**
 * The most notes that one call moves. After failed moves the stock item may have more, and DynamoDB refuses an expression
 * of more than 4 KB, which is long enough to remove 346 notes.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
const MAX_NOTES_A_MOVE = 100;

type StockId = { productId: string; variantId: string };

const historyPk = (productId: string): string => `HISTORY#${productId}`;
const skOf = (variantId: string, { at, number }: Pick<NumberedNote, "at" | "number">): string =>
  `${at}#${variantId}#${tenDigits(number)}`;
const ttlOf = (at: string): number => toEpochSeconds(Date.parse(at)) + STOCK_HISTORY_DAYS * 86_400;

/** The oldest time that the history shows. Older items may still exist, because DynamoDB deletes them days later. */
export const historyStart = (now: Date): string =>
  new Date(+now - STOCK_HISTORY_DAYS * 86_400_000).toISOString();

/** Whether a change of a stock calls `moveNotes`. `noteCount`: the number of notes in the stock item after the change. */
export const shouldMoveNotes = (noteCount: number, isCheckout: boolean): boolean =>
  noteCount >= MIN_NOTES_TO_MOVE && noteCount % (isCheckout ? MOVE_EVERY_IN_CHECKOUT : MOVE_EVERY) === 0;

/**
 * Moves the oldest notes of a stock item to items of their own. Idempotent and safe for concurrent calls: each note has a
 * fixed number, so it is always written under the same key, and only one call removes it.
 */
export async function moveNotes({ productId, variantId }: StockId): Promise<void> {
  const Key = stockKey(productId, variantId);
  const { Item = {} } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  const notes = notesIn(Item).slice(0, MAX_NOTES_A_MOVE);
  const lastNote = notes.at(-1);
  if (!lastNote) return;
  await waitForAll(
    notes.map((note) =>
      documentClient().send(
        new PutCommand({
          TableName: tableName(),
          Item: {
            pk: historyPk(productId),
            sk: skOf(variantId, note),
            ...note,
            ttl: ttlOf(note.at),
          },
        }),
      ),
    ),
  );
  const movedCount: unknown = Item["noted"];
  await updateItem({
    Key,
    // The indexes go from the last to the first, because the local DynamoDB server renumbers the list after
    // each removal. DynamoDB renumbers it after all removals.
    UpdateExpression: `SET noted = :noted, notedAt = :notedAt REMOVE ${notes
      .map((_, i) => `#notes[${i}]`)
      .reverse()
      .join(", ")}`,
    ConditionExpression: movedCount === undefined ? "attribute_not_exists(noted)" : "noted = :before",
    ExpressionAttributeNames: { "#notes": "notes" },
    ExpressionAttributeValues: {
      ":noted": lastNote.number,
      ":notedAt": lastNote.at,
      ...(movedCount === undefined ? {} : { ":before": movedCount }),
    },
  });
}

const StoredNote = z.object({ ...StockNote.shape, sk: z.string(), after: z.int() });

const variantIn = (sk: string): string => sk.split("#").slice(1, -1).join("#");
const entryOf = (sk: string, note: Omit<NumberedNote, "number">): StockHistoryEntry => {
  const variantId = variantIn(sk);
  return toEntry(variantId === NO_VARIANT ? undefined : variantId, sk, note);
};

/** The notes that are still in the product's stock items, as unsorted entries. */
export async function readEntriesInStock(productId: string): Promise<StockHistoryEntry[]> {
  const items = await queryAll({
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :stock)",
    ExpressionAttributeValues: { ":pk": productKey(productId).pk, ":stock": "STOCK#" },
    ConsistentRead: true,
  });
  return items.flatMap((item) => {
    const variantId = String(item["sk"]).replace("STOCK#", "");
    return notesIn(item).map((note) => entryOf(skOf(variantId, note), note));
  });
}

/**
 * The moved entries from the time `since` to before the id `before`, newest first: all of them, or at least `limit`.
 * `variantId`: only the entries of this variant.
 */
export async function readMovedEntries(
  productId: string,
  { before, since, variantId, limit }: { before: string; since: string; variantId?: string; limit: number },
): Promise<StockHistoryEntry[]> {
  const entries: StockHistoryEntry[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: "pk = :pk AND sk BETWEEN :since AND :before",
        ExpressionAttributeValues: { ":pk": historyPk(productId), ":since": since, ":before": before },
        ScanIndexForward: false,
        ConsistentRead: true,
        // The entries of one variant are among those of all variants, so larger pages need fewer reads.
        Limit: variantId === undefined ? limit + 1 : 300,
        ExclusiveStartKey,
      }),
    );
    for (const item of page.Items ?? []) {
      const { sk, ...note } = z.parse(StoredNote, item);
      if (sk !== before && (variantId === undefined || variantIn(sk) === variantId))
        entries.push(entryOf(sk, note));
    }
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey && entries.length < limit);
  return entries;
}
