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
const { act, sessionEvent, paidEvent, expiredEvent } = stripeEvents(() => shop.payments);

describe("a payment", () => {
  test("told 50 times at once is one transition, one change of stock, one event, and every delivery succeeds", async () => {
    const before = await stockOf(shop.table, tee);
    const { orderId, sessionId } = await driver.buy([[tee, 2]]);
    const completed = await paidEvent(sessionId);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => driver.settleEvents(Array.from({ length: 10 }, () => completed))),
    );
    expect(answers.flat()).toEqual([]);
    expect(await stockOf(shop.table, tee)).toEqual({
      ...before,
      available: before.available - 2,
      sold: before.sold + 2,
    });
    expect(await types(orderId)).toEqual(["OrderPlaced", "OrderPaid", "OrderContact"]);
    const { version, paymentStatus } = await order(orderId);
    expect([version, paymentStatus]).toEqual([3, "paid"]);
    advanceClock(3 * 86_400_000);
    expect(await driver.settleEvents([completed])).toEqual([]);
    expect((await order(orderId)).version).toBe(3);
  });

  test("is told in OrderPaid without a word of the customer, then in OrderContact with all that fulfilment needs", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]], { ship: true });
    await driver.pay(sessionId);
    const [paid, contact] = (await eventsOf(shop.table, orderId)).slice(-2);
    expect(paid).toMatchObject({
      type: "OrderPaid",
      version: 1,
      orderId,
      sequence: 2,
      items: [{ productId: tee.id, quantity: 1, priceEach: 25 }],
      financialInfo: { total: 35 },
    });
    expect(JSON.stringify(paid)).not.toMatch(/Grace|Hopper|grace@|Barrel|40202|502-/);
    expect(contact).toMatchObject({
      type: "OrderContact",
      version: 1,
      orderId,
      sequence: 3,
      billingInfo: { email: "grace@example.com" },
      shippingInfo: { zipCode: "40202" },
      marketingConsent: true,
    });
  });

  test("of another amount than the total is shown to the admin", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    const facts = { status: "complete", payment_status: "paid", amount_total: 1, payment_intent: "pi_odd" };
    await driver.settleEvents([await sessionEvent(sessionId, "checkout.session.completed", facts)]);
    expect((await order(orderId)).paymentStatus).toBe("needs-attention");
  });

  test("of somebody else on the same Stripe account is left alone", async () => {
    const { sessionId } = await driver.buy([[tee, 1]]);
    const items = (await shop.table.items()).length;
    const facts = { status: "complete", payment_status: "paid" };
    const theirs = await Promise.all(
      [{}, null].map((metadata) =>
        sessionEvent(sessionId, "checkout.session.completed", { ...facts, metadata }),
      ),
    );
    expect(await driver.settleEvents(theirs)).toEqual([]);
    expect((await shop.table.items()).length).toBe(items);
  });

  test("of an order that cannot be read goes back to the queue; its neighbours in the batch do not", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    const torn = await driver.buy([[tee, 1]]);
    const stored =
      (await shop.table.partition(`ORDER#${torn.orderId}`)).find(({ sk }) => sk === "ORDER") ?? {};
    await shop.table.put({ ...stored, items: "torn" });
    const unreadable = await paidEvent(torn.sessionId);
    const completed = await paidEvent(sessionId);
    expect(await driver.settleEvents([unreadable, completed, unreadable])).toEqual([0, 2]);
    expect((await order(orderId)).paymentStatus).toBe("paid");
    await shop.table.put(stored);
    expect(await driver.settleEvents([unreadable])).toEqual([]);
    expect((await order(torn.orderId)).paymentStatus).toBe("paid");
  });

  test("waits in its queue while the table is down, and is applied when it is back", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    const completed = await paidEvent(sessionId);
    shop.tableFaults.set({ table: "down" });
    expect(await driver.settleEvents([completed])).toEqual([0]);
    shop.tableFaults.set({ table: "normal" });
    expect(await driver.settleEvents([completed])).toEqual([]);
    expect((await order(orderId)).paymentStatus).toBe("paid");
  });
});

