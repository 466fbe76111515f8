import type { ShopEvent } from "../../shared/events.ts";
import { EVENT_SOURCE } from "../../shared/events.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import type { BusEntry } from "../lib/bus.ts";
import { toBatches, putEvents } from "../lib/bus.ts";
import { log } from "../lib/log.ts";
import { markPublished } from "./outbox-table.ts";

const entryOf = (event: ShopEvent): BusEntry => ({
  source: EVENT_SOURCE,
  detailType: event.type,
  detail: event,
  time: new Date(event.time),
});

/**
 * Puts events on the bus, in order, and marks the accepted events as published. Returns for each event
 * whether it was published. A crash in between publishes an event twice; consumers deduplicate by id or
 * sequence.
 */
export async function publishEvents(
  busName: string,
  events: readonly ShopEvent[],
  now: Date,
): Promise<boolean[]> {
  const published: boolean[] = [];
  for (const batch of toBatches(events, entryOf)) {
    const errorCodes = await putEvents(busName, batch.map(entryOf));
    await waitForAll(
      batch.map(async (event, i) => {
        const errorCode = errorCodes[i];
        if (errorCode === undefined) return markPublished(event, now);
        log.error("The bus did not take an event", { event: event.id, type: event.type, errorCode });
      }),
    );
    published.push(...errorCodes.map((errorCode) => errorCode === undefined));
  }
  return published;
}
