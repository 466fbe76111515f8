import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import type { Product } from "../../shared/product.ts";
import { brand } from "../../shared/site/brand.ts";
import { addProduct } from "../support/fixtures.ts";
import { checkInvariants, eventsOf, orderOf, stockOf } from "../support/invariants.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";
import { stripeEvents } from "../support/stripe-events.ts";

const { pending, completed, cancelled } = ORDER_STATUS;
let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
});
beforeEach(() => {
  shop.payments.faults.set({ refunds: "normal" });
  shop.mails.length = 0;
});
afterEach(() => checkInvariants(shop.table));

const { act, expiredEvent } = stripeEvents(() => shop.payments);

/** Orders the only piece of `shirt`, cancels the order as an admin, and pays it; the refund fails. The piece is for sale again. */
async function payAfterCancellation(shirt: Product) {
  const purchase = await driver.openCheckout([[shirt, 1]]);
  await office.change(purchase.orderId, { orderStatus: cancelled });
  await driver.pay(purchase.sessionId);
  await driver.failRefund(purchase);
  return purchase;
}
/** Orders the only piece of `shirt`, and pays it after another customer has bought this piece; the refund fails. */
async function payWhenSoldOut(shirt: Product) {
  const purchase = await driver.openCheckout([[shirt, 1]]);
  await driver.settleAndListFailures([await expiredEvent(purchase.sessionId)]);
  const otherPurchase = await driver.buyAndPay([[shirt, 1]]);
  await driver.pay(purchase.sessionId);
  await driver.failRefund(purchase);
  return { ...purchase, otherOrderId: otherPurchase.orderId };
}

const addShirt = (): Promise<Product> => addProduct(shop.table, { stock: 1 });

describe.each([
  ["cancelled", payAfterCancellation, `Cancelled: your refund did not go through (${brand.name})`],
  ["sold-out", payWhenSoldOut, `Sold out: your refund did not go through (${brand.name})`],
] as const)(
  "an order that cannot be fulfilled (%s) and whose refund failed",
  (reason, createOrder, subject) => {
    test("is shown with the reason and the failed refund", async () => {
      const { sessionId } = await createOrder(await addShirt());
      expect((await driver.verifyPayment(sessionId)).data).toMatchObject({
        paymentStatus: "refund-failed",
        reason,
        receipt: { status: "Refund failed" },
      });
    });

    test("has the failed refund in a requested receipt, and in a refund notice that is sent after the failure", async () => {
      const { orderId, sessionId } = await createOrder(await addShirt());
      expect((await driver.emailReceipt(sessionId)).status).toBe(202);
      await driver.deliverOutbox("send-order-email", orderId, "RefundRequested");
      expect(shop.mails.map((mail) => mail.subject)).toEqual([subject, subject]);
      for (const { text, html } of shop.mails) {
        expect(text).toContain("the money has not reached you and is still with us");
        expect(text).toContain("We are working on it and will write to you again.");
        expect(html).toContain("Refund failed");
        for (const part of [text, html]) expect(part).not.toMatch(/money goes back|Goes back|Being refunded/);
      }
    });

    test("is shown as being refunded, and later as refunded, when an admin refunds again", async () => {
      const { orderId, sessionId } = await createOrder(await addShirt());
      shop.payments.faults.set({ refunds: "normal" });
      expect((await office.refund(orderId, { refundId: `again-${orderId}` })).status).toBe(202);
      expect((await driver.verifyPayment(sessionId)).data).toMatchObject({
        paymentStatus: "refunding",
        receipt: { status: "Being refunded" },
      });
      await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
      expect((await driver.verifyPayment(sessionId)).data).toMatchObject({
        paymentStatus: "refunded",
        receipt: { status: "Refunded" },
      });
    });
  },
);

test("an order whose refund failed after its cancellation is also shown with the failed refund", async () => {
  const purchase = await driver.buyAndPay([[await addShirt(), 1]]);
  await office.change(purchase.orderId, { orderStatus: cancelled, refund: true });
  await driver.failRefund(purchase);
  await driver.deliverOutbox("send-order-email", purchase.orderId, "OrderCancelled");
  await driver.emailReceipt(purchase.sessionId);
  expect((await driver.verifyPayment(purchase.sessionId)).data).toMatchObject({
    paymentStatus: "refund-failed",
    reason: "cancelled",
    receipt: { status: "Refund failed" },
  });
  const [cancellationMail, receiptMail] = shop.mails;
  expect(cancellationMail?.text).not.toContain("on its way back");
  expect(receiptMail?.html).toContain("Refund failed");
});

