import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { consentApi } from "../../shared/api-consent.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { stockUp, testProduct } from "../support/fixtures.ts";
import { eventsOf, orderOf } from "../support/invariants.ts";
import { openNewsletter } from "../support/newsletter.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let news: ReturnType<typeof openNewsletter>;
const tee = testProduct({ stock: 500 });

beforeAll(async () => {
  shop = await openShop();
  process.env["CONFIRM_NEWS"] = "on";
  driver = await openCheckoutDriver(shop);
  news = openNewsletter(shop, driver, await openBackOffice(shop), tee);
});
beforeEach(async () => {
  await shop.table.clear();
  await stockUp(shop.table, tee);
});

describe("a consent that must be confirmed", () => {
  test("counts only after its link was pressed; the mail is sent once and has the link", async () => {
    shop.mails.length = 0;
    const orderId = await news.buy("evi@news.example");
    expect([await news.emails(), await news.emails({ state: "waiting" })]).toEqual([
      [],
      ["evi@news.example"],
    ]);
    expect(await news.lastEvent(orderId)).toMatchObject({ type: "OrderContact", marketingConsent: false });
    for (let i = 0; i < 2; i++) await driver.deliverOutbox("mail", orderId, "OrderPaid");
    const asked = shop.mails.filter(({ subject }) => subject.startsWith("Please confirm"));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.text).toContain(`/confirm-news?order=${orderId}&token=`);
    expect(asked[0]?.headers).toEqual({});
    for (let i = 0; i < 2; i++)
      expect((await news.openLink(consentApi.confirmConsent, orderId)).status).toBe(200);
    expect([await news.emails(), await news.emails({ state: "waiting" })]).toEqual([
      ["evi@news.example"],
      [],
    ]);
    const contacts = (await eventsOf(shop.table, orderId)).filter(({ type }) => type === "OrderContact");
    expect(contacts.map((event) => "marketingConsent" in event && event.marketingConsent)).toEqual([
      false,
      true,
    ]);
  });

  test("is not asked again from an address that has confirmed before", async () => {
    await news.openLink(consentApi.confirmConsent, await news.buy("zoe@news.example"));
    const second = await news.buy("zoe@news.example");
    expect(await orderOf(shop.table, second)).toMatchObject({ marketingConsent: true });
    expect(await news.counts()).toMatchObject({ agreed: 1, waiting: 0 });
  });

  test("expires after a week, and ends when it is withdrawn", async () => {
    const expired = await news.buy("old@news.example");
    const { payment } = await orderOf(shop.table, expired);
    await news.overwriteOrder(expired, { payment: { ...payment, paidAt: "2026-01-01T00:00:00.000Z" } });
    const late = await news.openLink(consentApi.confirmConsent, expired);
    expect([late.status, late.error.message]).toEqual([409, expect.stringMatching(/has expired/)]);
    const gone = await news.buy("gone@news.example");
    const [person] = (await news.list({ state: "waiting", search: "gone" })).subscribers;
    await news.remove(person?.id);
    expect((await news.openLink(consentApi.confirmConsent, gone)).status).toBe(409);
    expect((await eventsOf(shop.table, gone)).map(({ type }) => type)).not.toContain("ConsentWithdrawn");
    expect((await news.counts()).withdrawn).toBe(0);
  });
});
