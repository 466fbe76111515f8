/**
 * A consumer's own table: one item for each order, with the events that arrived.
 * | attribute | meaning |
 * | pk | the order's id |
 * | event:<sequence> | the event |
 * | recorded, applied | the number of events that arrived, and of those that are applied |
 * | claimedBy, claimedUntil | the sequence of the event whose delivery applies the events now, and until when (s) |
 * | ttl | KEEP_DAYS after the last event |
 */
import * as z from "zod/mini";
import { CLAIM_SECONDS } from "../../shared/consumers.ts";
import { isOrderEvent, PERSONAL_EVENTS, ShopEvent, type OrderEvent } from "../../shared/events.ts";
import { readEnv } from "../lib/env.ts";
import { updateItem } from "../lib/update-item.ts";

const envSchema = z.object({ KEEP_DAYS: z.pipe(z.string(), z.transform(Number)) });
const StoredCounts = z.object({
  recorded: z.int(),
  applied: z.int(),
  claimedBy: z.optional(z.int()),
});
const EVENT = "event:";

const secondsOf = (now: Date): number => Math.floor(+now / 1000);

/** Records an event; a repeated event changes nothing. */
export async function recordEvent(event: OrderEvent, now: Date): Promise<void> {
  const { KEEP_DAYS } = readEnv(envSchema);
  await updateItem({
    Key: { pk: event.orderId },
    UpdateExpression:
      "SET #event = :event, applied = if_not_exists(applied, :zero), #ttl = :ttl ADD recorded :one",
    ConditionExpression: "attribute_not_exists(#event)",
    ExpressionAttributeNames: { "#event": `${EVENT}${event.sequence}`, "#ttl": "ttl" },
    ExpressionAttributeValues: {
      ...{ ":event": event, ":zero": 0, ":one": 1 },
      ":ttl": secondsOf(now) + KEEP_DAYS * 86_400,
    },
  });
}

export type Claim =
  /**
   * The caller applies these events, sorted by sequence, then calls `finishClaim`. `erased`: the sequences of the
   * events to remove after the customer's data was erased; they are not among `events`.
   */
  | { state: "claimed"; events: OrderEvent[]; erased: number[]; recorded: number; until: number }
  /** The delivery of another event is applying the order's events, and will also apply the caller's. */
  | { state: "claimed-by-another" }
  /** Another delivery of the same event is applying it, or has crashed. */
  | { state: "claimed-by-same" }
  | { state: "applied" };

/** Claims an order that has events to apply, for `CLAIM_SECONDS`. */
export async function claimOrder({ orderId, sequence }: OrderEvent, now: Date): Promise<Claim> {
  const until = secondsOf(now) + CLAIM_SECONDS;
  const { ok, item } = await updateItem({
    Key: { pk: orderId },
    UpdateExpression: "SET claimedBy = :sequence, claimedUntil = :until",
    ConditionExpression: "applied < recorded AND (attribute_not_exists(claimedUntil) OR claimedUntil < :now)",
    ExpressionAttributeValues: {
      ":sequence": sequence,
      ":until": until,
      ":now": secondsOf(now),
    },
    ReturnValues: "ALL_NEW",
  });
  const { recorded, applied, claimedBy } = z.parse(StoredCounts, item);
  if (ok) return { state: "claimed", recorded, until, ...withoutErased(eventsIn(item ?? {})) };
  if (applied >= recorded) return { state: "applied" };
  return { state: claimedBy === sequence ? "claimed-by-same" : "claimed-by-another" };
}

const eventsIn = (item: Record<string, unknown>): OrderEvent[] =>
  Object.entries(item)
    .filter(([name]) => name.startsWith(EVENT))
    .map(([, event]) => z.parse(ShopEvent, event))
    .filter(isOrderEvent)
    .sort((a, b) => a.sequence - b.sequence);

/** The events that may be applied: after OrderErased, those without personal data. */
function withoutErased(events: readonly OrderEvent[]): { events: OrderEvent[]; erased: number[] } {
  const isOrderErased = events.some(({ type }) => type === "OrderErased");
  const isErasedEvent = ({ type }: OrderEvent) => isOrderErased && PERSONAL_EVENTS.includes(type);
  return {
    events: events.filter((event) => !isErasedEvent(event)),
    erased: events.filter(isErasedEvent).map(({ sequence }) => sequence),
  };
}

/**
 * Ends the claim whose end is `until`, and removes the events in `done.erased`. `done` is undefined if the events could
 * not be applied. Returns whether more events arrived during the claim; the caller must apply them, because their own
 * deliveries have ended. Throws if the claim is over.
 */
export async function finishClaim(
  { orderId, sequence }: OrderEvent,
  until: number,
  done?: { applied: number; erased: readonly number[] },
): Promise<{ hasMore: boolean }> {
  const erased = done?.erased ?? [];
  const names = erased.map((_, i) => `#erased${i}`);
  const { ok, item } = await updateItem({
    Key: { pk: orderId },
    UpdateExpression: `${done ? "SET applied = :applied " : ""}REMOVE ${["claimedBy", "claimedUntil", ...names].join(", ")}`,
    ConditionExpression: "claimedBy = :sequence AND claimedUntil = :until",
    ExpressionAttributeValues: {
      ...{ ":sequence": sequence, ":until": until },
      ...(done && { ":applied": done.applied }),
    },
    ...(erased.length > 0 && {
      ExpressionAttributeNames: Object.fromEntries(
        erased.map((eventSequence, i) => [`#erased${i}`, `${EVENT}${eventSequence}`]),
      ),
    }),
    ReturnValues: "ALL_NEW",
  });
  if (!ok) throw new Error(`The claim of event ${sequence} on order ${orderId} is over`);
  const counts = z.parse(StoredCounts, item);
  return { hasMore: counts.recorded > counts.applied };
}
