import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { checkInvariants, eventsOf, eventTypesOf, orderOf, stockOf } from "../support/invariants.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import type { ShopWithTableFaults } from "../support/shop.ts";
import { advanceClock, openShopWithTableFaults } from "../support/shop.ts";
import { stripeEvents } from "../support/stripe-events.ts";

let shop: ShopWithTableFaults;
let driver: CheckoutDriver;
const tee = testProduct({ stock: 1000 });

beforeAll(async () => {
  shop = await openShopWithTableFaults();
  driver = await openCheckoutDriver(shop);
  await stockUp(shop.table, tee);
});
afterEach(() => checkInvariants(shop.table));

const eventTypes = (orderId: string) => eventTypesOf(shop.table, orderId);
const readOrder = (orderId: string) => orderOf(shop.table, orderId);
const readStoredOrder = async (orderId: string) =>
  (await shop.table.partition(`ORDER#${orderId}`)).find(({ sk }) => sk === "ORDER");
const { act, sessionEvent, paidEvent, expiredEvent } = stripeEvents(() => shop.payments);

describe("a payment", () => {
  test("whose event is delivered 50 times at the same time is applied once, and every delivery succeeds", async () => {
    const stockBefore = await stockOf(shop.table, tee);
    const { orderId, sessionId } = await driver.openCheckout([[tee, 2]]);
    const completedEvent = await paidEvent(sessionId);
    const failedIndexes = await Promise.all(
      Array.from({ length: 5 }, () =>
        driver.settleAndListFailures(Array.from({ length: 10 }, () => completedEvent)),
      ),
    );
    expect(failedIndexes.flat()).toEqual([]);
    expect(await stockOf(shop.table, tee)).toEqual({
      ...stockBefore,
      available: stockBefore.available - 2,
      sold: stockBefore.sold + 2,
    });
    expect(await eventTypes(orderId)).toEqual(["OrderPlaced", "OrderPaid", "OrderContact"]);
    const { version, paymentStatus } = await readOrder(orderId);
    expect([version, paymentStatus]).toEqual([3, "paid"]);
    advanceClock(3 * 86_400_000);
    expect(await driver.settleAndListFailures([completedEvent])).toEqual([]);
    expect((await readOrder(orderId)).version).toBe(3);
  });

  test("publishes OrderPaid without customer data, then OrderContact with the data for fulfilment", async () => {
    const { orderId } = await driver.buyAndPay([[tee, 1]], { ship: true });
    const [orderPaid, orderContact] = (await eventsOf(shop.table, orderId)).slice(-2);
    expect(orderPaid).toMatchObject({
      type: "OrderPaid",
      version: 1,
      orderId,
      sequence: 2,
      items: [{ productId: tee.id, quantity: 1, priceEach: 25 }],
      financialInfo: { total: 25 + SHIPPING_FEE },
    });
    expect(JSON.stringify(orderPaid)).not.toMatch(/Grace|Hopper|grace@|Barrel|\b40202\b|502-/);
    expect(orderContact).toMatchObject({
      type: "OrderContact",
      version: 1,
      orderId,
      sequence: 3,
      billingInfo: { email: "grace@example.com" },
      shippingInfo: { zipCode: "40202" },
      marketingConsent: true,
    });
  });

  test("of another amount than the total needs attention", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    const sessionFields = {
      status: "complete",
      payment_status: "paid",
      amount_total: 1,
      payment_intent: "pi_odd",
    };
    await driver.settleAndListFailures([
      await sessionEvent(sessionId, "checkout.session.completed", sessionFields),
    ]);
    expect((await readOrder(orderId)).paymentStatus).toBe("needs-attention");
  });

  test("of another application on the same Stripe account changes nothing", async () => {
    const { sessionId } = await driver.openCheckout([[tee, 1]]);
    const itemCount = (await shop.table.items()).length;
    const sessionFields = { status: "complete", payment_status: "paid" };
    const foreignEvents = await Promise.all(
      [{}, null].map((metadata) =>
        sessionEvent(sessionId, "checkout.session.completed", { ...sessionFields, metadata }),
      ),
    );
    expect(await driver.settleAndListFailures(foreignEvents)).toEqual([]);
    expect((await shop.table.items()).length).toBe(itemCount);
  });

  test("of an order that cannot be read goes back to the queue; other payments of the batch are applied", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    const unreadableCheckout = await driver.openCheckout([[tee, 1]]);
    const storedItem =
      (await shop.table.partition(`ORDER#${unreadableCheckout.orderId}`)).find(({ sk }) => sk === "ORDER") ??
      {};
    await shop.table.put({ ...storedItem, items: "invalid" });
    const eventOfUnreadableOrder = await paidEvent(unreadableCheckout.sessionId);
    const completedEvent = await paidEvent(sessionId);
    expect(
      await driver.settleAndListFailures([eventOfUnreadableOrder, completedEvent, eventOfUnreadableOrder]),
    ).toEqual([0, 2]);
    expect((await readOrder(orderId)).paymentStatus).toBe("paid");
    await shop.table.put(storedItem);
    expect(await driver.settleAndListFailures([eventOfUnreadableOrder])).toEqual([]);
    expect((await readOrder(unreadableCheckout.orderId)).paymentStatus).toBe("paid");
  });

  test("waits in its queue while the table is down, and is applied when the table is back", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    const completedEvent = await paidEvent(sessionId);
    shop.tableFaults.set({ table: "down" });
    expect(await driver.settleAndListFailures([completedEvent])).toEqual([0]);
    shop.tableFaults.set({ table: "normal" });
    expect(await driver.settleAndListFailures([completedEvent])).toEqual([]);
    expect((await readOrder(orderId)).paymentStatus).toBe("paid");
  });
});

