import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";

/** An event on its way to the bus. */
export type BusEntry = { source: string; detailType: string; detail: unknown; time: Date };

const client = new EventBridgeClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
});

/** Most that the bus takes in one call. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html */
const MAX_ENTRIES = 10;
const MAX_BYTES = 256 * 1024;
/** What the time of an entry counts for, in bytes. */
const TIME_BYTES = 14;

const bytesOf = ({ source, detailType, detail }: BusEntry): number =>
  TIME_BYTES + Buffer.byteLength(source + detailType + JSON.stringify(detail));

/** Pure: the events in their order, cut into calls of at most ten events and 256 KiB. One that is larger goes alone. */
export function toBatches<T>(events: readonly T[], entryOf: (event: T) => BusEntry): T[][] {
  const calls: T[][] = [];
  let bytes = 0;
  for (const event of events) {
    const size = bytesOf(entryOf(event));
    const last = calls.at(-1);
    if (last && last.length < MAX_ENTRIES && bytes + size <= MAX_BYTES) {
      last.push(event);
      bytes += size;
    } else {
      calls.push([event]);
      bytes = size;
    }
  }
  return calls;
}

/**
 * Puts the events of one call on the bus; answers for each why the bus refused it, undefined when it took it. Throws
 * when none could be sent. One that is too large is not sent: it would take the others with it.
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
