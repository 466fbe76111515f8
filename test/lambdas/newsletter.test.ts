import { describe, expect, test } from "vitest";
import { consentApi } from "../../shared/api-consent.ts";
import { orderOf } from "../support/invariants.ts";
import { openNewsletter } from "../support/newsletter.ts";

const { shop, driver, newsletter } = await openNewsletter();

describe("the list of people who agreed", () => {
  test("has an address once, even if it has several orders, and nobody who did not agree or pay", async () => {
    const orderId = await newsletter.buy("ada@news.example");
    await newsletter.buy("ADA@news.example");
    await newsletter.buy("nobody@news.example", false);
    await newsletter.placeOrder("unpaid@news.example");
    const { subscribers } = await newsletter.list();
    expect(subscribers).toMatchObject([{ email: "ada@news.example", state: "agreed", orderId }]);
    const { createdAt, consentToken } = await orderOf(shop.table, orderId);
    expect(subscribers[0]).toMatchObject({
      since: createdAt,
      unsubscribePagePath: `/unsubscribe?order=${orderId}&token=${consentToken ?? ""}`,
      unsubscribePostPath: `/api/news-consent/${orderId}/${consentToken ?? ""}/withdraw`,
    });
    expect(await newsletter.counts()).toEqual({ agreed: 1, waiting: 0, withdrawn: 0 });
  });

  test("is sorted by address, read page by page, and searched by the start of an address", async () => {
    const names = ["zoe", "ada", "bob", "abe", "eve"];
    for (const name of names) await newsletter.buy(`${name}@page.example`);
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await newsletter.list({ limit: "2", ...(cursor ? { cursor } : {}) });
      pages.push(page.subscribers.map(({ email }) => email.slice(0, 3)));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(pages).toEqual([["abe", "ada"], ["bob", "eve"], ["zoe"]]);
    expect(await newsletter.emails({ search: " A" })).toEqual(["abe@page.example", "ada@page.example"]);
    const firstPage = await newsletter.list({ search: "a", limit: "1" });
    expect(await newsletter.emails({ search: "a", limit: "1", cursor: firstPage.cursor ?? "" })).toEqual([
      "ada@page.example",
    ]);
    expect(await newsletter.emails({ search: "x" })).toEqual([]);
    expect(await newsletter.emails({ search: "b", cursor: Buffer.from("zz").toString("base64url") })).toEqual(
      [],
    );
  });

  test("does not have a person who has withdrawn; the person can undo the withdrawal for a day", async () => {
    const orderId = await newsletter.buy("ida@news.example");
    const secondOrderId = await newsletter.buy("ida@news.example");
    expect((await newsletter.openLink(consentApi.withdrawConsent, secondOrderId)).status).toBe(200);
    expect((await newsletter.openLink(consentApi.withdrawConsent, orderId)).status).toBe(200);
    expect([await newsletter.emails(), await newsletter.counts()]).toEqual([
      [],
      { agreed: 0, waiting: 0, withdrawn: 1 },
    ]);
    for (let i = 0; i < 2; i++)
      expect((await newsletter.openLink(consentApi.undoWithdrawal, orderId)).status).toBe(200);
    expect(await newsletter.emails()).toEqual(["ida@news.example"]);
    expect(await newsletter.counts()).toEqual({ agreed: 1, waiting: 0, withdrawn: 0 });
    expect(await newsletter.lastEvent(orderId)).toMatchObject({
      type: "OrderContact",
      marketingConsent: true,
    });
    expect((await newsletter.openLink(consentApi.withdrawConsent, secondOrderId)).status).toBe(200);
    expect((await orderOf(shop.table, orderId)).marketingConsent).toBe(false);
    const { history } = await orderOf(shop.table, orderId);
    const longAgo = "2026-01-01T00:00:00.000Z";
    await newsletter.overwriteOrder(orderId, {
      history: history.map((entry) => ({ ...entry, at: longAgo })),
    });
    const lateResponse = await newsletter.openLink(consentApi.undoWithdrawal, orderId);
    expect([lateResponse.status, lateResponse.error.message]).toEqual([
      409,
      expect.stringMatching(/no longer be undone/),
    ]);
    expect(await newsletter.emails()).toEqual([]);
  });

  test("lets a person undo withdrawals only ten times, because each withdrawal and undo makes the order's item larger", async () => {
    const orderId = await newsletter.buy("loop@news.example");
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      await newsletter.openLink(consentApi.withdrawConsent, orderId);
      statuses.push((await newsletter.openLink(consentApi.undoWithdrawal, orderId)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 409, 409]);
    expect(await newsletter.emails()).not.toContain("loop@news.example");
  });

  test("counts one withdrawal and one undo of a person with several orders", async () => {
    await newsletter.openLink(consentApi.withdrawConsent, await newsletter.buy("kim@undo.example"));
    const [firstOrderId, secondOrderId] = [
      await newsletter.buy("eve@undo.example"),
      await newsletter.buy("eve@undo.example"),
    ];
    const countsBefore = await newsletter.counts();
    await newsletter.openLink(consentApi.withdrawConsent, firstOrderId);
    expect((await newsletter.counts()).withdrawn).toBe(countsBefore.withdrawn + 1);
    for (const orderId of [firstOrderId, secondOrderId, secondOrderId])
      expect((await newsletter.openLink(consentApi.undoWithdrawal, orderId)).status).toBe(200);
    expect(await newsletter.counts()).toEqual(countsBefore);
  });

  test("counts one undo of a person who presses the links of two orders at the same time", async () => {
    await newsletter.openLink(consentApi.withdrawConsent, await newsletter.buy("kim@twice.example"));
    const orderIds = [await newsletter.buy("eve@twice.example"), await newsletter.buy("eve@twice.example")];
    const countsBefore = await newsletter.counts();
    await newsletter.openLink(consentApi.withdrawConsent, orderIds[0] ?? "");
    const responses = await Promise.all(
      orderIds.map((id) => newsletter.openLink(consentApi.undoWithdrawal, id)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await newsletter.counts()).toEqual(countsBefore);
  });

  test("does not have a person whom an admin has removed, and the person's link does not undo the removal", async () => {
    const orderId = await newsletter.buy("kay@news.example");
    const [person] = (await newsletter.list()).subscribers;
    expect((await newsletter.remove(person?.id)).status).toBe(204);
    expect((await newsletter.remove(person?.id)).status).toBe(404);
    expect(await newsletter.lastEvent(orderId)).toMatchObject({ type: "ConsentWithdrawn" });
    expect((await orderOf(shop.table, orderId)).history.at(-1)).toMatchObject({ by: "ada", to: "no" });
    expect((await newsletter.openLink(consentApi.undoWithdrawal, orderId)).status).toBe(409);
    expect([await newsletter.emails(), (await newsletter.counts()).withdrawn]).toEqual([[], 1]);
  });

  test("does not have a person who withdraws while the payment's event is delivered again", async () => {
    const { orderId, sessionId } = await newsletter.placeOrder("race@news.example");
    await shop.payments.takeNewEvents();
    shop.payments.act(sessionId, "pay");
    const events = await shop.payments.takeNewEvents();
    await driver.settleAndListFailures(events);
    await Promise.all([
      newsletter.openLink(consentApi.withdrawConsent, orderId),
      driver.settleAndListFailures(events),
    ]);
    expect(await newsletter.emails()).toEqual([]);
  });
});