describe("a session that the shop has not recorded", () => {
  const paidFields = { status: "complete", payment_status: "paid", payment_intent: "pi_theirs" };
  const foreignFields = {
    id: "cs_test_theirs",
    client_reference_id: null,
    success_url: "https://other.example/thanks",
  };

  test.each([
    "checkout.session.completed",
    "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed",
    "checkout.session.expired",
  ])(
    "is logged when its event %s names an unknown order; the event changes nothing and is not retried",
    async (type) => {
      const { sessionId } = await driver.openCheckout([[tee, 1]]);
      const itemCount = (await shop.table.items()).length;
      const events = await Promise.all(
        ["4711", "ord_01ARZ3NDEKTSV4RRFFQ69G5FAV", "x".repeat(500)].map((orderId) =>
          sessionEvent(sessionId, type, { ...paidFields, ...foreignFields, metadata: { orderId } }),
        ),
      );
      shop.logs.length = 0;
      expect(await driver.settleAndListFailures(events)).toEqual([]);
      expect((await shop.table.items()).length).toBe(itemCount);
      expect(shop.logs.filter((line) => line.includes("A session is not this shop's"))).toHaveLength(3);
    },
  );

  // '<this order>' is replaced with the order's id in the test.
  test.each<[description: string, sessionFields: object]>([
    ["only metadata", {}],
    ["another total", { client_reference_id: "<this order>", amount_total: 2499 }],
    ["another currency", { client_reference_id: "<this order>", currency: "jpy" }],
    ["another reference", { client_reference_id: "ord_01ARZ3NDEKTSV4RRFFQ69G5FAV" }],
  ])("does not settle the order that it names, with %s", async (_, sessionFields) => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    const namesThisOrder =
      "client_reference_id" in sessionFields && sessionFields.client_reference_id === "<this order>";
    const event = await sessionEvent(sessionId, "checkout.session.completed", {
      ...paidFields,
      ...foreignFields,
      ...sessionFields,
      ...(namesThisOrder ? { client_reference_id: orderId } : {}),
    });
    const expiryEvent = await sessionEvent(sessionId, "checkout.session.expired", {
      ...foreignFields,
      status: "expired",
    });
    expect(await driver.settleAndListFailures([event, expiryEvent])).toEqual([]);
    const { paymentStatus, hold, payment } = await readOrder(orderId);
    expect([paymentStatus, hold.state, payment.paidSessionId]).toEqual(["unpaid", "held", undefined]);
  });

  test("settles the order when it has the order's reference and total, because then Stripe's response to the shop was lost", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    const unrecordedEvent = await sessionEvent(sessionId, "checkout.session.completed", {
      ...paidFields,
      id: "cs_test_lost",
    });
    expect(await driver.settleAndListFailures([unrecordedEvent])).toEqual([]);
    expect((await readOrder(orderId)).paymentStatus).toBe("paid");
  });

  test("goes back to the queue when it is paid and has this site's return addresses, but the order that it names is missing", async () => {
    const { sessionId } = await driver.openCheckout([[tee, 1]]);
    const missingOrder = { client_reference_id: "ord_gone", metadata: { orderId: "ord_gone" } };
    const events = await Promise.all([
      sessionEvent(sessionId, "checkout.session.completed", { ...paidFields, ...missingOrder }),
      sessionEvent(sessionId, "checkout.session.expired", {
        ...missingOrder,
        status: "expired",
        payment_status: "unpaid",
      }),
    ]);
    expect(await driver.settleAndListFailures(events)).toEqual([0]);
  });
});

