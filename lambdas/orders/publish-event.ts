import type { ShopEvent } from "../../shared/events.ts";
import { EVENT_SOURCE } from "../../shared/events.ts";
import { EVENT_PUBLISHED_MESSAGE } from "../../shared/log-lines.ts";
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

/** `dollars`: the paid or refunded amount. */
const logFields = (event: ShopEvent) => ({
  event: event.id,
  type: event.type,
  ...("orderId" in event && { orderId: event.orderId }),
  ...(event.type === "OrderPaid" && { dollars: event.financialInfo.total }),
  ...(event.type === "OrderRefunded" && { dollars: event.amount }),
});

/**
 * Puts events on the bus, one batch after the other, and marks the accepted events as published. Returns for each event
 * whether it was accepted. If the function crashes before it marks an event, the event is published twice. Consumers
 * deduplicate by id or sequence.
 */
export async function publishEvents(
  busName: string,
  events: readonly ShopEvent[],
  now: Date,
): Promise<boolean[]> {
  const publishedFlags: boolean[] = [];
  for (const batch of toBatches(events, entryOf)) {
    const errorCodes = await putEvents(busName, batch.map(entryOf));
    await waitForAll(
      batch.map(async (event, i) => {
        const errorCode = errorCodes[i];
        if (errorCode !== undefined)
          return log.error("The bus did not take an event", { ...logFields(event), errorCode });
        log.info(EVENT_PUBLISHED_MESSAGE, logFields(event));
        return markPublished(event, now);
      }),
    );
    publishedFlags.push(...errorCodes.map((errorCode) => errorCode === undefined));
  }
  return publishedFlags;
}
