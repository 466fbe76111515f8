import { orderNumberOf } from "../../shared/order-number.ts";
import { brand } from "../../shared/site/brand.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { orderOf } from "../support/invariants.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import { openOrderShop } from "../support/order-shop.ts";
import { advanceClock } from "../support/shop.ts";
import { createSecondSession, stripeEvents } from "../support/stripe-events.ts";

const CUSTOMER = "grace@example.com";
const { shop, driver, office, tee } = await openOrderShop();

beforeEach(() => void (shop.mails.length = 0));

const { expiredEvent } = stripeEvents(() => shop.payments);
const customerSubjects = () => shop.mails.filter(({ to }) => to === CUSTOMER).map(({ subject }) => subject);
const sendMails = async (orderId: string) => {
  for (const type of ["OrderPaid", "RefundRequested", "OrderRefunded"] as const)
    await driver.deliverOutbox("send-order-email", orderId, type);
};

/** Orders the last piece of a product, and pays after the hold has ended and another customer has bought the piece. */
async function payWhenSoldOut() {
  const scarceShirt = testProduct({ stock: 1 });
  await stockUp(shop.table, scarceShirt);
  const latePurchase = await driver.openCheckout([[scarceShirt, 1]]);
  await driver.settleAndListFailures([await expiredEvent(latePurchase.sessionId)]);
  await driver.buyAndPay([[scarceShirt, 1]]);
  await driver.pay(latePurchase.sessionId);
  return latePurchase;
}
/** Creates an order that is paid after an admin has cancelled it. */
async function payAfterCancellation() {
  const purchase = await driver.openCheckout([[tee, 1]]);
  await office.change(purchase.orderId, { orderStatus: ORDER_STATUS.cancelled });
  await driver.pay(purchase.sessionId);
  return purchase;
}
/** Creates an order that is paid by two sessions; returns also the id of the second session. */
async function payTwice() {
  const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
  const secondSession = await createSecondSession(shop.payments, orderId);
  await driver.pay(sessionId);
  await driver.pay(secondSession.id);
  return { orderId, sessionId, secondSessionId: secondSession.id };
}

describe.each([
  [
    "sold-out",
    payWhenSoldOut,
    `Sold out: your money goes back (${brand.name})`,
    /last of these items was sold/,
  ],
  [
    "cancelled",
    payAfterCancellation,
    `Cancelled: your money goes back (${brand.name})`,
    /had been cancelled/,
  ],
] as const)(
  "an order that was paid but cannot be fulfilled (%s)",
  (reason, createOrder, subject, explanation) => {
    test("is shown to the customer as being refunded, with the reason", async () => {
      const { orderId, sessionId } = await createOrder();
      const { data } = await driver.verifyPayment(sessionId);
      expect(data).toMatchObject({
        paymentStatus: "refunding",
        reason,
        receipt: { status: "Being refunded" },
      });
      await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
      expect((await driver.verifyPayment(sessionId)).data).toMatchObject({
        paymentStatus: "refunded",
        reason,
        receipt: { status: "Refunded" },
      });
    });

    test("sends one mail about the reason, also for repeated events, and one mail about the refund", async () => {
      const { orderId } = await createOrder();
      await sendMails(orderId);
      await sendMails(orderId);
      expect(customerSubjects()).toEqual([subject]);
      const [mail] = shop.mails;
      expect(mail?.text).toMatch(explanation);
      expect(mail?.text).toContain("All that you paid, $25.00, goes back to the payment method you used");
      expect(mail?.text).not.toMatch(/Thank you for your order|✓ Paid/);
      await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
      await sendMails(orderId);
      expect(customerSubjects()).toEqual([subject, `We refunded $25.00 (${brand.name})`]);
    });

    test("sends no receipt that says 'Paid', before or after the refund", async () => {
      const { orderId, sessionId } = await createOrder();
      expect((await driver.emailReceipt(sessionId)).status).toBe(202);
      await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
      advanceClock(61_000);
      expect((await driver.emailReceipt(sessionId)).status).toBe(202);
      expect(customerSubjects()).toEqual([subject, subject]);
      for (const { text, html } of shop.mails)
        for (const part of [text, html]) expect(part).not.toMatch(/Thank you for your order|✓ Paid/);
      expect(shop.mails[1]?.text).toContain("was refunded to the payment method you used");
    });

    test("cannot be completed while it is being refunded, and the list of orders shows the refund", async () => {
      const { orderId } = await createOrder();
      const response = await office.change(orderId, { orderStatus: ORDER_STATUS.completed });
      expect([response.status, response.error.message]).toEqual([
        409,
        "This order is being refunded: it cannot be completed.",
      ]);
      expect((await office.getOrder(orderId)).data).toMatchObject({ unfulfilled: reason, refunding: true });
      const { orders } = (await office.listOrders({ limit: "1000" })).data;
      expect(orders.find((order) => order.orderId === orderId)).toMatchObject({ refunding: true });
    });
  },
);

describe("an order that was paid twice", () => {
  test("stays paid, and one mail tells the customer that the second payment is refunded", async () => {
    const { orderId, sessionId } = await payTwice();
    await sendMails(orderId);
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    await sendMails(orderId);
    await sendMails(orderId);
    const orderNumber = orderNumberOf(await orderOf(shop.table, orderId));
    expect(customerSubjects()).toEqual([
      `Your ${brand.name} receipt: ${orderNumber}`,
      `You paid twice: one payment goes back (${brand.name})`,
      `We refunded $25.00 (${brand.name})`,
    ]);
    const [, , , refundMail] = shop.mails;
    expect(refundMail?.html).toContain("Second payment refunded");
    expect(refundMail?.text).toContain("Your order stays paid.");
    expect((await driver.verifyPayment(sessionId)).data).toMatchObject({ paymentStatus: "paid" });
    expect((await orderOf(shop.table, orderId)).unfulfilled).toBeUndefined();
  });

  test("is shown as paid on the second payment's page too, with the reason", async () => {
    const { orderId, secondSessionId } = await payTwice();
    await shop.table.put({ pk: `SESSION#${secondSessionId}`, sk: "SESSION", orderId });
    expect((await driver.verifyPayment(secondSessionId)).data).toMatchObject({
      paymentStatus: "paid",
      reason: "paid-twice",
    });
  });
});

test("a paid order that is cancelled with a refund is no longer shown as paid", async () => {
  const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]]);
  await office.change(orderId, { orderStatus: ORDER_STATUS.cancelled, refund: true });
  expect((await driver.verifyPayment(sessionId)).data).toMatchObject({
    paymentStatus: "refunding",
    reason: "cancelled",
    receipt: { status: "Being refunded" },
  });
  await driver.emailReceipt(sessionId);
  expect(shop.mails[0]?.text).not.toMatch(/Thank you for your order|✓ Paid|leaves within|Pick up your order/);
  expect(shop.mails[0]?.html).toContain("Being refunded");
});
