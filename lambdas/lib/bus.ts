import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";

/** An event on its way to the bus. */
export type BusEntry = { source: string; detailType: string; detail: unknown; time: Date };

const client = new EventBridgeClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
});

/** Puts at most ten events on the bus; answers for each whether the bus took it. Throws when none could be sent. */
export async function putEvents(busName: string, entries: readonly BusEntry[]): Promise<boolean[]> {
  const { Entries } = await client.send(
    new PutEventsCommand({
      Entries: entries.map(({ source, detailType, detail, time }) => ({
        EventBusName: busName,
        Source: source,
        DetailType: detailType,
        Detail: JSON.stringify(detail),
        Time: time,
      })),
    }),
  );
  return entries.map((_, i) => Entries?.[i]?.EventId !== undefined);
}
