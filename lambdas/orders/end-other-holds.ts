import type Stripe from "stripe";
import { decodeTime } from "ulid";
import type { Limits } from "../../shared/limits.ts";
import type { OrderData } from "../../shared/order-data.ts";
import { log } from "../lib/log.ts";
import type { Holder } from "../products/product-table.ts";
import { holdersOf } from "../products/product-table.ts";
import { mergePieces, stockName } from "../products/stock-table.ts";
import { hasRoom, ordersWaitingOf } from "./client-table.ts";
import { endUnpaid } from "./end-unpaid.ts";
import { heldShare, type HoldLimits } from "./hold-limits.ts";
import { getOrder } from "./order-table.ts";

type StripeClient = () => Promise<Stripe>;

/** Ends the same visitor's unpaid holds of other attempts. Answers how many ended. */
export async function endOwnHolds(
  client: StripeClient,
  { visitor, attemptId, now }: { visitor: string; attemptId: string; now: Date },
  { withPage }: { withPage: boolean },
): Promise<number> {
  let ended = 0;
  for (const orderId of await ordersWaitingOf(visitor)) {
    const order = await getOrder(orderId);
    if (order?.hold.state !== "held" || order.attemptId === attemptId) continue;
    if (order.stripeSessionId !== undefined && !withPage) continue;
    ended += await endOne(client, orderId, "released", { now, by: "customer" });
  }
  return ended;
}

/** Limits for one checkout, because each ended hold is a call of Stripe. */
const MOST_LOOKED_AT = 40;
const MOST_ENDED = 5;

/**
 * Under high demand, ends the oldest holds on pieces that are short, if their payment pages have been open for longer than
 * `idleSeconds`. It ends no more than needed, and only for a client that may hold the pieces. Answers how many ended.
 * Throws what `rules` throw for this checkout, such as a challenge.
 */
export async function endIdleHolds(
  client: StripeClient,
  items: OrderData["items"],
  rules: HoldLimits,
  { freeShare, idleSeconds }: Limits,
  now: Date,
): Promise<number> {
  const wanted = mergePieces(items.map(({ id, v, q }) => ({ productId: id, variantId: v, quantity: q })));
  const found = await Promise.all(wanted.map(async (pieces) => ({ pieces, ...(await holdersOf(pieces)) })));
  const before = +now - idleSeconds * 1000;
  const isIdle = ({ orderId }: { orderId: string }) =>
    orderId.startsWith("ord_") && decodeTime(orderId.slice(4)) <= before;
  const short = found
    .filter(
      ({ pieces, available, held }) =>
        available < pieces.quantity && heldShare({ available, held }, pieces.quantity) > freeShare,
    )
    .map(({ holders, ...of }) => ({ ...of, idle: holders.filter(isIdle) }));
  if (short.every(({ idle }) => idle.length === 0)) return 0;
  const allowed = await rules(
    wanted,
    new Map(found.map(({ pieces, ...count }) => [stockName(pieces), count])),
  );
  const room = await Promise.all(allowed.clients.map((key) => hasRoom(key, wanted, allowed.of(key))));
  if (room.includes(false)) return 0;
  let ended = 0;
  for (const { pieces, available, idle } of short)
    ended += await endUntil(client, idle, pieces.quantity - available, now);
  return ended;
}

/** Ends holds, the oldest first, until `missing` pieces are free. */
async function endUntil(
  client: StripeClient,
  idle: readonly Holder[],
  missing: number,
  now: Date,
): Promise<number> {
  let ended = 0;
  let freed = 0;
  const oldest = [...idle].sort((a, b) => (a.orderId < b.orderId ? -1 : 1)).slice(0, MOST_LOOKED_AT);
  for (const { orderId, quantity } of oldest) {
    if (freed >= missing || ended >= MOST_ENDED) break;
    const one = await endOne(client, orderId, "expired", { now, by: "shop" });
    ended += one;
    freed += one * quantity;
  }
  return ended;
}

/** 1 when the hold ended; 0 when it is paid or processing, or Stripe does not answer. */
async function endOne(
  client: StripeClient,
  orderId: string,
  reason: "released" | "expired",
  cause: { now: Date; by: string },
): Promise<number> {
  try {
    return (await endUnpaid(client, orderId, reason, cause))?.hold.state === "released" ? 1 : 0;
  } catch (error) {
    log.warn("A hold could not be ended for the next buyer", {
      orderId,
      error: error instanceof Error ? error.name : "unknown",
    });
    return 0;
  }
}
