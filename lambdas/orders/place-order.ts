import { setTimeout as wait } from "node:timers/promises";
import type Stripe from "stripe";
import { apiMessages } from "../../shared/api-messages.ts";
import { checkoutMessages } from "../../shared/checkout-messages.ts";
import { discountMessages } from "../../shared/discount-messages.ts";
import { formatMoney } from "../../shared/money.ts";
import type { OrderData } from "../../shared/order-data.ts";
import { MAX_TOTAL, MIN_TOTAL } from "../../shared/order-total.ts";
import type { ShippingSettings } from "../../shared/shipping-settings.ts";
import type { TaxedOrder } from "../tax/add-tax.ts";
import { addTax } from "../tax/add-tax.ts";
import { AppError, conflict, invalid, unavailable } from "../lib/errors.ts";
import { hash, newId, newToken } from "../lib/ids.ts";
import { addOrderToLog, log } from "../lib/log.ts";
import { startTimeLimit } from "../lib/time-limit.ts";
import { type TransactionOutcome, transact } from "../lib/transact.ts";
import { holdCodeUse } from "../discounts/code-uses.ts";
import type { Offer } from "../discounts/offer.ts";
import { checkOffer, CodeUsedUpError, codeUseOf, isUsedUp, readOffer } from "../discounts/offer.ts";
import { readCartProducts } from "../products/cart-products-table.ts";
import { mergePieces } from "../products/stock-table.ts";
import { numberEvents } from "./change.ts";
import { amountFields } from "./event-amounts.ts";
import { isFree } from "./free-order.ts";
import type { CheckLimits, CheckoutLimits } from "./hold-limits.ts";
import { putConsent } from "./consent-table.ts";
import { changeHold, nextCheckAt, getHold, putHold } from "./hold-table.ts";
import type { HoldItem } from "./hold-table.ts";
import { newOrder } from "./new-order.ts";
import { takeNextOrderNumber } from "./order-number-table.ts";
import { recordMonth } from "./order-list-table.ts";
import { getAttempt, getOrder, putAttempt, putNewOrder } from "./order-table.ts";
import { putEvent } from "./outbox-table.ts";
import type { PricedOrder } from "./price-order.ts";
import { priceOrder } from "./price-order.ts";
import { abandonHold, takeForOrder } from "./settle-stock.ts";
import type { StoredOrder } from "./stored-order.ts";

export type Attempt = {
  orderData: OrderData;
  successUrl: string;
  cancelUrl: string;
  mustConfirmNewsletter: boolean;
  /** How the stage ships. */
  shipping: ShippingSettings;
  /** Returns Stripe's client for the sales tax; undefined in a stage without tax. */
  getTaxClient: (() => Promise<Stripe>) | undefined;
  now: Date;
  /** Whether the stage has discount codes. */
  hasDiscounts: boolean;
};

/** The checkout exceeds the client's limit of unpaid pieces. */
export class TooManyHeldError extends AppError {
  constructor() {
    super(429, apiMessages.tooManyHeld, { retryAfter: 60 });
  }
}

type PlacingWrite = "order" | "consent" | "hold" | "outbox" | "code" | "customer" | "discount";

const MAX_TRIES = 5;
/** How long a repeated request waits for a request of the same attempt that takes pieces. */
const OTHER_REQUEST_WAIT_MS = 1_000;
const POLL_MS = 50;

/**
 * Returns the attempt's order if it still holds its pieces, or if it was free and is paid. Otherwise places a new order:
 * writes the hold item, takes the pieces, then writes the order. If the function crashes in between, `reconcile-checkouts`
 * reads the hold item and frees the pieces. Two requests of an attempt never share a hold: the slower one could take pieces
 * again after the order was paid, and these would be counted as sold too. Throws 400 for a total that is too small or too
 * large; 409 if prices or stock have changed, if the code cannot be used, if the attempt id was used for another order, or if
 * the order is paid or being paid; 429 if a client holds too many pieces, or all clients together too many of a product; 503
 * after MAX_TRIES conflicts, or when `isLate` before a try; the errors of `addTax` and `checkLimits`.
 */