test("a failed refund of one item of a cancelled order is shown until it is repeated, also after a refund of another item", async () => {
  const purchase = await driver.buyAndPay([
    [await addShirt(), 1],
    [await addShirt(), 1],
  ]);
  const { orderId, sessionId } = purchase;
  const refundLine = (line: number) =>
    office.refund(orderId, { refundId: `refund-${line}-${Date.now()}`, lines: [{ line, quantity: 1 }] });
  const readShownStatus = async () => (await driver.verifyPayment(sessionId)).data.paymentStatus;
  await office.change(orderId, { orderStatus: cancelled });
  await refundLine(0);
  await driver.failRefund(purchase);
  expect(await readShownStatus()).toBe("refund-failed");
  shop.payments.faults.set({ refunds: "normal" });
  // The id of a refund contains the time, so the repetition gets another id.
  advanceClock(60_000);
  await refundLine(1);
  await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
  expect((await orderOf(shop.table, orderId)).refunds).toMatchObject([
    { status: "failed" },
    { status: "succeeded" },
  ]);
  expect(await readShownStatus()).toBe("refund-failed");
  await refundLine(0);
  await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
  expect((await orderOf(shop.table, orderId)).refunds.at(-1)).toMatchObject({ status: "succeeded" });
  expect(await readShownStatus()).toBe("refunded");
});

describe.each(["cancelled", "sold-out"] as const)(
  "an order that cannot be fulfilled (%s), and whose payment is disputed before the refund,",
  (reason) => {
    const createDisputed = async () => {
      const shirt = await addShirt();
      const { orderId, sessionId } = await driver.openCheckout([[shirt, 1]]);
      if (reason === "cancelled") await office.change(orderId, { orderStatus: cancelled });
      else {
        await driver.settleAndListFailures([await expiredEvent(sessionId)]);
        await driver.buyAndPay([[shirt, 1]]);
      }
      await driver.pay(sessionId);
      await driver.settleAndListFailures(await act(sessionId, "dispute"));
      await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
      return { orderId, sessionId };
    };

    test("is shown as disputed until the bank has decided, and no mail says that the shop has the money or sends it back", async () => {
      const { orderId, sessionId } = await createDisputed();
      expect(await orderOf(shop.table, orderId)).toMatchObject({ refunds: [{ status: "failed" }] });
      expect((await driver.verifyPayment(sessionId)).data).toMatchObject({
        paymentStatus: "disputed",
        reason,
        receipt: { status: "Disputed at your bank" },
      });
      await driver.emailReceipt(sessionId);
      await driver.deliverOutbox("send-order-email", orderId, "RefundRequested");
      await driver.deliverOutbox("send-order-email", orderId, "RefundFailed");
      expect(shop.mails).toHaveLength(2);
      for (const { subject, text } of shop.mails) {
        expect(subject).toContain("your bank decides about your payment");
        expect(text).toContain("your bank decides whether the money goes back to you");
        expect(text).not.toMatch(/still with us|goes back to the payment method you used/);
      }
    });

    test.each([
      ["dispute-win", "refund-failed"],
      ["dispute-lose", "refunded"],
    ] as const)("is shown after %s as %s", async (action, paymentStatus) => {
      const { sessionId } = await createDisputed();
      await driver.settleAndListFailures(await act(sessionId, action));
      expect((await driver.verifyPayment(sessionId)).data).toMatchObject({ paymentStatus, reason });
    });
  },
);

test("the mail and the receipt of a disputed order that an admin cancels say that the bank decides", async () => {
  const { orderId, sessionId } = await driver.buyAndPay([[await addShirt(), 1]]);
  await driver.settleAndListFailures(await act(sessionId, "dispute"));
  await office.change(orderId, { orderStatus: cancelled, refund: true });
  await driver.deliverOutbox("send-order-email", orderId, "OrderCancelled");
  expect(shop.mails[0]?.text).toContain("your bank decides whether the money goes back to you");
  expect((await driver.verifyPayment(sessionId)).data).toMatchObject({
    paymentStatus: "disputed",
    reason: "cancelled",
    receipt: { status: "Disputed at your bank" },
  });
});

const ORDER_CHANGES = {
  reopened: [{ orderStatus: pending }],
  completed: [{ orderStatus: completed }],
  "reopened, made ready and completed": [
    { orderStatus: pending },
    { orderStatus: pending, ready: true },
    { orderStatus: completed },
  ],
} as const;

