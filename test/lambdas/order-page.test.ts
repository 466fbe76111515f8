import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { withLinkToken } from "../../lambdas/mail/link-token.ts";
import { orderItem } from "../../lambdas/orders/order-table.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { ordersApi } from "../../shared/api-orders.ts";
import type { BodyInput } from "../../shared/endpoint.ts";
import { readOrderLink } from "../../shared/order-link.ts";
import { orderPageMessages } from "../../shared/order-page-messages.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { stockUp, testProduct } from "../support/fixtures.ts";
import { eventsOf, orderOf, stockOf } from "../support/invariants.ts";
import type { HttpHandler } from "../support/invoke.ts";
import { call, deliver } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop, ORIGIN, TEAM } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
let handler: HttpHandler;
const tee = testProduct({ stock: 200 });
const CUSTOMER = "grace@example.com";
const DAY_MS = 86_400_000;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  ({ handler } = await import("../../lambdas/order-api.ts"));
  await stockUp(shop.table, tee);
});
afterEach(() => {
  shop.mails.length = 0;
  shop.bus.length = 0;
});

/** A paid order, and the link in its receipt. */
async function buy(ship = true) {
  shop.mails.length = 0;
  const { orderId, sessionId } = await driver.buy([[tee, 2]], { ship });
  await driver.pay(sessionId);
  await driver.deliverOutbox("mail", orderId, "OrderPaid");
  const receipt = shop.mails.find(({ to }) => to === CUSTOMER);
  const [, fragment = ""] = /\/order#(\S+)/.exec(receipt?.text ?? "") ?? [];
  shop.mails.length = 0;
  return { orderId, sessionId, link: { orderId, token: readOrderLink(fragment)?.token ?? "" } };
}
type Link = Awaited<ReturnType<typeof buy>>["link"];
const read = (body: BodyInput<typeof ordersApi.readOrderPage>) =>
  call(handler, ordersApi.readOrderPage, { body });
const write = (link: Link & { grant?: string }, text: string, requestId = "request-1") =>
  call(handler, ordersApi.reportProblem, { body: { ...link, requestId, text } });
const cancel = (link: Link, requestId = "cancel-1") =>
  call(handler, ordersApi.cancelOwnOrder, { body: { ...link, requestId, text: "Ordered twice" } });
/** Delivers what was put on the bus to the function that mails. */
const deliverBus = () => deliver(driver.mail, shop.bus);
const deliverRequests = (orderId: string) => driver.deliverOutbox("mail", orderId, "OrderRequestUpdated");
const codeInMail = (): string => /Code: (\d{6})/.exec(shop.mails.at(-1)?.text ?? "")?.[1] ?? "";