export async function placeOrder(
  attempt: Attempt,
  checkLimits: CheckLimits,
  isLate: () => boolean,
): Promise<StoredOrder> {
  const { orderData, now } = attempt;
  const contentHash = hash(JSON.stringify([orderData, attempt.successUrl, attempt.cancelUrl]));
  await recordMonth(now);
  for (let tries = 0; tries < MAX_TRIES && !isLate(); tries++) {
    const earlierAttempt = await getAttempt(orderData.oId);
    if (earlierAttempt && earlierAttempt.contentHash !== contentHash)
      throw conflict(apiMessages.attemptReused);
    if (earlierAttempt) addOrderToLog(earlierAttempt.orderId);
    const [existingOrder, { products, stock }] = await Promise.all([
      earlierAttempt && readEarlierOrder(earlierAttempt.orderId),
      readCartProducts(orderData.items, earlierAttempt?.orderId),
    ]);
    if (existingOrder && (existingOrder.hold.state === "held" || existingOrder.payment.paidSessionId))
      return existingOrder;

    const offer = orderData.code ? await readOffer(orderData.code, attempt.hasDiscounts) : undefined;
    const untaxedOrder = priceOrder(orderData, products, now, attempt.shipping, offer);
    if (!untaxedOrder.ok)
      throw new AppError(409, checkoutMessages.cartChanged, {
        reason: "cart_changed",
        ...changesOf(untaxedOrder),
      });
    if (offer) await checkOffer(offer, untaxedOrder.items, orderData.bill.email, now);
    const taxedOrder = await addTax(attempt.getTaxClient, orderData, untaxedOrder);
    checkTotal(taxedOrder);
    const pieces = mergePieces(taxedOrder.items);
    const limits = await checkLimits(pieces, stock);
    const previousOrder = earlierAttempt && {
      orderId: earlierAttempt.orderId,
      isPlaced: existingOrder !== undefined,
    };
    const hold = await beginHold(attempt, contentHash, pieces, limits.clients, previousOrder);
    if (hold) {
      addOrderToLog(hold.orderId);
      const order = await takePiecesAndPlace(attempt, contentHash, hold, taxedOrder, limits, offer);
      if (order) return order;
    }
    await wait(Math.random() * 20);
  }
  throw unavailable(
    new Error(`Attempt ${orderData.oId} was not placed in ${MAX_TRIES} tries, or not in time`),
  );
}

const changesOf = ({ lines, figures }: Extract<PricedOrder, { ok: false }>) => ({
  lines,
  ...(figures ? { figures } : {}),
});

/** A total of 0 is a free order, which only a code can make. */
function checkTotal({ financialInfo: { total, discount = 0 } }: TaxedOrder): void {
  if ((total >= MIN_TOTAL && total <= MAX_TOTAL) || (total === 0 && discount > 0)) return;
  if (total < MIN_TOTAL && discount > 0)
    throw conflict(
      discountMessages.tooLittleLeft(formatMoney(total), formatMoney(MIN_TOTAL)),
      "code_refused",
    );
  const message = apiMessages.totalOutside(formatMoney(MIN_TOTAL), formatMoney(MAX_TOTAL));
  throw invalid({ "orderData.items": message }, message);
}

/**
 * The earlier order of this attempt. Waits a moment for a request that is placing it. Throws 409 when the order is paid or
 * being paid, unless it is free.
 */
async function readEarlierOrder(orderId: string): Promise<StoredOrder | undefined> {
  const isWaitOver = startTimeLimit(OTHER_REQUEST_WAIT_MS);
  let order = await getOrder(orderId);
  while (!order && !isWaitOver() && (await getHold(orderId))?.state === "taking") {
    await wait(POLL_MS);
    order = await getOrder(orderId);
  }
  // A repeated request for a free order gets the same answer.
  if (order && isFree(order)) return order;
  if (order?.payment.paidSessionId || order?.paymentStatus === "processing")
    throw conflict(checkoutMessages.alreadyPaid, "already_paid");
  return order;
}

