import { createHash } from "node:crypto";
import { shardsOf } from "../../../shared/shards.ts";
import { compilePattern, type Matcher } from "../bus/pattern.ts";
import { failedItemIds, retryDelayMs } from "../functions/batch-result.ts";
import { REGION } from "../template/resource-types.ts";
import { messageOf } from "../util/errors.ts";
import type { Item, Table } from "./table.ts";

/** The index partitions with unpublished events. */
export const DUE_INDEX = { index: "due", partitionKey: "duePk", values: shardsOf("OUTBOX") } as const;
/** Time between two reads of the index if no write is reported, in ms. */
const POLL_INTERVAL_MS = 1_000;

/** The events that are not published yet, with only those attributes that the index has. */
export const unpublishedEvents = (table: Pick<Table, "queryIndex">): Promise<Item[]> =>
  table.queryIndex(DUE_INDEX.index, DUE_INDEX.partitionKey, DUE_INDEX.values);

export type StreamOptions = {
  table: Pick<Table, "queryIndex" | "fullItems">;
  streamArn: string;
  invoke: (event: unknown) => Promise<unknown>;
  filters: Record<string, unknown>[];
  batchSize: number;
  reportsItemFailures: boolean;
  /** Tries after the first try. */
  retries: number;
  /** The wait after the given number of tries, in ms. */
  delayMs?: (tries: number) => number;
  /** Called with Lambda's report of a batch when all tries have failed. */
  onFailure: (report: object, error: string) => void;
};

const dueTime = (item: Item): string => item["dueSk"]?.S ?? "";
const keyOf = (item: Item): string => `${item["pk"]?.S ?? ""} ${item["sk"]?.S ?? ""}`;

function recordOf(item: Item, streamArn: string, sequence: number) {
  const Keys = { pk: item["pk"], sk: item["sk"] };
  return {
    eventID: createHash("md5").update(keyOf(item)).digest("hex"),
    eventName: "INSERT",
    eventVersion: "1.1",
    eventSource: "aws:dynamodb",
    awsRegion: REGION,
    eventSourceARN: streamArn,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
      Keys,
      NewImage: item,
      SequenceNumber: String(sequence).padStart(21, "0"),
      SizeBytes: JSON.stringify(item).length,
      StreamViewType: "NEW_IMAGE",
    },
  };
}

/**
 * Emulates the part of the table's stream that the shop reads: insertions of outbox items. Reads the items
 * from an index and passes them to the function. After a restart, passes every unpublished item again.
 */
export function startOutboxStream(options: StreamOptions) {
  const { table, invoke, batchSize, retries, delayMs = retryDelayMs } = options;
  const matchers: Matcher[] = options.filters.map(compilePattern);
  const deliveredKeys = new Set<string>();
  let sequence = Date.now() * 1_000;
  let isStopping = false;
  let shouldReadAgain = false;
  let currentRun: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const deliver = async (items: Item[]): Promise<void> => {
    let records = items
      .map((item) => recordOf(item, options.streamArn, (sequence += 1)))
      .filter((record) => matchers.length === 0 || matchers.some((matches) => matches(record)));
    let error = "";
    for (let tryNumber = 1; records.length > 0 && tryNumber <= retries + 1 && !isStopping; tryNumber += 1) {
      if (tryNumber > 1) await new Promise((resolve) => setTimeout(resolve, delayMs(tryNumber - 1)));
      const ids = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
      try {
        const result = await invoke({ Records: records });
        const failedIds = options.reportsItemFailures ? failedItemIds(result, ids) : [];
        // Lambda retries from the first failed record (Lambda developer guide, on DynamoDB streams).
        const firstFailedIndex = Math.min(...failedIds.map((id) => ids.indexOf(id)), ids.length);
        records = records.slice(firstFailedIndex);
        error = "The function reported the record as failed.";
      } catch (thrown) {
        error = messageOf(thrown);
      }
    }
    if (records.length > 0 && !isStopping)
      options.onFailure(
        {
          requestContext: { condition: "RetryAttemptsExhausted", approximateInvokeCount: retries + 1 },
          version: "1.0",
          timestamp: new Date().toISOString(),
          DDBStreamBatchInfo: {
            streamArn: options.streamArn,
            startSequenceNumber: records[0]?.dynamodb.SequenceNumber,
            endSequenceNumber: records.at(-1)?.dynamodb.SequenceNumber,
            batchSize: records.length,
          },
        },
        error,
      );
  };

  const deliverNew = async (): Promise<void> => {
    const unpublishedItems = await unpublishedEvents(table);
    const unpublishedKeys = new Set(unpublishedItems.map(keyOf));
    for (const key of deliveredKeys) if (!unpublishedKeys.has(key)) deliveredKeys.delete(key);
    const newItems = unpublishedItems.filter((item) => !deliveredKeys.has(keyOf(item)));
    // The index does not have all attributes of the items.
    const fullItems = (await table.fullItems(newItems)).sort((a, b) => dueTime(a).localeCompare(dueTime(b)));
    for (let start = 0; start < fullItems.length && !isStopping; start += batchSize) {
      const batch = fullItems.slice(start, start + batchSize);
      await deliver(batch);
      batch.forEach((item) => deliveredKeys.add(keyOf(item)));
    }
  };
  const readNow = (): void => {
    clearTimeout(timer);
    shouldReadAgain = true;
    if (isStopping || currentRun) return;
    shouldReadAgain = false;
    currentRun = deliverNew()
      .catch(() => undefined)
      .finally(() => {
        currentRun = undefined;
        if (shouldReadAgain) readNow();
        else if (!isStopping) timer = setTimeout(readNow, POLL_INTERVAL_MS);
      });
  };
  readNow();

  return {
    readNow,
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await currentRun;
    },
  };
}
