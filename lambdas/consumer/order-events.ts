import * as z from "zod/mini";
import { type OrderEvent, ShopEvent } from "../../shared/events.ts";
import { queueFunction } from "../lib/queue.ts";
import { claimOrder, finishClaim, recordEvent } from "./order-events-table.ts";

/** An order's event of one of these types. */
export type EventOf<T extends OrderEvent["type"]> = Extract<OrderEvent, { type: T }>;

/**
 * Updates the consumer's data about an order. Gets all events of the order that have arrived so far and have one of the types
 * of the consumer, sorted by sequence and without repeats. The function is called after new events, also after late ones, and
 * never twice at the same time for one order. After an error or a crash, it is called again with the same events, and must then
 * give the same result. After OrderErased the events have no personal data, and the function must delete everything that was
 * made from personal data.
 */
type Apply<T extends OrderEvent["type"]> = (orderId: string, events: EventOf<T>[]) => Promise<void>;

/**
 * The middleware stack of a consumer of order events, behind the queue of an `OrderEventsConsumer` (infra). An event of an
 * unknown version fails, is retried, and then waits in the dead-letter queue.
 */
export const orderEventsFunction = <T extends OrderEvent["type"]>(types: readonly T[], apply: Apply<T>) => {
  const isOfTypes = (event: ShopEvent): event is EventOf<T> => types.some((type) => type === event.type);
  return queueFunction(async ({ detail }, now) => {
    const event = z.parse(ShopEvent, detail);
    // The queue may still have events of a type that the consumer no longer subscribes to.
    if (!isOfTypes(event)) return;
    await recordEvent(event, now);
    for (let hasMore = true; hasMore;) {
      const claim = await claimOrder(event, now);
      if (claim.state === "claimed-by-same")
        throw new Error(`Another delivery of event ${event.id} is applying it, or has crashed`);
      if (claim.state !== "claimed") return;
      try {
        await apply(event.orderId, claim.events.filter(isOfTypes));
      } catch (error) {
        // If this fails too, the claim expires before the last retry.
        await finishClaim(event, claim.until).catch(() => undefined);
        throw error;
      }
      const { recorded: applied, erased } = claim;
      ({ hasMore } = await finishClaim(event, claim.until, { applied, erased }));
    }
  });
};
