import { backOff } from "../lib/backoff.ts";
import { AppError, conflict, unavailable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import { transact } from "../lib/transact.ts";
import type { Pieces } from "../products/stock-table.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { CAUSES_BY_CUSTOMER } from "../../shared/attention.ts";
import { messages } from "../../shared/messages.ts";
import { alarmField } from "../../shared/log-alarms.ts";
import { changeCodeUse } from "../discounts/code-uses.ts";
import { newCauses } from "./attention-rules.ts";
import { countOutcome } from "./client-table.ts";
import type { Change } from "./change.ts";
import { numberEvents } from "./change.ts";
import { fulfilmentHoldEvents, fulfilmentHoldOf } from "./fulfilment-hold.ts";
import { changeHold, nextCheckAt, getHold } from "./hold-table.ts";
import { expireSessionItem, getOrder, putOrder, putStripeEvent } from "./order-table.ts";
import { putEvent } from "./outbox-table.ts";
import { freeRetakenPieces, settleStock, retakePieces } from "./settle-stock.ts";
import { restockedPieces } from "./restock-rules.ts";
import type { StoredOrder } from "./stored-order.ts";
import { piecesOf } from "./stored-order.ts";

type ExtraWriteName = "session" | "payment" | "consent" | "number" | "attempt";
type WriteName =
  | ExtraWriteName
  | "order"
  | "stripeEvent"
  | "outbox"
  | "hold"
  | "code"
  | "customer"
  | "discount";

type Options = {
  now: Date;
  /**
   * The version that the caller saw. If the order has changed since, the change fails with 409. Follow-ups (`isFollowUp` in
   * change.ts) do not count.
   */
  version?: number;
  /** The order as the caller has read it. The order is read again only if another write was faster. */
  initialOrder?: StoredOrder;
  /** Deduplicates redeliveries of Stripe's event. */
  stripeEventId?: string;
  /** More writes for the same transaction. */
  extraWrites?: TransactionWrite<ExtraWriteName>[];
};

/** A change needs pieces that are sold out. */
export class SoldOutError extends Error {
  override name = "SoldOutError";
}

const MAX_TRIES = 8;

/**
 * Changes an existing order: reads the order, lets the pure rule `decide` compute the change, and writes order and events in
 * one transaction. If the order has changed since it was read, tries again: 8 tries in all.
 * `decide` returns undefined if there is nothing to change. Stock is outside the transaction: pieces are retaken
 * before the transaction, and released or sold after it. If the function crashes in between, `reconcile-checkouts`
 * finds the order's hold item and finishes. Returns the order after the change. Throws 404 for an unknown order; 409 if the
 * order has changed since `version`; 503 after 8 tries, and while another invocation takes or frees the order's pieces;
 * SoldOutError if pieces to retake are sold out; the errors of `decide`.
 */
export async function applyChange(
  orderId: string,
  decide: (order: StoredOrder) => Change | undefined,
  options: Options,
): Promise<StoredOrder> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (tries > 0) await backOff(tries - 1);
    const order = tries === 0 && options.initialOrder ? options.initialOrder : await getOrder(orderId);
    if (!order) throw new AppError(404, messages.notFound);
    if (options.version !== undefined && !isCurrent(options.version, order))
      throw conflict(apiMessages.orderChanged, "order_changed");
    const change = decide(order);
    if (!change) return order;
    const fulfilmentHold = fulfilmentHoldOf(change.order);
    const fulfilmentEvents = fulfilmentHoldEvents(order, fulfilmentHold);
    const events = numberEvents(order, [...change.events, ...fulfilmentEvents], options.now);
    const newHoldKey = mustRetakeStock(order, change.order) ? newId("hld", +options.now) : undefined;
    if (newHoldKey) await retakePiecesOrThrow(order, newHoldKey, options.now);
    // Only pieces that are counted as sold can be restocked, so the sale is settled first.
    const piecesToRestock = restockedPieces(order, change.order);
    if (piecesToRestock.length > 0) await settleStock(order, undefined, options.now);
    const nextOrder: StoredOrder = {
      ...change.order,
      ...(newHoldKey ? { hold: { ...change.order.hold, key: newHoldKey } } : {}),
      version: order.version + 1,
      sequence: order.sequence + events.length,
      toldHold: fulfilmentHold,
      followUps: change.isFollowUp ? (order.followUps ?? 0) + 1 : undefined,
      updatedAt: options.now.toISOString(),
    };
    const outcome = await transact<WriteName>([
      putOrder(nextOrder, order.version),
      ...holdWrites(order, nextOrder, piecesToRestock, options.now),
      ...events.map(putEvent),
      ...(await changeCodeUse(order, nextOrder, options.now)),
      ...expireSessionItem(order, nextOrder),
      ...(options.stripeEventId ? [putStripeEvent(orderId, options.stripeEventId, options.now)] : []),
      ...(options.extraWrites ?? []),
    ]);
    if (outcome.ok) {
      logNewAttention(order, nextOrder);
      if (order.hold.state !== nextOrder.hold.state || piecesToRestock.length > 0)
        await settleStockNow(nextOrder, order.hold.state === "held", options.now);
      return nextOrder;
    }
    const storedOrder = await getOrder(orderId);
    // The transaction succeeded, but its answer was lost. The SDK sent the transaction again, and then its conditions failed.
    if (storedOrder && newHoldKey && storedOrder.hold.key === newHoldKey) {
      await settleStockNow(storedOrder, false, options.now);
      return storedOrder;
    }
    if (newHoldKey) await freeRetakenPieces(order, newHoldKey);
    // Stripe's event was applied before.
    if (outcome.failed.includes("stripeEvent")) return storedOrder ?? order;
  }
  throw unavailable(new Error(`Order ${orderId} was changed by others ${MAX_TRIES} times in a row`));
}

