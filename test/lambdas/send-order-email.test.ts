import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { generousLimits } from "../../infra/client-limits.ts";
import { clientKey } from "../../lambdas/lib/rate-limit.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { consentApi } from "../../shared/api-consent.ts";
import { MAX_RECEIVES, retryDelaySeconds } from "../../shared/retries.ts";
import { eventsOf, orderOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { orderData, testProduct, stockUp } from "../support/fixtures.ts";
import type { HttpHandler } from "../support/invoke.ts";
import { call, deliver, toBusEvent } from "../support/invoke.ts";
import type { ShopWithTableFaults } from "../support/shop.ts";
import { advanceClock, openShopWithTableFaults, ORIGIN, TEAM } from "../support/shop.ts";
import { shortenBackoff } from "../support/short-backoff.ts";

let shop: ShopWithTableFaults;
let driver: CheckoutDriver;
let admin: HttpHandler;
const tee = testProduct({ stock: 100 });
const CUSTOMER = "grace@example.com";

beforeAll(async () => {
  shop = await openShopWithTableFaults();
  driver = await openCheckoutDriver(shop);
  ({ handler: admin } = await import("../../lambdas/admin-api.ts"));
  await stockUp(shop.table, tee);
});
afterEach(() => {
  shop.faults.mail = false;
  shop.faults.overQuotaCount = 0;
  shop.mails.length = 0;
});

const buyAndPay = (ship = false) => driver.buyAndPay([[tee, 1]], { ship });
const changeOrder = async (orderId: string, body: object) => {
  const { version } = await orderOf(shop.table, orderId);
  const response = await call(admin, adminApi.changeOrder, {
    params: { id: orderId },
    body: { version, ...body },
  });
  expect(response.status).toBe(200);
};
const recipientsAndSubjects = () => shop.mails.map(({ to, subject }) => [to, subject]);

describe("a mail to a customer who asked for the newsletter", () => {
  const withdraw = (url: string, headers: Record<string, string> = {}) => {
    const [, , , orderId = "", token = ""] = new URL(url).pathname.split("/");
    const raw = "List-Unsubscribe=One-Click";
    return call(driver.checkoutHandler, consentApi.withdrawConsent, {
      params: { orderId, token },
      raw,
      headers,
    });
  };

  test("has a link and headers that end the consent; after that, no mail has such a link or header", async () => {
    const { orderId } = await buyAndPay();
    await driver.deliverOutbox("send-order-email", orderId, "OrderPaid");
    const [receipt, notice] = shop.mails;
    const url = receipt?.headers?.["List-Unsubscribe"]?.slice(1, -1) ?? "";
    expect(receipt?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const token = url.split("/").at(-2);
    expect(token).toMatch(/^[\w-]{22}$/);
    const page = `${ORIGIN}/unsubscribe?order=${orderId}&token=${token}`;
    expect(receipt?.text).toContain(`Stop news and offers: ${page}`);
    expect(receipt?.html).toContain(page.replace("&", "&amp;"));
    expect([notice?.headers, notice?.text.includes("unsubscribe")]).toEqual([{}, false]);

    const params = { orderId, token: token ?? "" };
    const { status, body } = await call(driver.checkoutHandler, consentApi.showWithdrawal, { params });
    expect([status, body.includes(page.replace(ORIGIN, "").replace("&", "&amp;"))]).toEqual([200, true]);

    const oneClick = { "content-type": "application/x-www-form-urlencoded" };
    const wrongToken = await withdraw(url.replace(`${token}`, `${token}`.slice(0, -1)), oneClick);
    const unknownOrder = await withdraw(url.replace(orderId, "ord_0"), oneClick);
    for (const { status: refused, error } of [wrongToken, unknownOrder])
      expect([refused, error.message]).toEqual([404, "This link is not valid."]);
    expect((await orderOf(shop.table, orderId)).marketingConsent).toBe(true);
    const validLink = await withdraw(url, { ...oneClick, origin: "https://mail.example" });
    expect(validLink.status).toBe(200);
    const { marketingConsent, version } = await orderOf(shop.table, orderId);
    expect(marketingConsent).toBe(false);
    expect((await eventsOf(shop.table, orderId)).at(-1)?.type).toBe("ConsentWithdrawn");
    expect((await withdraw(url)).status).toBe(200);
    expect((await orderOf(shop.table, orderId)).version).toBe(version);

    await changeOrder(orderId, { orderStatus: 2 });
    await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
    expect([shop.mails.at(-1)?.headers, shop.mails.at(-1)?.text.includes("unsubscribe")]).toEqual([
      {},
      false,
    ]);
  });

  test("has a link that ends the consents of all readable orders, and of an unreadable order once it can be read", async () => {
    const purchases = [await buyAndPay(), await buyAndPay(), await buyAndPay()];
    const [linkedId, unreadableId, otherId] = purchases.map(({ orderId }) => orderId) as [
      string,
      string,
      string,
    ];
    await driver.deliverOutbox("send-order-email", linkedId, "OrderPaid");
    const link = shop.mails[0]?.headers?.["List-Unsubscribe"]?.slice(1, -1) ?? "";
    const item = (await shop.table.partition(`ORDER#${unreadableId}`)).find(({ sk }) => sk === "ORDER");
    await shop.table.put({ ...item, financialInfo: "?" });
    shop.logs.length = 0;
    expect((await withdraw(link)).status).toBe(500);
    const readConsent = async (id: string) => (await orderOf(shop.table, id)).marketingConsent;
    expect([await readConsent(linkedId), await readConsent(otherId)]).toEqual([false, false]);
    expect(shop.logs.find((line) => line.includes("A consent could not be withdrawn"))).toContain(
      unreadableId,
    );
    await shop.table.put({ ...item });
    expect((await withdraw(link)).status).toBe(200);
    expect(await readConsent(unreadableId)).toBe(false);
  });

  test("has a link that ends the consents of all orders of the address, until a new order consents", async () => {
    const buy = async (email: string, pay = true) => {
      const { bill, ...data } = orderData([[tee, 1]]);
      const { data: placed } = await driver.send({ ...data, bill: { ...bill, email } });
      if (pay) await driver.pay(placed.sessionId);
      return placed;
    };
    const first = await buy("ada@example.com");
    const second = await buy("Ada@Example.com");
    const unpaidOrder = await buy("ada@example.com", false);
    const otherOrder = await buy("grace@example.com");
    await driver.deliverOutbox("send-order-email", first.orderId, "OrderPaid");
    const link = shop.mails[0]?.headers?.["List-Unsubscribe"]?.slice(1, -1) ?? "";
    await withdraw(link);
    await driver.pay(unpaidOrder.sessionId);
    const laterOrder = await buy("ada@example.com");
    const readConsents = async () =>
      Promise.all(
        [first, second, unpaidOrder, otherOrder, laterOrder].map(
          async ({ orderId }) => (await orderOf(shop.table, orderId)).marketingConsent,
        ),
      );
    expect(await readConsents()).toEqual([false, false, false, true, true]);
    for (const { orderId } of [first, second])
      expect((await eventsOf(shop.table, orderId)).at(-1)?.type).toBe("ConsentWithdrawn");
    expect((await eventsOf(shop.table, unpaidOrder.orderId)).at(-1)).toMatchObject({
      marketingConsent: false,
    });
    await withdraw(link);
    expect(await readConsents()).toEqual([false, false, false, true, false]);
    const remainingConsents = (await shop.table.items()).filter(({ sk }) =>
      String(sk).startsWith("CONSENT#"),
    );
    // The consent of a paid order has no time to live.
    expect(remainingConsents).toContainEqual({
      pk: expect.any(String) as string,
      sk: `CONSENT#${otherOrder.orderId}`,
    });
    for (const { orderId } of [first, second, laterOrder])
      expect(remainingConsents.map(({ sk }) => sk)).not.toContain(`CONSENT#${orderId}`);
  });
});

describe("withdrawals of consents", () => {
  test("from one IP address are refused with 429 after many wrong links, but never with a valid link", async () => {
    const { count, seconds } = generousLimits.verify;
    const key = await clientKey("origin", "203.0.113.99");
    const sk = `WINDOW#${Math.floor(Date.now() / 1000 / seconds)}`;
    await shop.table.put({ pk: `LIMIT#consent#${key}`, sk, count });
    const options = { params: { orderId: "ord_0", token: "t" }, from: "203.0.113.99" };
    expect((await call(driver.checkoutHandler, consentApi.withdrawConsent, options)).status).toBe(429);
    const data = orderData([[tee, 1]]);
    const { orderId } = (await driver.send({ ...data, updates: true })).data;
    const { consentToken: token = "" } = await orderOf(shop.table, orderId);
    const validOptions = { ...options, params: { orderId, token } };
    expect((await call(driver.checkoutHandler, consentApi.withdrawConsent, validOptions)).status).toBe(200);
  });
});

describe("the mails of each event", () => {
  test("a payment sends the receipt to the customer and a notice to the team", async () => {
    const { orderId } = await buyAndPay();
    const { orderNumber = "" } = await orderOf(shop.table, orderId);
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([]);
    expect(recipientsAndSubjects()).toEqual([
      [CUSTOMER, `Your Bourbon Vipers receipt: ${orderNumber}`],
      [TEAM, `New order: $25.00 (${orderNumber})`],
    ]);
    for (const { html, text } of shop.mails)
      for (const part of [html, text]) {
        expect(part).toContain(orderNumber);
        expect(part).toContain(orderId);
      }
    expect(shop.mails.map(({ replyTo }) => replyTo)).toEqual([TEAM, CUSTOMER]);
  });

  test("a completion sends a mail with the tracking number", async () => {
    const { orderId } = await buyAndPay(true);
    await changeOrder(orderId, { orderStatus: 2, tracking: "1Z999" });
    await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
    expect(recipientsAndSubjects()).toEqual([[CUSTOMER, "Your order is on its way (Bourbon Vipers)"]]);
    expect(shop.mails[0]?.text).toContain("Tracking number: 1Z999");
  });

  test("a change back to Pending sends no mail", async () => {
    const { orderId } = await buyAndPay();
    await changeOrder(orderId, { orderStatus: 2 });
    await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
    await changeOrder(orderId, { orderStatus: 1 });
    await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
    expect(recipientsAndSubjects()).toEqual([[CUSTOMER, "Your order is complete (Bourbon Vipers)"]]);
  });

  test("a completion that is undone before its mail goes out sends no mail", async () => {
    const { orderId } = await buyAndPay();
    await changeOrder(orderId, { orderStatus: 2 });
    await changeOrder(orderId, { orderStatus: 1 });
    await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
    expect(recipientsAndSubjects()).toEqual([]);
  });

  test("a tracking number that is entered after the completion sends another mail", async () => {
    const { orderId } = await buyAndPay(true);
    await changeOrder(orderId, { orderStatus: 2 });
    await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
    advanceClock(13_000);
    await changeOrder(orderId, { orderStatus: 2, tracking: "1Z111" });
    await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
    expect(shop.mails.map(({ text }) => text.includes("Tracking number: 1Z111"))).toEqual([false, true]);
  });

  test("a cancellation and its refund send one mail each", async () => {
    const { orderId } = await buyAndPay();
    await changeOrder(orderId, { orderStatus: 3, refund: true });
    await driver.deliverOutbox("send-order-email", orderId, "OrderCancelled");
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    await driver.deliverOutbox("send-order-email", orderId, "OrderRefunded");
    expect(recipientsAndSubjects()).toEqual([
      [CUSTOMER, "Your order was cancelled (Bourbon Vipers)"],
      [CUSTOMER, "We refunded $25.00 (Bourbon Vipers)"],
    ]);
    expect(shop.mails[0]?.text).toContain("Your money is on its way back");
  });

  test("an unpaid order sends no mail when it is placed, cancelled or expired", async () => {
    const { orderId } = await driver.openCheckout([[tee, 1]]);
    await changeOrder(orderId, { orderStatus: 3 });
    for (const type of ["OrderPlaced", "OrderCancelled", "CheckoutExpired"] as const)
      expect(await driver.deliverOutbox("send-order-email", orderId, type)).toEqual([]);
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
      recipientsAndSubjects()
        .map(([to]) => to)
        .sort(),
    ).toEqual([CUSTOMER, TEAM]);
  });

  test("the message goes back to the queue when SES is down, and its retry sends the mails", async () => {
    const { orderId } = await buyAndPay();
    shop.faults.mail = true;
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([0]);
    expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("paid");
    shop.faults.mail = false;
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([]);
    expect(shop.mails).toHaveLength(2);
  });

  test("mails over the quota of a second are sent a second later; mails over the quota of a day wait in the queue, with an alarm at the fourth failure", async () => {
    const { orderId } = await buyAndPay();
    const events = (await driver.outbox(orderId)).filter(({ type }) => type === "OrderPaid").map(toBusEvent);
    const deliverPaid = (receiveCount: number) => deliver(driver.mailHandler, events, receiveCount);
    const alarms = () => shop.logs.flatMap((line) => /"alarm": ?"([\w-]+)"/.exec(line)?.[1] ?? []);
    shop.logs.length = 0;
    shop.faults.overQuotaCount = Infinity;
    expect(await deliverPaid(1)).toEqual([0]);
    expect(await deliverPaid(3)).toEqual([0]);
    expect(shop.logs.join()).toContain("Maximum sending rate exceeded");
    expect(alarms()).toEqual([]);
    expect(await deliverPaid(4)).toEqual([0]);
    expect(alarms()).toEqual(["message-waits"]);
    expect(shop.mails).toEqual([]);

    shop.faults.overQuotaCount = 1;
    const startedAt = performance.now();
    expect(await deliverPaid(5)).toEqual([]);
    expect(shop.mails).toHaveLength(2);
    expect(performance.now() - startedAt).toBeGreaterThan(400);
  });

  test("if SES sends a mail but never answers, the mail is sent three times in the queue's six hours", async () => {
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

  test("a sent mail is recorded although the table refuses the record eight times, so a retry does not send it again", async () => {
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
    expect(recipientsAndSubjects().map(([to]) => to)).toEqual([CUSTOMER, TEAM]);
  });

  test("the customer gets one receipt when only the team's mail failed and is retried", async () => {
    const { orderId } = await buyAndPay();
    shop.faults.mail = (to) => to === TEAM;
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([0]);
    shop.faults.mail = false;
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([]);
    expect(recipientsAndSubjects().map(([to]) => to)).toEqual([CUSTOMER, TEAM]);
  });

  test("the team gets its notice when SES refuses the customer's address", async () => {
    const { orderId } = await buyAndPay();
    shop.faults.mail = (to) => to === CUSTOMER;
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([0]);
    expect(recipientsAndSubjects().map(([to]) => to)).toEqual([TEAM]);
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

describe("the text of a mail", () => {
  test("escapes markup in names and products", async () => {
    const productWithMarkup = testProduct({ name: `<img src=x onerror="alert(1)">` });
    await stockUp(shop.table, productWithMarkup);
    const data = orderData([[productWithMarkup, 1]]);
    const dataWithMarkup = {
      ...data,
      bill: { ...data.bill, fn: "<script>alert(2)</script>", city: `"><b>x` },
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

test("an event whose order does not exist goes back to the queue, and an event about stock sends no mail", async () => {
  const envelope = { id: "evt_1", version: 1, time: "2026-11-21T10:00:00.000Z", sequence: 1 };
  const stockEvent = { ...envelope, type: "StockLow", productId: tee.id, name: "Tee", available: 2 };
  const eventOfMissingOrder = {
    ...envelope,
    type: "OrderStatusChanged",
    orderId: "ord_none",
    from: 1,
    to: 2,
  };
  expect(await deliver(driver.mailHandler, [stockEvent, eventOfMissingOrder].map(toBusEvent))).toEqual([1]);
});
