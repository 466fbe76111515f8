import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { backInStockApi } from "../../shared/api-back-in-stock.ts";
import { ShopEvent } from "../../shared/events.ts";
import type { Product } from "../../shared/product.ts";
import { recordUndeliverable } from "../../lambdas/mail/undeliverable-table.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import type { CallOptions, HttpHandler, QueueHandler } from "../support/invoke.ts";
import { call, deliver, runScheduled } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";
import * as z from "zod/mini";

let shop: Shop;
let office: BackOffice;
let api: HttpHandler;
let mailer: QueueHandler;
let reconcile: Parameters<typeof runScheduled>[0];

beforeAll(async () => {
  shop = await openShop({
    stockRequest: { count: 60, seconds: 600 },
    stockRequestRecipient: { count: 3, seconds: 86_400 },
    stockRequestProduct: { count: 40, seconds: 3600 },
  });
  office = await openBackOffice(shop);
  ({ handler: api } = await import("../../lambdas/back-in-stock-api.ts"));
  ({ handler: mailer } = await import("../../lambdas/mail-back-in-stock.ts"));
  ({ handler: reconcile } = await import("../../lambdas/reconcile-back-in-stock.ts"));
});
beforeEach(() => {
  shop.mails.length = 0;
  shop.faults.mail = false;
});

const M = { id: "m", size: "M", stock: 0 };
const L = { id: "l", size: "L", stock: 4 };
async function offer(changes: Parameters<typeof testProduct>[0] = { stock: 0 }): Promise<Product> {
  const product = testProduct(changes);
  await stockUp(shop.table, product);
  return product;
}
let visitors = 0;
const ask = ({ id }: Product, email: string, body: object = {}, options: CallOptions = {}) =>
  call(api, backInStockApi.askForStock, {
    from: `198.51.100.${(visitors += 1) % 250}`,
    body: { productId: id, email, ...body },
    ...options,
  });
/** The parameters of a link in the newest mail to an address. */
function linkTo(email: string, action: "confirm" | "end") {
  const mail = shop.mails.findLast(({ to }) => to === email);
  const [, request = "", token = ""] =
    new RegExp(`${action}=([^&\\s]+)&token=([\\w-]+)`).exec(mail?.text ?? "") ?? [];
  return { request: decodeURIComponent(request), token };
}
const confirm = (params: { request: string; token: string }) =>
  call(api, backInStockApi.confirmStockRequest, { params });
const end = (params: { request: string; token: string }) =>
  call(api, backInStockApi.endStockRequest, { params });
async function join(product: Product, email: string, body: object = {}) {
  await ask(product, email, body);
  const link = linkTo(email, "confirm");
  expect((await confirm(link)).data.state).toBe("waiting");
  return link;
}
const people = async ({ id }: Product) =>
  (await call(office.handler, adminApi.listProductsAsAdmin)).data.waiting
    .filter(({ productId }) => productId === id)
    .map(({ variantId, people: count }) => [variantId, count]);
const stored = async ({ id }: Product, variantId = "-") =>
  (await shop.table.partition(`WAITING#${id}#${variantId}`)).map(({ email }) => email);
/** Changes a product as the form does, and returns the StockBack events that it has since. */
async function save(product: Product, change: Partial<Product>) {
  const { products } = (await call(office.handler, adminApi.listProductsAsAdmin)).data;
  const current = products.find(({ id }) => id === product.id) ?? product;
  const { id, imageUrl: _i, createdAt: _c, updatedAt: _u, ...fields } = current;
  const stockWas = current.variants
    ? Object.fromEntries(current.variants.map((variant) => [variant.id, variant.stock]))
    : current.stock;
  const body = { ...fields, ...change, stockWas };
  expect((await call(office.handler, adminApi.updateProduct, { params: { id }, body })).status).toBe(200);
}
async function returnsOf({ id }: Product) {
  const items = await shop.table.partition(`PRODUCT#${id}`);
  return items.flatMap(({ event }) => {
    const parsed = z.safeParse(ShopEvent, event);
    return parsed.success && parsed.data.type === "StockBack"
      ? [{ source: "shop.orders", detailType: "StockBack", detail: parsed.data }]
      : [];
  });
}
const backMails = () => shop.mails.filter(({ subject }) => subject.startsWith("Back in stock"));