describe.each(Object.entries(ORDER_CHANGES))(
  "an order that was cancelled, then paid, and whose refund failed, when it is %s",
  (_, changes) => {
    test("takes its pieces from the stock, counts as a sale, and is shown as paid", async () => {
      const shirt = await addShirt();
      const { orderId, sessionId } = await payAfterCancellation(shirt);
      for (const change of changes) expect((await office.change(orderId, change)).status).toBe(200);
      expect(await stockOf(shop.table, shirt)).toEqual({ available: 0, held: 0, sold: 1 });
      const order = await orderOf(shop.table, orderId);
      expect(order).toMatchObject({ hold: { state: "sold" }, paymentStatus: "paid", attention: [] });
      expect(order.unfulfilled).toBeUndefined();
      const paidEvents = (await eventsOf(shop.table, orderId)).filter(({ type }) => type === "OrderPaid");
      expect(paidEvents).toHaveLength(1);
      const { data } = await driver.verifyPayment(sessionId);
      expect([data.paymentStatus, data.reason]).toEqual(["paid", undefined]);
    });

    test("gets no late mail that its money goes back or that its refund failed", async () => {
      const { orderId } = await payAfterCancellation(await addShirt());
      for (const change of changes) await office.change(orderId, change);
      for (const type of ["RefundRequested", "RefundFailed"] as const)
        expect(await driver.deliverOutbox("send-order-email", orderId, type)).toEqual([]);
      expect(shop.mails.map(({ subject }) => subject)).toEqual([]);
    });
  },
);

test("after a reopening, the failed refund of the cancellation needs no attention, and an earlier failed refund still does", async () => {
  const purchase = await driver.buyAndPay([[await addShirt(), 1]]);
  const { orderId } = purchase;
  await office.refund(orderId, { refundId: `part-${orderId}`, amount: 5 });
  await driver.failRefund(purchase);
  advanceClock(60_000);
  await office.change(orderId, { orderStatus: cancelled, refund: true });
  await driver.failRefund(purchase);
  const causesOf = async () => (await orderOf(shop.table, orderId)).attention;
  expect(await causesOf()).toMatchObject([{ cause: "refund-failed" }, { cause: "refund-failed" }]);
  expect((await office.change(orderId, { orderStatus: pending })).status).toBe(200);
  expect(await causesOf()).toMatchObject([{ cause: "refund-failed", about: `part-${orderId}` }]);
});

test("after a reopening, no late mail says that the refund of the cancellation failed and that the shop works on it", async () => {
  const purchase = await driver.buyAndPay([[await addShirt(), 1]]);
  const { orderId } = purchase;
  await office.change(orderId, { orderStatus: cancelled, refund: true });
  await driver.failRefund(purchase);
  await office.change(orderId, { orderStatus: pending });
  shop.mails.length = 0;
  expect(await driver.deliverOutbox("send-order-email", orderId, "RefundFailed")).toEqual([]);
  expect(shop.mails).toEqual([]);
});

test.each([ORDER_CHANGES.reopened, ORDER_CHANGES.completed])(
  "a cancelled, then paid order whose refund failed cannot be changed to %j (409) if it is sold out, and stays cancelled",
  async (change) => {
    const shirt = await addShirt();
    const { orderId } = await payAfterCancellation(shirt);
    await driver.buyAndPay([[shirt, 1]]);
    expect((await office.change(orderId, change)).status).toBe(409);
    expect(await orderOf(shop.table, orderId)).toMatchObject({
      orderStatus: cancelled,
      hold: { state: "short" },
      unfulfilled: "cancelled",
    });
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 0, held: 0, sold: 1 });
  },
);

describe("an order that was paid when it was sold out, and whose refund failed", () => {
  test.each([
    [{ orderStatus: completed }, "This order cannot be completed: its items are sold out."],
    [{ orderStatus: pending, ready: true }, "This order cannot be made ready: its items are sold out."],
  ] as const)(
    "cannot be changed to %j (409) while there is no stock; later the change takes the stock",
    async (change, message) => {
      const shirt = await addShirt();
      const { orderId, otherOrderId } = await payWhenSoldOut(shirt);
      const response = await office.change(orderId, change);
      expect([response.status, response.error.message]).toEqual([409, message]);
      await office.change(otherOrderId, { orderStatus: cancelled, restock: true });
      expect((await office.change(orderId, change)).status).toBe(200);
      expect(await stockOf(shop.table, shirt)).toEqual({ available: 0, held: 0, sold: 1 });
      expect((await orderOf(shop.table, orderId)).unfulfilled).toBeUndefined();
    },
  );

  test("can be cancelled, but not reopened, while there is no stock", async () => {
    const shirt = await addShirt();
    const { orderId } = await payWhenSoldOut(shirt);
    expect((await office.change(orderId, { orderStatus: cancelled })).status).toBe(200);
    expect((await office.change(orderId, { orderStatus: pending })).status).toBe(409);
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 0, held: 0, sold: 1 });
  });
});

test("a new tracking number for a cancelled order does not take the order's pieces from the stock again", async () => {
  const shirt = await addShirt();
  const { orderId } = await driver.buyAndPay([[shirt, 1]]);
  await office.change(orderId, { orderStatus: cancelled, restock: true });
  await office.change(orderId, { orderStatus: cancelled, tracking: "1Z999" });
  expect(await stockOf(shop.table, shirt)).toEqual({ available: 1, held: 0, sold: 0 });
});
