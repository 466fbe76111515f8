import type { OrderEvent } from "../../shared/events.ts";
import type { HistoryEntry } from "../../shared/order.ts";
import { newId } from "../lib/ids.ts";
import type { StoredOrder } from "./stored-order.ts";

type GeneratedFields = "id" | "version" | "time" | "orderId" | "sequence";
type WithoutGeneratedFields<E> = E extends OrderEvent
  ? Omit<E, GeneratedFields> & (E["version"] extends 1 ? { version?: never } : Pick<E, "version">)
  : never;
/** An event without the fields that `numberEvents` adds. Without `version`, it is of version 1. */
export type EventBody = WithoutGeneratedFields<OrderEvent>;

/**
 * An order's next state and the events that announce it. `applyChange` then updates the stock as `order.hold` says.
 * `isFollowUp`: the change only completes an earlier change, for example the report that a requested refund was made. A
 * request with the version from before a follow-up is still accepted.
 */
export type Change = {
  order: StoredOrder;
  events: EventBody[];
  isFollowUp?: boolean;
};

/** Who changes an order, and when. `by` is an admin's email address (or id), 'customer', 'stripe' or 'shop'. */
export type Actor = { by: string; now: Date };

export const withHistory = (
  order: StoredOrder,
  actor: Actor,
  entry: Omit<HistoryEntry, "at" | "by">,
): StoredOrder => ({
  ...order,
  history: [...order.history, { at: actor.now.toISOString(), by: actor.by, ...entry }],
});

/** The events with their ids and the order's next sequence numbers. */
export function numberEvents(order: StoredOrder, bodies: readonly EventBody[], now: Date): OrderEvent[] {
  return bodies.map((body, i) => ({
    version: 1 as const,
    ...body,
    id: newId("evt", +now),
    time: now.toISOString(),
    orderId: order.orderId,
    sequence: order.sequence + i + 1,
  }));
}
