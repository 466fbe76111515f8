/**
 * A consumer's own table. Each order has an item with the events that arrived, and an item with the events with
 * personal data.
 * | item | pk |
 * | an order | its id |
 * | an order's personal data; deleted by TTL, KEEP_DAYS after the order's last event | <order id>#personal |
 * | attribute | meaning |
 * | event:<sequence> | the event; in the item of the order, an event with personal data has only its type, id and time |
 * | recorded, applied | the number of events that arrived, and of those that are applied |
 * | claimedBy | the sequence of the event whose delivery applies the events now |
 * | claimedUntil | the end of this claim, in epoch seconds |
 */
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { CLAIM_SECONDS } from "../../shared/consumers.ts";
import { isOrderEvent, isPersonalEvent } from "../../shared/event-kinds.ts";
import { ShopEvent, type OrderEvent } from "../../shared/events.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { readEnv } from "../lib/env.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { updateItem, type Item } from "../lib/update-item.ts";

/** The environment variable of a consumer that receives personal data. */
const envSchema = z.object({ KEEP_DAYS: z.pipe(z.string(), z.transform(Number)) });
const StoredCounts = z.object({
  recorded: z.int(),
  applied: z.int(),
  claimedBy: z.optional(z.int()),
});
const EVENT_PREFIX = "event:";

const personalKey = (orderId: string) => ({ pk: `${orderId}#personal` });
const personalTtl = (now: Date): number => toEpochSeconds(now) + readEnv(envSchema).KEEP_DAYS * 86_400;

/**
 * Records an event; a repeated event changes nothing. After a restore the shop may use sequence numbers
 * again: of two events with the same sequence number, the later event stays.
 */
export async function recordEvent(event: OrderEvent, now: Date): Promise<void> {
  const { orderId, sequence, type, id, time } = event;
  const condition = {
    ConditionExpression: "attribute_not_exists(#event) OR (#event.id <> :id AND #event.#time < :time)",
    ExpressionAttributeNames: { "#event": `${EVENT_PREFIX}${sequence}`, "#time": "time" },
  };
  const values = { ":event": event, ":id": id, ":time": time };
  if (isPersonalEvent(type))
    await updateItem({
      ...condition,
      Key: personalKey(orderId),
      UpdateExpression: "SET #event = :event, #ttl = :ttl",
      ExpressionAttributeNames: { ...condition.ExpressionAttributeNames, "#ttl": "ttl" },
      ExpressionAttributeValues: { ...values, ":ttl": personalTtl(now) },
    });
  await updateItem({
    ...condition,
    Key: { pk: orderId },
    UpdateExpression: "SET #event = :event, applied = if_not_exists(applied, :zero) ADD recorded :one",
    ExpressionAttributeValues: {
      ...values,
      ":zero": 0,
      ":one": 1,
      ...(isPersonalEvent(type) && { ":event": { type, id, time } }),
    },
  });
}

export type Claim =
  /**
   * The caller applies these events, sorted by sequence, then calls `finishClaim`. `erased`: the attributes of events with
   * personal data that have to be removed because the customer's data was erased. `events` does not contain these events.
   * `until`: the end of the claim, in epoch seconds.
   */
  | { state: "claimed"; events: OrderEvent[]; erased: string[]; recorded: number; until: number }
  /** The delivery of another event is applying the order's events, and will also apply the caller's event. */
  | { state: "claimed-by-another" }
  /** Another delivery of the same event is applying the event, or has crashed. */
  | { state: "claimed-by-same" }
  /** All recorded events of the order are applied. */
  | { state: "applied" };

/** Claims an order that has events to apply, for `CLAIM_SECONDS`. */
export async function claimOrder({ orderId, sequence }: OrderEvent, now: Date): Promise<Claim> {
  const until = toEpochSeconds(now) + CLAIM_SECONDS;
  const { ok, item = {} } = await updateItem({
    Key: { pk: orderId },
    UpdateExpression: "SET claimedBy = :sequence, claimedUntil = :until",
    ConditionExpression: "applied < recorded AND (attribute_not_exists(claimedUntil) OR claimedUntil < :now)",
    ExpressionAttributeValues: {
      ":sequence": sequence,
      ":until": until,
      ":now": toEpochSeconds(now),
    },
    ReturnValues: "ALL_NEW",
  });
  const { recorded, applied, claimedBy } = z.parse(StoredCounts, item);
  if (ok) return { state: "claimed", recorded, until, ...(await readEventsToApply(orderId, item, now)) };
  if (applied >= recorded) return { state: "applied" };
  return { state: claimedBy === sequence ? "claimed-by-same" : "claimed-by-another" };
}

