import type Stripe from "stripe";
import { decodeTime } from "ulid";
import type { Limits } from "../../shared/limits.ts";
import type { OrderData } from "../../shared/order-data.ts";
import { log } from "../lib/log.ts";
import type { StockHold } from "../products/product-table.ts";
import { readStockHolds } from "../products/product-table.ts";
import { mergePieces, stockName } from "../products/stock-table.ts";
import { hasRoom, readUnpaidOrderIds } from "./client-table.ts";
import { endUnpaidHold } from "./end-unpaid-hold.ts";
import { heldShare, type CheckLimits } from "./hold-limits.ts";
import { getOrder } from "./order-table.ts";
import type { StoredOrder } from "./stored-order.ts";

type GetStripe = () => Promise<Stripe>;
type IsTimeUp = () => boolean;

/**
 * After this time, no further hold is ended, so that a checkout answers within the 29 s of its function.
 * The other holds stay until the customer's next request, or until they are paid or expire.
 */
export const MAX_START_MS = 3_000;
/** No retries: a call that Stripe does not answer takes all of the time. */
const STRIPE_OPTIONS = { timeout: MAX_START_MS, maxNetworkRetries: 0 };

/**
 * Ends the unpaid holds of the same visitor's other attempts that `shouldEnd` accepts, until `isTimeUp`. Returns the number
 * of ended holds.
 */
export async function endOwnHolds(
  getStripe: GetStripe,
  { visitorKey, attemptId, now }: { visitorKey: string; attemptId: string; now: Date },
  { shouldEnd, isTimeUp }: { shouldEnd: (order: StoredOrder) => boolean; isTimeUp: IsTimeUp },
): Promise<number> {
  let endedCount = 0;
  for (const orderId of await readUnpaidOrderIds(visitorKey)) {
    if (isTimeUp()) break;
    const order = await getOrder(orderId);
    if (order?.hold.state !== "held" || order.attemptId === attemptId) continue;
    if (!shouldEnd(order)) continue;
    if ((await tryToEnd(getStripe, orderId, "released", { now, by: "customer" })) === "ended") endedCount++;
  }
  return endedCount;
}

/**
 * For each product or variant of a checkout: the most holds to try, and the most to end. Each try needs calls to Stripe, except
 * for a hold whose payment is pending, which does not count: such holds may be the oldest for days.
 */
const MAX_TRIED = 40;
const MAX_ENDED = 5;
/** The most holds whose orders are read: so many reads end before the time is up, so a sold-out product is answered with 409. */
const MAX_READ = 300;

/**
 * Under high demand, ends the oldest holds of products with too few available pieces, if the orders are older
 * than `idleSeconds`, until `isTimeUp`. Ends no more holds than needed, and only for a visitor who may hold the pieces.
 * Returns the number of ended holds. Throws the errors of `checkLimits` for this checkout, such as a challenge.
 */
export async function endIdleHolds(
  getStripe: GetStripe,
  items: OrderData["items"],
  checkLimits: CheckLimits,
  { shareWithoutProof, idleSeconds }: Limits,
  { isTimeUp, now }: { isTimeUp: IsTimeUp; now: Date },
): Promise<number> {
  const neededPieces = mergePieces(
    items.map(({ id, v, q }) => ({ productId: id, variantId: v, quantity: q })),
  );
  const stocks = await Promise.all(
    neededPieces.map(async (pieces) => ({ pieces, ...(await readStockHolds(pieces)) })),
  );
  const idleSince = +now - idleSeconds * 1000;
  // An order's id is 'ord_' and a ULID, which begins with the time of the order.
  const isIdle = ({ holdKey }: StockHold) =>
    holdKey.startsWith("ord_") && decodeTime(holdKey.slice(4)) <= idleSince;
  const shortStocks = stocks
    .filter(
      ({ pieces, available, held }) =>
        available < pieces.quantity && heldShare({ available, held }, pieces.quantity) > shareWithoutProof,
    )
    .map(({ holds, ...stock }) => ({ ...stock, idleHolds: holds.filter(isIdle) }));
  if (shortStocks.every(({ idleHolds }) => idleHolds.length === 0)) return 0;
  const limits = await checkLimits(
    neededPieces,
    new Map(stocks.map(({ pieces, ...count }) => [stockName(pieces), count])),
  );
  const clientsHaveRoom = await Promise.all(
    limits.clients.map((key) => hasRoom(key, neededPieces, limits.limitOf(key))),
  );
  if (clientsHaveRoom.includes(false)) return 0;
  let endedCount = 0;
  for (const { pieces, available, idleHolds } of shortStocks)
    endedCount += await endOldestHolds(getStripe, idleHolds, pieces.quantity - available, {
      isTimeUp,
      now,
    });
  return endedCount;
}

/** Ends holds, the oldest first, until `missingPieces` pieces are free. */
async function endOldestHolds(
  getStripe: GetStripe,
  idleHolds: readonly StockHold[],
  missingPieces: number,
  { isTimeUp, now }: { isTimeUp: IsTimeUp; now: Date },
): Promise<number> {
  let endedCount = 0;
  let freedPieces = 0;
  let triedCount = 0;
  const oldestHolds = [...idleHolds].sort((a, b) => (a.holdKey < b.holdKey ? -1 : 1)).slice(0, MAX_READ);
  for (const { holdKey, quantity } of oldestHolds) {
    if (freedPieces >= missingPieces || endedCount >= MAX_ENDED || triedCount >= MAX_TRIED || isTimeUp())
      break;
    const result = await tryToEnd(getStripe, holdKey, "expired", { now, by: "shop" });
    if (result !== "pending") triedCount++;
    if (result !== "ended") continue;
    endedCount++;
    freedPieces += quantity;
  }
  return endedCount;
}

/**
 * Ends one hold. 'pending': its payment is being processed. 'kept': for example, because the order was paid. Logs a failure.
 */
async function tryToEnd(
  getStripe: GetStripe,
  orderId: string,
  reason: "released" | "expired",
  actor: { now: Date; by: string },
): Promise<"ended" | "pending" | "kept"> {
  try {
    const order = await endUnpaidHold(getStripe, orderId, reason, actor, STRIPE_OPTIONS);
    if (order?.paymentStatus === "processing") return "pending";
    return order?.hold.state === "released" ? "ended" : "kept";
  } catch (error) {
    log.warn("A hold could not be ended", {
      orderId,
      error: error instanceof Error ? error.name : "unknown",
    });
    return "kept";
  }
}
