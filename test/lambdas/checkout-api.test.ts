import { beforeAll, describe, expect, test } from "vitest";
import { toCents } from "../../shared/money.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { checkInvariants, eventsOf, eventTypesOf, orderOf, stockOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { orderData, eventInDays, testProduct, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
const tee = testProduct({ price: 24.99, stock: 100 });
const polo = testProduct({
  name: "Polo",
  price: 40,
  variants: [{ id: "m", size: "M", color: "Black", stock: 5 }],
});
const ticket = testProduct({ name: "Live taping", category: "ticket", price: 15 });

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  await stockUp(shop.table, tee, polo, ticket);
});

describe("a ticket", () => {
  const show = testProduct({ name: "Show", category: "ticket", price: 20, event: eventInDays(1) });
  const closedShow = testProduct({
    name: "Closed",
    category: "ticket",
    event: eventInDays(1, { salesEndAt: new Date(Date.now() - 1000).toISOString() }),
  });
  beforeAll(() => stockUp(shop.table, show, closedShow));

  test("is sold with the data of its event in the stored order, but not in OrderPlaced", async () => {
    const { orderId } = (await driver.send(orderData([[show, 1]]))).data;
    expect((await orderOf(shop.table, orderId)).items[0]?.event).toEqual(show.event);
    const [placedEvent] = await eventsOf(shop.table, orderId);
    expect(placedEvent).toMatchObject({ type: "OrderPlaced", items: [{ name: "Show" }] });
    // The name of the event's venue contains this word.
    expect(JSON.stringify(placedEvent)).not.toContain("Rickhouse");
  });

  test("is refused after its sales have ended, with the reason and without a hold", async () => {
    const { status, error } = await driver.send(
      orderData([
        [show, 1],
        [closedShow, 1],
      ]),
    );
    expect([status, error.reason]).toEqual([409, "cart_changed"]);
    expect(error.lines).toEqual([
      { id: closedShow.id, n: "Closed", price: 25, available: 0, salesEnded: true },
    ]);
    expect(await stockOf(shop.table, closedShow)).toEqual({ available: 10, held: 0, sold: 0 });
  });
});

