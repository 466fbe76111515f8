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
 * Puts events on the bus, in order, and marks those that it accepted. Answers for each whether it was published. A crash
 * in between publishes an event twice; consumers deduplicate by id or sequence.
 */
export async function publishEvents(
  busName: string,
  events: readonly ShopEvent[],
  now: Date,
): Promise<boolean[]> {
  const out: boolean[] = [];
  for (const call of toBatches(events, entryOf)) {
    const refusals = await putEvents(busName, call.map(entryOf));
    await waitForAll(
      call.map(async (event, i) => {
        const errorCode = refusals[i];
        if (errorCode === undefined) return markPublished(event, now);
        log.error("The bus did not take an event", { event: event.id, type: event.type, errorCode });
      }),
    );
    out.push(...refusals.map((refusal) => refusal === undefined));
  }
  return out;
}
