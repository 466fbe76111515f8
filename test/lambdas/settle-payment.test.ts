import type Stripe from "stripe";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { audit, eventsOf, orderOf, stockOf } from "../support/books.ts";
import type { Counter } from "../support/counter.ts";
import { openCounter } from "../support/counter.ts";
import { shirt, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { later, openShop } from "../support/shop.ts";

let shop: Shop;
let counter: Counter;
const tee = shirt({ stock: 1000 });

beforeAll(async () => {
  shop = await openShop();
  counter = await openCounter(shop);
  await stockUp(shop.table, tee);
});
afterEach(() => audit(shop.table));

const types = async (orderId: string) => (await eventsOf(shop.table, orderId)).map(({ type }) => type);
const order = (orderId: string) => orderOf(shop.table, orderId);
const act = async (sessionId: string, action: Parameters<Shop["payments"]["act"]>[1]) => {
  await shop.payments.events();
  shop.payments.act(sessionId, action);
  return shop.payments.events();
};
/** Pays, and answers the one event that says so. */
const paidBy = async (sessionId: string): Promise<Stripe.Event> => {
  const told = (await act(sessionId, "pay")).find(({ type }) => type === "checkout.session.completed");
  if (!told) throw new Error("Stripe told nothing");
  return told;
};
let made = 0;
/** An event that Stripe might send of a session, with other facts. */
const about = async (sessionId: string, type: string, facts: object): Promise<Stripe.Event> => {
  const session = await shop.payments.sdk.checkout.sessions.retrieve(sessionId);
  const object = { ...session, ...facts };
  return { id: `evt_made_${made++}`, object: "event", type, data: { object } } as unknown as Stripe.Event;
};
const expired = (sessionId: string) =>
  about(sessionId, "checkout.session.expired", { status: "expired", payment_status: "unpaid" });

describe("a payment", () => {
  test("told 50 times at once is one transition, one change of stock, one event, and every delivery succeeds", async () => {
    const before = await stockOf(shop.table, tee);
    const { orderId, sessionId } = await counter.buy([[tee, 2]]);
    const completed = await paidBy(sessionId);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => counter.settleEvents(Array.from({ length: 10 }, () => completed))),
    );
    expect(answers.flat()).toEqual([]);
    expect(await stockOf(shop.table, tee)).toEqual({
      ...before,
      available: before.available - 2,
      sold: before.sold + 2,
    });
    expect(await types(orderId)).toEqual(["OrderPlaced", "OrderPaid"]);
    const { version, paymentStatus } = await order(orderId);
    expect([version, paymentStatus]).toEqual([3, "paid"]);
    later(3 * 86_400_000);
    expect(await counter.settleEvents([completed])).toEqual([]);
    expect((await order(orderId)).version).toBe(3);
  });

  test("is told in OrderPaid with all that fulfilment needs", async () => {
    const { orderId, sessionId } = await counter.buy([[tee, 1]], { ship: true });
    await counter.pay(sessionId);
    expect((await eventsOf(shop.table, orderId)).at(-1)).toMatchObject({
      type: "OrderPaid",
      version: 1,
      orderId,
      sequence: 2,
      items: [{ productId: tee.id, quantity: 1, priceEach: 25 }],
      billingInfo: { email: "grace@example.com" },
      shippingInfo: { zipCode: "40202" },
      financialInfo: { total: 35 },
      marketingConsent: true,
    });
  });

  test("of another amount than the total is shown to the admin", async () => {
    const { orderId, sessionId } = await counter.buy([[tee, 1]]);
    const facts = { status: "complete", payment_status: "paid", amount_total: 1, payment_intent: "pi_odd" };
    await counter.settleEvents([await about(sessionId, "checkout.session.completed", facts)]);
    expect((await order(orderId)).paymentStatus).toBe("needs-attention");
  });

  test("of somebody else on the same Stripe account is left alone", async () => {
    const { sessionId } = await counter.buy([[tee, 1]]);
    const items = (await shop.table.items()).length;
    const facts = { status: "complete", payment_status: "paid" };
    const theirs = await Promise.all(
      [{}, null].map((metadata) => about(sessionId, "checkout.session.completed", { ...facts, metadata })),
    );
    expect(await counter.settleEvents(theirs)).toEqual([]);
    expect((await shop.table.items()).length).toBe(items);
  });

  test("of an order that cannot be read goes back to the queue; its neighbours in the batch do not", async () => {
    const { orderId, sessionId } = await counter.buy([[tee, 1]]);
    const unknown = await about(sessionId, "checkout.session.completed", {
      status: "complete",
      payment_status: "paid",
      metadata: { orderId: "ord_01ARZ3NDEKTSV4RRFFQ69G5FAV" },
    });
    const completed = await paidBy(sessionId);
    expect(await counter.settleEvents([unknown, completed, unknown])).toEqual([0, 2]);
    expect((await order(orderId)).paymentStatus).toBe("paid");
  });

  test("waits in its queue while the table is down, and is applied when it is back", async () => {
    const { orderId, sessionId } = await counter.buy([[tee, 1]]);
    const completed = await paidBy(sessionId);
    shop.tableFaults.set({ table: "down" });
    expect(await counter.settleEvents([completed])).toEqual([0]);
    shop.tableFaults.set({ table: "normal" });
    expect(await counter.settleEvents([completed])).toEqual([]);
    expect((await order(orderId)).paymentStatus).toBe("paid");
  });
});