/** A new hold item of this attempt; undefined when another request was faster. */
async function beginHold(
  { orderData, now }: Attempt,
  contentHash: string,
  pieces: HoldItem["pieces"],
  clients: string[],
  previousOrder: { orderId: string; isPlaced: boolean } | undefined,
): Promise<HoldItem | undefined> {
  const earlierHold =
    previousOrder && !previousOrder.isPlaced ? await getHold(previousOrder.orderId) : undefined;
  // A crashed or slow request cannot place its order after its hold is abandoned. If the request has placed
  // its order already, its hold cannot be abandoned.
  if (earlierHold && !(await abandonHold(earlierHold, earlierHold.pieces, now))) return undefined;
  const orderId = newId("ord", +now);
  const hold: HoldItem = { orderId, state: "taking", pieces, clients, dueAt: nextCheckAt(now) };
  const { ok } = await transact([
    putAttempt(orderData.oId, { orderId, contentHash }, now, previousOrder?.orderId),
    putHold(hold),
  ]);
  return ok ? hold : undefined;
}

/**
 * Whether the events of all tickets are still for sale. Since their products were read, an admin may have saved an event as
 * merchandise; after the pieces are taken, `updateProduct` refuses that.
 */
async function areEventsForSale(items: TaxedOrder["items"]): Promise<boolean> {
  const tickets = items.filter(({ event }) => event !== undefined);
  if (tickets.length === 0) return true;
  const { products } = await readCartProducts(tickets.map(({ productId }) => ({ id: productId })));
  return tickets.every(({ productId }) => products.get(productId)?.event !== undefined);
}

/** Takes the pieces and writes the order; undefined if `placeOrder` must try again. */
async function takePiecesAndPlace(
  attempt: Attempt,
  contentHash: string,
  hold: HoldItem,
  taxedOrder: TaxedOrder,
  limits: CheckoutLimits,
  offer: Offer | undefined,
): Promise<StoredOrder | undefined> {
  const { orderData: data, now } = attempt;
  const { result, takenPieces } = await takeForOrder(hold, limits, now);
  if (result !== "taken") {
    await abandonHold(hold, takenPieces, now);
    if (result === "crowded") throw limits.challengeError();
    if (result === "limited") throw new TooManyHeldError();
    return undefined;
  }
  if (!(await areEventsForSale(taxedOrder.items))) {
    await abandonHold(hold, takenPieces, now);
    return undefined;
  }
  const [consentToken, linkToken] = [newToken(), newToken()];
  const orderNumber = await takeNextOrderNumber();
  const discountFields = offer ? { discountUse: codeUseOf(offer, data.bill.email) } : {};
  const checkout = {
    ...attempt,
    data,
    orderId: hold.orderId,
    orderNumber,
    contentHash,
    consentToken,
    linkToken,
    ...discountFields,
  };
  const order = newOrder(checkout, taxedOrder);
  const holdEndsAt = order.hold.endsAt;
  const events = numberEvents(
    { ...order, sequence: 0 },
    [{ type: "OrderPlaced", ...amountFields(order), holdEndsAt }],
    now,
  );
  const outcome = await transact<PlacingWrite>([
    putNewOrder(order),
    ...putConsent(order, "unpaid", now),
    changeHold(order.orderId, { state: "placed", dueAt: holdEndsAt, from: ["taking"] }),
    ...events.map(putEvent),
    ...holdCodeUse(order, now),
  ]).catch(async (error: unknown): Promise<TransactionOutcome<PlacingWrite>> => {
    // The transactions of many customers who use one code conflict with each other, even if the code has no use left. So a
    // conflict may hide that the code is used up.
    if (offer && (await isUsedUp(offer).catch(() => false))) return { ok: false, failed: ["code"] };
    // The hold is abandoned now, because the next request may be refused before it could end the hold. If the order was
    // written after all, `abandonHold` changes nothing.
    await abandonHold(hold, takenPieces, now).catch((failure: unknown) =>
      log.warn("A hold could not be abandoned; reconcile-checkouts frees its pieces", {
        error: String(failure),
      }),
    );
    throw error;
  });
  if (outcome.ok) return order;
  // The transaction succeeded, but its answer was lost. The SDK sent the transaction again, and then its conditions failed. The
  // next try of `placeOrder` finds the order.
  if (await getOrder(order.orderId)) return undefined;
  await abandonHold(hold, takenPieces, now);
  const reachedLimit = (["code", "customer"] as const).find((name) => outcome.failed.includes(name));
  // Another request of this attempt has abandoned this hold.
  if (!reachedLimit || !order.discountUse) return undefined;
  const { code, customer } = order.discountUse;
  throw new CodeUsedUpError(code, reachedLimit === "customer" ? customer?.hash : undefined);
}
