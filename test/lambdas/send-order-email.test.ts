import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { MAX_RECEIVES, retryDelaySeconds } from "../../shared/retries.ts";
import { orderNumberOf } from "../../shared/order-number.ts";
import { eventSamples } from "../../shared/event-samples.ts";
import { brand } from "../../shared/site/brand.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { openBackOffice, type BackOffice } from "../support/back-office.ts";
import { orderOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { orderData, testProduct, stockUp } from "../support/fixtures.ts";
import { deliver, toBusEvent } from "../support/invoke.ts";
import type { ShopWithTableFaults } from "../support/shop.ts";
import { advanceClock, openShopWithTableFaults, TEAM } from "../support/shop.ts";
import { stripeEvents } from "../support/stripe-events.ts";
import { shortenBackoff } from "../support/short-backoff.ts";

const { pending, completed, cancelled } = ORDER_STATUS;
let shop: ShopWithTableFaults;
let driver: CheckoutDriver;
let office: BackOffice;
const tee = testProduct({ stock: 100 });
const CUSTOMER = "grace@example.com";

beforeAll(async () => {
  shop = await openShopWithTableFaults();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  await stockUp(shop.table, tee);
});
afterEach(() => {
  shop.faults.mail = false;
  shop.faults.overQuotaCount = 0;
  shop.mails.length = 0;
});

const { act, sessionEvent } = stripeEvents(() => shop.payments);
const buyAndPay = (ship = false) => driver.buyAndPay([[tee, 1]], { ship });
const changeOrder = async (orderId: string, body: Parameters<BackOffice["change"]>[1]) =>
  expect((await office.change(orderId, body)).status).toBe(200);
const listRecipientsAndSubjects = () => shop.mails.map(({ to, subject }) => [to, subject]);

describe("the mails of each event", () => {
  test("a payment sends the receipt to the customer and a notice to the team", async () => {
    const { orderId } = await buyAndPay();
    const { orderNumber = "" } = await orderOf(shop.table, orderId);
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([]);
    expect(listRecipientsAndSubjects()).toEqual([
      [CUSTOMER, `Your ${brand.name} receipt: ${orderNumber}`],
      [TEAM, `New order: $25.00 (${orderNumber})`],
    ]);
    for (const { html, text } of shop.mails)
      for (const part of [html, text]) {
        expect(part).toContain(orderNumber);
        expect(part).toContain(orderId);
      }
    expect(shop.mails.map(({ replyTo }) => replyTo)).toEqual([TEAM, CUSTOMER]);
  });

  test("a notice to the team that is sent after the order was cancelled or disputed does not ask to ship it", async () => {
    const cancelled = await buyAndPay(true);
    await changeOrder(cancelled.orderId, { orderStatus: 3, refund: true, restock: true });
    await driver.deliverOutbox("send-order-email", cancelled.orderId, "OrderPaid");
    const disputed = await buyAndPay(true);
    expect(await driver.settleAndListFailures(await act(disputed.sessionId, "dispute"))).toEqual([]);
    await driver.deliverOutbox("send-order-email", disputed.orderId, "OrderPaid");
    const notices = shop.mails.filter(({ to }) => to === TEAM);
    expect(notices).toHaveLength(2);
    for (const { html } of notices) expect(html).not.toContain("To ship");
    expect(notices.map(({ html }) => /Do not send[^<]*/.exec(html)?.[0])).toEqual([
      "Do not send: cancelled or refunded",
      "Do not send now: see the order",
    ]);
  });

  test("a completion sends a mail with the tracking number", async () => {
    const { orderId } = await buyAndPay(true);
    await changeOrder(orderId, { orderStatus: completed, tracking: "1Z999" });
    await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
    expect(listRecipientsAndSubjects()).toEqual([[CUSTOMER, `Your order is on its way (${brand.name})`]]);
    expect(shop.mails[0]?.text).toContain("Tracking number: 1Z999");
  });

  test("a change back to Pending sends no mail", async () => {
    const { orderId } = await buyAndPay();
    await changeOrder(orderId, { orderStatus: completed });
    await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
    await changeOrder(orderId, { orderStatus: pending });
    await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
    expect(listRecipientsAndSubjects()).toEqual([[CUSTOMER, `Your order is complete (${brand.name})`]]);
  });

  test("a completion that is undone before its mail goes out sends no mail", async () => {
    const { orderId } = await buyAndPay();
    await changeOrder(orderId, { orderStatus: completed });
    await changeOrder(orderId, { orderStatus: pending });
    await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
    expect(listRecipientsAndSubjects()).toEqual([]);
  });

  test("a tracking number that is entered after the completion sends another mail", async () => {
    const { orderId } = await buyAndPay(true);
    await changeOrder(orderId, { orderStatus: completed });
    await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
    advanceClock(13_000);
    await changeOrder(orderId, { orderStatus: completed, tracking: "1Z111" });
    await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
    expect(shop.mails.map(({ text }) => text.includes("Tracking number: 1Z111"))).toEqual([false, true]);
  });

  test("a cancellation and its refund send one mail each", async () => {
    const { orderId } = await buyAndPay();
    await changeOrder(orderId, { orderStatus: cancelled, refund: true });
    await driver.deliverOutbox("send-order-email", orderId, "OrderCancelled");
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    await driver.deliverOutbox("send-order-email", orderId, "OrderRefunded");
    expect(listRecipientsAndSubjects()).toEqual([
      [CUSTOMER, `Your order was cancelled (${brand.name})`],
      [CUSTOMER, `We refunded $25.00 (${brand.name})`],
    ]);
    expect(shop.mails[0]?.text).toContain("Your money is on its way back");
  });

  test("an unpaid order sends no mail when it is placed, cancelled or expired", async () => {
    const { orderId } = await driver.openCheckout([[tee, 1]]);
    await changeOrder(orderId, { orderStatus: cancelled });
    for (const type of ["OrderPlaced", "OrderCancelled", "CheckoutExpired"] as const)
      expect(await driver.deliverOutbox("send-order-email", orderId, type)).toEqual([]);
    expect(shop.mails).toEqual([]);
  });
});

describe("a delayed payment that fails", () => {
  const failLater = async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    await driver.settleAndListFailures(await act(sessionId, "pay-later"));
    await driver.settleAndListFailures(await act(sessionId, "fail-later"));
    return { orderId, sessionId };
  };

  test("sends one mail that the order was not placed", async () => {
    const { orderId } = await failLater();
    for (let i = 0; i < 2; i++)
      expect(await driver.deliverOutbox("send-order-email", orderId, "CheckoutExpired")).toEqual([]);
    expect(listRecipientsAndSubjects()).toEqual([
      [CUSTOMER, `Your payment did not go through (${brand.name})`],
    ]);
    const orderNumber = orderNumberOf(await orderOf(shop.table, orderId));
    for (const text of ["$25.00", tee.name, orderNumber]) expect(shop.mails[0]?.text).toContain(text);
    // The order is deleted by its TTL, so the record of the mail is too.
    const items = await shop.table.partition(`ORDER#${orderId}`);
    const ttlOf = (skPrefix: string) => items.find(({ sk }) => String(sk).startsWith(skPrefix))?.["ttl"];
    expect(ttlOf("MAIL#")).toBeGreaterThanOrEqual(Number(ttlOf("ORDER")));
  });

  test("sends no mail if the payment succeeds after all, before the mail is sent", async () => {
    const { orderId, sessionId } = await failLater();
    await driver.settleAndListFailures([
      await sessionEvent(sessionId, "checkout.session.async_payment_succeeded", {
        payment_status: "paid",
        payment_intent: "pi_late",
      }),
    ]);
    expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("paid");
    expect(await driver.deliverOutbox("send-order-email", orderId, "CheckoutExpired")).toEqual([]);
    expect(shop.mails).toEqual([]);
  });
});