describe("in whatever order Stripe's news comes, Stripe is right", () => {
  test("expired, then completed: paid, with pieces taken again", async () => {
    const before = await stockOf(shop.table, tee);
    const { orderId, sessionId } = await counter.buy([[tee, 1]]);
    await counter.settleEvents([await expired(sessionId)]);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "expired", hold: { state: "released" } });
    expect(await stockOf(shop.table, tee)).toEqual(before);
    await counter.pay(sessionId);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", hold: { state: "sold" } });
    await counter.settleEvents([await expired(sessionId)]);
    expect((await order(orderId)).paymentStatus).toBe("paid");
    expect(await types(orderId)).toEqual(["OrderPlaced", "CheckoutExpired", "OrderPaid"]);
  });

  test("completed while unpaid holds on, then the money comes", async () => {
    const { orderId, sessionId } = await counter.buy([[tee, 1]]);
    await counter.settleEvents(await act(sessionId, "pay-later"));
    expect(await order(orderId)).toMatchObject({ paymentStatus: "processing", hold: { state: "held" } });
    expect(await types(orderId)).toEqual(["OrderPlaced"]);
    await counter.settleEvents(await act(sessionId, "settle"));
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", hold: { state: "sold" } });
  });

  test("the slow money comes before the news that it is on its way", async () => {
    const { orderId, sessionId } = await counter.buy([[tee, 1]]);
    const first = await act(sessionId, "pay-later");
    await counter.settleEvents(await act(sessionId, "settle"));
    await counter.settleEvents(first);
    expect((await order(orderId)).paymentStatus).toBe("paid");
  });

  test("failed, then succeeded: paid; failed again afterwards: still paid", async () => {
    const { orderId, sessionId } = await counter.buy([[tee, 1]]);
    await counter.settleEvents(await act(sessionId, "pay-later"));
    const failed = await act(sessionId, "fail-later");
    await counter.settleEvents(failed);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "failed", hold: { state: "released" } });
    const facts = { payment_status: "paid", payment_intent: "pi_late" };
    await counter.settleEvents([await about(sessionId, "checkout.session.async_payment_succeeded", facts)]);
    await counter.settleEvents(failed);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", hold: { state: "sold" } });
  });

  test("refunded in Stripe before the shop hears of the payment: refunded in the end", async () => {
    const { orderId, sessionId } = await counter.buy([[tee, 1]]);
    const paid = await act(sessionId, "pay");
    await counter.settleEvents(await act(sessionId, "refund"));
    await counter.settleEvents(paid);
    expect(await order(orderId)).toMatchObject({
      paymentStatus: "refunded",
      financialInfo: { total: 25, refunded: 25 },
    });
  });
});