describe("the link in a mail", () => {
  test("shows what was ordered and paid, and its steps with their times", async () => {
    const { orderId, link } = await buy();
    await office.change(orderId, { orderStatus: 2, tracking: "1Z999AA10123456784" });
    const { data } = await read(link);
    expect(data.steps.map(({ step }) => step)).toEqual(["paid", "sent"]);
    expect(data).toMatchObject({ isConfirmed: true, tracking: "1Z999AA10123456784", refunded: 0 });
    expect(data.receipt).toMatchObject({ orderNumber: expect.stringMatching(/^BV-/) as string, total: 60 });
    expect(data.may).toEqual({ write: true });
  });

  test("is refused with the same words for another's token, an altered token and an erased order", async () => {
    const [first, second] = [await buy(), await buy()];
    const order = await orderOf(shop.table, second.orderId);
    await shop.table.put(
      orderItem({ ...order, erased: { at: new Date().toISOString(), state: "KY", country: "US" } }),
    );
    const answers = await Promise.all([
      read({ ...first.link, token: second.link.token }),
      read({ ...first.link, token: `${first.link.token.slice(0, -1)}!` }),
      read({ ...first.link, orderId: "ord_00000000000000000000000000" }),
      read(second.link),
      call(handler, ordersApi.confirmOrderCode, { body: { ...first.link, code: "123456" } }),
      read({ orderId: "\ud800", token: "\ud800" }),
    ]);
    for (const { status, error } of answers)
      expect([status, error.message]).toEqual([404, orderPageMessages.refused]);
  });

  test("shows after a day no more than the receipt, and changes nothing, until a mailed code is entered", async () => {
    const { orderId, link } = await buy();
    advanceClock(DAY_MS);
    const { data: before } = await read(link);
    expect(before).toMatchObject({ isConfirmed: false, may: {}, requests: [] });
    expect(before.receipt.customer).not.toHaveProperty("email");
    expect(before).not.toHaveProperty("shipTo");
    expect((await write(link, "Hello")).error.message).toBe(orderPageMessages.notConfirmed);

    const requested = await call(handler, ordersApi.requestOrderCode, { body: link });
    expect(requested.status).toBe(202);
    expect(JSON.stringify(shop.bus)).not.toContain(CUSTOMER);
    // A repeated event sends no second mail, and does not replace the code.
    for (let i = 0; i < 3; i++) expect(await deliverBus()).toEqual([]);
    expect(shop.mails.map(({ to }) => to)).toEqual([CUSTOMER]);
    const code = codeInMail();
    expect(readOrderLink(/\/order#(\S+)/.exec(shop.mails[0]?.text ?? "")?.[1] ?? "")).toEqual({
      ...link,
      code,
    });

    const confirmed = await call(handler, ordersApi.confirmOrderCode, { body: { ...link, code } });
    const { data } = await read({ ...link, ...confirmed.data });
    expect(data.isConfirmed).toBe(true);
    expect(data.receipt.customer.email).toBe(CUSTOMER);
    expect((await write({ ...link, ...confirmed.data }, "Hello")).status).toBe(200);
    // A grant is for one order and one hour.
    const other = await buy();
    advanceClock(DAY_MS);
    expect((await read({ ...other.link, ...confirmed.data })).data.isConfirmed).toBe(false);
    expect((await read({ ...link, ...confirmed.data })).data.isConfirmed).toBe(false);
    expect((await orderOf(shop.table, orderId)).requests).toHaveLength(1);
  });

  test("accepts the code of the latest mail, also after an earlier request was delivered again", async () => {
    const { link } = await buy();
    const request = async () => {
      shop.bus.length = 0;
      advanceClock(1000);
      await call(handler, ordersApi.requestOrderCode, { body: link });
      return [...shop.bus];
    };
    const [first, second, third] = [await request(), await request(), await request()];
    for (const events of [first, third, first, second])
      expect(await deliver(driver.mail, events)).toEqual([]);
    expect(shop.mails).toHaveLength(2);
    const body = { ...link, code: codeInMail() };
    expect((await call(handler, ordersApi.confirmOrderCode, { body })).status).toBe(200);
  });

  test("accepts a code five times at most and for 15 minutes", async () => {
    const { link } = await buy();
    const confirm = (code: string) =>
      call(handler, ordersApi.confirmOrderCode, { body: { ...link, code } }).then(({ status }) => status);
    await call(handler, ordersApi.requestOrderCode, { body: link });
    await deliverBus();
    const code = codeInMail();
    const wrong = code === "000000" ? "000001" : "000000";
    for (let i = 0; i < 5; i++) expect(await confirm(wrong)).toBe(404);
    expect(await confirm(code)).toBe(404);
    shop.bus.length = 0;
    await call(handler, ordersApi.requestOrderCode, { body: link });
    await deliverBus();
    advanceClock(16 * 60_000);
    expect(await confirm(codeInMail())).toBe(404);
  });
});