describe("a request for a sold-out product", () => {
  test("is confirmed by the link of a mail, gets one mail when stock comes, and is then deleted", async () => {
    const tee = await offer();
    expect((await ask(tee, "Ada@Example.com")).status).toBe(202);
    expect(await people(tee)).toEqual([]);
    const link = linkTo("Ada@Example.com", "confirm");
    expect((await confirm(link)).data).toEqual({
      state: "waiting",
      subject: { productId: tee.id, name: tee.name },
    });
    expect((await confirm(link)).data.state).toBe("waiting");
    expect(await people(tee)).toEqual([[undefined, 1]]);
    await save(tee, { stock: 3 });
    const events = await returnsOf(tee);
    expect(events).toHaveLength(1);
    expect(await deliver(mailer, events)).toEqual([]);
    expect(await deliver(mailer, [...events, ...events])).toEqual([]);
    await runScheduled(reconcile);
    expect(backMails().map(({ to }) => to)).toEqual(["Ada@Example.com"]);
    expect(backMails()[0]?.text).toContain("No item is held for you");
    expect(backMails()[0]?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect([await stored(tee), await people(tee)]).toEqual([[], []]);
  });

  test("is for one size, and follows the size when it is renamed", async () => {
    const tee = await offer({ variants: [M, L] });
    await join(tee, "grace@example.com", { variantId: "m" });
    expect(await people(tee)).toEqual([["m", 1]]);
    expect((await call(office.handler, adminApi.getStock, { params: { id: tee.id } })).data.variants).toEqual(
      [expect.objectContaining({ variantId: "l" }), expect.objectContaining({ variantId: "m", waiting: 1 })],
    );
    expect((await ask(tee, "grace@example.com", { variantId: "l" })).status).toBe(400);
    await save(tee, { variants: [{ ...M, size: "Medium", stock: 2 }, L] });
    await deliver(mailer, await returnsOf(tee));
    expect(backMails().map(({ subject }) => subject)).toEqual([
      `Back in stock: ${tee.name}, Medium (Bourbon Vipers)`,
    ]);
  });

  test("answers the same for a new, a waiting, an undeliverable and a flooded address, and mails each as it may", async () => {
    const tee = await offer();
    await join(tee, "waits@example.com");
    await recordUndeliverable("bounced@example.com", { reason: "bounce", since: "2026-11-01T00:00:00.000Z" });
    shop.mails.length = 0;
    const answers = [];
    for (const email of ["new@example.com", "waits@example.com", "bounced@example.com"])
      answers.push(await ask(tee, email));
    for (let i = 0; i < 5; i++) answers.push(await ask(tee, `flood+${i}@example.com`));
    answers.push(await ask(tee, "bot@example.com", { website: "https://spam.example" }));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(shop.mails.map(({ to, subject }) => [to, subject.split(":")[0]])).toEqual([
      ["new@example.com", "Please confirm your request"],
      ["waits@example.com", "You are on the list already"],
      ...[0, 1, 2].map((i) => [`flood+${i}@example.com`, "Please confirm your request"]),
    ]);
    expect(shop.logs.join()).not.toContain("@example.com");
  });

  test("is refused above the limits for a visitor and for a product, for a wrong address, and from another site", async () => {
    const tee = await offer();
    const statuses = [];
    for (let i = 0; i < 41; i++) statuses.push((await ask(tee, `p${i}@example.com`)).status);
    expect(statuses).toEqual([...Array<number>(40).fill(202), 429]);
    const other = await offer();
    const visits = [];
    for (let i = 0; i < 61; i++)
      visits.push(
        (await ask({ ...other, id: "prd_none" }, "a@example.com", {}, { from: "203.0.113.99" })).status,
      );
    expect(visits).toEqual([...Array<number>(60).fill(404), 429]);
    const wrong = await ask(other, "no address");
    expect([wrong.status, wrong.error.fields]).toEqual([400, { email: "Email format is invalid" }]);
    const foreign = { headers: { "sec-fetch-site": "cross-site" } };
    expect((await ask(other, "a@example.com", {}, foreign)).status).toBe(403);
  });

  test("is deleted if it is not confirmed within two days", async () => {
    const tee = await offer();
    await ask(tee, "late@example.com");
    const link = linkTo("late@example.com", "confirm");
    const [item] = await shop.table.partition(`WAITING#${tee.id}#-`);
    expect(Number(item?.["ttl"]) - Date.now() / 1000).toBeLessThanOrEqual(48 * 3600);
    advanceClock(49 * 3_600_000);
    expect((await confirm(link)).status).toBe(404);
    expect(await people(tee)).toEqual([]);
  });

  test("ends by the link of each mail and by one click, once, and only with its own token", async () => {
    const tee = await offer();
    await join(tee, "ends@example.com");
    await ask(tee, "ends@example.com");
    const link = linkTo("ends@example.com", "end");
    expect((await end({ ...link, token: "wrong" })).status).toBe(404);
    expect((await end({ request: "nonsense", token: "t" })).status).toBe(404);
    const oneClick = await call(api, backInStockApi.endStockRequest, {
      params: link,
      raw: "List-Unsubscribe=One-Click",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" },
    });
    expect([oneClick.status, (await end(link)).status]).toEqual([200, 200]);
    expect([await stored(tee), await people(tee)]).toEqual([[], []]);
  });

  test("is not kept if the product is back before it is confirmed", async () => {
    const tee = await offer();
    await ask(tee, "early@example.com");
    await save(tee, { stock: 1 });
    expect((await confirm(linkTo("early@example.com", "confirm"))).data.state).toBe("available");
    expect([await stored(tee), await people(tee)]).toEqual([[], []]);
  });
});

describe("the mails that a product is back", () => {
  const crowd = Array.from({ length: 25 }, (_, i) => `fan${i}@example.com`);
  async function waitingCrowd(): Promise<Product> {
    const tee = await offer();
    for (const email of crowd) await join(tee, email);
    shop.mails.length = 0;
    return tee;
  }

  test("go to everybody once, also when the event comes many times at once", async () => {
    const tee = await waitingCrowd();
    await save(tee, { stock: 9 });
    const [event] = await returnsOf(tee);
    if (!event) throw new Error("No StockBack event");
    await Promise.all([deliver(mailer, [event, event]), deliver(mailer, [event]), runScheduled(reconcile)]);
    advanceClock(60_000);
    await runScheduled(reconcile);
    expect(
      backMails()
        .map(({ to }) => to)
        .sort(),
    ).toEqual([...crowd].sort());
    expect([await stored(tee), await people(tee)]).toEqual([[], []]);
  });

  test("stop when the stock is gone again, and the rest is mailed at the next return", async () => {
    const tee = await waitingCrowd();
    await save(tee, { stock: 9 });
    const [event] = await returnsOf(tee);
    if (!event) throw new Error("No StockBack event");
    // The stock is gone as soon as the first mail of a batch is sent.
    let sent = 0;
    shop.faults.mail = () => {
      if ((sent += 1) === 1) void shop.table.put(soldOut(tee));
      return false;
    };
    await deliver(mailer, [event]);
    expect(backMails()).toHaveLength(10);
    expect(await people(tee)).toEqual([[undefined, 15]]);
    await runScheduled(reconcile);
    expect(backMails()).toHaveLength(10);
    await save(tee, { stock: 3 });
    await deliver(mailer, (await returnsOf(tee)).slice(-1));
    expect(new Set(backMails().map(({ to }) => to)).size).toBe(25);
    expect(backMails()).toHaveLength(25);
  });

  test("wait while SES is down, skip an address that takes no mail, and are sent by the schedule", async () => {
    const tee = await waitingCrowd();
    await recordUndeliverable("fan3@example.com", { reason: "complaint", since: "2026-11-01T00:00:00.000Z" });
    await save(tee, { stock: 9 });
    shop.faults.mail = true;
    await deliver(mailer, await returnsOf(tee));
    expect(backMails()).toEqual([]);
    shop.faults.mail = false;
    await runScheduled(reconcile);
    advanceClock(16 * 60_000);
    await runScheduled(reconcile);
    expect(
      backMails()
        .map(({ to }) => to)
        .sort(),
    ).toEqual(crowd.filter((email) => email !== "fan3@example.com").sort());
    expect([await stored(tee), await people(tee)]).toEqual([[], []]);
  });

  test("reach people who wait for a product that came back while it was a draft", async () => {
    const tee = await offer();
    await join(tee, "draft@example.com");
    await save(tee, { state: "draft" });
    await save(tee, { stock: 2 });
    await runScheduled(reconcile);
    expect(backMails()).toEqual([]);
    await save(tee, { state: "active" });
    await runScheduled(reconcile);
    expect(backMails().map(({ to }) => to)).toEqual(["draft@example.com"]);
  });

  test("end for an archived product, a deleted product and a size that is no longer offered", async () => {
    const [archived, deleted, dropped] = [
      await offer(),
      await offer(),
      await offer({ variants: [M, L] }),
    ] as const;
    await join(archived, "a@example.org");
    await join(deleted, "a@example.org");
    await join(dropped, "a@example.org", { variantId: "m" });
    await save(archived, { state: "archived" });
    await call(office.handler, adminApi.deleteProduct, { params: { id: deleted.id } });
    await save(dropped, { variants: [L] });
    await runScheduled(reconcile);
    expect([await stored(archived), await stored(deleted), await stored(dropped, "m")]).toEqual([[], [], []]);
    expect(await shop.table.partition("WAITING")).not.toContainEqual(
      expect.objectContaining({ sk: `${archived.id}#-` }),
    );
    expect(backMails()).toEqual([]);
  });

  function soldOut({ id }: Product) {
    return {
      ...{ pk: `PRODUCT#${id}`, sk: "STOCK#-", productId: id, variantId: "-" },
      ...{ available: 0, held: 0, sold: 9, revision: 9 },
    };
  }
});