describe("paid when it cannot be had any more", () => {
  test("the stock is gone: the money goes back and the admin is shown why", async () => {
    const last = shirt({ stock: 1 });
    await stockUp(shop.table, last);
    const slow = await counter.buy([[last, 1]]);
    await counter.settleEvents([await expired(slow.sessionId)]);
    const quick = await counter.buy([[last, 1]]);
    await counter.pay(quick.sessionId);
    await counter.pay(slow.sessionId);
    const late = await order(slow.orderId);
    expect(late).toMatchObject({ paymentStatus: "needs-attention", hold: { state: "short" } });
    expect(late.refunds).toMatchObject([{ amount: 25, status: "requested" }]);
    expect(await types(slow.orderId)).toEqual(["OrderPlaced", "CheckoutExpired", "RefundRequested"]);
    expect(await counter.handOn("refund", slow.orderId, "RefundRequested")).toEqual([]);
    expect(await order(slow.orderId)).toMatchObject({
      paymentStatus: "refunded",
      financialInfo: { refunded: 25 },
    });
    expect((await order(quick.orderId)).paymentStatus).toBe("paid");
  });

  test("one of two products is gone: neither is taken", async () => {
    const [plenty, last] = [shirt({ stock: 5 }), shirt({ stock: 1 })];
    await stockUp(shop.table, plenty, last);
    const slow = await counter.buy([
      [plenty, 2],
      [last, 1],
    ]);
    await counter.settleEvents([await expired(slow.sessionId)]);
    await counter.buy([[last, 1]]);
    await counter.pay(slow.sessionId);
    expect((await order(slow.orderId)).hold.state).toBe("short");
    expect(await stockOf(shop.table, plenty)).toEqual({ available: 5, held: 0, sold: 0 });
  });

  test("two sessions paid for one order: the second payment goes back, the order stays paid", async () => {
    const { orderId, sessionId } = await counter.buy([[tee, 1]]);
    const metadata = { orderId };
    const second = await shop.payments.sdk.checkout.sessions.create({
      mode: "payment",
      success_url: "https://shop.example/",
      metadata,
      payment_intent_data: { metadata },
      line_items: [
        { quantity: 1, price_data: { currency: "usd", unit_amount: 2500, product_data: { name: "Tee" } } },
      ],
    });
    await counter.pay(sessionId);
    const twice = await act(second.id, "pay");
    expect(await counter.settleEvents([...twice, ...twice])).toEqual([]);
    expect((await order(orderId)).refunds).toMatchObject([{ reason: "Paid twice", amount: 25 }]);
    await counter.handOn("refund", orderId, "RefundRequested");
    await counter.settleEvents(await shop.payments.events());
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
    const { orderId, sessionId } = await counter.buy([[tee, 2]]);
    await counter.pay(sessionId);
    const { paymentIntentId: payment_intent = "" } = (await order(orderId)).payment;
    await shop.payments.sdk.refunds.create({ payment_intent, amount: 1000 });
    const partial = await shop.payments.events();
    await counter.settleEvents([...partial, ...partial.toReversed()]);
    expect(await order(orderId)).toMatchObject({
      paymentStatus: "partially-refunded",
      financialInfo: { refunded: 10 },
    });
    await counter.settleEvents(await act(sessionId, "refund"));
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
    const { orderId, sessionId } = await counter.buy([[tee, 1]]);
    await counter.pay(sessionId);
    await counter.settleEvents(await act(sessionId, "refund"));
    await counter.settleEvents(await act(sessionId, "refund-fail"));
    expect(await order(orderId)).toMatchObject({
      paymentStatus: "needs-attention",
      financialInfo: { refunded: 0 },
    });
  });

  test("a dispute needs a person, once however often it is told", async () => {
    const { orderId, sessionId } = await counter.buy([[tee, 1]]);
    await counter.pay(sessionId);
    const events = await act(sessionId, "dispute");
    await Promise.all([counter.settleEvents(events), counter.settleEvents(events)]);
    later(3 * 86_400_000);
    await counter.settleEvents(events);
    const { paymentStatus, history } = await order(orderId);
    expect(paymentStatus).toBe("needs-attention");
    expect(history.filter(({ what }) => what.includes("disputed"))).toHaveLength(1);
  });
});