describe("finding an order", () => {
  const find = (email: string, orderNumber: string) =>
    call(handler, ordersApi.findOrder, { body: { email, orderNumber } });

  test("answers the same whether the order exists or not, and mails its customer alone", async () => {
    const { orderId, link } = await buy();
    const { orderNumber = "" } = await orderOf(shop.table, orderId);
    const answers = [
      await find(CUSTOMER.toUpperCase(), orderNumber.replace("BV-", "")),
      await find("other@example.com", orderNumber),
      await find(CUSTOMER, "BV-999999"),
    ];
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(shop.bus).toHaveLength(3);
    expect(JSON.stringify(shop.bus)).not.toContain("@");
    expect(await deliverBus()).toEqual([]);
    expect(shop.mails.map(({ to }) => to)).toEqual([CUSTOMER]);
    expect(shop.mails[0]?.text).toContain(`${ORIGIN}/order#${orderId}.${link.token}.${codeInMail()}`);
  });

  test("finds an old order by its id, and gives it a link", async () => {
    const { orderId } = await buy();
    const { orderNumber: _, linkToken: __, ...old } = await orderOf(shop.table, orderId);
    await shop.table.put(orderItem(old));
    await find(CUSTOMER, orderId);
    expect(await deliverBus()).toEqual([]);
    const { linkToken = "" } = await orderOf(shop.table, orderId);
    expect(shop.mails[0]?.text).toContain(`${orderId}.${linkToken}.`);
    expect((await read({ orderId, token: linkToken })).data.receipt.orderNumber).toBe(orderId);
    // Another function was faster.
    expect((await withLinkToken({ ...old, version: 0 }, new Date())).linkToken).toBe(linkToken);
  });

  test("names the field that is wrong", async () => {
    const { status, error } = await find("ada", "no number");
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {})).toEqual(["email", "orderNumber"]);
  });

  test("is limited for a mailbox, whether it has orders or not", async () => {
    const limited = await openLimited();
    const statuses = [];
    for (let i = 0; i < 4; i++)
      statuses.push(
        (await call(limited, ordersApi.findOrder, { body: { email: "b@example.com", orderNumber: "7" } }))
          .status,
      );
    expect(statuses).toEqual([202, 202, 202, 429]);
  });

  test("by codes is limited for an order, so that a code cannot be guessed in many mails", async () => {
    const [limited, first, second] = [await openLimited(), await buy(), await buy()];
    const request = async ({ link }: typeof first) =>
      (await call(limited, ordersApi.requestOrderCode, { body: link })).status;
    const statuses = [];
    for (const order of [first, first, first, first, second]) statuses.push(await request(order));
    expect(statuses).toEqual([202, 202, 202, 429, 202]);
  });
});

/** The function in a stage where customers cancel by themselves, with a limit of three mails for a mailbox. */
async function openLimited(): Promise<HttpHandler> {
  const { vi } = await import("vitest");
  const limits = JSON.parse(process.env["LIMITS"] ?? "{}") as object;
  vi.stubEnv("LIMITS", JSON.stringify({ ...limits, contactRecipient: { count: 3, seconds: 3600 } }));
  vi.stubEnv("CANCELLATION", "do");
  vi.resetModules();
  const module = (await import("../../lambdas/order-api.ts")) as { handler: HttpHandler };
  vi.unstubAllEnvs();
  return module.handler;
}

