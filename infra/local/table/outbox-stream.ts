import { createHash } from "node:crypto";
import { shardsOf } from "../../../shared/shards.ts";
import { compilePattern, type Matcher } from "../bus/pattern.ts";
import { failedItems, messageOf, retryDelayMs } from "../functions/batch-result.ts";
import { REGION } from "../template/resource-types.ts";
import type { Item, Table } from "./table.ts";

/** The index partitions with unpublished events. */
const DUE = { index: "due", partition: "duePk", values: shardsOf("OUTBOX") } as const;
/** How often to read the index when no write is reported, in ms. */
const IDLE_MS = 1_000;

/** The events that are not published yet, with their index attributes only. */
export const unpublishedEvents = (table: Pick<Table, "queryIndex">): Promise<Item[]> =>
  table.queryIndex(DUE.index, DUE.partition, DUE.values);

export type StreamOptions = {
  table: Pick<Table, "queryIndex" | "fullItems">;
  streamArn: string;
  invoke: (event: unknown) => Promise<unknown>;
  filters: Record<string, unknown>[];
  batchSize: number;
  reportsItems: boolean;
  /** Most tries after the first. */
  retries: number;
  /** The wait before try n + 1, in ms. */
  delayMs?: (tries: number) => number;
  /** Called with Lambda's report when the tries for a batch are used up. */
  onGivenUp: (info: object, error: string) => void;
};

type StreamRecord = { eventID: string; dynamodb: { SequenceNumber: string } };

const timeOf = (item: Item): string => item["dueSk"]?.S ?? "";
const keyOf = (item: Item): string => `${item["pk"]?.S ?? ""} ${item["sk"]?.S ?? ""}`;

function recordOf(item: Item, streamArn: string, sequence: number): StreamRecord & object {
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
  } as StreamRecord & object;
}

export type OutboxStream = {
  /** Read the index now. */
  readNow: () => void;
  stop(): Promise<void>;
};

/**
 * The part of the table's stream that the shop reads: insertions of outbox items. They are found in an index and
 * delivered once to the function, or again if that fails. After a restart every unpublished item is delivered again.
 */
export function startOutboxStream(options: StreamOptions): OutboxStream {
  const { table, invoke, batchSize, retries, delayMs = retryDelayMs } = options;
  const matchers: Matcher[] = options.filters.map(compilePattern);
  const delivered = new Set<string>();
  let sequence = Date.now() * 1_000;
  let stopped = false;
  let again = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const deliver = async (items: Item[]): Promise<void> => {
    let left = items
      .map((item) => recordOf(item, options.streamArn, (sequence += 1)))
      .filter((record) => matchers.length === 0 || matchers.some((matches) => matches(record)));
    let error = "";
    for (let tries = 1; left.length > 0 && tries <= retries + 1 && !stopped; tries += 1) {
      if (tries > 1) await new Promise((resolve) => setTimeout(resolve, delayMs(tries - 1)));
      const ids = left.map(({ dynamodb }) => dynamodb.SequenceNumber);
      try {
        const result = await invoke({ Records: left });
        const failed = options.reportsItems ? failedItems(result, ids) : [];
        // A stream is read again from the first record that failed (Lambda developer guide, on DynamoDB streams).
        const first = Math.min(...failed.map((id) => ids.indexOf(id)), ids.length);
        left = left.slice(first);
        error = "The function reported it as failed.";
      } catch (thrown) {
        error = messageOf(thrown);
      }
    }
    if (left.length > 0 && !stopped)
      options.onGivenUp(
        {
          requestContext: { condition: "RetryAttemptsExhausted", approximateInvokeCount: retries + 1 },
          version: "1.0",
          timestamp: new Date().toISOString(),
          DDBStreamBatchInfo: {
            streamArn: options.streamArn,
            startSequenceNumber: left[0]?.dynamodb.SequenceNumber,
            endSequenceNumber: left.at(-1)?.dynamodb.SequenceNumber,
            batchSize: left.length,
          },
        },
        error,
      );
  };

  const deliverNew = async (): Promise<void> => {
    const unpublished = await unpublishedEvents(table);
    const keys = new Set(unpublished.map(keyOf));
    for (const key of delivered) if (!keys.has(key)) delivered.delete(key);
    const inserted = unpublished.filter((item) => !delivered.has(keyOf(item)));
    // The index does not have all their attributes.
    const fresh = (await table.fullItems(inserted)).sort((a, b) => timeOf(a).localeCompare(timeOf(b)));
    for (let start = 0; start < fresh.length && !stopped; start += batchSize) {
      const batch = fresh.slice(start, start + batchSize);
      await deliver(batch);
      batch.forEach((item) => delivered.add(keyOf(item)));
    }
  };
  const readNow = (): void => {
    clearTimeout(timer);
    again = true;
    if (stopped || running) return;
    again = false;
    running = deliverNew()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
        if (again) readNow();
        else if (!stopped) timer = setTimeout(readNow, IDLE_MS);
      });
  };
  readNow();

  return {
    readNow,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