const StoredEvent = z.looseObject({ type: z.string(), id: z.string() });
/** The stored events with their attributes' names. */
const eventsIn = (item: Item) =>
  Object.entries(item)
    .filter(([name]) => name.startsWith(EVENT_PREFIX))
    .map(([name, event]) => ({ name, event: z.parse(StoredEvent, event) }));

/**
 * The events that may be applied. Events with personal data are included until their TTL ends. They are
 * deleted after OrderErased.
 */
async function readEventsToApply(
  orderId: string,
  item: Item,
  now: Date,
): Promise<{ events: OrderEvent[]; erased: string[] }> {
  const storedEvents = eventsIn(item);
  const personalEvents = storedEvents.filter(({ event }) => isPersonalEvent(event.type));
  const isErased = storedEvents.some(({ event }) => event.type === "OrderErased");
  // Deleted before the events are applied, so that a repeated OrderContact does not stay while the consumer fails.
  if (isErased && personalEvents.length > 0)
    await documentClient().send(new DeleteCommand({ TableName: tableName(), Key: personalKey(orderId) }));
  const readableEvents =
    personalEvents.length > 0 && !isErased ? await renewPersonalEvents(orderId, now) : [];
  const events = [
    ...storedEvents.filter((storedEvent) => !personalEvents.includes(storedEvent)),
    ...readableEvents,
  ]
    .map(({ event }) => z.parse(ShopEvent, event))
    .filter(isOrderEvent)
    .sort((a, b) => a.sequence - b.sequence);
  return { events, erased: isErased ? personalEvents.map(({ name }) => name) : [] };
}

/** Returns an order's events with personal data, and sets their TTL to KEEP_DAYS from now. */
async function renewPersonalEvents(orderId: string, now: Date) {
  const { ok, item = {} } = await updateItem({
    Key: personalKey(orderId),
    UpdateExpression: "SET #ttl = :ttl",
    ConditionExpression: "#ttl > :now",
    ExpressionAttributeNames: { "#ttl": "ttl" },
    ExpressionAttributeValues: { ":ttl": personalTtl(now), ":now": toEpochSeconds(now) },
    ReturnValues: "ALL_NEW",
  });
  return ok ? eventsIn(item) : [];
}

/**
 * Ends the claim that is valid until `until` (epoch seconds), and removes the events in `result.erased`. `result` is
 * undefined if the events could not be applied. `hasMore`: more events arrived during the claim. The caller must claim the
 * order again and apply them, because their own deliveries have ended. Throws if the claim has expired and another delivery
 * has claimed the order since.
 */
export async function finishClaim(
  { orderId, sequence }: OrderEvent,
  until: number,
  result?: { applied: number; erased: readonly string[] },
): Promise<{ hasMore: boolean }> {
  const erasedNames = result?.erased ?? [];
  const names = erasedNames.map((_, i) => `#erased${i}`);
  const { ok, item } = await updateItem({
    Key: { pk: orderId },
    UpdateExpression: `${result ? "SET applied = :applied " : ""}REMOVE ${["claimedBy", "claimedUntil", ...names].join(", ")}`,
    ConditionExpression: "claimedBy = :sequence AND claimedUntil = :until",
    ExpressionAttributeValues: {
      ":sequence": sequence,
      ":until": until,
      ...(result && { ":applied": result.applied }),
    },
    ...(erasedNames.length > 0 && {
      ExpressionAttributeNames: Object.fromEntries(erasedNames.map((name, i) => [`#erased${i}`, name])),
    }),
    ReturnValues: "ALL_NEW",
  });
  if (!ok) throw new Error(`The claim of event ${sequence} on order ${orderId} has expired`);
  const counts = z.parse(StoredCounts, item);
  return { hasMore: counts.recorded > counts.applied };
}
