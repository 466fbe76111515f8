import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { withLinkToken } from "../../lambdas/mail/link-token.ts";
import { orderItem } from "../../lambdas/orders/order-table.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { ordersApi } from "../../shared/api-orders.ts";
import type { BodyInput } from "../../shared/endpoint.ts";
import { readOrderLink } from "../../shared/order-link.ts";
import { orderPageMessages } from "../../shared/order-page-messages.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { stockUp, testProduct } from "../support/fixtures.ts";
import { eventsOf, orderOf, stockOf } from "../support/invariants.ts";
import type { HttpHandler } from "../support/invoke.ts";
import { ADMIN, call, deliver } from "../support/invoke.ts";
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

/** Buys and pays two tees. Returns the order and the link in its receipt. */
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
const reportProblem = (link: Link & { grant?: string }, text: string, requestId = "request-1") =>
  call(handler, ordersApi.reportProblem, { body: { ...link, requestId, text } });
const cancel = (link: Link, requestId = "cancel-1") =>
  call(handler, ordersApi.cancelOwnOrder, { body: { ...link, requestId, text: "Ordered twice" } });
/** Delivers the events on the bus to `send-order-email`. */
const deliverBus = () => deliver(driver.mail, shop.bus);
/** Delivers the events about the customer's requests to `send-order-email`. */
const deliverRequestMails = (orderId: string) => driver.deliverOutbox("mail", orderId, "OrderRequestUpdated");
const codeInMail = (): string => /Code: (\d{6})/.exec(shop.mails.at(-1)?.text ?? "")?.[1] ?? "";

