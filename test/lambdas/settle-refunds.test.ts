import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkInvariants, eventsOf, eventTypesOf, orderOf, stockOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";
import { createSecondSession, stripeEvents } from "../support/stripe-events.ts";
import { toOrder } from "../../lambdas/orders/stored-order.ts";
import { refundableDollars } from "../../web/src/features/admin/order-details/refund-amount.ts";

let shop: Shop;
let driver: CheckoutDriver;
const tee = testProduct({ stock: 1000 });

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  await stockUp(shop.table, tee);
});
afterEach(() => checkInvariants(shop.table));

const eventTypes = (orderId: string) => eventTypesOf(shop.table, orderId);
const readOrder = (orderId: string) => orderOf(shop.table, orderId);
const { act, expiredEvent } = stripeEvents(() => shop.payments);

describe("a late or second payment", () => {
  test("is refunded when the stock is sold out, and the order needs attention until the refund is made", async () => {
    const scarceShirt = testProduct({ stock: 1 });
    await stockUp(shop.table, scarceShirt);
    const latePurchase = await driver.openCheckout([[scarceShirt, 1]]);
    await driver.settleAndListFailures([await expiredEvent(latePurchase.sessionId)]);
    const quickPurchase = await driver.buyAndPay([[scarceShirt, 1]]);
    await driver.pay(latePurchase.sessionId);
    const lateOrder = await readOrder(latePurchase.orderId);
    expect(lateOrder).toMatchObject({ paymentStatus: "needs-attention", hold: { state: "short" } });
    expect(lateOrder.refunds).toMatchObject([{ amount: 25, status: "requested" }]);
    expect(await eventTypes(latePurchase.orderId)).toEqual([
      "OrderPlaced",
      "CheckoutExpired",
      "RefundRequested",
    ]);
    expect(await driver.deliverOutbox("refund-payment", latePurchase.orderId, "RefundRequested")).toEqual([]);
    expect(await readOrder(latePurchase.orderId)).toMatchObject({
      paymentStatus: "refunded",
      financialInfo: { refunded: 25 },
    });
    expect((await readOrder(quickPurchase.orderId)).paymentStatus).toBe("paid");
  });

  test("takes no pieces when one of two products is sold out", async () => {
    const [plentifulShirt, scarceShirt] = [testProduct({ stock: 5 }), testProduct({ stock: 1 })];
    await stockUp(shop.table, plentifulShirt, scarceShirt);
    const latePurchase = await driver.openCheckout([
      [plentifulShirt, 2],
      [scarceShirt, 1],
    ]);
    await driver.settleAndListFailures([await expiredEvent(latePurchase.sessionId)]);
    await driver.openCheckout([[scarceShirt, 1]]);
    await driver.pay(latePurchase.sessionId);
    expect((await readOrder(latePurchase.orderId)).hold.state).toBe("short");
    expect(await stockOf(shop.table, plentifulShirt)).toEqual({ available: 5, held: 0, sold: 0 });
  });

  test("is refunded when its order is already paid, and the order stays paid", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    const secondSession = await createSecondSession(shop.payments, orderId);
    await driver.pay(sessionId);
    const secondPaymentEvents = await act(secondSession.id, "pay");
    expect(await driver.settleAndListFailures([...secondPaymentEvents, ...secondPaymentEvents])).toEqual([]);
    const requestedOrder = await readOrder(orderId);
    expect(requestedOrder.refunds).toMatchObject([{ reason: "Paid twice", amount: 25 }]);
    // The back office still offers to refund the order's own payment.
    expect(refundableDollars(toOrder(requestedOrder))).toBe(25);
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    const paidOrder = await readOrder(orderId);
    expect(paidOrder).toMatchObject({
      paymentStatus: "paid",
      financialInfo: { refunded: 0 },
      hold: { state: "sold" },
    });
    expect(paidOrder.refunds).toMatchObject([{ status: "succeeded" }]);
    expect(paidOrder.refunds[0]?.paymentIntentId).not.toBe(paidOrder.payment.paymentIntentId);
    const charges = await shop.payments.sdk.charges.list({ limit: 2 });
    expect(charges.data.map(({ refunded }) => refunded).sort()).toEqual([false, true]);
  });
});

test("if the event of a second payment was lost, its dispute stays parked until the shop tries to refund the payment", async () => {
  const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
  const secondSession = await createSecondSession(shop.payments, orderId);
  await driver.pay(sessionId);
  await act(secondSession.id, "pay");
  await driver.settleAndListFailures(await act(secondSession.id, "dispute"));
  const { settleSession } = await import("../../lambdas/orders/settle-session.ts");
  const paidSession = await shop.payments.sdk.checkout.sessions.retrieve(secondSession.id);
  await settleSession(await readOrder(orderId), paidSession, { now: new Date(), by: "stripe" });
  expect((await readOrder(orderId)).disputes ?? []).toEqual([]);
  await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
  expect(await readOrder(orderId)).toMatchObject({
    disputes: [{ status: "open", paymentIntentId: paidSession.payment_intent }],
    refunds: [{ status: "failed", paymentIntentId: paidSession.payment_intent }],
  });
});

describe("refunds in Stripe's dashboard, and disputes:", () => {
  test("a partial refund and the refund of the rest are recorded once each, with their sum", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([[tee, 2]]);
    const { paymentIntentId: payment_intent = "" } = (await readOrder(orderId)).payment;
    await shop.payments.sdk.refunds.create({ payment_intent, amount: 1000 });
    const partialRefundEvents = await shop.payments.takeNewEvents();
    await driver.settleAndListFailures([...partialRefundEvents, ...partialRefundEvents.toReversed()]);
    expect(await readOrder(orderId)).toMatchObject({
      paymentStatus: "partially-refunded",
      financialInfo: { refunded: 10 },
    });
    await driver.settleAndListFailures(await act(sessionId, "refund"));
    expect(await readOrder(orderId)).toMatchObject({
      paymentStatus: "refunded",
      financialInfo: { refunded: 50 },
    });
    const refundEvents = (await eventsOf(shop.table, orderId)).filter(
      (event) => event.type === "OrderRefunded",
    );
    expect(refundEvents.map(({ amount, refunded }) => [amount, refunded])).toEqual([
      [10, 10],
      [40, 50],
    ]);
  });

  test("an order needs attention when its refund fails later", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]]);
    await driver.settleAndListFailures(await act(sessionId, "refund"));
    await driver.settleAndListFailures(await act(sessionId, "refund-fail"));
    expect(await readOrder(orderId)).toMatchObject({
      paymentStatus: "needs-attention",
      financialInfo: { refunded: 0 },
    });
  });

  test("a dispute is recorded once, even if its event is repeated", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]]);
    const events = await act(sessionId, "dispute");
    await Promise.all([driver.settleAndListFailures(events), driver.settleAndListFailures(events)]);
    advanceClock(3 * 86_400_000);
    await driver.settleAndListFailures(events);
    const { paymentStatus, history } = await readOrder(orderId);
    expect(paymentStatus).toBe("needs-attention");
    expect(history.filter(({ what }) => what.includes("disputed"))).toHaveLength(1);
  });
});
