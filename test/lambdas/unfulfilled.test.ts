import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkInvariants, orderOf } from "../support/invariants.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { shirt, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";
import { stripeEvents } from "../support/stripe-events.ts";

const CUSTOMER = "grace@example.com";
let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
const tee = shirt({ stock: 100 });

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  await stockUp(shop.table, tee);
});
beforeEach(() => void (shop.mails.length = 0));
afterEach(() => checkInvariants(shop.table));

const { expiredEvent } = stripeEvents(() => shop.payments);
const told = () => shop.mails.filter(({ to }) => to === CUSTOMER).map(({ subject }) => subject);
const mailed = async (orderId: string) => {
  for (const type of ["OrderPaid", "RefundRequested", "OrderRefunded"] as const)
    await driver.deliverOutbox("mail", orderId, type);
};

/** An order that was paid after its hold had ended and another customer had bought the last piece. */
async function soldOut() {
  const last = shirt({ stock: 1 });
  await stockUp(shop.table, last);
  const slow = await driver.buy([[last, 1]]);
  await driver.settleEvents([await expiredEvent(slow.sessionId)]);
  const quick = await driver.buy([[last, 1]]);
  await driver.pay(quick.sessionId);
  await driver.pay(slow.sessionId);
  return slow;
}
/** An order that was paid after the admin had cancelled it. */
async function cancelled() {
  const bought = await driver.buy([[tee, 1]]);
  await office.change(bought.orderId, { orderStatus: 3 });
  await driver.pay(bought.sessionId);
  return bought;
}
/** An order that was paid by two sessions, and the session of the second payment. */
async function paidTwice() {
  const { orderId, sessionId } = await driver.buy([[tee, 1]]);
  const metadata = { orderId };
  const second = await shop.payments.sdk.checkout.sessions.create({
    mode: "payment",
    success_url: "https://shop.example/",
    client_reference_id: orderId,
    metadata,
    payment_intent_data: { metadata },
    line_items: [
      { quantity: 1, price_data: { currency: "usd", unit_amount: 2500, product_data: { name: "Tee" } } },
    ],
  });
  await driver.pay(sessionId);
  await driver.pay(second.id);
  return { orderId, sessionId, second: second.id };
}

describe.each([
  ["sold-out", soldOut, "Sold out: your money goes back (Bourbon Vipers)", /last of these items was sold/],
  ["cancelled", cancelled, "Cancelled: your money goes back (Bourbon Vipers)", /had been cancelled/],
] as const)("an order that was paid in vain (%s)", (reason, buy, subject, why) => {
  test("is not called paid: the customer sees why, and that the money goes back", async () => {
    const { orderId, sessionId } = await buy();
    const { data } = await driver.verify(sessionId);
    expect(data).toMatchObject({
      paymentStatus: "refunding",
      reason,
      receipt: { status: "Being refunded" },
    });
    await driver.deliverOutbox("refund", orderId, "RefundRequested");
    expect((await driver.verify(sessionId)).data).toMatchObject({
      paymentStatus: "refunded",
      reason,
      receipt: { status: "Refunded" },
    });
  });

  test("is told by one mail, however often the event comes, and the refund by another", async () => {
    const { orderId } = await buy();
    await mailed(orderId);
    await mailed(orderId);
    expect(told()).toEqual([subject]);
    const [mail] = shop.mails;
    expect(mail?.text).toMatch(why);
    expect(mail?.text).toContain("All that you paid, $25.00, goes back to your card");
    expect(mail?.text).not.toMatch(/Thank you for your order|✓ Paid/);
    await driver.deliverOutbox("refund", orderId, "RefundRequested");
    await mailed(orderId);
    expect(told()).toEqual([subject, "We refunded $25.00 (Bourbon Vipers)"]);
  });

  test("gives no receipt that says 'Paid', before or after the money went", async () => {
    const { orderId, sessionId } = await buy();
    expect((await driver.emailReceipt(sessionId)).status).toBe(202);
    await driver.deliverOutbox("refund", orderId, "RefundRequested");
    advanceClock(61_000);
    expect((await driver.emailReceipt(sessionId)).status).toBe(202);
    expect(told()).toEqual([subject, subject]);
    for (const { text, html } of shop.mails)
      for (const part of [text, html]) expect(part).not.toMatch(/Thank you for your order|✓ Paid/);
    expect(shop.mails[1]?.text).toContain("was refunded to your card");
  });

  test("cannot be completed while its money goes back, and the list says so to the page", async () => {
    const { orderId } = await buy();
    const answer = await office.change(orderId, { orderStatus: 2 });
    expect([answer.status, answer.error.message]).toEqual([
      409,
      "This order is being refunded: it cannot be completed.",
    ]);
    expect((await office.get(orderId)).data).toMatchObject({ unfulfilled: reason, refunding: true });
    const { orders } = (await office.list({ limit: "1000" })).data;
    expect(orders.find((order) => order.orderId === orderId)).toMatchObject({ refunding: true });
  });
});

describe("an order that was paid twice", () => {
  test("stays paid; the customer hears by mail, once, that the second payment goes back", async () => {
    const { orderId, sessionId } = await paidTwice();
    await mailed(orderId);
    await driver.deliverOutbox("refund", orderId, "RefundRequested");
    await mailed(orderId);
    await mailed(orderId);
    expect(told()).toEqual([
      `Your Bourbon Vipers receipt: ${orderId}`,
      "You paid twice: one payment goes back (Bourbon Vipers)",
      "We refunded $25.00 (Bourbon Vipers)",
    ]);
    const [, , , refunded] = shop.mails;
    expect(refunded?.html).toContain("Second payment refunded");
    expect(refunded?.text).toContain("Your order stays paid.");
    expect((await driver.verify(sessionId)).data).toMatchObject({ paymentStatus: "paid" });
    expect((await orderOf(shop.table, orderId)).unfulfilled).toBeUndefined();
  });

  test("is called paid on the second payment's page too, with the reason", async () => {
    const { orderId, second } = await paidTwice();
    await shop.table.put({ pk: `SESSION#${second}`, sk: "SESSION", orderId });
    expect((await driver.verify(second)).data).toMatchObject({
      paymentStatus: "paid",
      reason: "paid-twice",
    });
  });
});

test("a paid order that is cancelled with a refund is not called paid any more", async () => {
  const { orderId, sessionId } = await driver.buy([[tee, 1]]);
  await driver.pay(sessionId);
  await office.change(orderId, { orderStatus: 3, refund: true });
  expect((await driver.verify(sessionId)).data).toMatchObject({
    paymentStatus: "refunding",
    reason: "cancelled",
    receipt: { status: "Being refunded" },
  });
  await driver.emailReceipt(sessionId);
  expect(shop.mails[0]?.text).not.toMatch(/Thank you for your order|✓ Paid|leaves within|Pick up your order/);
  expect(shop.mails[0]?.html).toContain("Being refunded");
});