describe("Stripe's events in any sequence", () => {
  test("a completed event after an expired event makes the order paid and takes the pieces again", async () => {
    const stockBefore = await stockOf(shop.table, tee);
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    await driver.settleAndListFailures([await expiredEvent(sessionId)]);
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "expired", hold: { state: "released" } });
    expect(await stockOf(shop.table, tee)).toEqual(stockBefore);
    await driver.pay(sessionId);
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "paid", hold: { state: "sold" } });
    await driver.settleAndListFailures([await expiredEvent(sessionId)]);
    expect((await readOrder(orderId)).paymentStatus).toBe("paid");
    expect(await eventTypes(orderId)).toEqual([
      "OrderPlaced",
      "CheckoutExpired",
      "OrderPaid",
      "OrderContact",
    ]);
  });

  test("a completed event of an unpaid session keeps the hold until the payment succeeds", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    await driver.settleAndListFailures(await act(sessionId, "pay-later"));
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "processing", hold: { state: "held" } });
    expect(await eventTypes(orderId)).toEqual(["OrderPlaced"]);
    await driver.settleAndListFailures(await act(sessionId, "settle"));
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "paid", hold: { state: "sold" } });
  });

  test("the completed event of a delayed payment leaves the order paid if it arrives after the payment's success", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    const completedEvents = await act(sessionId, "pay-later");
    await driver.settleAndListFailures(await act(sessionId, "settle"));
    await driver.settleAndListFailures(completedEvents);
    expect((await readOrder(orderId)).paymentStatus).toBe("paid");
  });

  test("a success after a failure makes the order paid, and a repeated failure does not change that", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    await driver.settleAndListFailures(await act(sessionId, "pay-later"));
    const failedEvents = await act(sessionId, "fail-later");
    await driver.settleAndListFailures(failedEvents);
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "failed", hold: { state: "released" } });
    const sessionFields = { payment_status: "paid", payment_intent: "pi_late" };
    await driver.settleAndListFailures([
      await sessionEvent(sessionId, "checkout.session.async_payment_succeeded", sessionFields),
    ]);
    await driver.settleAndListFailures(failedEvents);
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "paid", hold: { state: "sold" } });
  });

  test("a delayed payment that was begun before the cancellation is processed or failed, whichever event comes first", async () => {
    const office = await openBackOffice(shop);
    const openCancelled = async () => {
      const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
      const completedEvents = await act(sessionId, "pay-later");
      await office.change(orderId, { orderStatus: ORDER_STATUS.cancelled });
      expect((await readOrder(orderId)).paymentStatus).toBe("expired");
      return { orderId, sessionId, completedEvents };
    };
    const firstOrder = await openCancelled();
    await driver.settleAndListFailures(firstOrder.completedEvents);
    expect(await readOrder(firstOrder.orderId)).toMatchObject({
      paymentStatus: "processing",
      hold: { state: "released" },
    });
    expect((await driver.verifyPayment(firstOrder.sessionId)).data).toMatchObject({
      paymentStatus: "unpaid",
      reason: "cancelled",
      receipt: { status: "Processing" },
    });
    // If Stripe never reports the outcome, the order is deleted like every unpaid order.
    expect(await readStoredOrder(firstOrder.orderId)).toMatchObject({ ttl: expect.any(Number) as number });
    const failedEvents = await act(firstOrder.sessionId, "fail-later");
    await driver.settleAndListFailures(failedEvents);
    expect((await readOrder(firstOrder.orderId)).paymentStatus).toBe("failed");
    await driver.settleAndListFailures([...failedEvents, ...firstOrder.completedEvents]);
    expect((await readOrder(firstOrder.orderId)).paymentStatus).toBe("failed");

    const secondOrder = await openCancelled();
    await driver.settleAndListFailures(await act(secondOrder.sessionId, "fail-later"));
    await driver.settleAndListFailures(secondOrder.completedEvents);
    expect((await readOrder(secondOrder.orderId)).paymentStatus).toBe("failed");

    const thirdOrder = await openCancelled();
    await driver.settleAndListFailures(thirdOrder.completedEvents);
    await driver.settleAndListFailures(await act(thirdOrder.sessionId, "settle"));
    expect((await readOrder(thirdOrder.orderId)).refunds).toMatchObject([
      { reason: "Paid after it was cancelled", status: "requested" },
    ]);
  });

  test("a refund before its payment makes the order refunded", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    const paidEvents = await act(sessionId, "pay");
    await driver.settleAndListFailures(await act(sessionId, "refund"));
    await driver.settleAndListFailures(paidEvents);
    expect(await readOrder(orderId)).toMatchObject({
      paymentStatus: "refunded",
      financialInfo: { total: 25, refunded: 25 },
    });
  });
});