describe("repeated and failed deliveries", () => {
  test("each mail is sent once, even if the bus delivers the event twice at the same time and again in a replay a day later", async () => {
    const { orderId } = await buyAndPay();
    await Promise.all([
      driver.deliverOutbox("send-order-email", orderId, "OrderPaid"),
      driver.deliverOutbox("send-order-email", orderId, "OrderPaid"),
    ]);
    advanceClock(86_400_000);
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([]);
    expect(
      listRecipientsAndSubjects()
        .map(([to]) => to)
        .sort(),
    ).toEqual([CUSTOMER, TEAM]);
  });

  test("the message goes back to the queue if SES is down, and its retry sends the mails", async () => {
    const { orderId } = await buyAndPay();
    shop.faults.mail = true;
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([0]);
    expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("paid");
    shop.faults.mail = false;
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([]);
    expect(shop.mails).toHaveLength(2);
  });

  test("a mail over SES's quota is sent after a short wait, or else the event goes back to the queue, with an alarm at the fourth failure", async () => {
    const { orderId } = await buyAndPay();
    const events = (await driver.outbox(orderId)).filter(({ type }) => type === "OrderPaid").map(toBusEvent);
    const deliverPaid = (receiveCount: number) => deliver(driver.mailHandler, events, receiveCount);
    const listAlarms = () => shop.logs.flatMap((line) => /"alarm": ?"([\w-]+)"/.exec(line)?.[1] ?? []);
    shop.logs.length = 0;
    shop.faults.overQuotaCount = Infinity;
    expect(await deliverPaid(1)).toEqual([0]);
    expect(await deliverPaid(3)).toEqual([0]);
    expect(shop.logs.join()).toContain("Maximum sending rate exceeded");
    expect(listAlarms()).toEqual([]);
    expect(await deliverPaid(4)).toEqual([0]);
    expect(listAlarms()).toEqual(["message-waits"]);
    expect(shop.mails).toEqual([]);

    shop.faults.overQuotaCount = 1;
    const startedAt = performance.now();
    expect(await deliverPaid(5)).toEqual([]);
    expect(shop.mails).toHaveLength(2);
    expect(performance.now() - startedAt).toBeGreaterThan(400);
  });

  test("if SES sends a mail but its responses are lost, the customer gets the mail three times during all retries of the queue", async () => {
    const { orderId } = await buyAndPay();
    const { fetch } = globalThis;
    const fetchWithoutResponse = vi.spyOn(globalThis, "fetch").mockImplementation(async (...request) => {
      await fetch(...request);
      throw new DOMException("late", "TimeoutError");
    });
    for (let receiveCount = 1; receiveCount <= MAX_RECEIVES; receiveCount++) {
      expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([0]);
      advanceClock(retryDelaySeconds(receiveCount, 0.5) * 1000);
    }
    fetchWithoutResponse.mockRestore();
    expect(shop.mails.filter(({ to }) => to === CUSTOMER)).toHaveLength(3);
  });

  test("a sent mail is recorded even if the table refuses the record eight times, and a retry does not send the mail again", async () => {
    shortenBackoff();
    const { orderId } = await buyAndPay();
    const originalGet = shop.tableFaults.get.bind(shop.tableFaults);
    let remainingRefusals = 8;
    shop.tableFaults.get = () =>
      shop.mails.length === 1 && remainingRefusals-- > 0
        ? { ...originalGet(), table: "down" }
        : originalGet();
    await driver
      .deliverOutbox("send-order-email", orderId, "OrderPaid")
      .finally(() => (shop.tableFaults.get = originalGet));
    expect(remainingRefusals).toBeLessThan(0);
    advanceClock(3_600_000);
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([]);
    expect(listRecipientsAndSubjects().map(([to]) => to)).toEqual([CUSTOMER, TEAM]);
  });

  test("the customer gets one receipt if only the team's mail failed and the event is retried", async () => {
    const { orderId } = await buyAndPay();
    shop.faults.mail = (to) => to === TEAM;
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([0]);
    shop.faults.mail = false;
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([]);
    expect(listRecipientsAndSubjects().map(([to]) => to)).toEqual([CUSTOMER, TEAM]);
  });

  test("the team gets its notice even if SES refuses the customer's address", async () => {
    const { orderId } = await buyAndPay();
    shop.faults.mail = (to) => to === CUSTOMER;
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([0]);
    expect(listRecipientsAndSubjects().map(([to]) => to)).toEqual([TEAM]);
  });
});

