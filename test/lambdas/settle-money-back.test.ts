import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkInvariants, eventsOf, orderOf, stockOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { shirt, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";
import { stripeEvents } from "../support/stripe-events.ts";

let shop: Shop;
let driver: CheckoutDriver;
const tee = shirt({ stock: 1000 });

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  await stockUp(shop.table, tee);
});
afterEach(() => checkInvariants(shop.table));

const types = async (orderId: string) => (await eventsOf(shop.table, orderId)).map(({ type }) => type);
const order = (orderId: string) => orderOf(shop.table, orderId);
const { act, expiredEvent } = stripeEvents(() => shop.payments);

describe("a payment of an order that cannot be fulfilled", () => {
  test("the stock is gone: the money goes back and the admin is shown why", async () => {
    const last = shirt({ stock: 1 });
    await stockUp(shop.table, last);
    const slow = await driver.buy([[last, 1]]);
    await driver.settleEvents([await expiredEvent(slow.sessionId)]);
    const quick = await driver.buy([[last, 1]]);
    await driver.pay(quick.sessionId);
    await driver.pay(slow.sessionId);
    const late = await order(slow.orderId);
    expect(late).toMatchObject({ paymentStatus: "needs-attention", hold: { state: "short" } });
    expect(late.refunds).toMatchObject([{ amount: 25, status: "requested" }]);
    expect(await types(slow.orderId)).toEqual(["OrderPlaced", "CheckoutExpired", "RefundRequested"]);
    expect(await driver.deliverOutbox("refund", slow.orderId, "RefundRequested")).toEqual([]);
    expect(await order(slow.orderId)).toMatchObject({
      paymentStatus: "refunded",
      financialInfo: { refunded: 25 },
    });
    expect((await order(quick.orderId)).paymentStatus).toBe("paid");
  });

  test("one of two products is gone: neither is taken", async () => {
    const [plenty, last] = [shirt({ stock: 5 }), shirt({ stock: 1 })];
    await stockUp(shop.table, plenty, last);
    const slow = await driver.buy([
      [plenty, 2],
      [last, 1],
    ]);
    await driver.settleEvents([await expiredEvent(slow.sessionId)]);
    await driver.buy([[last, 1]]);
    await driver.pay(slow.sessionId);
    expect((await order(slow.orderId)).hold.state).toBe("short");
    expect(await stockOf(shop.table, plenty)).toEqual({ available: 5, held: 0, sold: 0 });
  });

  test("two sessions paid for one order: the second payment goes back, the order stays paid", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    const metadata = { orderId };
    const second = await shop.payments.sdk.checkout.sessions.create({
      mode: "payment",
      client_reference_id: orderId,
      success_url: "https://shop.example/",
      metadata,
      payment_intent_data: { metadata },
      line_items: [
        { quantity: 1, price_data: { currency: "usd", unit_amount: 2500, product_data: { name: "Tee" } } },
      ],
    });
    await driver.pay(sessionId);
    const twice = await act(second.id, "pay");
    expect(await driver.settleEvents([...twice, ...twice])).toEqual([]);
    expect((await order(orderId)).refunds).toMatchObject([{ reason: "Paid twice", amount: 25 }]);
    await driver.deliverOutbox("refund", orderId, "RefundRequested");
    await driver.settleEvents(await shop.payments.events());
    const after = await order(orderId);
    expect(after).toMatchObject({
      paymentStatus: "paid",
      financialInfo: { refunded: 0 },
      hold: { state: "sold" },
    });
    expect(after.refunds).toMatchObject([
      { status: "succeeded", paymentIntentId: after.refunds[0]?.paymentIntentId },
    ]);
    const charges = await shop.payments.sdk.charges.list({ limit: 2 });
    expect(charges.data.map(({ refunded }) => refunded).sort()).toEqual([false, true]);
  });
});

describe("what happens in Stripe's own dashboard", () => {
  test("a partial, then a full refund show here with their sum, each once", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 2]]);
    await driver.pay(sessionId);
    const { paymentIntentId: payment_intent = "" } = (await order(orderId)).payment;
    await shop.payments.sdk.refunds.create({ payment_intent, amount: 1000 });
    const partial = await shop.payments.events();
    await driver.settleEvents([...partial, ...partial.toReversed()]);
    expect(await order(orderId)).toMatchObject({
      paymentStatus: "partially-refunded",
      financialInfo: { refunded: 10 },
    });
    await driver.settleEvents(await act(sessionId, "refund"));
    expect(await order(orderId)).toMatchObject({
      paymentStatus: "refunded",
      financialInfo: { refunded: 50 },
    });
    const told = (await eventsOf(shop.table, orderId)).filter((event) => event.type === "OrderRefunded");
    expect(told.map(({ amount, refunded }) => [amount, refunded])).toEqual([
      [10, 10],
      [40, 50],
    ]);
  });

  test("a refund that fails later is money that is still here, and needs a person", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    await driver.pay(sessionId);
    await driver.settleEvents(await act(sessionId, "refund"));
    await driver.settleEvents(await act(sessionId, "refund-fail"));
    expect(await order(orderId)).toMatchObject({
      paymentStatus: "needs-attention",
      financialInfo: { refunded: 0 },
    });
  });

  test("a dispute needs a person, once however often it is told", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    await driver.pay(sessionId);
    const events = await act(sessionId, "dispute");
    await Promise.all([driver.settleEvents(events), driver.settleEvents(events)]);
    advanceClock(3 * 86_400_000);
    await driver.settleEvents(events);
    const { paymentStatus, history } = await order(orderId);
    expect(paymentStatus).toBe("needs-attention");
    expect(history.filter(({ what }) => what.includes("disputed"))).toHaveLength(1);
  });
});
