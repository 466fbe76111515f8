import { afterEach, describe, expect, test } from "vitest";
import { generousLimits } from "../../infra/client-limits.ts";
import { rateLimitKey } from "../../lambdas/lib/rate-limit.ts";
import { consentApi } from "../../shared/api-consent.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { orderData } from "../support/fixtures.ts";
import { call } from "../support/invoke.ts";
import { eventsOf, orderOf } from "../support/invariants.ts";
import { openOrderShop } from "../support/order-shop.ts";
import type { Mail } from "../support/ses-server.ts";
import { ORIGIN, TEAM } from "../support/shop.ts";

const { shop, driver, office, tee } = await openOrderShop();
afterEach(() => void (shop.mails.length = 0));

/** The headers with which a mail program sends the one-click request of RFC 8058. */
const FORM_HEADERS = { "content-type": "application/x-www-form-urlencoded" };
const linkIn = (mail: Mail | undefined) => mail?.headers?.["List-Unsubscribe"]?.slice(1, -1) ?? "";
const paramsOf = (link: string) => {
  const [, , , orderId = "", token = ""] = new URL(link).pathname.split("/");
  return { orderId, token };
};
/** Requests the link as a mail program does with one click. */
const withdraw = (link: string, headers: Record<string, string> = {}) =>
  call(driver.checkoutHandler, consentApi.withdrawConsent, {
    params: paramsOf(link),
    raw: "List-Unsubscribe=One-Click",
    headers,
  });
const buyAndPay = () => driver.buyAndPay([[tee, 1]]);
const buyAndReadReceipt = async () => {
  const { orderId } = await buyAndPay();
  await driver.deliverOutbox("send-order-email", orderId, "OrderPaid");
  const [receipt] = shop.mails;
  return { orderId, receipt, link: linkIn(receipt) };
};
const readConsent = async (orderId: string) => (await orderOf(shop.table, orderId)).marketingConsent;