describe("the link in a mail", () => {
  test("shows the customer the amounts, the steps and the tracking number of the order", async () => {
    const { orderId, link } = await buy();
    await office.change(orderId, { orderStatus: ORDER_STATUS.completed, tracking: "1Z999AA10123456784" });
    const { data } = await read(link);
    expect(data.steps.map(({ step }) => step)).toEqual(["paid", "sent"]);
    expect(data).toMatchObject({ isConfirmed: true, tracking: "1Z999AA10123456784", refunded: 0 });
    expect(data.receipt).toMatchObject({ orderNumber: expect.stringMatching(/^BV-/) as string, total: 60 });
    expect(data.may).toEqual({ write: true });
  });

  test("is refused with the same message for a token of another order, an altered token and an erased order", async () => {
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

  test("shows only the receipt and allows no change after a day, until the customer enters a mailed code", async () => {
    const { orderId, link } = await buy();
    advanceClock(DAY_MS);
    const { data: before } = await read(link);
    expect(before).toMatchObject({ isConfirmed: false, may: {}, requests: [] });
    expect(before.receipt.customer).not.toHaveProperty("email");
    expect(before).not.toHaveProperty("shipTo");
    expect((await reportProblem(link, "Hello")).error.message).toBe(orderPageMessages.notConfirmed);

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
    expect((await reportProblem({ ...link, ...confirmed.data }, "Hello")).status).toBe(200);
    // The grant is valid for one order only, and for an hour.
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

  test("refuses the right code after five wrong ones, and a code that is older than 15 minutes", async () => {
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

describe("the search for an order", () => {
  const find = (email: string, orderNumber: string) =>
    call(handler, ordersApi.findOrder, { body: { email, orderNumber } });

  test("gives the same response whether the order exists or not, and mails only the customer of the order", async () => {
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

  test("finds an order without a number by its id, and adds the link that it lacks", async () => {
    const { orderId } = await buy();
    const { orderNumber: _, linkToken: __, ...old } = await orderOf(shop.table, orderId);
    await shop.table.put(orderItem(old));
    await find(CUSTOMER, orderId);
    expect(await deliverBus()).toEqual([]);
    const { linkToken = "" } = await orderOf(shop.table, orderId);
    expect(shop.mails[0]?.text).toContain(`${orderId}.${linkToken}.`);
    expect((await read({ orderId, token: linkToken })).data.receipt.orderNumber).toBe(orderId);
    // An outdated copy of the order gets the token that another function has stored meanwhile.
    expect((await withLinkToken({ ...old, version: 0 }, new Date())).linkToken).toBe(linkToken);
  });

  test("refuses an invalid address and order number, with the names of the fields", async () => {
    const { status, error } = await find("ada", "no number");
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {})).toEqual(["email", "orderNumber"]);
  });

  test("refuses the fourth request for a mailbox, whether it has orders or not", async () => {
    const limited = await openLimitedApi();
    const statuses = [];
    for (let i = 0; i < 4; i++)
      statuses.push(
        (await call(limited, ordersApi.findOrder, { body: { email: "b@example.com", orderNumber: "7" } }))
          .status,
      );
    expect(statuses).toEqual([202, 202, 202, 429]);
  });

  test("by codes is limited for an order, so that a code cannot be guessed in many mails", async () => {
    const [limited, first, second] = [await openLimitedApi(), await buy(), await buy()];
    const request = async ({ link }: typeof first) =>
      (await call(limited, ordersApi.requestOrderCode, { body: link })).status;
    const statuses = [];
    for (const order of [first, first, first, first, second]) statuses.push(await request(order));
    expect(statuses).toEqual([202, 202, 202, 429, 202]);
  });
});

/** `order-api` in a stage where customers can cancel without the team, and a mailbox gets at most three mails an hour. */
async function openLimitedApi(): Promise<HttpHandler> {
  const limits = JSON.parse(process.env["LIMITS"] ?? "{}") as object;
  vi.stubEnv("LIMITS", JSON.stringify({ ...limits, contactRecipient: { count: 3, seconds: 3600 } }));
  vi.stubEnv("CANCELLATION", "do");
  vi.resetModules();
  const module = (await import("../../lambdas/order-api.ts")) as { handler: HttpHandler };
  vi.unstubAllEnvs();
  return module.handler;
}

describe("a message about an order", () => {
  test("is stored once with a cause for attention, is mailed to the team, and gets only one answer", async () => {
    const { orderId, link } = await buy();
    for (let i = 0; i < 2; i++) expect((await reportProblem(link, "It is torn.")).status).toBe(200);
    const order = await orderOf(shop.table, orderId);
    expect(order.requests).toMatchObject([{ kind: "problem", text: "It is torn.", state: "open" }]);
    expect(order).toMatchObject({
      paymentStatus: "needs-attention",
      attention: [{ cause: "something-wrong" }],
    });
    // A customer's message raises no alarm for the operators.
    expect(
      shop.logs.filter((line) => line.includes('"alarm":"needs-attention"') && line.includes(orderId)),
    ).toEqual([]);
    for (let i = 0; i < 2; i++) expect(await deliverRequestMails(orderId)).toEqual([]);
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
    await deliverRequestMails(orderId);
    expect(shop.mails).toMatchObject([
      { to: CUSTOMER, text: expect.stringContaining("A new one is on its way.") as string },
    ]);
    const { data } = await read(link);
    expect(data.requests).toMatchObject([
      { state: "answered", answer: { text: "A new one is on its way." } },
    ]);
    // The customer does not see which admin answered.
    expect(JSON.stringify(data)).not.toContain(ADMIN.username);
  });
});

describe("a cancellation by the customer", () => {
  test("is sent once to the team, which accepts it by cancelling the order", async () => {
    const { orderId, link } = await buy();
    expect((await cancel(link)).data.may).not.toHaveProperty("cancel");
    expect(await orderOf(shop.table, orderId)).toMatchObject({
      orderStatus: ORDER_STATUS.pending,
      attention: [{ cause: "asks-to-cancel" }],
    });
    expect((await cancel(link, "cancel-2")).error.message).toBe(orderPageMessages.alreadyAsked);
    await office.change(orderId, { orderStatus: ORDER_STATUS.cancelled, refund: true, restock: true });
    const order = await orderOf(shop.table, orderId);
    expect(order).toMatchObject({ attention: [], requests: [{ state: "accepted" }] });
    expect(order.refunds).toHaveLength(1);
  });

  test("refunds and restocks once when it is sent several times, in a stage where customers can cancel", async () => {
    const cancelling = await openLimitedApi();
    const { orderId, link } = await buy();
    const before = await stockOf(shop.table, tee);
    const body = { ...link, requestId: "cancel-1", text: "" };
    const answers = await Promise.all(
      [1, 2, 3].map(() => call(cancelling, ordersApi.cancelOwnOrder, { body })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const order = await orderOf(shop.table, orderId);
    expect(order).toMatchObject({
      orderStatus: ORDER_STATUS.cancelled,
      refunds: [{ amount: 60, status: "requested" }],
    });
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
    ["is sent", { orderStatus: ORDER_STATUS.completed }],
    ["is packed", { packedAt: new Date().toISOString() }],
  ])("is refused for an order that %s", async (_, change) => {
    const { orderId, link } = await buy();
    await shop.table.put(orderItem({ ...(await orderOf(shop.table, orderId)), ...change }));
    const { status, error } = await cancel(link);
    expect([status, error.message]).toEqual([409, orderPageMessages.packed]);
    expect((await orderOf(shop.table, orderId)).refunds).toEqual([]);
  });

  test("that meets an admin's change to Completed leaves the order either completed or cancelled", async () => {
    const cancelling = await openLimitedApi();
    const { orderId, link } = await buy();
    const body = { ...link, requestId: "cancel-1", text: "" };
    const [ofCustomer, ofAdmin] = await Promise.all([
      call(cancelling, ordersApi.cancelOwnOrder, { body }),
      office.change(orderId, { orderStatus: ORDER_STATUS.completed }),
    ]);
    const { orderStatus, refunds } = await orderOf(shop.table, orderId);
    expect([ofCustomer.status, ofAdmin.status].toSorted()).toEqual([200, 409]);
    expect([orderStatus, refunds.length]).toEqual(
      ofAdmin.status === 200 ? [ORDER_STATUS.completed, 0] : [ORDER_STATUS.cancelled, 1],
    );
  });
});

describe("a change of the address", () => {
  const address = {
    firstName: "Grace",
    lastName: "Murray",
    address: "7 Rickhouse Ln",
    city: "Lexington",
    state: "KY",
    zipCode: "40507",
  };
  const change = (link: Link, fields: Partial<typeof address> = {}) =>
    call(handler, ordersApi.changeAddress, {
      body: { ...link, requestId: "address-1", ...address, ...fields },
    });

  test("is recorded, shown to the admin, mailed to the team and published with the next sequence number", async () => {
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
    await deliverRequestMails(orderId);
    expect(shop.mails).toMatchObject([
      { to: TEAM, text: expect.stringContaining("7 Rickhouse Ln") as string },
    ]);
  });

  test.each([
    ["another state", { state: "CA", zipCode: "90210" }, "state"],
    ["a ZIP code of another state", { zipCode: "90210" }, "zipCode"],
    ["no street", { address: " " }, "address"],
  ])("to %s is refused, with the name of the field", async (_, fields, field) => {
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

  test("is refused for an order that is sent, and for one that is picked up", async () => {
    const [sent, pickedUp] = [await buy(), await buy(false)];
    await office.change(sent.orderId, { orderStatus: ORDER_STATUS.completed });
    expect((await change(sent.link)).error.message).toBe(orderPageMessages.packed);
    expect((await change(pickedUp.link)).error.message).toBe(orderPageMessages.notShipped);
  });
});
