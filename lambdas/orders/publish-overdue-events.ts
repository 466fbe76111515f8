import { log } from "../lib/log.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { outboxKey, postponeEvent, unpublishedEvents } from "./outbox-table.ts";
import { publishEvents } from "./publish-event.ts";

const MAX_EVENTS = 50;
/** The stream's function has this time to publish an event, in ms. */
const STREAM_MS = 60_000;

/**
 * Publishes events that the stream's function did not publish. Returns the number of failed events. Failed
 * events become the latest of the overdue events, so that a batch of failed events does not block the others.
 */
export async function publishOverdueEvents(busName: string, now: Date): Promise<number> {
  const overdueBefore = new Date(+now - STREAM_MS);
  const { events, unreadable } = await unpublishedEvents(overdueBefore, MAX_EVENTS);
  if (unreadable.length > 0) log.error("Events in the outbox that cannot be read", { keys: unreadable });
  try {
    const published = await publishEvents(busName, events, now);
    const refused = events.filter((_, i) => !published[i]).map(outboxKey);
    await waitForAll([...unreadable, ...refused].map((key) => postponeEvent(key, overdueBefore)));
    return refused.length + unreadable.length;
  } catch (error) {
    log.error("Overdue events could not be published", {
      error: error instanceof Error ? error : String(error),
    });
    return events.length + unreadable.length;
  }
}
