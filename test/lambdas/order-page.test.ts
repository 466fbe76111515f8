import { describe, expect, test } from "vitest";
import { withLinkToken } from "../../lambdas/mail/link-token.ts";
import { orderItem } from "../../lambdas/orders/order-table.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { ordersApi } from "../../shared/api-orders.ts";
import { toCents } from "../../shared/money.ts";
import { parseOrderLink } from "../../shared/order-link.ts";
import { orderPageMessages } from "../../shared/order-page-messages.ts";
import { ORDER_STATUS, PAYMENT_STATUS_LABEL } from "../../shared/order-status.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { orderNumberPrefix } from "../../shared/site/order-number.ts";
import { ORDER_NUMBER } from "../support/order-number.ts";
import { orderOf } from "../support/invariants.ts";
import { call, deliver } from "../support/invoke.ts";
import { CUSTOMER, openOtherStageApi, openOrderPages } from "../support/order-page.ts";
import { advanceClock, ORIGIN } from "../support/shop.ts";
import { stripeEvents } from "../support/stripe-events.ts";

const { shop, driver, office, handler, placePaidOrder, readPage, reportProblem } = openOrderPages();
const DAY_MS = 86_400_000;
/** Delivers all events that were put on the bus to `send-order-email`. */
const deliverBus = () => deliver(driver().mailHandler, shop().bus);
const codeInMail = (): string => /Code: (\d{6})/.exec(shop().mails.at(-1)?.text ?? "")?.[1] ?? "";

