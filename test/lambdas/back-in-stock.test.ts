import { describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { backInStockApi } from "../../shared/api-back-in-stock.ts";
import { documentClient } from "../../lambdas/lib/dynamodb.ts";
import { recordUndeliverable } from "../../lambdas/mail/undeliverable-table.ts";
import { brand } from "../../shared/site/brand.ts";
import { openBackInStock, SIZE_L, SIZE_M } from "../support/back-in-stock.ts";
import { call } from "../support/invoke.ts";
import { advanceClock } from "../support/shop.ts";

const {
  shop,
  office,
  api,
  offerProduct,
  requestMail,
  linkInMail,
  confirmRequest,
  endRequest,
  requestAndConfirm,
  waitingCounts,
  storedEmails,
  saveProduct,
  stockBackEvents,
  backInStockMails,
  deliverStockBack,
  reconcile,
} = openBackInStock();

describe("a request for a sold-out product", () => {
  test("is confirmed by the link of a mail, gets one mail when stock comes, and is then deleted", async () => {
    const tee = await offerProduct();
    expect((await requestMail(tee, "Ada@Example.com")).status).toBe(202);
    expect(await waitingCounts(tee)).toEqual([]);
    const link = linkInMail("Ada@Example.com", "confirm");
    expect((await confirmRequest(link)).data).toEqual({
      state: "waiting",
      subject: { productId: tee.id, name: tee.name },
    });
    expect((await confirmRequest(link)).data.state).toBe("waiting");
    expect(await waitingCounts(tee)).toEqual([[undefined, 1]]);
    await saveProduct(tee, { stock: 3 });
    const events = await stockBackEvents(tee);
    expect(events).toHaveLength(1);
    expect(await deliverStockBack(events)).toEqual([]);
    expect(await deliverStockBack([...events, ...events])).toEqual([]);
    await reconcile();
    expect(backInStockMails().map(({ to }) => to)).toEqual(["Ada@Example.com"]);
    expect(backInStockMails()[0]?.text).toContain("No item is held for you");
    expect(backInStockMails()[0]?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect([await storedEmails(tee), await waitingCounts(tee)]).toEqual([[], []]);
  });

  test("is refused for an id that no product can have", async () => {
    const { status, error } = await requestMail(
      { ...(await offerProduct()), id: "\ud800" },
      "ada@example.com",
    );
    expect([status, error.fields]).toEqual([400, { productId: "Unknown product" }]);
  });

  test("is for one size, and follows the size when it is renamed", async () => {
    const tee = await offerProduct({ variants: [SIZE_M, SIZE_L] });
    await requestAndConfirm(tee, "grace@example.com", { variantId: "m" });
    expect(await waitingCounts(tee)).toEqual([["m", 1]]);
    expect(
      (await call(office().handler, adminApi.getStock, { params: { id: tee.id } })).data.variants,
    ).toEqual([
      expect.objectContaining({ variantId: "l" }),
      expect.objectContaining({ variantId: "m", waiting: 1 }),
    ]);
    expect((await requestMail(tee, "grace@example.com", { variantId: "l" })).status).toBe(400);
    await saveProduct(tee, { variants: [{ ...SIZE_M, size: "Medium", stock: 2 }, SIZE_L] });
    await deliverStockBack(await stockBackEvents(tee));
    expect(backInStockMails().map(({ subject }) => subject)).toEqual([
      `Back in stock: ${tee.name}, Medium (${brand.name})`,
    ]);
  });

  test("gets the same answer for every address and for a bot; undeliverable and over-limit addresses get no mail", async () => {
    const tee = await offerProduct();
    await requestAndConfirm(tee, "waits@example.com");
    await recordUndeliverable("bounced@example.com", { reason: "bounce", since: "2026-11-01T00:00:00.000Z" });
    shop().mails.length = 0;
    const responses = [];
    for (const email of ["new@example.com", "waits@example.com", "bounced@example.com"])
      responses.push(await requestMail(tee, email));
    for (let i = 0; i < 5; i++) responses.push(await requestMail(tee, `flood+${i}@example.com`));
    responses.push(await requestMail(tee, "bot@example.com", { website: "https://spam.example" }));
    expect(new Set(responses.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(shop().mails.map(({ to, subject }) => [to, subject.split(":")[0]])).toEqual([
      ["new@example.com", "Please confirm your request"],
      ["waits@example.com", "You are on the list already"],
      ...[0, 1, 2].map((i) => [`flood+${i}@example.com`, "Please confirm your request"]),
    ]);
    expect(shop().logs.join()).not.toContain("@example.com");
    const reasons = shop().logs.flatMap((line) => /got no mail.*"reason": ?"([^"]+)"/s.exec(line)?.[1] ?? []);
    expect(reasons).toEqual(["undeliverable address", ...[1, 2].map(() => "too many mails to the address")]);
  });

  test("is refused above the limits for a visitor and for a product, for an invalid address, and from another site", async () => {
    const tee = await offerProduct();
    const statuses = [];
    for (let i = 0; i < 41; i++) statuses.push((await requestMail(tee, `p${i}@example.com`)).status);
    expect(statuses).toEqual([...Array<number>(40).fill(202), 429]);
    const otherTee = await offerProduct();
    const visitorStatuses = [];
    for (let i = 0; i < 61; i++)
      visitorStatuses.push(
        (await requestMail({ ...otherTee, id: "prd_none" }, "a@example.com", {}, { from: "203.0.113.99" }))
          .status,
      );
    expect(visitorStatuses).toEqual([...Array<number>(60).fill(404), 429]);
    const invalidRequest = await requestMail(otherTee, "no address");
    expect([invalidRequest.status, invalidRequest.error.fields]).toEqual([
      400,
      { email: "Email format is invalid" },
    ]);
    const fromOtherSite = { headers: { "sec-fetch-site": "cross-site" } };
    expect((await requestMail(otherTee, "a@example.com", {}, fromOtherSite)).status).toBe(403);
  });

  test("is deleted if it is not confirmed within two days", async () => {
    const tee = await offerProduct();
    await requestMail(tee, "late@example.com");
    const link = linkInMail("late@example.com", "confirm");
    const [item] = await shop().table.partition(`WAITING#${tee.id}#-`);
    expect(Number(item?.["ttl"]) - Date.now() / 1000).toBeLessThanOrEqual(48 * 3600);
    advanceClock(49 * 3_600_000);
    expect((await confirmRequest(link)).status).toBe(404);
    expect(await waitingCounts(tee)).toEqual([]);
  });

  test("ends by the link in a mail or by one-click unsubscribe, also if repeated, and not with another token", async () => {
    const tee = await offerProduct();
    await requestAndConfirm(tee, "ends@example.com");
    await requestMail(tee, "ends@example.com");
    const link = linkInMail("ends@example.com", "end");
    expect((await endRequest({ ...link, token: "wrong" })).status).toBe(404);
    expect((await endRequest({ request: "nonsense", token: "t" })).status).toBe(404);
    const oneClick = await call(api(), backInStockApi.endStockRequest, {
      params: link,
      raw: "List-Unsubscribe=One-Click",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" },
    });
    expect([oneClick.status, (await endRequest(link)).status]).toEqual([200, 200]);
    expect([await storedEmails(tee), await waitingCounts(tee)]).toEqual([[], []]);
  });

  test("can be made again at the moment at which the earlier request ends, and its link is valid", async () => {
    const tee = await offerProduct();
    const earlierLink = await requestAndConfirm(tee, "again@example.com");
    let hasEnded = false;
    documentClient().middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (
            commandName === "UpdateItemCommand" &&
            JSON.stringify(args.input).includes("WAITING#") &&
            !hasEnded
          ) {
            hasEnded = true;
            expect((await endRequest(earlierLink)).status).toBe(200);
          }
          return next(args);
        },
      { step: "initialize", priority: "low", name: "endRequestFirst" },
    );
    expect((await requestMail(tee, "again@example.com")).status).toBe(202);
    documentClient().middlewareStack.remove("endRequestFirst");
    expect(hasEnded).toBe(true);
    expect((await confirmRequest(linkInMail("again@example.com", "confirm"))).data.state).toBe("waiting");
    expect([await storedEmails(tee), await waitingCounts(tee)]).toEqual([
      ["again@example.com"],
      [[undefined, 1]],
    ]);
  });

  test("is deleted if the product is back in stock before the customer confirms the request", async () => {
    const tee = await offerProduct();
    await requestMail(tee, "early@example.com");
    await saveProduct(tee, { stock: 1 });
    const link = linkInMail("early@example.com", "confirm");
    // The answer to the first confirmation may be lost. A repetition gets the same answer, although the request is deleted.
    for (const { status, data } of [await confirmRequest(link), await confirmRequest(link)])
      expect([status, data]).toEqual([
        200,
        { state: "available", subject: { productId: tee.id, name: tee.name } },
      ]);
    expect([await storedEmails(tee), await waitingCounts(tee)]).toEqual([[], []]);
    await saveProduct(tee, { stock: 0 });
    expect((await confirmRequest(link)).status).toBe(404);
  });
});
