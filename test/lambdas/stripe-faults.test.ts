import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { documentClient } from "../../lambdas/lib/dynamodb.ts";
import { addDiscount } from "../support/add-discount.ts";
import type { OrderData } from "../../shared/order-data.ts";
import { getOrder } from "../../lambdas/orders/order-table.ts";
import { openSession } from "../../lambdas/orders/open-session.ts";
import { checkInvariants, eventTypesOf, orderOf, stockOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { withCode } from "../support/discount-shop.ts";
import { orderData, testProduct, stockUp } from "../support/fixtures.ts";
import { cookiesToSend } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
const tee = testProduct({ stock: 100 });

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  await stockUp(shop.table, tee);
});
afterEach(async () => {
  shop.payments.faults.set({ stripe: "normal" });
  shop.payments.connection.cut = "none";
  await checkInvariants(shop.table);
});

const countOrders = async () => (await shop.table.items()).filter(({ sk }) => sk === "ORDER").length;

describe("when Stripe fails while a checkout opens its payment page", () => {
  test("a checkout gets 503 when Stripe's answer is lost, and its retry gets the same session", async () => {
    const checkoutData = orderData([[tee, 1]]);
    const [sessionCount, orderCount] = [shop.payments.sessions().length, await countOrders()];
    shop.payments.connection.cut = "after";
    const unansweredResponse = await driver.send(checkoutData);
    expect([
      unansweredResponse.status,
      unansweredResponse.error.code,
      unansweredResponse.headers["retry-after"],
    ]).toEqual([503, "unavailable", "5"]);
    shop.payments.connection.cut = "none";
    const { sessionId } = (await driver.send(checkoutData)).data;
    expect(shop.payments.sessions().length).toBe(sessionCount + 1);
    expect(shop.payments.sessions().at(-1)?.id).toBe(sessionId);
    expect(await countOrders()).toBe(orderCount + 1);
  });

  test("after a 500 that Stripe replays, a checkout gets a session for its order by the next idempotency key", async () => {
    const checkoutData = orderData([[tee, 1]]);
    const orderCount = await countOrders();
    shop.payments.faults.set({ stripe: "error-replayed" });
    const refusedResponse = await driver.send(checkoutData);
    expect([refusedResponse.status, refusedResponse.headers["retry-after"]]).toEqual([503, "5"]);
    shop.payments.faults.set({ stripe: "normal" });
    const { orderId } = (await driver.send(checkoutData)).data;
    expect(await countOrders()).toBe(orderCount + 1);
    expect((await orderOf(shop.table, orderId)).payment.n).toBeGreaterThan(1);
    expect(await eventTypesOf(shop.table, orderId)).toEqual(["OrderPlaced"]);
  });

  test("a retry whose parameters a deployment has changed gets a session by the next idempotency key", async () => {
    const checkoutData = orderData([[tee, 1]]);
    shop.payments.connection.cut = "after";
    expect((await driver.send(checkoutData)).status).toBe(503);
    shop.payments.connection.cut = "none";
    const storedOrder = (await shop.table.items()).find((item) => item["attemptId"] === checkoutData.oId);
    if (!storedOrder) throw new Error("No order was placed");
    const payment = { ...(storedOrder["payment"] as object), cancelUrl: "https://shop.example/cart" };
    await shop.table.put({ ...storedOrder, payment });
    const orderCount = await countOrders();
    const { status, data: session } = await driver.send(checkoutData);
    expect([status, session.orderId, await countOrders()]).toEqual([200, storedOrder["orderId"], orderCount]);
  });

  test("a retry with other parameters opens no second session if another request has just opened one", async () => {
    const { data: session } = await driver.send(orderData([[tee, 1]]));
    const storedOrder = await getOrder(session.orderId);
    if (!storedOrder) throw new Error("No order was placed");
    const { stripeSessionId, ...orderBefore } = storedOrder;
    const payment = { ...orderBefore.payment, cancelUrl: "https://shop.example/cart" };
    const retry = openSession(
      shop.payments.sdk,
      { ...orderBefore, payment },
      "https://shop.example",
      new Date(),
    );
    await expect(retry).rejects.toMatchObject({ status: 503 });
    expect((await getOrder(session.orderId))?.stripeSessionId).toBe(stripeSessionId);
  });

  test("a checkout that Stripe refuses gets 500 without internal details, and its hold ends before the response", async () => {
    const stockBefore = await stockOf(shop.table, tee);
    shop.payments.connection.refusal = {
      code: "url_invalid",
      param: "line_items",
      message: "Not a valid Stripe URL",
    };
    const refusedResponse = await driver.send(orderData([[tee, 1]]));
    shop.payments.connection.refusal = undefined;
    expect(refusedResponse.status).toBe(500);
    expect(refusedResponse.body).not.toMatch(/stripe|url|line_items/i);
    expect(await stockOf(shop.table, tee)).toEqual(stockBefore);
  });

  test("an email address that only Stripe refuses gets 400 with the field's name, and holds nothing", async () => {
    const stockBefore = await stockOf(shop.table, tee);
    shop.payments.connection.refusal = {
      code: "email_invalid",
      param: "customer_email",
      message: "Invalid email",
    };
    const { status, error } = await driver.send(orderData([[tee, 1]]));
    shop.payments.connection.refusal = undefined;
    expect([status, error.fields]).toEqual([400, { "orderData.bill.email": "Email format is invalid" }]);
    expect(await stockOf(shop.table, tee)).toEqual(stockBefore);
  });

  test("a rate-limited checkout gets 503 with Retry-After, holds nothing, and succeeds later", async () => {
    const stockBefore = await stockOf(shop.table, tee);
    const checkoutData = orderData([[tee, 1]]);
    shop.payments.faults.set({ stripe: "rate-limited" });
    const refusedResponse = await driver.send(checkoutData);
    expect([refusedResponse.status, refusedResponse.headers["retry-after"]]).toEqual([503, "5"]);
    expect(await stockOf(shop.table, tee)).toEqual(stockBefore);
    shop.payments.faults.set({ stripe: "normal" });
    expect((await driver.send(checkoutData)).status).toBe(200);
  });

  test("an attempt that is retried after minutes gets a payment page that is open for 30 minutes", async () => {
    const checkoutData = orderData([[tee, 1]]);
    shop.payments.connection.cut = "before";
    expect((await driver.send(checkoutData)).status).toBe(503);
    shop.payments.connection.cut = "none";
    advanceClock(5 * 60_000);
    const { sessionId } = (await driver.send(checkoutData)).data;
    const session = await shop.payments.sdk.checkout.sessions.retrieve(sessionId);
    expect(session.expires_at * 1000 - Date.now()).toBeGreaterThan(30 * 60_000);
  });
});