/** Whether the order has had only follow-ups since `version`. */
const isCurrent = (version: number, order: StoredOrder): boolean =>
  version <= order.version && version >= order.version - (order.followUps ?? 0);

const isSold = ({ hold }: StoredOrder): boolean => hold.state === "sold";
const mustRetakeStock = (before: StoredOrder, after: StoredOrder): boolean =>
  isSold(after) && before.hold.state !== "held" && !isSold(before);

async function retakePiecesOrThrow(order: StoredOrder, key: string, now: Date): Promise<void> {
  const retakeResult = await retakePieces(order, key, now);
  if (retakeResult === "short") throw new SoldOutError(`Order ${order.orderId} has no pieces to take`);
  if (retakeResult === "busy")
    throw unavailable(new Error(`Another invocation takes or frees the pieces of order ${order.orderId}`));
}

/**
 * The write that updates the order's hold item: the hold's new time of expiry (`endsAt`), or the stock that has to be
 * settled. Empty if the change needs neither. The item's states are those of hold-table.ts, not those of `order.hold`.
 */
function holdWrites(
  before: StoredOrder,
  after: StoredOrder,
  piecesToRestock: readonly Pieces[],
  now: Date,
): TransactionWrite<"hold">[] {
  const { orderId, hold } = after;
  if (hold.state === "held")
    return hold.endsAt === before.hold.endsAt
      ? []
      : [changeHold(orderId, { state: "placed", dueAt: hold.endsAt })];
  if (hold.state === before.hold.state && piecesToRestock.length === 0) return [];
  return [
    changeHold(orderId, {
      state: "ended",
      dueAt: nextCheckAt(now),
      pieces: piecesOf(after),
      ...(mustRetakeStock(before, after) ? { from: ["taking"] } : {}),
      ...(piecesToRestock.length > 0
        ? { restock: { id: `${orderId}#${after.version}`, pieces: [...piecesToRestock] } }
        : {}),
    }),
  ];
}

/**
 * The outcome to count for the IP address. 'lapsed': the payment page closed unpaid. Undefined when the hold ended for
 * another reason.
 */
function outcomeOf({ hold, payment, stripeSessionId, paymentStatus }: StoredOrder, now: Date) {
  if (hold.state === "sold") return "paid";
  const isPageClosed = stripeSessionId !== undefined && payment.expiresAt * 1000 <= +now;
  return paymentStatus === "expired" && isPageClosed ? "lapsed" : undefined;
}

/** Settles stock after the change is written. If this fails, `reconcile-checkouts` settles the stock minutes later. */
async function settleStockNow(order: StoredOrder, wasHeld: boolean, now: Date): Promise<void> {
  try {
    const hold = await getHold(order.orderId);
    await settleStock(order, hold, now);
    const outcome = wasHeld ? outcomeOf(order, now) : undefined;
    // The last client is the IP address.
    const ipKey = hold?.clients?.at(-1);
    if (hold && ipKey && outcome) await countOutcome(ipKey, outcome, hold.pieces, now);
  } catch (error) {
    log.warn("The stock of an order could not be settled at once", {
      orderId: order.orderId,
      error: error instanceof Error ? error.name : "unknown",
    });
  }
}

/**
 * Logs one line for each new cause for attention that the operators must know. The alarm OrdersNeedingAttention counts these
 * lines.
 */
function logNewAttention(before: StoredOrder, after: StoredOrder): void {
  const causes = newCauses(before, after).filter(({ cause }) => !CAUSES_BY_CUSTOMER.includes(cause));
  for (const { cause, about } of causes)
    log.error("An order needs attention", {
      ...alarmField("needs-attention"),
      orderId: after.orderId,
      cause,
      about,
    });
}
