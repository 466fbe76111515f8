import { describe, expect, test } from "vitest";
import { consentApi } from "../../shared/api-consent.ts";
import { eventsOf, eventTypesOf, orderOf } from "../support/invariants.ts";
import { openNewsletter } from "../support/newsletter.ts";

const { shop, driver, newsletter } = await openNewsletter({ mustConfirm: true });

describe("a consent that must be confirmed", () => {
  test("counts only after its link was pressed; the mail with the link is sent once", async () => {
    shop.mails.length = 0;
    const orderId = await newsletter.buy("evi@news.example");
    expect([await newsletter.emails(), await newsletter.emails({ state: "waiting" })]).toEqual([
      [],
      ["evi@news.example"],
    ]);
    expect(await newsletter.lastEvent(orderId)).toMatchObject({
      type: "OrderContact",
      marketingConsent: false,
    });
    for (let i = 0; i < 2; i++) await driver.deliverOutbox("send-order-email", orderId, "OrderPaid");
    const confirmationMails = shop.mails.filter(({ subject }) => subject.startsWith("Please confirm"));
    expect(confirmationMails).toHaveLength(1);
    expect(confirmationMails[0]?.text).toContain(`/confirm-news?order=${orderId}&token=`);
    expect(confirmationMails[0]?.headers).toEqual({});
    for (let i = 0; i < 2; i++)
      expect((await newsletter.openLink(consentApi.confirmConsent, orderId)).status).toBe(200);
    expect([await newsletter.emails(), await newsletter.emails({ state: "waiting" })]).toEqual([
      ["evi@news.example"],
      [],
    ]);
    const contacts = (await eventsOf(shop.table, orderId)).filter(({ type }) => type === "OrderContact");
    expect(contacts.map((event) => "marketingConsent" in event && event.marketingConsent)).toEqual([
      false,
      true,
    ]);
  });

  test("counts immediately if the address has confirmed an earlier consent", async () => {
    await newsletter.openLink(consentApi.confirmConsent, await newsletter.buy("zoe@news.example"));
    const secondOrderId = await newsletter.buy("zoe@news.example");
    expect(await orderOf(shop.table, secondOrderId)).toMatchObject({ marketingConsent: true });
    expect(await newsletter.counts()).toMatchObject({ agreed: 1, waiting: 0 });
  });

  test("can be confirmed although an earlier, unpaid order of the address has expired", async () => {
    const { orderId: unpaidOrderId } = await newsletter.placeOrder("ida@news.example");
    await newsletter.overwriteOrder(unpaidOrderId, { ttl: 1 });
    const paidOrderId = await newsletter.buy("ida@news.example");
    expect((await newsletter.openLink(consentApi.confirmConsent, paidOrderId)).status).toBe(200);
    expect(await newsletter.emails()).toEqual(["ida@news.example"]);
  });

  test("cannot be confirmed after a week, or after an admin has removed the person", async () => {
    const expiredOrderId = await newsletter.buy("old@news.example");
    const { payment } = await orderOf(shop.table, expiredOrderId);
    await newsletter.overwriteOrder(expiredOrderId, {
      payment: { ...payment, paidAt: "2026-01-01T00:00:00.000Z" },
    });
    const lateResponse = await newsletter.openLink(consentApi.confirmConsent, expiredOrderId);
    expect([lateResponse.status, lateResponse.error.message]).toEqual([
      409,
      expect.stringMatching(/has expired/),
    ]);
    const removedOrderId = await newsletter.buy("gone@news.example");
    const [person] = (await newsletter.list({ state: "waiting", search: "gone" })).subscribers;
    await newsletter.remove(person?.id);
    expect((await newsletter.openLink(consentApi.confirmConsent, removedOrderId)).status).toBe(409);
    expect(await eventTypesOf(shop.table, removedOrderId)).not.toContain("ConsentWithdrawn");
    expect((await newsletter.counts()).withdrawn).toBe(0);
  });
});