test("an order that becomes too old for a payment page while Stripe answers slowly is replaced", async () => {
  const checkoutData = orderData([[tee, 1]]);
  shop.payments.connection.cut = "before";
  expect((await driver.send(checkoutData)).status).toBe(503);
  shop.payments.connection.cut = "none";
  advanceClock(55_000);
  shop.payments.connection.onRequest = () => {
    advanceClock(7_000);
    shop.payments.connection.onRequest = () => undefined;
  };
  expect((await driver.send(checkoutData)).status).toBe(200);
});

describe("a checkout ends within the 29 s of its function", () => {
  /** Sends an order; returns the response's status, and how many coupons and sessions the shop requested from Stripe. */
  async function sendAndCountRequests(data: OrderData) {
    const requestCountBefore = shop.payments.requests.length;
    const { status } = await driver.send(data);
    const requests = shop.payments.requests.slice(requestCountBefore);
    return [
      status,
      ...["/v1/coupons", "/v1/checkout/sessions"].map(
        (path) => requests.filter((request) => request === `POST ${path}`).length,
      ),
    ];
  }

  test("because a code's coupon is requested once if Stripe does not answer", async () => {
    await addDiscount({ code: "SLOW", amount: 5 });
    shop.payments.connection.cut = "silent";
    expect(await sendAndCountRequests(withCode([[tee, 1]], { code: "SLOW", disc: 5 }))).toEqual([503, 1, 0]);
  });

  test("because the visitor's other sessions are expired only while Stripe answers, and the next request succeeds", async () => {
    const [flask, cap] = [testProduct({ stock: 1 }), testProduct({ stock: 1 })];
    await stockUp(shop.table, flask, cap);
    const firstResponse = await driver.send(orderData([[flask, 1]]));
    const cookies = cookiesToSend(firstResponse.cookies);
    await driver.send(orderData([[cap, 1]]), { cookies });
    const cartOfBoth = orderData([
      [flask, 1],
      [cap, 1],
    ]);
    shop.payments.connection.cut = "silent";
    const requestCountBefore = shop.payments.requests.length;
    const refusedResponse = await driver.send(cartOfBoth, { cookies });
    expect([refusedResponse.status, refusedResponse.headers["retry-after"]]).toEqual([503, "5"]);
    expect(shop.payments.requests.slice(requestCountBefore)).toEqual([expect.stringMatching(/\/expire$/)]);
    shop.payments.connection.cut = "none";
    expect((await driver.send(cartOfBoth, { cookies })).status).toBe(200);
    expect(await stockOf(shop.table, flask)).toEqual({ available: 0, held: 1, sold: 0 });
  });

  test("because after 8 s it leaves the opening of the payment page to the customer's next request", async () => {
    const checkoutData = orderData([[tee, 1]]);
    let timeMs = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (timeMs += 3_000));
    const orderCount = await countOrders();
    expect(await sendAndCountRequests(checkoutData)).toEqual([503, 0, 0]);
    expect(await countOrders()).toBe(orderCount + 1);
    clock.mockRestore();
    expect(await sendAndCountRequests(checkoutData)).toEqual([200, 0, 1]);
  });

  test("because after 8 s it tries no further to take the pieces if other requests were faster, and calculates no further tax", async () => {
    let [timeMs, tries] = [0, 0];
    const clock = vi.spyOn(performance, "now").mockImplementation(() => timeMs);
    documentClient().middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          if (commandName !== "TransactWriteItemsCommand" || !JSON.stringify(args.input).includes("ATTEMPT#"))
            return next(args);
          // Each try takes 5 s, as if Stripe were slow to calculate the tax.
          timeMs += 5_000;
          tries++;
          const CancellationReasons = [{ Code: "ConditionalCheckFailed" }];
          throw new TransactionCanceledException({ message: "", $metadata: {}, CancellationReasons });
        },
      { step: "initialize", name: "conflict" },
    );
    onTestFinished(() => {
      clock.mockRestore();
      documentClient().middlewareStack.remove("conflict");
    });
    expect([(await driver.send(orderData([[tee, 1]]))).status, tries]).toEqual([503, 2]);
  });

  test("because after a slow error 500 it leaves the next idempotency key to the customer's next request", async () => {
    const checkoutData = orderData([[tee, 1]]);
    shop.payments.faults.set({ stripe: "error-replayed" });
    let timeMs = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (timeMs += 2_100));
    expect(await sendAndCountRequests(checkoutData)).toEqual([503, 0, 1]);
    clock.mockRestore();
    shop.payments.faults.set({ stripe: "normal" });
    expect(await sendAndCountRequests(checkoutData)).toEqual([200, 0, 1]);
  });
});
