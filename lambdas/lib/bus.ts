import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";

/** An event to put on the bus. */
export type BusEntry = { source: string; detailType: string; detail: unknown; time: Date };

const client = new EventBridgeClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
});

/** Limits of one call. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html */
const MAX_ENTRIES = 10;
const MAX_BYTES = 256 * 1024;
/** Size of an entry's time, in bytes. */
const TIME_BYTES = 14;

const bytesOf = ({ source, detailType, detail }: BusEntry): number =>
  TIME_BYTES + Buffer.byteLength(source + detailType + JSON.stringify(detail));

/** Splits events into batches of at most ten events and 256 KiB, in their order. A larger event is a batch of its own. */
export function toBatches<T>(events: readonly T[], entryOf: (event: T) => BusEntry): T[][] {
  const batches: T[][] = [];
  let bytes = 0;
  for (const event of events) {
    const size = bytesOf(entryOf(event));
    const last = batches.at(-1);
    if (last && last.length < MAX_ENTRIES && bytes + size <= MAX_BYTES) {
      last.push(event);
      bytes += size;
    } else {
      batches.push([event]);
      bytes = size;
    }
  }
  return batches;
}

/**
 * Puts a batch of events on the bus. Answers an error code for each event, undefined for an accepted one. Throws when the
 * call fails. An event that is too large is not sent, because it would fail the whole call.
 */
export async function putEvents(
  busName: string,
  entries: readonly BusEntry[],
): Promise<(string | undefined)[]> {
  const fit = entries.filter((entry) => bytesOf(entry) <= MAX_BYTES);
  const answers = new Map<BusEntry, string | undefined>(entries.map((entry) => [entry, "TooLarge"]));
  if (fit.length > 0) {
    const { Entries } = await client.send(
      new PutEventsCommand({
        Entries: fit.map(({ source, detailType, detail, time }) => ({
          EventBusName: busName,
          Source: source,
          DetailType: detailType,
          Detail: JSON.stringify(detail),
          Time: time,
        })),
      }),
    );
    for (const [i, entry] of fit.entries()) {
      const taken = Entries?.[i]?.EventId !== undefined;
      answers.set(entry, taken ? undefined : (Entries?.[i]?.ErrorCode ?? "NoAnswer"));
    }
  }
  return entries.map((entry) => answers.get(entry));
}
