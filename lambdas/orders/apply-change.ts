import { setTimeout as wait } from "node:timers/promises";
import type { OrderEvent } from "../../shared/events.ts";
import { aborted, AppError, unavailable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import type { Fragment } from "../lib/transact.ts";
import { transact } from "../lib/transact.ts";
import { messages } from "../../shared/messages.ts";
import type { StockName } from "../products/stock-table.ts";
import { moveStock } from "../products/stock-table.ts";
import { newCauses } from "./attention-rules.ts";
import type { Change, EventBody } from "./change.ts";
import { getOrder, putOrder, putStripeEvent, releaseForClient } from "./order-table.ts";
import { putEvent } from "./outbox-table.ts";
import type { StoredOrder } from "./stored-order.ts";

type Name = "order" | "event" | "outbox" | "client" | "session" | "payment" | "attempt" | StockName;

type Options = {
  now: Date;
  /** The version that the caller saw: another one now is 409 instead of a second try. */
  version?: number;
  /** The order as the caller has just read or written it: saves reading it again, unless somebody was faster. */
  known?: StoredOrder;
  /** Stripe's event, so that it is applied once however late it comes again. */
  stripeEventId?: string;
  /** More to write in the same transaction. */
  also?: Fragment<"session" | "payment" | "attempt">[];
};

/** Pieces that a change needed are not there. */
export class StockShort extends Error {
  override name = "StockShort";
}

const TRIES = 8;

/** Events with their ids and the order's next numbers. */
export function numbered(order: StoredOrder, bodies: readonly EventBody[], now: Date): OrderEvent[] {
  return bodies.map((body, i) => ({
    ...body,
    id: newId("evt", +now),
    version: 1 as const,
    time: now.toISOString(),
    orderId: order.orderId,
    sequence: order.sequence + i + 1,
  }));
}

/**
 * The one way an order changes: read, decide by a pure rule, and write order, stock, events and pointers in one
 * transaction on the condition that nobody was faster; else read and decide again, at most 8 times with jitter.
 * Answers the order as it is afterwards. Throws 404, 409 (`version`), 503, or StockShort.
 */
export async function applyChange(
  orderId: string,
  decide: (order: StoredOrder) => Change | undefined,
  options: Options,
): Promise<StoredOrder> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const order = attempt === 0 && options.known ? options.known : await getOrder(orderId);
    if (!order) throw new AppError(404, messages.notFound);
    if (options.version !== undefined && options.version !== order.version)
      throw aborted(messages.orderChanged);
    const change = decide(order);
    if (!change) return order;
    const events = numbered(order, change.events, options.now);
    const next: StoredOrder = {
      ...change.order,
      version: order.version + 1,
      sequence: order.sequence + events.length,
      updatedAt: options.now.toISOString(),
    };
    const leavesHold = order.hold.state === "held" && next.hold.state !== "held";
    const outcome = await transact<Name>([
      putOrder(next, order.version),
      ...(change.move ? moveStock(change.move, order.items) : []),
      ...events.map(putEvent),
      ...(leavesHold ? [releaseForClient(order.client, piecesOf(order), options.now)] : []),
      ...(options.stripeEventId ? [putStripeEvent(orderId, options.stripeEventId, options.now)] : []),
      ...(options.also ?? []),
    ]);
    if (outcome.ok) {
      tell(order, next);
      return next;
    }
    if (outcome.failed.includes("event")) return (await getOrder(orderId)) ?? order;
    if (!outcome.failed.includes("order") && outcome.failed.some((name) => name.startsWith("stock:"))) {
      throw new StockShort(`Order ${orderId}: ${outcome.failed.join(", ")}`);
    }
    await wait(Math.random() * 20 * 2 ** attempt);
  }
  throw unavailable(new Error(`Order ${orderId} was changed by others ${TRIES} times in a row`));
}

/** This line feeds the metric of the NeedsAttention alarm: one for each cause that is new. */
function tell(before: StoredOrder, after: StoredOrder): void {
  for (const { cause, about } of newCauses(before, after))
    log.error("An order needs attention", { alarm: "needs-attention", orderId: after.orderId, cause, about });
}

/** How many pieces an order holds. */
export const piecesOf = (order: Pick<StoredOrder, "items">): number =>
  order.items.reduce((sum, item) => sum + item.quantity, 0);