describe("a message about an order", () => {
  test("arrives once in the order, as a cause for attention and as a mail to the team, and is answered once", async () => {
    const { orderId, link } = await buy();
    for (let i = 0; i < 2; i++) expect((await write(link, "It is torn.")).status).toBe(200);
    const order = await orderOf(shop.table, orderId);
    expect(order.requests).toMatchObject([{ kind: "problem", text: "It is torn.", state: "open" }]);
    expect(order).toMatchObject({
      paymentStatus: "needs-attention",
      attention: [{ cause: "something-wrong" }],
    });
    expect(
      shop.logs.filter((line) => line.includes('"alarm":"needs-attention"') && line.includes(orderId)),
    ).toEqual([]);
    for (let i = 0; i < 2; i++) expect(await deliverRequests(orderId)).toEqual([]);
    expect(shop.mails).toMatchObject([
      { to: TEAM, replyTo: CUSTOMER, text: expect.stringContaining("It is torn.") as string },
    ]);

    shop.mails.length = 0;
    const answer = (text: string) =>
      call(office.handler, adminApi.answerRequest, {
        params: { id: orderId, requestId: "request-1" },
        body: { text },
      });
    expect((await answer("A new one is on its way.")).data).toMatchObject({
      paymentStatus: "paid",
      attention: [],
    });
    expect((await answer("A new one is on its way.")).status).toBe(200);
    expect((await answer("Something else.")).status).toBe(409);
    await deliverRequests(orderId);
    expect(shop.mails).toMatchObject([
      { to: CUSTOMER, text: expect.stringContaining("A new one is on its way.") as string },
    ]);
    const { data } = await read(link);
    expect(data.requests).toMatchObject([
      { state: "answered", answer: { text: "A new one is on its way." } },
    ]);
    expect(JSON.stringify(data)).not.toContain("ada");
  });
});

