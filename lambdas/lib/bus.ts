import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";

export type BusEntry = { source: string; detailType: string; detail: unknown; time: Date };

const client = new EventBridgeClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
});

/**
 * The most entries and bytes in one call. These were EventBridge's limits; by now EventBridge allows more bytes.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html
 */
const MAX_ENTRIES = 10;
const MAX_BYTES = 256 * 1024;
/** The bytes that EventBridge counts for an entry's time. */
const TIME_BYTES = 14;

const bytesOf = ({ source, detailType, detail }: BusEntry): number =>
  TIME_BYTES + Buffer.byteLength(source + detailType + JSON.stringify(detail));

/** Splits events into batches of at most ten events and 256 KiB, in their sequence. A larger event is a batch of its own. */
export function toBatches<T>(events: readonly T[], entryOf: (event: T) => BusEntry): T[][] {
  const batches: T[][] = [];
  let bytes = 0;
  for (const event of events) {
    const size = bytesOf(entryOf(event));
    const lastBatch = batches.at(-1);
    if (lastBatch && lastBatch.length < MAX_ENTRIES && bytes + size <= MAX_BYTES) {
      lastBatch.push(event);
      bytes += size;
    } else {
      batches.push([event]);
      bytes = size;
    }
  }
  return batches;
}

/**
 * Puts a batch of events on the bus. Returns an error code for each refused event, undefined for each
 * accepted event. Throws when the call fails. An event that is too large is not sent and has the code `TooLarge`,
 * because EventBridge would refuse the whole call.
 */
export async function putEvents(
  busName: string,
  entries: readonly BusEntry[],
): Promise<(string | undefined)[]> {
  const sendableEntries = entries.filter((entry) => bytesOf(entry) <= MAX_BYTES);
  const errorCodes = new Map<BusEntry, string | undefined>(entries.map((entry) => [entry, "TooLarge"]));
  if (sendableEntries.length > 0) {
    const { Entries } = await client.send(
      new PutEventsCommand({
        Entries: sendableEntries.map(({ source, detailType, detail, time }) => ({
          EventBusName: busName,
          Source: source,
          DetailType: detailType,
          Detail: JSON.stringify(detail),
          Time: time,
        })),
      }),
    );
    for (const [i, entry] of sendableEntries.entries()) {
      const isAccepted = Entries?.[i]?.EventId !== undefined;
      errorCodes.set(entry, isAccepted ? undefined : (Entries?.[i]?.ErrorCode ?? "NoAnswer"));
    }
  }
  return entries.map((entry) => errorCodes.get(entry));
}