describe("a checkout", () => {
  test("holds the stock, stores the order and opens the payment page with the server's prices", async () => {
    const checkoutData = orderData(
      [
        [tee, 2],
        [polo, 1, "m"],
        [ticket, 1],
      ],
      { ship: true },
    );
    const feeCents = toCents(SHIPPING_FEE);
    const { orderId, sessionId, url } = (await driver.send(checkoutData)).data;
    expect(url).toMatch(/^http:\/\/localhost:8080\//);
    expect(await stockOf(shop.table, tee)).toEqual({ available: 98, held: 2, sold: 0 });
    expect(await stockOf(shop.table, polo, "m")).toEqual({ available: 4, held: 1, sold: 0 });
    const order = await orderOf(shop.table, orderId);
    expect(order).toMatchObject({
      orderStatus: ORDER_STATUS.pending,
      paymentStatus: "unpaid",
      stripeSessionId: sessionId,
      marketingConsent: true,
      financialInfo: {
        subtotal: 104.98,
        shipping: SHIPPING_FEE,
        total: (10_498 + feeCents) / 100,
        refunded: 0,
      },
      billingInfo: { firstName: "Grace", email: "grace@example.com", country: "US" },
      shippingInfo: { method: 1, cost: SHIPPING_FEE, state: "KY" },
      history: [{ by: "customer", what: "placed" }],
    });
    expect(order.items.map(({ name, weight, size, color }) => [name, weight, size, color])).toEqual([
      ["Angel's Share Tee", 1, undefined, undefined],
      ["Polo", 1, "M", "Black"],
      ["Live taping", 0, undefined, undefined],
    ]);
    expect(await eventTypesOf(shop.table, orderId)).toEqual(["OrderPlaced"]);
    const session = await shop.payments.sdk.checkout.sessions.retrieve(sessionId);
    expect([session.amount_total, session.metadata, session.customer_email]).toEqual([
      10_498 + feeCents,
      { orderId, orderNumber: order.orderNumber },
      "grace@example.com",
    ]);
    expect(session.expires_at * 1000 - Date.now()).toBeGreaterThan(30 * 60_000);
    expect(Date.parse(order.hold.endsAt)).toBeGreaterThan(session.expires_at * 1000);
    await checkInvariants(shop.table);
  });

  test("is paid in dollars only, even if Stripe's dashboard allows local currencies", async () => {
    const { sessionId } = (await driver.send(orderData([[tee, 1]]))).data;
    const session = await shop.payments.sdk.checkout.sessions.retrieve(sessionId);
    expect(session).toMatchObject({ currency: "usd", adaptive_pricing: { enabled: false } });
  });

  test("is taxed once, even if Stripe's account calculates the tax of each session by default", async () => {
    const { sessionId } = (await driver.send(orderData([[tee, 1]]))).data;
    const session = await shop.payments.sdk.checkout.sessions.retrieve(sessionId);
    expect(session).toMatchObject({ automatic_tax: { enabled: false } });
  });

  test("is sold by the shop, even if Stripe's account makes Stripe the seller by default", async () => {
    const { sessionId } = (await driver.send(orderData([[tee, 1]]))).data;
    const session = await shop.payments.sdk.checkout.sessions.retrieve(sessionId);
    expect(session).toMatchObject({ managed_payments: { enabled: false } });
  });

  test("charges no shipping for tickets or for pick-up", async () => {
    const ticketOrder = await driver.openCheckout([[ticket, 2]], { ship: true });
    expect((await orderOf(shop.table, ticketOrder.orderId)).shippingInfo).toBeUndefined();
    const pickUpOrder = await driver.openCheckout([[tee, 1]]);
    expect((await orderOf(shop.table, pickUpOrder.orderId)).financialInfo).toMatchObject({
      shipping: 0,
      total: 24.99,
    });
  });

  test("adds up two lines of the same product when it checks the stock", async () => {
    const scarceTee = testProduct({ stock: 3 });
    await stockUp(shop.table, scarceTee);
    const { status, error } = await driver.send(
      orderData([
        [scarceTee, 2],
        [scarceTee, 2],
      ]),
    );
    expect([status, error.lines?.map(({ available }) => available)]).toEqual([409, [3, 3]]);
    await driver.openCheckout([
      [scarceTee, 2],
      [scarceTee, 1],
    ]);
    expect(await stockOf(shop.table, scarceTee)).toEqual({ available: 0, held: 3, sold: 0 });
  });

  test("logs the request id and the order id, but no name, address or secret", async () => {
    const { orderId } = await driver.openCheckout([[tee, 1]]);
    const request = shop.logs.findLast((line) => line.includes("POST /api/checkout/sessions"));
    expect(request).toMatch(new RegExp(`"requestId": *"[^"]+",\\s*"orderId": *"${orderId}"`));
    expect(shop.logs.join("\n")).not.toMatch(/grace|hopper|barrel rd|502-555|sk_test|whsec|198\.51/i);
  });
});

describe("an attempt of a checkout", () => {
  test("that is sent twice gets the same order and session", async () => {
    const checkoutData = orderData([[tee, 1]]);
    const firstResponse = await driver.send(checkoutData);
    expect((await driver.send(checkoutData)).data).toEqual(firstResponse.data);
  });

  test("that is sent again with another body gets 409", async () => {
    const checkoutData = orderData([[tee, 1]]);
    await driver.send(checkoutData);
    const otherResponse = await driver.send({ ...checkoutData, bill: { ...checkoutData.bill, fn: "Ada" } });
    expect([otherResponse.status, otherResponse.error.message]).toEqual([
      409,
      "This checkout was already sent with other contents.",
    ]);
  });

  test("that is sent five times at the same time makes one order, one hold and one session", async () => {
    const mug = testProduct();
    await stockUp(shop.table, mug);
    const sessionCount = shop.payments.sessions().length;
    const checkoutData = orderData([[mug, 2]]);
    const responses = await Promise.all(Array.from({ length: 5 }, () => driver.send(checkoutData)));
    const [firstCheckout, ...others] = responses.map((response) => response.data);
    for (const other of others) expect(other).toEqual(firstCheckout);
    expect(await stockOf(shop.table, mug)).toEqual({ available: 8, held: 2, sold: 0 });
    expect(shop.payments.sessions().length).toBe(sessionCount + 1);
  });

  test("gets a new order and payment page after its first page has expired", async () => {
    const checkoutData = orderData([[tee, 1]]);
    const firstCheckout = (await driver.send(checkoutData)).data;
    advanceClock(32 * 60_000);
    const secondCheckout = (await driver.send(checkoutData)).data;
    expect(secondCheckout.sessionId).not.toBe(firstCheckout.sessionId);
    expect((await shop.payments.sdk.checkout.sessions.retrieve(secondCheckout.sessionId)).status).toBe(
      "open",
    );
    expect((await orderOf(shop.table, firstCheckout.orderId)).hold.state).toBe("released");
  });

  test("makes a new order after its hold was released, and gets 409 after the order was paid", async () => {
    const checkoutData = orderData([[tee, 1]]);
    const firstCheckout = (await driver.send(checkoutData)).data;
    await driver.release(firstCheckout.sessionId);
    const secondCheckout = (await driver.send(checkoutData)).data;
    expect(secondCheckout.orderId).not.toBe(firstCheckout.orderId);
    await driver.pay(secondCheckout.sessionId);
    const thirdResponse = await driver.send(checkoutData);
    expect([thirdResponse.status, thirdResponse.error.reason, thirdResponse.error.message]).toEqual([
      409,
      "already_paid",
      "This order has already been paid.",
    ]);
  });
});

describe("a cart that differs from the server's products", () => {
  test("gets 409 with the current lines when a price has changed", async () => {
    const { status, error } = await driver.send(orderData([[{ ...tee, price: 20 }, 1]]));
    expect([status, error.code, error.reason, error.message]).toEqual([
      409,
      "aborted",
      "cart_changed",
      "Cart has changed.",
    ]);
    expect(error.lines).toEqual([
      { id: tee.id, n: tee.name, price: 24.99, available: (await stockOf(shop.table, tee)).available },
    ]);
  });

  test("gets 409 with the available quantity when stock is short, or when a product or variant is unknown", async () => {
    const scarceMug = testProduct({ stock: 1, name: "Few" });
    await stockUp(shop.table, scarceMug);
    expect((await driver.send(orderData([[scarceMug, 2]]))).error.lines).toEqual([
      { id: scarceMug.id, n: "Few", price: 25, available: 1 },
    ]);
    const unknownProduct = testProduct({ name: "Never was" });
    expect(
      (
        await driver.send(
          orderData([
            [unknownProduct, 1],
            [ticket, 1],
          ]),
        )
      ).error.lines,
    ).toEqual([{ id: unknownProduct.id, n: "Never was", price: null, available: 0 }]);
    expect((await driver.send(orderData([[polo, 1]]))).error.lines).toMatchObject([{ available: 0 }]);
    expect((await driver.send(orderData([[polo, 1, "xxl"]]))).error.lines).toMatchObject([{ v: "xxl" }]);
    expect((await driver.send(orderData([[tee, 1, "m"]]))).error.lines).toMatchObject([{ available: 0 }]);
  });

  const hasFee = toCents(SHIPPING_FEE) > 0;

  test("gets 409 when the subtotal, shipping or total is wrong", async () => {
    for (const fin of [{ sub: 1 }, { ship: hasFee ? 0 : 1 }, { tot: 1 }]) {
      const checkoutData = orderData([[tee, 1]], { ship: true });
      const response = await driver.send({ ...checkoutData, fin: { ...checkoutData.fin, ...fin } });
      expect(response.status).toBe(409);
    }
  });

  test("gets 409 when merchandise is declared as a ticket to avoid shipping", async () => {
    const checkoutData = orderData([[{ ...tee, category: "ticket" }, 1]], { ship: true });
    expect(checkoutData.fin.ship).toBe(0);
    expect((await driver.send(checkoutData)).status).toBe(hasFee ? 409 : 200);
  });
});
