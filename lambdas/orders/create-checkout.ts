import { setTimeout as wait } from "node:timers/promises";
import type Stripe from "stripe";
import { messages } from "../../shared/messages.ts";
import { formatMoney } from "../../shared/money.ts";
import type { OrderData } from "../../shared/order-data.ts";
import { aborted, AppError, invalid, unavailable } from "../lib/errors.ts";
import { hash, newId } from "../lib/ids.ts";
import { transact } from "../lib/transact.ts";
import { productsOf } from "../products/product-table.ts";
import type { StockName } from "../products/stock-table.ts";
import { moveStock } from "../products/stock-table.ts";
import { numbered, piecesOf } from "./apply-change.ts";
import { newOrder } from "./new-order.ts";
import { ensureMonth } from "./order-list-table.ts";
import { getOrder, holdForClient, orderIdOfAttempt, putAttempt, putNewOrder } from "./order-table.ts";
import type { Opened } from "./open-session.ts";
import { openSession } from "./open-session.ts";
import { putEvent } from "./outbox-table.ts";
import { priceOrder } from "./price-order.ts";
import type { StoredOrder } from "./stored-order.ts";
import { tendHold } from "./tend-hold.ts";

export type Checkout = {
  orderData: OrderData;
  successUrl: string;
  cancelUrl: string;
  client: string;
  heldItems: number;
  origin: string;
  now: Date;
};

/**
 * One attempt of a visitor to buy: holds the pieces, makes the order, opens the payment page. Sent again, it gives
 * the same order and session. 400, 409 (prices or stock changed; attempt used for something else; paid), 429, 503.
 */
export async function createCheckout(client: () => Promise<Stripe>, checkout: Checkout): Promise<Opened> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const order = await placeOrder(checkout);
    if (order.stripeSessionId && order.payment.url) {
      if (order.payment.expiresAt * 1000 > +checkout.now) {
        return { orderId: order.orderId, sessionId: order.stripeSessionId, url: order.payment.url };
      }
      // Its page has closed: Stripe says what became of it, and the attempt goes on from there.
      await tendHold(await client(), order.orderId, checkout.origin, checkout.now);
      continue;
    }
    const opened = await openSession(await client(), order, checkout.origin, checkout.now);
    if (opened) return opened;
  }
  throw unavailable(new Error(`Attempt ${checkout.orderData.oId} found no open payment page twice`));
}

const TRIES = 5;
/** What Stripe takes at once, in dollars. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MIN_TOTAL = 0.5;
const MAX_TOTAL = 999_999.99;

/** The attempt's living order, or a new one with its pieces held. */
async function placeOrder(checkout: Checkout): Promise<StoredOrder> {
  const { orderData, now } = checkout;
  const contentHash = hash(JSON.stringify([orderData, checkout.successUrl, checkout.cancelUrl]));
  await ensureMonth(now);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const [earlier, products] = await Promise.all([
      earlierOrder(orderData.oId, contentHash),
      productsOf(orderData.items),
    ]);
    if (earlier?.hold.state === "held") return earlier;

    const priced = priceOrder(orderData, products);
    if (!priced.ok) throw aborted(messages.cartChanged, priced.lines);
    const { total } = priced.financialInfo;
    if (total < MIN_TOTAL || total > MAX_TOTAL) {
      const limits = messages.totalOutside(formatMoney(MIN_TOTAL), formatMoney(MAX_TOTAL));
      throw invalid({ "orderData.items": limits }, limits);
    }
    const order = newOrder(
      { ...checkout, orderId: newId("ord", +now), data: orderData, contentHash },
      priced,
    );
    const [event] = numbered(
      { ...order, sequence: 0 },
      [
        {
          type: "OrderPlaced",
          items: order.items,
          financialInfo: order.financialInfo,
          holdEndsAt: order.hold.endsAt,
        },
      ],
      now,
    );
    if (!event) throw new Error("An order begins with an event");
    const outcome = await transact<"order" | "attempt" | "outbox" | "client" | StockName>([
      ...moveStock("hold", order.items),
      putNewOrder(order),
      putAttempt(orderData.oId, order.orderId, now, earlier?.orderId),
      putEvent(event),
      holdForClient(order.client, piecesOf(order), checkout.heldItems, now),
    ]);
    if (outcome.ok) return order;
    // The same attempt twice at once, or pieces that went in this moment: both are answered by reading again.
    if (outcome.failed.includes("client") && !outcome.failed.includes("attempt"))
      throw new AppError(429, messages.tooManyHeld, { retryAfter: 60 });
    await wait(Math.random() * 20);
  }
  throw unavailable(new Error(`Attempt ${orderData.oId} met others ${TRIES} times in a row`));
}

/** The order that this attempt made before. 409 when it was for other contents or is paid. */
async function earlierOrder(attemptId: string, contentHash: string): Promise<StoredOrder | undefined> {
  const orderId = await orderIdOfAttempt(attemptId);
  const order = orderId ? await getOrder(orderId) : undefined;
  if (!order) return undefined;
  if (order.contentHash !== contentHash) throw aborted(messages.attemptReused);
  if (order.payment.paidSessionId || order.paymentStatus === "processing")
    throw aborted(messages.alreadyPaid);
  return order;
}
