import { afterEach, describe, expect, test } from "vitest";
import { orderItem } from "../../lambdas/orders/order-table.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { eventsOf, orderOf } from "../support/invariants.ts";
import { deliver, toBusEvent } from "../support/invoke.ts";
import { openOrderShop } from "../support/order-shop.ts";

const { cancelled } = ORDER_STATUS;
const { shop, driver, office, tee } = await openOrderShop();

afterEach(() => void (shop.payments.connection.cut = "none"));

const readSessionStatus = async (sessionId: string) =>
  (await shop.payments.sdk.checkout.sessions.retrieve(sessionId)).status;
const deliverCancellation = (orderId: string) =>
  driver.deliverOutbox("expire-session", orderId, "OrderCancelled");

describe("the payment page of an order that is cancelled before it is paid", () => {
  test("expires once, also when the event is delivered again, and can no longer be paid", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    await office.change(orderId, { orderStatus: cancelled });
    expect(await readSessionStatus(sessionId)).toBe("open");
    expect(await Promise.all([deliverCancellation(orderId), deliverCancellation(orderId)])).toEqual([[], []]);
    expect(await deliverCancellation(orderId)).toEqual([]);
    expect(await readSessionStatus(sessionId)).toBe("expired");
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    expect(await orderOf(shop.table, orderId)).toMatchObject({
      orderStatus: cancelled,
      paymentStatus: "expired",
    });
    expect((await driver.verifyPayment(sessionId)).data).toMatchObject({
      paymentStatus: "expired",
      reason: "cancelled",
    });
  });

  test("stays expired when the visitor has left the page before the cancellation", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    await driver.release(sessionId);
    await office.change(orderId, { orderStatus: cancelled });
    expect(await deliverCancellation(orderId)).toEqual([]);
    expect(await readSessionStatus(sessionId)).toBe("expired");
  });

  test("needs no end if it was opened in test mode and Stripe does not know it any more", async () => {
    const { orderId } = await driver.openCheckout([[tee, 1]]);
    const order = await orderOf(shop.table, orderId);
    await shop.table.put(orderItem({ ...order, stripeSessionId: "cs_test_unknown" }));
    await office.change(orderId, { orderStatus: cancelled });
    expect(await deliverCancellation(orderId)).toEqual([]);
  });

  test("stays complete when it was paid before it could be expired, and the payment is refunded", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    await office.change(orderId, { orderStatus: cancelled });
    shop.payments.act(sessionId, "pay");
    expect(await deliverCancellation(orderId)).toEqual([]);
    expect(await readSessionStatus(sessionId)).toBe("complete");
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    expect((await orderOf(shop.table, orderId)).refunds).toMatchObject([
      { reason: "Paid after it was cancelled", status: "requested" },
    ]);
  });

  test("is expired by a retry after Stripe did not answer", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    await office.change(orderId, { orderStatus: cancelled });
    shop.payments.connection.cut = "before";
    expect(await deliverCancellation(orderId)).toEqual([0]);
    shop.payments.connection.cut = "none";
    expect(await deliverCancellation(orderId)).toEqual([]);
    expect(await readSessionStatus(sessionId)).toBe("expired");
  });
});

test("cancelling a paid order expires no payment page, and its event names no session", async () => {
  const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]]);
  await office.change(orderId, { orderStatus: cancelled });
  const events = (await eventsOf(shop.table, orderId)).filter(({ type }) => type === "OrderCancelled");
  expect(events).toHaveLength(1);
  expect(events[0]).not.toHaveProperty("stripeSessionId");
  const { handler } = await import("../../lambdas/expire-session.ts");
  expect(await deliver(handler, events.map(toBusEvent))).toEqual([]);
  expect(await readSessionStatus(sessionId)).toBe("complete");
});
