import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { apiMessages } from "../../shared/api-messages.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { ORDER_NUMBER } from "../support/order-number.ts";
import { checkInvariants, eventTypesOf, orderOf, stockOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { orderData, testProduct, stockUp } from "../support/fixtures.ts";
import { withLostAnswer } from "../support/lose-answer.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
const tee = testProduct({ stock: 100 });
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  await stockUp(shop.table, tee);
});
afterEach(async () => {
  shop.payments.connection.cut = "none";
  shop.faults.mail = false;
  await checkInvariants(shop.table);
});

const eventTypes = (orderId: string) => eventTypesOf(shop.table, orderId);

describe("leaving the payment page", () => {
  test("answers 204 every time, frees the stock once and ends Stripe's session", async () => {
    const stockBefore = await stockOf(shop.table, tee);
    const { orderId, sessionId } = await driver.openCheckout([[tee, 2]]);
    const responses = await Promise.all([1, 2, 3].map(() => driver.release(sessionId)));
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect((await driver.release(sessionId)).status).toBe(204);
    expect(await stockOf(shop.table, tee)).toEqual(stockBefore);
    expect((await shop.payments.sdk.checkout.sessions.retrieve(sessionId)).status).toBe("expired");
    expect(await eventTypes(orderId)).toEqual(["OrderPlaced", "CheckoutExpired"]);
  });

  test("answers 409 when the session is paid, even before Stripe's event, and marks the order as paid", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    shop.payments.act(sessionId, "pay");
    expect((await driver.release(sessionId)).status).toBe(409);
    expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("paid");
    expect((await driver.release(sessionId)).status).toBe(409);
  });

  test("answers 409 while a delayed payment is pending", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    shop.payments.act(sessionId, "pay-later");
    expect((await driver.release(sessionId)).status).toBe(409);
    expect(await orderOf(shop.table, orderId)).toMatchObject({
      paymentStatus: "processing",
      hold: { state: "held" },
    });
  });

  test.each(["cs_test_unknown", "x", "SESSION#x"])("answers 404 for the session %s", async (sessionId) => {
    expect((await driver.release(sessionId)).status).toBe(404);
  });

  test("keeps the hold when Stripe does not answer, because the customer may be paying", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    shop.payments.connection.cut = "before";
    expect((await driver.release(sessionId)).status).toBe(503);
    expect((await orderOf(shop.table, orderId)).hold.state).toBe("held");
  });
});

