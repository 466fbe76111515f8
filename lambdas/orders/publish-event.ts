import type { ShopEvent } from "../../shared/events.ts";
import { EVENT_SOURCE } from "../../shared/events.ts";
import { putEvents } from "../lib/bus.ts";
import { markPublished } from "./outbox-table.ts";

/**
 * Puts events on the bus, in order, and marks each one that the bus took. Answers for each whether it is out.
 * Dying in between publishes an event twice: its id and sequence let consumers drop the second.
 */
export async function publishEvents(
  busName: string,
  events: readonly ShopEvent[],
  now: Date,
): Promise<boolean[]> {
  const out: boolean[] = [];
  for (let from = 0; from < events.length; from += 10) {
    const batch = events.slice(from, from + 10);
    const taken = await putEvents(
      busName,
      batch.map((event) => ({
        source: EVENT_SOURCE,
        detailType: event.type,
        detail: event,
        time: new Date(event.time),
      })),
    );
    await Promise.all(batch.filter((_, i) => taken[i]).map((event) => markPublished(event, now)));
    out.push(...taken);
  }
  return out;
}
