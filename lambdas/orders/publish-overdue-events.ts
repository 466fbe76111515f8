import { log } from "../lib/log.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { outboxKey, postponeEvent } from "./outbox-table.ts";
import { readUnpublishedEvents } from "./unpublished-events-table.ts";
import { publishEvents } from "./publish-event.ts";

/** The maximum number of events that the query of each index partition returns, and that a batch has. */
const QUERY_LIMIT = 50;
/** An event is overdue if `publish-events`, which reads the table's stream, has not published it after this time. */
const OVERDUE_MS = 60_000;

/**
 * Publishes overdue events, until no event is overdue or the time is up: after an outage of the bus there may be
 * thousands. Stops after a batch with a failed event; the next run continues. Events that the bus refused or that cannot be read
 * are moved behind the other overdue events, so that they do not block the others. Returns the number of failed events.
 */
export async function publishOverdueEvents(
  busName: string,
  now: Date,
  isTimeUp: () => boolean,
): Promise<number> {
  for (;;) {
    const { tried, failures } = await publishBatch(busName, now);
    if (failures > 0 || tried === 0 || isTimeUp()) return failures;
  }
}

async function publishBatch(busName: string, now: Date): Promise<{ tried: number; failures: number }> {
  const overdueBefore = new Date(+now - OVERDUE_MS);
  const { events, unreadable } = await readUnpublishedEvents(overdueBefore, QUERY_LIMIT);
  if (unreadable.length > 0) log.error("Events in the outbox that cannot be read", { keys: unreadable });
  try {
    const publishedFlags = await publishEvents(busName, events, now);
    const refusedKeys = events.filter((_, i) => !publishedFlags[i]).map(outboxKey);
    await waitForAll([...unreadable, ...refusedKeys].map((key) => postponeEvent(key, overdueBefore)));
    return { tried: events.length, failures: refusedKeys.length + unreadable.length };
  } catch (error) {
    log.error("Overdue events could not be published", {
      error: error instanceof Error ? error : String(error),
    });
    return { tried: events.length, failures: events.length + unreadable.length };
  }
}