describe("a mail to a customer who asked for the newsletter", () => {
  test("has a link and headers for mail programs to withdraw the consent; the team's mail has neither", async () => {
    const { orderId, receipt, link } = await buyAndReadReceipt();
    expect(receipt?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const { token } = paramsOf(link);
    expect(token).toMatch(/^[\w-]{22}$/);
    const pageUrl = `${ORIGIN}/unsubscribe?order=${orderId}&token=${token}`;
    expect(receipt?.text).toContain(`Stop news and offers: ${pageUrl}`);
    expect(receipt?.html).toContain(pageUrl.replace("&", "&amp;"));
    const teamMail = shop.mails.find(({ to }) => to === TEAM);
    expect([teamMail?.headers, teamMail?.text.includes("unsubscribe")]).toEqual([{}, false]);

    const params = { orderId, token };
    const { status, body } = await call(driver.checkoutHandler, consentApi.showWithdrawal, { params });
    expect([status, body.includes(pageUrl.replace(ORIGIN, "").replace("&", "&amp;"))]).toEqual([200, true]);
  });

  test("has a link that withdraws the consent once; after that, no mail has such a link or header", async () => {
    const { orderId, link } = await buyAndReadReceipt();
    const response = await withdraw(link, { ...FORM_HEADERS, origin: "https://mail.example" });
    expect(response.status).toBe(200);
    const { marketingConsent, version } = await orderOf(shop.table, orderId);
    expect(marketingConsent).toBe(false);
    expect((await eventsOf(shop.table, orderId)).at(-1)?.type).toBe("ConsentWithdrawn");
    expect((await withdraw(link)).status).toBe(200);
    expect((await orderOf(shop.table, orderId)).version).toBe(version);

    await office.change(orderId, { orderStatus: ORDER_STATUS.completed });
    await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
    const completionMail = shop.mails.at(-1);
    expect([completionMail?.headers, completionMail?.text.includes("unsubscribe")]).toEqual([{}, false]);
  });

  test("has a link whose token and order must both be right", async () => {
    const { orderId, link } = await buyAndReadReceipt();
    const { token } = paramsOf(link);
    for (const wrongLink of [link.replace(token, token.slice(0, -1)), link.replace(orderId, "ord_0")]) {
      const { status, error } = await withdraw(wrongLink, FORM_HEADERS);
      expect([status, error.message]).toEqual([404, "This link is not valid."]);
    }
    expect(await readConsent(orderId)).toBe(true);
  });

  test("has a link that gets 500 if one order cannot be read, but withdraws the other consents; a later try withdraws all", async () => {
    const { orderId, link } = await buyAndReadReceipt();
    const [{ orderId: unreadableId }, { orderId: otherId }] = [await buyAndPay(), await buyAndPay()];
    const item = (await shop.table.partition(`ORDER#${unreadableId}`)).find(({ sk }) => sk === "ORDER");
    await shop.table.put({ ...item, financialInfo: "?" });
    shop.logs.length = 0;
    expect((await withdraw(link)).status).toBe(500);
    expect([await readConsent(orderId), await readConsent(otherId)]).toEqual([false, false]);
    expect(shop.logs.find((line) => line.includes("A consent could not be withdrawn"))).toContain(
      unreadableId,
    );
    await shop.table.put({ ...item });
    expect((await withdraw(link)).status).toBe(200);
    expect(await readConsent(unreadableId)).toBe(false);
  });

  test("has a link that withdraws the consents of all orders of the address, until a new order consents", async () => {
    const openCheckout = async (email: string) => {
      const { bill, ...otherFields } = orderData([[tee, 1]]);
      return (await driver.send({ ...otherFields, bill: { ...bill, email } })).data;
    };
    const buy = async (email: string) => {
      const checkout = await openCheckout(email);
      await driver.pay(checkout.sessionId);
      return checkout;
    };
    const firstOrder = await buy("ada@example.com");
    const secondOrder = await buy("Ada@Example.com");
    const orderPaidLater = await openCheckout("ada@example.com");
    const orderOfOther = await buy("grace@example.com");
    await driver.deliverOutbox("send-order-email", firstOrder.orderId, "OrderPaid");
    const link = linkIn(shop.mails[0]);
    await withdraw(link);
    await driver.pay(orderPaidLater.sessionId);
    const newOrder = await buy("ada@example.com");
    const readConsents = async () =>
      Promise.all(
        [firstOrder, secondOrder, orderPaidLater, orderOfOther, newOrder].map(({ orderId }) =>
          readConsent(orderId),
        ),
      );
    expect(await readConsents()).toEqual([false, false, false, true, true]);
    for (const { orderId } of [firstOrder, secondOrder])
      expect((await eventsOf(shop.table, orderId)).at(-1)?.type).toBe("ConsentWithdrawn");
    expect((await eventsOf(shop.table, orderPaidLater.orderId)).at(-1)).toMatchObject({
      marketingConsent: false,
    });
    await withdraw(link);
    expect(await readConsents()).toEqual([false, false, false, true, false]);
    const remainingConsents = (await shop.table.items()).filter(({ sk }) =>
      String(sk).startsWith("CONSENT#"),
    );
    // The item has no time to live, because the order is paid.
    expect(remainingConsents).toContainEqual({
      pk: expect.any(String) as string,
      sk: `CONSENT#${orderOfOther.orderId}`,
    });
    for (const { orderId } of [firstOrder, secondOrder, newOrder])
      expect(remainingConsents.map(({ sk }) => sk)).not.toContain(`CONSENT#${orderId}`);
  });
});

describe("withdrawals of consents", () => {
  test("from one IP address get 429 after many wrong links, but a valid link always works", async () => {
    const { count, seconds } = generousLimits.verify;
    const key = await rateLimitKey("origin", "203.0.113.99");
    const sk = `WINDOW#${Math.floor(Date.now() / 1000 / seconds)}`;
    await shop.table.put({ pk: `LIMIT#consent#${key}`, sk, count });
    const wrongOptions = { params: { orderId: "ord_0", token: "t" }, from: "203.0.113.99" };
    expect((await call(driver.checkoutHandler, consentApi.withdrawConsent, wrongOptions)).status).toBe(429);
    const checkoutData = orderData([[tee, 1]]);
    const { orderId } = (await driver.send({ ...checkoutData, updates: true })).data;
    const { consentToken: token = "" } = await orderOf(shop.table, orderId);
    const validOptions = { ...wrongOptions, params: { orderId, token } };
    expect((await call(driver.checkoutHandler, consentApi.withdrawConsent, validOptions)).status).toBe(200);
  });
});
