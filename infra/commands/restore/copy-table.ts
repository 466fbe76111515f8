import { ScanCommand } from "@aws-sdk/client-dynamodb";
import {
  isWebhook,
  keyOf,
  treatmentOf,
  unpublishedEventIn,
  type Item,
  type Treatment,
} from "./copy-rules.ts";
import { holdsIn, withoutRestocks } from "./holds.ts";
import { putMissing, type Tables } from "./tables.ts";

/** The number of parts of the table, which are read at the same time. */
const SEGMENTS = 8;
/** The most items of one segment that are written at the same time. */
const MAX_WRITES = 32;
const REPORT_INTERVAL_MS = 10_000;

export type CopyResult = {
  copied: number;
  existing: number;
  /** The number of items that were not copied, by reason. */
  skipped: Partial<Record<Treatment, number>>;
  /** Events that were not published at the time of the backup. Their mails and other effects may be missing. */
  unpublishedEvents: { subject: string; type: string }[];
  /**
   * The partition keys of orders whose restock was not finished at the time of the backup. Somebody should count the stock of
   * their products.
   */
  interruptedRestocks: string[];
  /** The addresses of webhook endpoints that were restored as paused. */
  webhooks: string[];
};

/** Runs `work` for each item, at most `MAX_WRITES` at a time. */
async function forEachItem(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const remainingItems = [...items];
  await Promise.all(
    Array.from({ length: MAX_WRITES }, async () => {
      for (let item = remainingItems.pop(); item; item = remainingItems.pop()) await work(item);
    }),
  );
}

/**
 * Restores every item that is missing in the shop's table and may be copied (see `Treatment`). It does not change existing
 * items, so the shop may stay open, and after an interruption the command can be repeated.
 */
export async function copyTable(tables: Tables, print: (line: string) => void): Promise<CopyResult> {
  const result: CopyResult = {
    copied: 0,
    existing: 0,
    skipped: {},
    unpublishedEvents: [],
    interruptedRestocks: [],
    webhooks: [],
  };
  const holds: Item[] = [];
  /** Hold items made from stock items, one for each order that holds pieces of the item. */
  const holdsOfStock: Item[] = [];
  let reportedAt = Date.now();
  const copy = async (item: Item): Promise<void> => {
    const isCopied = await putMissing(tables, item);
    result[isCopied ? "copied" : "existing"]++;
    if (isCopied && isWebhook(item)) result.webhooks.push(item["url"]?.S ?? "");
    holdsOfStock.push(...holdsIn(item, tables.now));
    if (Date.now() - reportedAt < REPORT_INTERVAL_MS) return;
    reportedAt = Date.now();
    print(`${result.copied} items are copied, ${result.existing} exist already.`);
  };
  const copyPage = (items: readonly Item[]): Promise<void> =>
    forEachItem(items, async (item) => {
      const treatment = treatmentOf(item, tables.now);
      if (treatment === "copy") return copy(item);
      if (treatment === "hold") {
        if (item["restocks"]) result.interruptedRestocks.push(keyOf(item).pk);
        return void holds.push(withoutRestocks(item));
      }
      result.skipped[treatment] = (result.skipped[treatment] ?? 0) + 1;
      const event = unpublishedEventIn(item);
      if (event) result.unpublishedEvents.push(event);
    });
  await Promise.all(
    Array.from({ length: SEGMENTS }, async (_, Segment) => {
      let ExclusiveStartKey: Item | undefined;
      do {
        const page = await tables.client.send(
          new ScanCommand({ TableName: tables.from, Segment, TotalSegments: SEGMENTS, ExclusiveStartKey }),
        );
        await copyPage(page.Items ?? []);
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
    }),
  );
  await forEachItem(holds, copy);
  // These are written only for orders without a hold item: nothing else would free or sell the pieces that a restored stock
  // item holds for them.
  await forEachItem(holdsOfStock, async (hold) => void (await putMissing(tables, hold)));
  return result;
}
