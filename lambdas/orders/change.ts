import type { OrderEvent } from "../../shared/events.ts";
import type { HistoryEntry } from "../../shared/order.ts";
import type { StoredOrder } from "./stored-order.ts";

type Envelope = "id" | "version" | "time" | "orderId" | "sequence";
type Without<E> = E extends OrderEvent ? Omit<E, Envelope> : never;
/** An event before it has its number. */
export type EventBody = Without<OrderEvent>;

/** What becomes of an order: its next state, and what the world is told. Its pieces follow `order.hold`. */
export type Change = {
  order: StoredOrder;
  events: EventBody[];
};

/** Why and when something is done: `by` is an admin's e-mail address (or id), 'customer', 'stripe' or 'shop'. */
export type Actor = { by: string; now: Date };

/** The order with a line more in its history. */
export const withHistory = (
  order: StoredOrder,
  cause: Actor,
  entry: Omit<HistoryEntry, "at" | "by">,
): StoredOrder => ({
  ...order,
  history: [...order.history, { at: cause.now.toISOString(), by: cause.by, ...entry }],
});
