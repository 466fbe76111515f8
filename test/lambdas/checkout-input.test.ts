import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { OrderData } from "../../shared/order-data.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { orderOf, stockOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { orderData, testProduct, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
const tee = testProduct({ price: 24.99, stock: 100 });
const ticket = testProduct({ name: "Live taping", category: "ticket", price: 15 });

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  await stockUp(shop.table, tee, ticket);
  // Stops the clock, because a request in a new time window of a rate limit stores an item.
  advanceClock(0);
  // Even a refused checkout stores an item if it is the first of the month or of its client, so the first one is made here.
  await driver.openCheckout([[ticket, 1]]);
});

/** Counts the items in the table. A refused request must not change the number. */
const countItems = async () => (await shop.table.items()).length;

describe("the validation of a checkout", () => {
  test.each([-1, 0, 1.5, 1e9, "2", null])("answers 400 to the quantity %j and stores nothing", async (q) => {
    const countBefore = await countItems();
    const checkoutData = orderData([[tee, 1]]);
    const { status, error } = await driver.send(checkoutData, {
      body: { orderData: { ...checkoutData, items: [{ ...checkoutData.items[0], q }] } },
    });
    expect([status, error.code, Object.keys(error.fields ?? {})]).toEqual([
      400,
      "invalid-argument",
      ["orderData.items.0.q"],
    ]);
    expect(await countItems()).toBe(countBefore);
  });

  test("answers 400 with a message to an empty cart", async () => {
    const { status, error } = await driver.send(orderData([]));
    expect([status, error.message]).toEqual([400, "Cart is empty."]);
  });

  test.each([
    ["above Stripe's maximum", 20_000, 50],
    ["below Stripe's minimum", 0.49, 1],
    ["of zero", 0, 3],
  ])("answers 400 to a total %s", async (_, price, quantity) => {
    const product = testProduct({ price, stock: 99 });
    await stockUp(shop.table, product);
    const countBefore = await countItems();
    const { status, error } = await driver.send(orderData([[product, quantity]]));
    const message = "Card payments take totals from $0.50 to $999,999.99.";
    expect([status, error.message, error.fields]).toEqual([400, message, { "orderData.items": message }]);
    expect([await stockOf(shop.table, product), await countItems()]).toEqual([
      { available: 99, held: 0, sold: 0 },
      countBefore,
    ]);
  });

  test("accepts two pieces of a product that is too cheap to be bought alone", async () => {
    const sticker = testProduct({ price: 0.25, stock: 9 });
    await stockUp(shop.table, sticker);
    expect((await driver.send(orderData([[sticker, 2]]))).status).toBe(200);
  });

  test.each([
    ["fn", "Ada\u2029Lovelace", "Must be one line of text"],
    ["ln", "Love\u202Elace", "Must not contain invisible characters"],
    ["addr", "12 Barrel\u200B Rd", "Must not contain invisible characters"],
    ["city", "\u3164", "Must not contain invisible characters"],
    ["co", "A\u2066B", "Must not contain invisible characters"],
    ["state", "ZZ", "State must be a US state"],
    ["state", "Kentucky", "State must be 2 characters"],
  ])("answers 400 to the field %s with the value %j", async (field, value, fieldError) => {
    const checkoutData = orderData([[tee, 1]]);
    const countBefore = await countItems();
    const { status, error } = await driver.send(checkoutData, {
      body: { orderData: { ...checkoutData, bill: { ...checkoutData.bill, [field]: value } } },
    });
    expect([status, error.fields]).toEqual([400, { [`orderData.bill.${field}`]: fieldError }]);
    expect(await countItems()).toBe(countBefore);
  });

  test("accepts an order without an address if it is picked up; the error for a shipped order names each missing part", async () => {
    const withoutAddress = (data: OrderData) => {
      const { addr: _, city: __, state: ___, ...bill } = data.bill;
      return { body: { orderData: { ...data, bill } } };
    };
    const pickUp = orderData([[tee, 1]]);
    const { orderId } = (await driver.send(pickUp, withoutAddress(pickUp))).data;
    expect(await orderOf(shop.table, orderId)).toMatchObject({
      billingInfo: { address: "", city: "", state: "", zipCode: "40202" },
    });
    const orderToShip = orderData([[tee, 1]], { ship: true });
    const { status, error } = await driver.send(orderToShip, withoutAddress(orderToShip));
    expect([status, error.fields]).toEqual([
      400,
      {
        "orderData.bill.addr": "Street address is required",
        "orderData.bill.city": "City is required",
        "orderData.bill.state": "State is required",
      },
    ]);
  });

  test("stores a shipping address that differs from the billing address, and refuses an unknown state", async () => {
    const checkoutData = orderData([[tee, 1]], { ship: true });
    const shipTo = (state: string) => ({
      body: {
        orderData: {
          ...checkoutData,
          ship: { ...checkoutData.ship, addr: "7 Mesa Ave", city: "Reno", state },
        },
      },
    });
    const refusedResponse = await driver.send(checkoutData, shipTo("ZZ"));
    expect(refusedResponse.error.fields).toEqual({ "orderData.ship.state": "State must be a US state" });
    const { orderId } = (await driver.send(checkoutData, shipTo("nv"))).data;
    expect(await orderOf(shop.table, orderId)).toMatchObject({
      billingInfo: { address: "12 Barrel Rd, Apt 3", state: "KY" },
      shippingInfo: { address: "7 Mesa Ave", city: "Reno", state: "NV" },
    });
  });

  test("answers 400 with the names of all wrong fields", async () => {
    const { error } = await driver.send(orderData([[tee, 1]]), {
      body: {
        orderData: { oId: "7", bill: { fn: "", zip: "1", phone: "5025550101" }, items: [{ id: "a#b" }] },
      },
    });
    expect(Object.keys(error.fields ?? {})).toEqual(
      expect.arrayContaining([
        "orderData.oId",
        "orderData.bill.fn",
        "orderData.bill.zip",
        "orderData.bill.phone",
        "orderData.bill.email",
        "orderData.items.0.id",
        "orderData.fin",
      ]),
    );
  });

  test.each([
    ["a body that is not JSON", "{"],
    ["an empty body", ""],
    ["a body that is too large", JSON.stringify({ orderData: "x".repeat(300_000) })],
    ["an array", "[]"],
    ["a deeply nested array", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ])("answers 400 to %s", async (_, raw) => {
    const response = await driver.send(orderData([[tee, 1]]), { raw });
    expect([response.status, response.error.code]).toEqual([400, "invalid-argument"]);
  });

  test("answers 400 to a line break in a name, a foreign country, or a control character in the address", async () => {
    const checkoutData = orderData([[tee, 1]]);
    for (const invalidField of [
      { fn: "Grace\r\nBcc: x@y.z" },
      { country: "DE" },
      { addr: "12\u0000 Road" },
    ]) {
      const response = await driver.send(checkoutData, {
        body: { orderData: { ...checkoutData, bill: { ...checkoutData.bill, ...invalidField } } },
      });
      expect([response.status, Object.keys(response.error.fields ?? {})]).toEqual([
        400,
        [`orderData.bill.${Object.keys(invalidField)[0]}`],
      ]);
    }
  });
});

describe("a checkout by a client that is not trusted", () => {
  test("ignores order id, status, payment status and unknown fields, even if one is a deeply nested array", async () => {
    const checkoutData = orderData([[tee, 1]]);
    const raw = JSON.stringify({
      orderData: {
        ...checkoutData,
        status: 2,
        orderStatus: 2,
        paymentStatus: "paid",
        orderId: "ord_1",
        version: 9,
      },
    }).replace(
      '"status":2',
      `"status":${"[".repeat(60_000)}${"]".repeat(60_000)},"__proto__":{"admin":true}`,
    );
    const { orderId } = (await driver.send(checkoutData, { raw })).data;
    expect(orderId).not.toBe("ord_1");
    expect(await orderOf(shop.table, orderId)).toMatchObject({
      orderStatus: ORDER_STATUS.pending,
      paymentStatus: "unpaid",
    });
  });

  test.each([
    "https://evil.example/checkout/success",
    "https://shop.example.evil.example/",
    "https://shop.example@evil.example/",
    "//evil.example",
    "javascript:alert(1)",
    "/checkout/success",
    "https://shop.example\\@evil.example/",
  ])("answers 400 to the return address %s", async (successUrl) => {
    const checkoutData = orderData([[tee, 1]]);
    const response = await driver.send(checkoutData, {
      body: { orderData: checkoutData, successUrl, cancelUrl: successUrl },
    });
    expect([response.status, Object.keys(response.error.fields ?? {})]).toEqual([
      400,
      ["successUrl", "cancelUrl"],
    ]);
  });

  test("answers 400 to a return address that is longer than Stripe accepts", async () => {
    const checkoutData = orderData([[tee, 1]]);
    const successUrl = `https://shop.example/checkout/success?orderData=${"x".repeat(5000)}`;
    const response = await driver.send(checkoutData, { body: { orderData: checkoutData, successUrl } });
    expect([response.status, Object.keys(response.error.fields ?? {})]).toEqual([400, ["successUrl"]]);
  });

  test("accepts a return address on this site, and leaves Stripe's placeholder unescaped", async () => {
    const checkoutData = orderData([[tee, 1]]);
    const successUrl =
      "https://shop.example/checkout/success?session_id={CHECKOUT_SESSION_ID}&orderData=%7B%7D";
    const { sessionId } = (await driver.send(checkoutData, { body: { orderData: checkoutData, successUrl } }))
      .data;
    const session = await shop.payments.sdk.checkout.sessions.retrieve(sessionId);
    expect([session.success_url, session.cancel_url]).toEqual([
      successUrl,
      "https://shop.example/checkout/cancel",
    ]);
  });

  test("answers 403 to a request that bypasses CloudFront", async () => {
    const countBefore = await countItems();
    const response = await driver.send(orderData([[tee, 1]]), { headers: { "x-origin-secret": undefined } });
    expect(response.status).toBe(403);
    expect(await countItems()).toBe(countBefore);
  });

  test("reveals nothing about an order to a client that guesses the order's attempt id", async () => {
    const ownOrder = orderData([[tee, 1]], { oId: randomUUID() });
    expect((await driver.send(ownOrder)).status).toBe(200);
    const guess = await driver.send(orderData([[ticket, 1]], { oId: ownOrder.oId }));
    expect(guess.status).toBe(409);
    expect(guess.body).not.toMatch(/cs_|ord_|grace/i);
  });
});