describe("the link in a mail", () => {
  test("shows the customer the amounts, the steps and the tracking number of the order", async () => {
    const { orderId, link } = await placePaidOrder();
    await office().change(orderId, { orderStatus: ORDER_STATUS.completed, tracking: "1Z999AA10123456784" });
    const { data } = await readPage(link);
    expect(data.steps.map(({ step }) => step)).toEqual(["paid", "sent"]);
    expect(data).toMatchObject({ isConfirmed: true, tracking: "1Z999AA10123456784", refunded: 0 });
    expect(data.receipt).toMatchObject({
      orderNumber: expect.stringMatching(ORDER_NUMBER) as string,
      total: 50 + SHIPPING_FEE,
    });
    expect(data.may).toEqual({ write: true });
  });

  test("shows the refunded items, and announces no parcel if no item is left to send", async () => {
    const { orderId, link } = await placePaidOrder();
    const refund = (refundId: string, quantity: number, amount: number) =>
      office().refund(orderId, { refundId, amount, lines: [{ line: 0, quantity }] });
    expect((await refund("refund-1", 1, 20)).status).toBe(202);
    expect((await readPage(link)).data).toMatchObject({
      receipt: { delivery: "ship" },
      may: { changeAddress: true },
      refunds: [{ amount: 20, parts: expect.stringMatching(/^1 × /) as string }],
    });
    expect((await refund("refund-2", 1, 20)).status).toBe(202);
    const { data } = await readPage(link);
    expect(data.receipt.delivery).toBe("none");
    expect(data.may).not.toHaveProperty("changeAddress");
    expect(data.refunds).toHaveLength(2);
  });

  test("promises no delivery of a disputed order, unless an admin acknowledged the dispute or sent the order", async () => {
    const { orderId, sessionId, link } = await placePaidOrder();
    const readNoDelivery = async () => (await readPage(link)).data.receipt.noDelivery;
    expect(await readNoDelivery()).toBeUndefined();
    shop().payments.act(sessionId, "dispute");
    await driver().settleAndListFailures(await shop().payments.takeNewEvents());
    expect(await readNoDelivery()).toBe("disputed");
    const { version } = await orderOf(shop().table, orderId);
    await call(office().handler, adminApi.acknowledge, { params: { id: orderId }, body: { version } });
    expect(await readNoDelivery()).toBeUndefined();
    const sentOrder = await placePaidOrder();
    await office().change(sentOrder.orderId, { orderStatus: ORDER_STATUS.completed });
    shop().payments.act(sentOrder.sessionId, "dispute");
    await driver().settleAndListFailures(await shop().payments.takeNewEvents());
    expect((await readPage(sentOrder.link)).data.receipt.noDelivery).toBeUndefined();
  });

  test("says that the order waits after a part of its payment was lost in a dispute, until an admin has acknowledged the loss", async () => {
    const { orderId, sessionId, link } = await placePaidOrder();
    const { act } = stripeEvents(() => shop().payments);
    for (const action of ["dispute-part", "dispute-lose"] as const)
      await driver().settleAndListFailures(await act(sessionId, action));
    expect((await readPage(link)).data.receipt.noDelivery).toBe("dispute-lost");
    const { version } = await orderOf(shop().table, orderId);
    await call(office().handler, adminApi.acknowledge, { params: { id: orderId }, body: { version } });
    expect((await readPage(link)).data.receipt.noDelivery).toBeUndefined();
  });

  test("does not say that all of the money goes back while a part is refunded and the rest is disputed", async () => {
    const { orderId, sessionId, link } = await placePaidOrder();
    const { total } = (await orderOf(shop().table, orderId)).financialInfo;
    await office().refund(orderId, { refundId: `rfd_${orderId}`, amount: Math.round(total * 60) / 100 });
    shop().payments.act(sessionId, "dispute-part");
    await driver().settleAndListFailures(await shop().payments.takeNewEvents());
    expect((await readPage(link)).data.receipt.noDelivery).toBe("disputed");
    expect((await driver().verifyPayment(sessionId)).data.paymentStatus).not.toBe("refunding");
  });

  test("says that the order was refunded as soon as a dispute of the whole payment is lost", async () => {
    const { sessionId, link } = await placePaidOrder();
    shop().payments.act(sessionId, "dispute");
    shop().payments.act(sessionId, "dispute-lose");
    await driver().settleAndListFailures(await shop().payments.takeNewEvents());
    expect((await driver().verifyPayment(sessionId)).data.paymentStatus).toBe("refunded");
    const { data } = await readPage(link);
    expect(data.receipt.status).toBe(PAYMENT_STATUS_LABEL.refunded);
    expect(data.refunds).toEqual([]);
  });

  test("says that an order was sent if it had an item left when it was completed, also if the item was refunded later", async () => {
    const readStepAndDelivery = async (isRefundedFirst: boolean) => {
      const { orderId, link } = await placePaidOrder();
      const steps = [
        () => office().refund(orderId, { refundId: "refund-both", lines: [{ line: 0, quantity: 2 }] }),
        () => office().change(orderId, { orderStatus: ORDER_STATUS.completed }),
      ];
      for (const step of isRefundedFirst ? steps : steps.toReversed()) {
        advanceClock(1000);
        await step();
      }
      const { data } = await readPage(link);
      return [data.steps.at(-1)?.step, data.receipt.delivery];
    };
    // If shipping is free, both items are the whole order, which is refunded and so cannot be completed.
    expect(await readStepAndDelivery(true)).toEqual([
      toCents(SHIPPING_FEE) > 0 ? "completed" : "paid",
      "none",
    ]);
    expect(await readStepAndDelivery(false)).toEqual(["sent", "ship"]);
  });

  test("is refused with the same message for a token of another order, an altered token and an erased order", async () => {
    const [firstOrder, secondOrder] = [await placePaidOrder(), await placePaidOrder()];
    const order = await orderOf(shop().table, secondOrder.orderId);
    await shop().table.put(
      orderItem({ ...order, erased: { at: new Date().toISOString(), state: "KY", country: "US" } }),
    );
    const responses = await Promise.all([
      readPage({ ...firstOrder.link, token: secondOrder.link.token }),
      readPage({ ...firstOrder.link, token: `${firstOrder.link.token.slice(0, -1)}!` }),
      readPage({ ...firstOrder.link, orderId: "ord_00000000000000000000000000" }),
      readPage(secondOrder.link),
      call(handler(), ordersApi.confirmOrderCode, { body: { ...firstOrder.link, code: "123456" } }),
      readPage({ orderId: "\ud800", token: "\ud800" }),
    ]);
    for (const { status, error } of responses)
      expect([status, error.message]).toEqual([404, orderPageMessages.refused]);
  });

  test("shows only the receipt and allows no change after a day, until the customer enters a mailed code", async () => {
    const { orderId, link } = await placePaidOrder();
    advanceClock(DAY_MS);
    const { data: pageBefore } = await readPage(link);
    expect(pageBefore).toMatchObject({ isConfirmed: false, may: {}, requests: [] });
    expect(pageBefore.receipt.customer).not.toHaveProperty("email");
    expect(pageBefore).not.toHaveProperty("shipTo");
    expect((await reportProblem(link, "Hello")).error.message).toBe(orderPageMessages.notConfirmed);

    const requestResponse = await call(handler(), ordersApi.requestOrderCode, { body: link });
    expect(requestResponse.status).toBe(202);
    expect(JSON.stringify(shop().bus)).not.toContain(CUSTOMER);
    // A repeated event sends no second mail, and does not replace the code.
    for (let i = 0; i < 3; i++) expect(await deliverBus()).toEqual([]);
    expect(shop().mails.map(({ to }) => to)).toEqual([CUSTOMER]);
    const code = codeInMail();
    expect(parseOrderLink(/\/order#(\S+)/.exec(shop().mails[0]?.text ?? "")?.[1] ?? "")).toEqual({
      ...link,
      code,
    });

    const confirmResponse = await call(handler(), ordersApi.confirmOrderCode, { body: { ...link, code } });
    const { data } = await readPage({ ...link, ...confirmResponse.data });
    expect(data.isConfirmed).toBe(true);
    expect(data.receipt.customer.email).toBe(CUSTOMER);
    expect((await reportProblem({ ...link, ...confirmResponse.data }, "Hello")).status).toBe(200);
    // The confirmed code gives access to one order only, and for an hour.
    const otherOrder = await placePaidOrder();
    advanceClock(DAY_MS);
    expect((await readPage({ ...otherOrder.link, ...confirmResponse.data })).data.isConfirmed).toBe(false);
    expect((await readPage({ ...link, ...confirmResponse.data })).data.isConfirmed).toBe(false);
    expect((await orderOf(shop().table, orderId)).requests).toHaveLength(1);
  });

  test("accepts the code of the latest mail, also after an earlier request was delivered again", async () => {
    const { link } = await placePaidOrder();
    const request = async () => {
      shop().bus.length = 0;
      advanceClock(1000);
      await call(handler(), ordersApi.requestOrderCode, { body: link });
      return [...shop().bus];
    };
    const [firstEvents, secondEvents, thirdEvents] = [await request(), await request(), await request()];
    for (const events of [firstEvents, thirdEvents, firstEvents, secondEvents])
      expect(await deliver(driver().mailHandler, events)).toEqual([]);
    expect(shop().mails).toHaveLength(2);
    const body = { ...link, code: codeInMail() };
    expect((await call(handler(), ordersApi.confirmOrderCode, { body })).status).toBe(200);
  });

  test("refuses the right code after five wrong codes, and a code that is older than 15 minutes", async () => {
    const { link } = await placePaidOrder();
    const confirm = (code: string) =>
      call(handler(), ordersApi.confirmOrderCode, { body: { ...link, code } }).then(({ status }) => status);
    await call(handler(), ordersApi.requestOrderCode, { body: link });
    await deliverBus();
    const code = codeInMail();
    const wrongCode = code === "000000" ? "000001" : "000000";
    for (let i = 0; i < 5; i++) expect(await confirm(wrongCode)).toBe(404);
    expect(await confirm(code)).toBe(404);
    shop().bus.length = 0;
    await call(handler(), ordersApi.requestOrderCode, { body: link });
    await deliverBus();
    advanceClock(16 * 60_000);
    expect(await confirm(codeInMail())).toBe(404);
  });
});

