import { setTimeout as wait } from "node:timers/promises";
import { messages } from "../../shared/messages.ts";
import { formatMoney } from "../../shared/money.ts";
import type { OrderData } from "../../shared/order-data.ts";
import { aborted, AppError, invalid, unavailable } from "../lib/errors.ts";
import { hash, newId } from "../lib/ids.ts";
import { transact } from "../lib/transact.ts";
import { productsOf } from "../products/product-table.ts";
import { mergePieces } from "../products/stock-table.ts";
import { numbered } from "./apply-change.ts";
import type { HoldLimits, HoldRules } from "./hold-limits.ts";
import { changeHold, checkAt, getHold, putHold, tryChangeHold } from "./hold-table.ts";
import type { Hold } from "./hold-table.ts";
import { newOrder } from "./new-order.ts";
import { ensureMonth } from "./order-list-table.ts";
import { getAttempt, getOrder, putAttempt, putNewOrder } from "./order-table.ts";
import { putEvent } from "./outbox-table.ts";
import type { Priced } from "./price-order.ts";
import { priceOrder } from "./price-order.ts";
import { abandonHold, takeForOrder } from "./settle-stock.ts";
import type { StoredOrder } from "./stored-order.ts";

export type Attempt = {
  orderData: OrderData;
  successUrl: string;
  cancelUrl: string;
  now: Date;
};

/** More of this client's items would wait for payment than may. */
export class TooManyHeld extends AppError {
  constructor() {
    super(429, messages.tooManyHeld, { retryAfter: 60 });
  }
}

const TRIES = 5;
/** What Stripe takes at once, in dollars. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MIN_TOTAL = 0.5;
const MAX_TOTAL = 999_999.99;

/**
 * The attempt's order that holds its pieces, or a new one. First the hold item says what is about to be taken, then the
 * pieces are taken one product at a time, then the order is written: a function that dies in between leaves a trace.
 * 400, 409 (prices or stock changed; attempt used for something else; paid), 429 (`limits`), 503.
 */
export async function placeOrder(attempt: Attempt, limits: HoldLimits): Promise<StoredOrder> {
  const { orderData, now } = attempt;
  const contentHash = hash(JSON.stringify([orderData, attempt.successUrl, attempt.cancelUrl]));
  await ensureMonth(now);
  for (let tries = 0; tries < TRIES; tries++) {
    const begun = await getAttempt(orderData.oId);
    if (begun && begun.contentHash !== contentHash) throw aborted(messages.attemptReused);
    const [earlier, { products, stock }] = await Promise.all([
      begun && earlierOrder(begun.orderId),
      productsOf(orderData.items, begun?.orderId),
    ]);
    if (earlier?.hold.state === "held") return earlier;

    const priced = priceOrder(orderData, products);
    if (!priced.ok) throw aborted(messages.cartChanged, priced.lines);
    checkTotal(priced);
    const pieces = mergePieces(priced.items);
    const rules = await limits(pieces, stock);
    const before = begun && { orderId: begun.orderId, placed: earlier !== undefined };
    const hold = await beginHold(attempt, contentHash, pieces, rules.clients, before);
    if (hold) {
      const order = await placeHeld(attempt, contentHash, hold, priced, rules);
      if (order) return order;
    }
    await wait(Math.random() * 20);
  }
  throw unavailable(new Error(`Attempt ${orderData.oId} met others ${TRIES} times in a row`));
}

function checkTotal({ financialInfo: { total } }: Extract<Priced, { ok: true }>): void {
  if (total >= MIN_TOTAL && total <= MAX_TOTAL) return;
  const words = messages.totalOutside(formatMoney(MIN_TOTAL), formatMoney(MAX_TOTAL));
  throw invalid({ "orderData.items": words }, words);
}

/** The order that this attempt made before. 409 when it is paid. */
async function earlierOrder(orderId: string): Promise<StoredOrder | undefined> {
  const order = await getOrder(orderId);
  if (order?.payment.paidSessionId || order?.paymentStatus === "processing")
    throw aborted(messages.alreadyPaid);
  return order;
}

/**
 * The trace of what is about to be taken: that of the attempt's other request, where one is at work (or died at it), or
 * a new one. Undefined when another request was faster.
 */
async function beginHold(
  { orderData, now }: Attempt,
  contentHash: string,
  pieces: Hold["pieces"],
  clients: string[],
  before: { orderId: string; placed: boolean } | undefined,
): Promise<Hold | undefined> {
  const dueAt = checkAt(now);
  const other = before && !before.placed ? await getHold(before.orderId) : undefined;
  if (other?.state === "taking") {
    const joined = await tryChangeHold(other.orderId, { state: "taking", dueAt, from: ["taking"] });
    return joined ? { ...other, dueAt } : undefined;
  }
  // The other request placed its order since it was looked for.
  if (other && other.state !== "freeing") return undefined;
  const orderId = newId("ord", +now);
  const hold: Hold = { orderId, state: "taking", pieces, clients, dueAt };
  const { ok } = await transact([
    putAttempt(orderData.oId, { orderId, contentHash }, now, before?.orderId),
    putHold(hold),
  ]);
  return ok ? hold : undefined;
}

/** Takes the pieces and writes the order; undefined when pieces or the attempt went to another in this moment. */
async function placeHeld(
  attempt: Attempt,
  contentHash: string,
  hold: Hold,
  priced: Extract<Priced, { ok: true }>,
  rules: HoldRules,
): Promise<StoredOrder | undefined> {
  const { orderData: data, now } = attempt;
  const { result, taken } = await takeForOrder(hold, rules, now);
  if (result !== "taken") {
    await abandonHold(hold, taken, now);
    if (result === "crowded") throw rules.crowded();
    if (result === "limited") throw new TooManyHeld();
    return undefined;
  }
  const order = newOrder({ ...attempt, data, orderId: hold.orderId, contentHash }, priced);
  const { items, financialInfo } = order;
  const holdEndsAt = order.hold.endsAt;
  const events = numbered(
    { ...order, sequence: 0 },
    [{ type: "OrderPlaced", items, financialInfo, holdEndsAt }],
    now,
  );
  const { ok } = await transact([
    putNewOrder(order),
    changeHold(order.orderId, { state: "placed", dueAt: holdEndsAt, from: ["taking"] }),
    ...events.map(putEvent),
  ]);
  return ok ? order : undefined;
}