describe("verifying a payment", () => {
  test("settles a payment before Stripe's event arrives, and the event changes nothing more", async () => {
    await shop.payments.takeNewEvents();
    const stockBefore = await stockOf(shop.table, tee);
    const { orderId, sessionId } = await driver.openCheckout([[tee, 2]], { ship: true });
    shop.payments.act(sessionId, "pay");
    const { data } = await driver.verifyPayment(sessionId);
    expect(data).toMatchObject({
      orderId,
      paymentStatus: "paid",
      receipt: {
        orderNumber: expect.stringMatching(ORDER_NUMBER) as string,
        transactionId: expect.stringMatching(/^pi_/) as string,
        customer: {
          name: "Grace Hopper",
          email: "grace@example.com",
          address: "12 Barrel Rd, Apt 3",
          zip: "40202",
        },
        items: [{ name: tee.name, quantity: 2, priceEach: 25, lineTotal: 50 }],
        subtotal: 50,
        shipping: SHIPPING_FEE,
        total: 50 + SHIPPING_FEE,
        delivery: "ship",
        paymentMethod: "Credit Card",
        status: "Paid",
      },
    });
    const { version } = await orderOf(shop.table, orderId);
    expect(await driver.settleAndListFailures(await shop.payments.takeNewEvents())).toEqual([]);
    expect((await orderOf(shop.table, orderId)).version).toBe(version);
    expect(await eventTypes(orderId)).toEqual(["OrderPlaced", "OrderPaid", "OrderContact"]);
    expect(await stockOf(shop.table, tee)).toEqual({
      ...stockBefore,
      available: stockBefore.available - 2,
      sold: stockBefore.sold + 2,
    });
  });

  test("returns 'unpaid' until the payment is complete, 'failed' after a failure, and 'expired' after the expiry", async () => {
    const { sessionId } = await driver.openCheckout([[tee, 1]]);
    const verifyStatus = async () => (await driver.verifyPayment(sessionId)).data.paymentStatus;
    expect(await verifyStatus()).toBe("unpaid");
    shop.payments.act(sessionId, "pay-later");
    expect(await verifyStatus()).toBe("unpaid");
    shop.payments.act(sessionId, "fail-later");
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    expect(await verifyStatus()).toBe("failed");
    const otherPurchase = await driver.openCheckout([[tee, 1]]);
    shop.payments.act(otherPurchase.sessionId, "expire");
    expect((await driver.verifyPayment(otherPurchase.sessionId)).data.paymentStatus).toBe("expired");
  });

  test("answers 503 while Stripe does not answer for an unpaid order, because the order may be paid", async () => {
    const { sessionId } = await driver.openCheckout([[tee, 1]]);
    shop.payments.act(sessionId, "pay");
    shop.payments.connection.cut = "before";
    const uncheckedResponse = await driver.verifyPayment(sessionId);
    expect([
      uncheckedResponse.status,
      uncheckedResponse.error.message,
      uncheckedResponse.headers["retry-after"],
    ]).toEqual([503, apiMessages.paymentUnchecked, "5"]);
    shop.payments.connection.cut = "none";
    expect((await driver.verifyPayment(sessionId)).data.paymentStatus).toBe("paid");
  });

  test("answers with the stored state while Stripe does not answer, for a payment that is paid, being processed or expired", async () => {
    const [paid, processing, expired] = [
      await driver.openCheckout([[tee, 1]]),
      await driver.openCheckout([[tee, 1]]),
      await driver.openCheckout([[tee, 1]]),
    ];
    await driver.pay(paid.sessionId);
    shop.payments.act(processing.sessionId, "pay-later");
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    await driver.release(expired.sessionId);
    shop.payments.connection.cut = "before";
    const verifyStatuses = async ({ sessionId }: { sessionId: string }) => {
      const { data } = await driver.verifyPayment(sessionId);
      return [data.paymentStatus, data.receipt.status];
    };
    expect(await verifyStatuses(paid)).toEqual(["paid", "Paid"]);
    expect(await verifyStatuses(processing)).toEqual(["unpaid", "Processing"]);
    expect(await verifyStatuses(expired)).toEqual(["expired", "Expired"]);
  });

  test("calls Stripe once with a timeout of 4 seconds", async () => {
    const { sessionId } = await driver.openCheckout([[tee, 1]]);
    shop.payments.connection.cut = "silent";
    const requestCount = shop.payments.requests.length;
    const startedAt = performance.now();
    expect((await driver.verifyPayment(sessionId)).status).toBe(503);
    const durationMs = performance.now() - startedAt;
    expect(durationMs).toBeGreaterThan(3_900);
    expect(durationMs).toBeLessThan(6_500);
    expect(shop.payments.requests.slice(requestCount)).toEqual([`GET /v1/checkout/sessions/${sessionId}`]);
  });

  test("shows email address and street for exactly 24 hours after payment", async () => {
    const { sessionId } = await driver.openCheckout([[tee, 1]]);
    advanceClock(0.4 * HOUR_MS);
    await driver.pay(sessionId);
    advanceClock(24 * HOUR_MS - 1000);
    expect((await driver.verifyPayment(sessionId)).data.receipt.customer).toMatchObject({
      email: "grace@example.com",
      address: "12 Barrel Rd, Apt 3",
    });
    advanceClock(2000);
    const { customer } = (await driver.verifyPayment(sessionId)).data.receipt;
    expect(customer).toEqual({ name: "Grace Hopper", city: "Louisville", state: "KY", zip: "40202" });
  });

  test("shows a full refund also while the bank has a question about the payment", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]]);
    for (const action of ["dispute-inquiry", "refund"] as const) shop.payments.act(sessionId, action);
    expect(await driver.settleAndListFailures(await shop.payments.takeNewEvents())).toEqual([]);
    expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("needs-attention");
    expect((await driver.verifyPayment(sessionId)).data.paymentStatus).toBe("refunded");
  });

  test("answers 404 for an unknown session, and 400 for an invalid session id", async () => {
    const unknownResponse = await driver.verifyPayment("cs_test_unknown");
    expect([unknownResponse.status, unknownResponse.error.message]).toEqual([
      404,
      "Failed to verify payment",
    ]);
    for (const invalidId of ["", "ord_1", "cs_#", "cs_a b"])
      expect((await driver.verifyPayment(invalidId)).error.fields).toHaveProperty("sessionId");
  });
});