describe("a cancellation by the customer", () => {
  test("asks the team, which declines it or cancels the order", async () => {
    const { orderId, link } = await buy();
    expect((await cancel(link)).data.may).not.toHaveProperty("cancel");
    expect(await orderOf(shop.table, orderId)).toMatchObject({
      orderStatus: 1,
      attention: [{ cause: "asks-to-cancel" }],
    });
    expect((await cancel(link, "cancel-2")).error.message).toBe(orderPageMessages.alreadyAsked);
    await office.change(orderId, { orderStatus: 3, refund: true, restock: true });
    const order = await orderOf(shop.table, orderId);
    expect(order).toMatchObject({ attention: [], requests: [{ state: "accepted" }] });
    expect(order.refunds).toHaveLength(1);
  });

  test("where a stage lets customers do it: refunds once and puts the pieces back, however often it is sent", async () => {
    const cancelling = await openLimited();
    const { orderId, link } = await buy();
    const before = await stockOf(shop.table, tee);
    const body = { ...link, requestId: "cancel-1", text: "" };
    const answers = await Promise.all(
      [1, 2, 3].map(() => call(cancelling, ordersApi.cancelOwnOrder, { body })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const order = await orderOf(shop.table, orderId);
    expect(order).toMatchObject({ orderStatus: 3, refunds: [{ amount: 60, status: "requested" }] });
    const events = (await eventsOf(shop.table, orderId)).map(({ type }) => type);
    expect(events.filter((type) => type === "RefundRequested")).toHaveLength(1);
    expect(await stockOf(shop.table, tee)).toMatchObject({
      available: before.available + 2,
      sold: before.sold - 2,
    });
    const again = await call(cancelling, ordersApi.cancelOwnOrder, {
      body: { ...body, requestId: "cancel-2" },
    });
    expect([again.status, again.error.message]).toEqual([409, orderPageMessages.cancelled]);
  });

  test.each([
    ["is sent", { orderStatus: 2 as const }],
    ["is packed", { packedAt: new Date().toISOString() }],
  ])("is refused for an order that %s", async (_, change) => {
    const { orderId, link } = await buy();
    await shop.table.put(orderItem({ ...(await orderOf(shop.table, orderId)), ...change }));
    const { status, error } = await cancel(link);
    expect([status, error.message]).toEqual([409, orderPageMessages.packed]);
    expect((await orderOf(shop.table, orderId)).refunds).toEqual([]);
  });

  test("at the same moment as the admin's 'Completed' leaves the order either sent or cancelled", async () => {
    const cancelling = await openLimited();
    const { orderId, link } = await buy();
    const body = { ...link, requestId: "cancel-1", text: "" };
    const [ofCustomer, ofAdmin] = await Promise.all([
      call(cancelling, ordersApi.cancelOwnOrder, { body }),
      office.change(orderId, { orderStatus: 2 }),
    ]);
    const { orderStatus, refunds } = await orderOf(shop.table, orderId);
    expect([ofCustomer.status, ofAdmin.status].toSorted()).toEqual([200, 409]);
    expect([orderStatus, refunds.length]).toEqual(ofAdmin.status === 200 ? [2, 0] : [3, 1]);
  });
});

describe("a change of the address", () => {
  const address = {
    ...{ firstName: "Grace", lastName: "Murray", address: "7 Rickhouse Ln", city: "Lexington" },
    ...{ state: "KY", zipCode: "40507" },
  };
  const change = (link: Link, fields: Partial<typeof address> = {}) =>
    call(handler, ordersApi.changeAddress, {
      body: { ...link, requestId: "address-1", ...address, ...fields },
    });

  test("is recorded, shown to the admin, mailed to the team and published with the next sequence", async () => {
    const { orderId, link } = await buy();
    for (let i = 0; i < 2; i++)
      expect((await change(link)).data.shipTo).toEqual({ ...address, country: "US" });
    const order = await orderOf(shop.table, orderId);
    expect(order).toMatchObject({
      attention: [{ cause: "address-changed" }],
      requests: [{ kind: "address" }],
    });
    expect(order.history.filter(({ what }) => what === "address changed")).toHaveLength(1);
    expect(order.billingInfo?.address).toBe("12 Barrel Rd, Apt 3");
    const events = await eventsOf(shop.table, orderId);
    const contacts = events.filter(({ type }) => type === "OrderContact");
    expect(contacts.at(-1)).toMatchObject({
      shippingInfo: { city: "Lexington", state: "KY" },
      sequence: order.sequence,
    });
    expect(events.map((event) => ("sequence" in event ? event.sequence : 0))).toEqual(
      events.map((_, i) => i + 1),
    );
    await deliverRequests(orderId);
    expect(shop.mails).toMatchObject([
      { to: TEAM, text: expect.stringContaining("7 Rickhouse Ln") as string },
    ]);
  });

  test.each([
    ["another state", { state: "CA", zipCode: "90210" }, "state"],
    ["a ZIP code of another state", { zipCode: "90210" }, "zipCode"],
    ["no street", { address: " " }, "address"],
  ])("to %s is refused, with the field", async (_, fields, field) => {
    const { orderId, link } = await buy();
    const { status, error } = await change(link, fields);
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {})).toEqual([field]);
    expect((await orderOf(shop.table, orderId)).shippingInfo?.city).toBe("Louisville");
  });

  test.each([
    ["CA", "ON", "K1A 0B1", { state: "ON", zipCode: "M5V 3L9" }],
    ["DE", "", "10115", { state: "", zipCode: "20095" }],
    ["AU", "WA", "6000", { state: "WA", zipCode: "6160" }],
  ])("follows the rules of %s", async (country, state, zipCode, fields) => {
    const { orderId, link } = await buy();
    const order = await orderOf(shop.table, orderId);
    if (!order.shippingInfo) throw new Error("The order is shipped");
    const shippingInfo = { ...order.shippingInfo, country, state, zipCode };
    await shop.table.put(orderItem({ ...order, shippingInfo }));
    const wrong = await change(link, { ...fields, zipCode: "40507-1234" });
    expect([wrong.status, Object.keys(wrong.error.fields ?? {})]).toEqual([400, ["zipCode"]]);
    const { data } = await change(link, fields);
    expect(data.shipTo).toMatchObject({ ...fields, country, city: "Lexington" });
  });

  test("is refused once the parcel is sent, and for an order that is picked up", async () => {
    const [sent, pickedUp] = [await buy(), await buy(false)];
    await office.change(sent.orderId, { orderStatus: 2 });
    expect((await change(sent.link)).error.message).toBe(orderPageMessages.packed);
    expect((await change(pickedUp.link)).error.message).toBe(orderPageMessages.notShipped);
  });
});