describe("a session that this shop did not open", () => {
  const paid = { status: "complete", payment_status: "paid", payment_intent: "pi_theirs" };
  const theirs = {
    id: "cs_test_theirs",
    client_reference_id: null,
    success_url: "https://other.example/thanks",
  };

  test.each([
    "checkout.session.completed",
    "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed",
    "checkout.session.expired",
  ])("%s with an order id that is not ours is left alone: not tried again, and in the log", async (type) => {
    const { sessionId } = await driver.buy([[tee, 1]]);
    const items = (await shop.table.items()).length;
    const events = await Promise.all(
      ["4711", "ord_01ARZ3NDEKTSV4RRFFQ69G5FAV", "x".repeat(500)].map((orderId) =>
        sessionEvent(sessionId, type, { ...paid, ...theirs, metadata: { orderId } }),
      ),
    );
    shop.logs.length = 0;
    expect(await driver.settleEvents(events)).toEqual([]);
    expect((await shop.table.items()).length).toBe(items);
    expect(shop.logs.filter((line) => line.includes("A session is not this shop's"))).toHaveLength(3);
  });

  test.each<[said: string, facts: object]>([
    ["metadata alone", {}],
    ["another total", { client_reference_id: "ours", amount_total: 2499 }],
    ["another currency", { client_reference_id: "ours", currency: "jpy" }],
    ["another reference", { client_reference_id: "ord_01ARZ3NDEKTSV4RRFFQ69G5FAV" }],
  ])("settles no order that it names: %s", async (_, facts) => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    const reference = "client_reference_id" in facts && facts.client_reference_id === "ours";
    const event = await sessionEvent(sessionId, "checkout.session.completed", {
      ...{ ...paid, ...theirs, ...facts },
      ...(reference ? { client_reference_id: orderId } : {}),
    });
    const ended = await sessionEvent(sessionId, "checkout.session.expired", { ...theirs, status: "expired" });
    expect(await driver.settleEvents([event, ended])).toEqual([]);
    const { paymentStatus, hold, payment } = await order(orderId);
    expect([paymentStatus, hold.state, payment.paidSessionId]).toEqual(["unpaid", "held", undefined]);
  });

  test("is told from one of ours whose answer got lost: that one has our reference and the very total", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    const lost = await sessionEvent(sessionId, "checkout.session.completed", { ...paid, id: "cs_test_lost" });
    expect(await driver.settleEvents([lost])).toEqual([]);
    expect((await order(orderId)).paymentStatus).toBe("paid");
  });

  test("is told from one of ours whose order got lost: its money goes unnoticed by nobody", async () => {
    const { sessionId } = await driver.buy([[tee, 1]]);
    const gone = { client_reference_id: "ord_gone", metadata: { orderId: "ord_gone" } };
    const events = await Promise.all([
      sessionEvent(sessionId, "checkout.session.completed", { ...paid, ...gone }),
      sessionEvent(sessionId, "checkout.session.expired", {
        ...gone,
        status: "expired",
        payment_status: "unpaid",
      }),
    ]);
    expect(await driver.settleEvents(events)).toEqual([0]);
  });
});

describe("in whatever order Stripe's news comes, Stripe is right", () => {
  test("expired, then completed: paid, with pieces taken again", async () => {
    const before = await stockOf(shop.table, tee);
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    await driver.settleEvents([await expiredEvent(sessionId)]);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "expired", hold: { state: "released" } });
    expect(await stockOf(shop.table, tee)).toEqual(before);
    await driver.pay(sessionId);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", hold: { state: "sold" } });
    await driver.settleEvents([await expiredEvent(sessionId)]);
    expect((await order(orderId)).paymentStatus).toBe("paid");
    expect(await types(orderId)).toEqual(["OrderPlaced", "CheckoutExpired", "OrderPaid", "OrderContact"]);
  });

  test("completed while unpaid holds on, then the money comes", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    await driver.settleEvents(await act(sessionId, "pay-later"));
    expect(await order(orderId)).toMatchObject({ paymentStatus: "processing", hold: { state: "held" } });
    expect(await types(orderId)).toEqual(["OrderPlaced"]);
    await driver.settleEvents(await act(sessionId, "settle"));
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", hold: { state: "sold" } });
  });

  test("the slow money comes before the news that it is on its way", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    const first = await act(sessionId, "pay-later");
    await driver.settleEvents(await act(sessionId, "settle"));
    await driver.settleEvents(first);
    expect((await order(orderId)).paymentStatus).toBe("paid");
  });

  test("failed, then succeeded: paid; failed again afterwards: still paid", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    await driver.settleEvents(await act(sessionId, "pay-later"));
    const failed = await act(sessionId, "fail-later");
    await driver.settleEvents(failed);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "failed", hold: { state: "released" } });
    const facts = { payment_status: "paid", payment_intent: "pi_late" };
    await driver.settleEvents([
      await sessionEvent(sessionId, "checkout.session.async_payment_succeeded", facts),
    ]);
    await driver.settleEvents(failed);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", hold: { state: "sold" } });
  });

  test("refunded in Stripe before the shop hears of the payment: refunded in the end", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 1]]);
    const paid = await act(sessionId, "pay");
    await driver.settleEvents(await act(sessionId, "refund"));
    await driver.settleEvents(paid);
    expect(await order(orderId)).toMatchObject({
      paymentStatus: "refunded",
      financialInfo: { total: 25, refunded: 25 },
    });
  });
});
