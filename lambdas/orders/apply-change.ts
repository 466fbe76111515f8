import { setTimeout as wait } from "node:timers/promises";
import { AppError, conflict, unavailable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import { transact } from "../lib/transact.ts";
import { messages } from "../../shared/messages.ts";
import { newCauses } from "./attention-rules.ts";
import { noteOutcome } from "./client-table.ts";
import type { Change } from "./change.ts";
import { numberEvents } from "./change.ts";
import { changeHold, nextCheckAt, getHold } from "./hold-table.ts";
import { getOrder, putOrder, putStripeEvent } from "./order-table.ts";
import { putEvent } from "./outbox-table.ts";
import { freeRetakenPieces, settleStock, retakePieces } from "./settle-stock.ts";
import type { StoredOrder } from "./stored-order.ts";
import { piecesOf } from "./stored-order.ts";

type Name = "order" | "event" | "outbox" | "hold" | "session" | "payment" | "attempt";

type Options = {
  now: Date;
  /** The version that the caller saw. Another version is 409 instead of a retry. */
  version?: number;
  /** The order as the caller has read it. It is read again only if another write was faster. */
  known?: StoredOrder;
  /** Deduplicates redeliveries of Stripe's event. */
  stripeEventId?: string;
  /** More writes for the same transaction. */
  also?: TransactionWrite<"session" | "payment" | "attempt">[];
};

/** A change needs pieces that are sold out. */
export class StockShort extends Error {
  override name = "StockShort";
}

const TRIES = 8;

/**
 * The only writer of existing orders. It reads the order, lets a pure rule decide, and writes order, events and pointers
 * in one transaction under the version that was read, at most 8 times with jitter. Stock is outside the transaction: it is
 * retaken before it, and released or sold after it. If the function dies in between, `reconcile-checkouts` finds the
 * order's hold item and finishes. Answers the order after the change. Throws 404, 409 (`version`), 503, or StockShort.
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
      throw conflict(messages.orderChanged, "order_changed");
    const change = decide(order);
    if (!change) return order;
    const events = numberEvents(order, change.events, options.now);
    const again = retakesStock(order, change.order) ? newId("hld", +options.now) : undefined;
    if (again) await retakeStock(order, again, options.now);
    // Pieces must be counted as sold before they can be restocked.
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
      ...holdUpdate(order, next, options.now),
      ...events.map(putEvent),
      ...(options.stripeEventId ? [putStripeEvent(orderId, options.stripeEventId, options.now)] : []),
      ...(options.also ?? []),
    ]);
    if (outcome.ok) {
      logNewAttention(order, next);
      if (order.hold.state !== next.hold.state)
        await settleNow(next, order.hold.state === "held", options.now);
      return next;
    }
    if (again) await freeRetakenPieces(order, again);
    if (outcome.failed.includes("event")) return (await getOrder(orderId)) ?? order;
    await wait(Math.random() * 20 * 2 ** attempt);
  }
  throw unavailable(new Error(`Order ${orderId} was changed by others ${TRIES} times in a row`));
}

const isSold = ({ hold }: StoredOrder): boolean => hold.state === "sold";
const retakesStock = (before: StoredOrder, after: StoredOrder): boolean =>
  isSold(after) && before.hold.state !== "held" && !isSold(before);
const restocks = (before: StoredOrder, after: StoredOrder): boolean =>
  isSold(before) && after.hold.state === "released";

async function retakeStock(order: StoredOrder, key: string, now: Date): Promise<void> {
  const taken = await retakePieces(order, key, now);
  if (taken === "short") throw new StockShort(`Order ${order.orderId} has no pieces to take`);
  if (taken === "busy")
    throw unavailable(new Error(`Order ${order.orderId} is taking its pieces or giving them back`));
}

/** The write that keeps the order's hold item in step: its new end, or that stock has to be settled. */
function holdUpdate(before: StoredOrder, after: StoredOrder, now: Date): TransactionWrite<"hold">[] {
  const { orderId, hold } = after;
  if (hold.state === "held")
    return hold.endsAt === before.hold.endsAt
      ? []
      : [changeHold(orderId, { state: "placed", dueAt: hold.endsAt })];
  if (hold.state === before.hold.state) return [];
  return [
    changeHold(orderId, {
      state: "ended",
      dueAt: nextCheckAt(now),
      pieces: piecesOf(after),
      ...(retakesStock(before, after) ? { from: ["taking"] } : {}),
      ...(restocks(before, after) ? { restock: `${orderId}#${after.version}` } : {}),
    }),
  ];
}

/** Paid, or lapsed when the payment page closed at its own end; undefined for every other end of a hold. */
function outcomeOf({ hold, payment, stripeSessionId, paymentStatus }: StoredOrder, now: Date) {
  if (hold.state === "sold") return "paid";
  const closed = stripeSessionId !== undefined && payment.expiresAt * 1000 <= +now;
  return paymentStatus === "expired" && closed ? "lapsed" : undefined;
}

/** Settles stock after the change is written. If this fails, `reconcile-checkouts` does it minutes later. */
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

/** These lines feed the NeedsAttention metric filter, one for each new cause. */
function logNewAttention(before: StoredOrder, after: StoredOrder): void {
  for (const { cause, about } of newCauses(before, after))
    log.error("An order needs attention", { alarm: "needs-attention", orderId: after.orderId, cause, about });
}