describe("the search for an order", () => {
  const findOrder = (email: string, orderNumber: string) =>
    call(handler(), ordersApi.findOrder, { body: { email, orderNumber } });

  test("gives the same response whether the order exists or not, and mails only the customer of the order", async () => {
    const { orderId, link } = await placePaidOrder();
    const { orderNumber = "" } = await orderOf(shop().table, orderId);
    const responses = [
      await findOrder(CUSTOMER.toUpperCase(), orderNumber.replace(`${orderNumberPrefix}-`, "")),
      await findOrder("other@example.com", orderNumber),
      await findOrder(CUSTOMER, `${orderNumberPrefix}-999999`),
    ];
    expect(new Set(responses.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(shop().bus).toHaveLength(3);
    expect(JSON.stringify(shop().bus)).not.toContain("@");
    expect(await deliverBus()).toEqual([]);
    expect(shop().mails.map(({ to }) => to)).toEqual([CUSTOMER]);
    expect(shop().mails[0]?.text).toContain(`${ORIGIN}/order#${orderId}.${link.token}.${codeInMail()}`);
  });

  test("finds an order without a number by its id, and adds the link that the order lacks", async () => {
    const { orderId } = await placePaidOrder();
    const { orderNumber: _, linkToken: __, ...orderWithoutLink } = await orderOf(shop().table, orderId);
    await shop().table.put(orderItem(orderWithoutLink));
    await findOrder(CUSTOMER, orderId);
    expect(await deliverBus()).toEqual([]);
    const { linkToken = "" } = await orderOf(shop().table, orderId);
    expect(shop().mails[0]?.text).toContain(`${orderId}.${linkToken}.`);
    expect((await readPage({ orderId, token: linkToken })).data.receipt.orderNumber).toBe(orderId);
    // The version that an admin has read is still accepted after the token was added.
    const completion = { orderStatus: ORDER_STATUS.completed, version: orderWithoutLink.version };
    expect((await office().change(orderId, completion)).status).toBe(200);
    // With an outdated copy of the order, the result has the token that is stored.
    expect((await withLinkToken({ ...orderWithoutLink, version: 0 }, new Date())).linkToken).toBe(linkToken);
  });

  test("refuses an invalid address and order number, with the names of the fields", async () => {
    const { status, error } = await findOrder("ada", "no number");
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {})).toEqual(["email", "orderNumber"]);
  });

  test("refuses the fourth request for a mailbox, also if it has no orders", async () => {
    const otherStageApi = await openOtherStageApi();
    const statuses = [];
    for (let i = 0; i < 4; i++)
      statuses.push(
        (
          await call(otherStageApi, ordersApi.findOrder, {
            body: { email: "b@example.com", orderNumber: "7" },
          })
        ).status,
      );
    expect(statuses).toEqual([202, 202, 202, 429]);
  });
});

test("requests for codes are limited for each order, so that nobody can guess a code", async () => {
  const [otherStageApi, firstOrder, secondOrder] = [
    await openOtherStageApi(),
    await placePaidOrder(),
    await placePaidOrder(),
  ];
  const request = async (link: typeof firstOrder.link) =>
    (await call(otherStageApi, ordersApi.requestOrderCode, { body: link })).status;
  const statuses = [];
  // Requests with a wrong token are counted separately, so that nobody without the link uses up the customer's codes.
  const linkWithWrongToken = { ...firstOrder.link, token: "wrong" };
  for (const link of [linkWithWrongToken, linkWithWrongToken, linkWithWrongToken, linkWithWrongToken])
    statuses.push(await request(link));
  for (const { link } of [firstOrder, firstOrder, firstOrder, firstOrder, secondOrder])
    statuses.push(await request(link));
  expect(statuses).toEqual([404, 404, 404, 429, 202, 202, 202, 429, 202]);
});
