import { setTimeout as wait } from "node:timers/promises";
import type { OrderEvent } from "../../shared/events.ts";
import { aborted, AppError, unavailable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import type { Fragment } from "../lib/transact.ts";
import { transact } from "../lib/transact.ts";
import { messages } from "../../shared/messages.ts";
import { mergePieces } from "../products/stock-table.ts";
import { newCauses } from "./attention-rules.ts";
import { noteOutcome } from "./client-table.ts";
import type { Change, EventBody } from "./change.ts";
import { changeHold, checkAt, getHold } from "./hold-table.ts";
import { getOrder, putOrder, putStripeEvent } from "./order-table.ts";
import { putEvent } from "./outbox-table.ts";
import { freeAgain, settleStock, takeAgain } from "./settle-stock.ts";
import type { StoredOrder } from "./stored-order.ts";

type Name = "order" | "event" | "outbox" | "hold" | "session" | "payment" | "attempt";

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
 * The one way an order changes: read, decide by a pure rule, and write order, events and pointers in one transaction on
 * the condition that nobody was faster; else read and decide again, at most 8 times with jitter. Stock follows what the
 * order says: pieces that an order needs again are taken before, everything else moves right after; the order's hold
 * item is the trace by which `tend-checkouts` finishes what a function that dies leaves undone.
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
    const again = takesAgain(order, change.order) ? newId("hld", +options.now) : undefined;
    if (again) await takeForSale(order, again, options.now);
    // What was sold has to be counted as sold before it can go back for sale.
    if (restocks(order, change.order)) await settleStock(order, undefined, options.now);
    const next: StoredOrder = {
      ...change.order,
      ...(again ? { hold: { ...change.order.hold, key: again } } : {}),
      version: order.version + 1,
      sequence: order.sequence + events.length,
      updatedAt: options.now.toISOString(),
    };
    const outcome = await transact<Name>([
      putOrder(next, order.version),
      ...holdAfter(order, next, options.now),
      ...events.map(putEvent),
      ...(options.stripeEventId ? [putStripeEvent(orderId, options.stripeEventId, options.now)] : []),
      ...(options.also ?? []),
    ]);
    if (outcome.ok) {
      tell(order, next);
      if (order.hold.state !== next.hold.state)
        await settleNow(next, order.hold.state === "held", options.now);
      return next;
    }
    if (again) await freeAgain(order, again);
    if (outcome.failed.includes("event")) return (await getOrder(orderId)) ?? order;
    await wait(Math.random() * 20 * 2 ** attempt);
  }
  throw unavailable(new Error(`Order ${orderId} was changed by others ${TRIES} times in a row`));
}

const isSold = ({ hold }: StoredOrder): boolean => hold.state === "sold";
const takesAgain = (before: StoredOrder, after: StoredOrder): boolean =>
  isSold(after) && before.hold.state !== "held" && !isSold(before);
const restocks = (before: StoredOrder, after: StoredOrder): boolean =>
  isSold(before) && after.hold.state === "released";

async function takeForSale(order: StoredOrder, key: string, now: Date): Promise<void> {
  const taken = await takeAgain(order, key, now);
  if (taken === "short") throw new StockShort(`Order ${order.orderId} has no pieces to take`);
  if (taken === "busy")
    throw unavailable(new Error(`Order ${order.orderId} is taking its pieces or giving them back`));
}

/** What the order's trace has to say after a change: when a hold ends, or that stock is to be looked at once more. */
function holdAfter(before: StoredOrder, after: StoredOrder, now: Date): Fragment<"hold">[] {
  const { orderId, hold } = after;
  if (hold.state === "held")
    return hold.endsAt === before.hold.endsAt
      ? []
      : [changeHold(orderId, { state: "placed", dueAt: hold.endsAt })];
  if (hold.state === before.hold.state) return [];
  return [
    changeHold(orderId, {
      state: "ended",
      dueAt: checkAt(now),
      pieces: mergePieces(after.items),
      ...(takesAgain(before, after) ? { from: ["taking"] } : {}),
      ...(restocks(before, after) ? { restock: `${orderId}#${after.version}` } : {}),
    }),
  ];
}

/** Paid, or open until the payment page closed by itself; undefined for every other end of a hold. */
function outcomeOf({ hold, payment, stripeSessionId, paymentStatus }: StoredOrder, now: Date) {
  if (hold.state === "sold") return "paid";
  const closed = stripeSessionId !== undefined && payment.expiresAt * 1000 <= +now;
  return paymentStatus === "expired" && closed ? "lapsed" : undefined;
}

/** The change stands; stock follows now, or minutes later when the table is busy. */
async function settleNow(order: StoredOrder, wasHeld: boolean, now: Date): Promise<void> {
  try {
    const hold = await getHold(order.orderId);
    await settleStock(order, hold, now);
    const outcome = wasHeld ? outcomeOf(order, now) : undefined;
    const address = hold?.clients?.at(-1);
    if (hold && address && outcome) await noteOutcome(address, outcome, hold.pieces, now);
  } catch (error) {
    log.warn("Stock will follow its order later", {
      orderId: order.orderId,
      error: error instanceof Error ? error.name : "unknown",
    });
  }
}

/** This line feeds the metric of the NeedsAttention alarm: one for each cause that is new. */
function tell(before: StoredOrder, after: StoredOrder): void {
  for (const { cause, about } of newCauses(before, after))
    log.error("An order needs attention", { alarm: "needs-attention", orderId: after.orderId, cause, about });
}
