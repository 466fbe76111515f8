import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod/mini";
import { ShopEvent } from "../shared/events.ts";
import { readEnv, Text } from "./lib/env.ts";
import { eventFunction } from "./lib/event.ts";
import { log } from "./lib/log.ts";
import { outboxKey } from "./orders/outbox-table.ts";
import { publishEvents } from "./orders/publish-event.ts";

const envSchema = z.object({ TABLE_NAME: Text, BUS_NAME: Text });
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);

const OutboxItem = z.object({ event: ShopEvent });

/**
 * Pure: sorts the events about each order, ticket or product by sequence number, because the stream has a transaction's
 * records unsorted. An order, ticket or product whose first event came earlier stays before the others.
 */
function sortedBySequence(events: readonly ShopEvent[]): ShopEvent[] {
  const subjects = events.map((event) => outboxKey(event).pk);
  return events
    .map((event, i) => ({ event, firstIndex: subjects.indexOf(subjects[i] ?? "") }))
    .sort((a, b) => a.firstIndex - b.firstIndex || a.event.sequence - b.event.sequence)
    .map(({ event }) => event);
}

/** The table's stream: puts outbox items on the bus. Lambda repeats the stream from the first item that failed. */
export const handler = eventFunction(publishRecords);

async function publishRecords(stream: DynamoDBStreamEvent, now: Date): Promise<DynamoDBBatchResponse> {
  const items = stream.Records.flatMap(({ dynamodb }) => {
    const image = unmarshall((dynamodb?.NewImage ?? {}) as Record<string, AttributeValue>);
    const parsed = z.safeParse(OutboxItem, image);
    if (parsed.success) return [{ sequenceNumber: dynamodb?.SequenceNumber ?? "", event: parsed.data.event }];
    // The item stays in the outbox. `reconcile-checkouts` finds it there and fails, which raises an alarm. The other
    // events are published.
    log.error("An event in the outbox cannot be read", {
      key: `${String(image["pk"])} ${String(image["sk"])}`,
    });
    return [];
  });
  const events = sortedBySequence(items.map(({ event }) => event));
  const publishedFlags = await publishEvents(env.BUS_NAME, events, now);
  const failedEvents = new Set(events.filter((_, i) => !publishedFlags[i]));
  const firstFailedItem = items.find(({ event }) => failedEvents.has(event));
  return { batchItemFailures: firstFailedItem ? [{ itemIdentifier: firstFailedItem.sequenceNumber }] : [] };
}