test("the log says why a mail was not sent, without the recipient's address", async () => {
  const { orderId } = await buyAndPay();
  shop.faults.mail = true;
  shop.logs.length = 0;
  await driver.deliverOutbox("send-order-email", orderId, "OrderPaid");
  expect(shop.logs.join("")).toMatch(/were not sent: \w+, \w+"/);
  expect(shop.logs.join("")).not.toContain(CUSTOMER);
});

describe("the HTML of a mail", () => {
  test("escapes markup in names and products", async () => {
    const productWithMarkup = testProduct({ name: `<img src=x onerror="alert(1)">` });
    await stockUp(shop.table, productWithMarkup);
    const checkoutData = orderData([[productWithMarkup, 1]]);
    const dataWithMarkup = {
      ...checkoutData,
      bill: { ...checkoutData.bill, fn: "<script>alert(2)</script>", city: `"><b>x` },
    };
    const { orderId, sessionId } = (await driver.send(dataWithMarkup)).data;
    await driver.pay(sessionId);
    await driver.deliverOutbox("send-order-email", orderId, "OrderPaid");
    expect(shop.mails).toHaveLength(2);
    for (const { html } of shop.mails) {
      expect(html).not.toMatch(/<img src=x|<script|"><b>/);
      expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
    }
  });
});

test("an event whose order does not exist goes back to the queue, but an event about stock or a deleted unpaid order sends no mail", async () => {
  const envelope = { id: "evt_1", version: 1, time: "2026-11-21T10:00:00.000Z", sequence: 1 };
  const stockEvent = { ...envelope, type: "StockLow", productId: tee.id, name: "Tee", available: 2 };
  const endOfDeletedCheckout = {
    ...envelope,
    type: "CheckoutExpired",
    orderId: "ord_none",
    items: [],
    reason: "failed",
  };
  const cancellation = {
    ...envelope,
    type: "OrderCancelled",
    orderId: "ord_none",
    from: pending,
    restocked: true,
    refundRequested: false,
  };
  const cancellationOfUnpaid = { ...cancellation, stripeSessionId: "cs_1" };
  const reopening = { ...eventSamples.OrderStatusChanged, orderId: "ord_none", from: cancelled, to: pending };
  const eventsOfUnpaid = [endOfDeletedCheckout, cancellationOfUnpaid, cancellation, reopening];
  // Only a paid order can be completed, and a paid order is not deleted.
  const completion = { ...reopening, from: pending, to: completed };
  const events = [stockEvent, ...eventsOfUnpaid, completion];
  expect(await deliver(driver.mailHandler, events.map(toBusEvent))).toEqual([5]);
  expect(shop.mails).toEqual([]);
});