describe("asking for the receipt by email", () => {
  test("mails the receipt to the order's own address, at most once a minute", async () => {
    const { sessionId } = await driver.buyAndPay([[tee, 1]]);
    shop.mails.length = 0;
    expect((await driver.emailReceipt(sessionId)).status).toBe(202);
    expect(shop.mails.map(({ to }) => to)).toEqual(["grace@example.com"]);
    expect(shop.mails[0]?.subject.split(" ").at(-1)).toMatch(ORDER_NUMBER);
    expect(shop.mails[0]?.text).toContain("Total: $25.00");
    const secondResponse = await driver.emailReceipt(sessionId);
    expect([secondResponse.status, secondResponse.error.reason, secondResponse.error.message]).toEqual([
      409,
      "receipt_already_sent",
      "Receipt email has already been sent.",
    ]);
    advanceClock(61_000);
    expect((await driver.emailReceipt(sessionId)).status).toBe(202);
    expect(shop.mails).toHaveLength(2);
  });

  test("sends one mail for two concurrent requests", async () => {
    const { sessionId } = await driver.buyAndPay([[tee, 1]]);
    shop.mails.length = 0;
    const responses = await Promise.all([driver.emailReceipt(sessionId), driver.emailReceipt(sessionId)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(shop.mails).toHaveLength(1);
  });

  test("mails the receipt if DynamoDB's answer is lost and the SDK writes the request again", async () => {
    const { sessionId } = await driver.buyAndPay([[tee, 1]]);
    shop.mails.length = 0;
    expect((await withLostAnswer("PutItem", () => driver.emailReceipt(sessionId))).status).toBe(202);
    expect(shop.mails).toHaveLength(1);
    expect((await driver.emailReceipt(sessionId)).status).toBe(409);
  });

  test("answers 503 when SES is down, and accepts another request immediately", async () => {
    const { sessionId } = await driver.buyAndPay([[tee, 1]]);
    shop.faults.mail = true;
    expect((await driver.emailReceipt(sessionId)).status).toBe(503);
    const { email } = orderData([]).bill;
    expect(shop.logs.join()).toMatch(/MessageRejected.*US-EAST-1: <address>/s);
    expect(shop.logs.join()).not.toContain(email);
    shop.faults.mail = false;
    expect((await driver.emailReceipt(sessionId)).status).toBe(202);
  });

  test("accepts another request immediately after the table failed to return the pick-up code", async () => {
    const { sessionId } = await driver.openCheckout([[tee, 1]]);
    await driver.pay(sessionId);
    const { documentClient } = await import("../../lambdas/lib/dynamodb.ts");
    documentClient().middlewareStack.add(
      (next) => (args) => {
        const { Key } = args.input as { Key?: { sk?: string } };
        return Key?.sk === "PICKUP" ? Promise.reject(new Error("The table is down")) : next(args);
      },
      { step: "initialize", name: "refusePickUpCode" },
    );
    const firstResponse = await driver.emailReceipt(sessionId);
    documentClient().middlewareStack.remove("refusePickUpCode");
    const secondResponse = await driver.emailReceipt(sessionId);
    expect([firstResponse.status, secondResponse.status]).toEqual([503, 202]);
  });

  test("answers 409 before payment and 404 for an unknown session", async () => {
    const { sessionId } = await driver.openCheckout([[tee, 1]]);
    const unpaidResponse = await driver.emailReceipt(sessionId);
    expect([unpaidResponse.status, unpaidResponse.error.message]).toEqual([
      409,
      "This order has not been paid.",
    ]);
    expect((await driver.emailReceipt("cs_test_unknown")).status).toBe(404);
  });
});
