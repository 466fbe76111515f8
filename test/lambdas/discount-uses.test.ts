import { describe, expect, onTestFinished, test } from "vitest";
import { getCode, getDiscount, readCustomerUses } from "../../lambdas/discounts/discount-table.ts";
import { mailboxPk } from "../../lambdas/mail/undeliverable-table.ts";
import { deleteSubscriber, getSubscriber } from "../../lambdas/newsletter/subscriber-table.ts";
import { applyChange } from "../../lambdas/orders/apply-change.ts";
import { findOrderIdInMailbox } from "../../lambdas/orders/order-number-table.ts";
import { endHold } from "../../lambdas/orders/payment-rules.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { discountMessages } from "../../shared/discount-messages.ts";
import { openBackOffice } from "../support/back-office.ts";
import { sendUntilAnswered } from "../support/concurrency.ts";
import { openDiscountShop, withCode } from "../support/discount-shop.ts";
import { cookiesToSend } from "../support/invoke.ts";
import { orderData, stockUp, testProduct } from "../support/fixtures.ts";
import { eventsOf, eventTypesOf, orderOf, stockOf } from "../support/invariants.ts";
import { advanceClock } from "../support/shop.ts";

const { tee, flask, ticket, shop, driver, codeWith, takenUses, quote } = openDiscountShop();

/** Makes each transaction that takes a use of the code fail with a conflict, until the returned function is called. */
async function refuseUses(code: string): Promise<() => void> {
  const { documentClient } = await import("../../lambdas/lib/dynamodb.ts");
  const { middlewareStack } = documentClient();
  middlewareStack.add(
    (next) => async (args) => {
      const { body } = args.request as { body?: string };
      if (!body?.includes("TransactItems") || !body.includes(`CODE#${code}`)) return next(args);
      const refusal = {
        __type: "TransactionCanceledException",
        CancellationReasons: [{ Code: "TransactionConflict" }],
      };
      const response = { statusCode: 400, headers: {}, body: Buffer.from(JSON.stringify(refusal)) };
      return { response };
    },
    { step: "deserialize", priority: "low", name: "refuseUses" },
  );
  return () => void middlewareStack.remove("refuseUses");
}

describe("the last use of a code", () => {
  test("is refused with 503 to a checkout that conflicts with others too often, and the checkout holds no pieces", async () => {
    const code = await codeWith({ amount: 5, limit: 1 });
    const shirt = testProduct({ stock: 5 });
    await stockUp(shop().table, shirt);
    const stopRefusing = await refuseUses(code);
    onTestFinished(stopRefusing);
    const { status } = await driver().send(withCode([[shirt, 1]], { code, disc: 5 }));
    expect(status).toBe(503);
    expect(await stockOf(shop().table, shirt)).toEqual({ available: 5, held: 0, sold: 0 });
  });

  test("goes to one of 20 simultaneous checkouts; the others get the reason and hold nothing", async () => {
    const code = await codeWith({ amount: 5, limit: 1 });
    const shirt = testProduct({ stock: 50 });
    await stockUp(shop().table, shirt);
    const data = () => withCode([[shirt, 1]], { code, disc: 5 });
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => sendUntilAnswered(driver(), data())),
    );
    const refusedResponses = responses.filter(({ status }) => status === 409);
    expect([responses.filter(({ status }) => status === 200).length, refusedResponses.length]).toEqual([
      1, 19,
    ]);
    expect(new Set(refusedResponses.map(({ error }) => error.message))).toEqual(
      new Set([discountMessages.usedUp]),
    );
    expect(await takenUses(code)).toBe(1);
    expect(await stockOf(shop().table, shirt)).toEqual({ available: 49, held: 1, sold: 0 });
  });

  test("is free again when the hold ends, only once if the release is repeated, and stays taken after a payment", async () => {
    const code = await codeWith({ amount: 5, limit: 1 });
    const { sessionId } = (await driver().send(withCode([[tee, 1]], { code, disc: 5 }))).data;
    expect(await takenUses(code)).toBe(1);
    await Promise.all([
      driver().release(sessionId),
      driver().release(sessionId),
      driver().release(sessionId),
    ]);
    expect(await takenUses(code)).toBe(0);
    const second = (await driver().send(withCode([[tee, 1]], { code, disc: 5 }))).data;
    await driver().pay(second.sessionId);
    await driver().release(second.sessionId);
    expect(await takenUses(code)).toBe(1);
  });

  test("is refused if it is taken, and then the visitor's payment pages stay open; a new checkout ends only a page that holds a use", async () => {
    const first = await driver().send(orderData([[flask, 1]], { ship: false }));
    const cookies = cookiesToSend(first.cookies);
    const takenCode = await codeWith({ amount: 5, limit: 1 });
    await driver().send(withCode([[tee, 1]], { code: takenCode, disc: 5, email: "other@example.com" }));
    const onceCode = await codeWith({ amount: 5, perCustomer: 1 });
    const paid = (await driver().send(withCode([[tee, 1]], { code: onceCode, disc: 5 }))).data;
    await driver().pay(paid.sessionId);
    for (const [code, reason] of [
      [takenCode, discountMessages.usedUp],
      [onceCode, discountMessages.usedByCustomer],
    ] as const) {
      const { status, error } = await driver().send(withCode([[tee, 1]], { code, disc: 5 }), { cookies });
      expect([status, error.message]).toEqual([409, reason]);
      expect((await orderOf(shop().table, first.data.orderId)).hold.state).toBe("held");
    }
    const openCheckout = (
      await driver().send(withCode([[tee, 1]], { code: onceCode, disc: 5, email: "b@example.com" }), {
        cookies,
      })
    ).data;
    const secondData = withCode([[tee, 2]], { code: onceCode, disc: 5, email: "b@example.com" });
    expect((await driver().send(secondData, { cookies })).status).toBe(200);
    expect((await orderOf(shop().table, openCheckout.orderId)).hold.state).toBe("released");
    expect((await orderOf(shop().table, first.data.orderId)).hold.state).toBe("held");
  });

  test("is free again some minutes after Stripe could not open the payment page", async () => {
    const code = await codeWith({ amount: 5, limit: 1 });
    shop().payments.faults.set({ stripe: "down" });
    const { status } = await driver().send(withCode([[tee, 1]], { code, disc: 5 }));
    shop().payments.faults.set({ stripe: "normal" });
    expect([status, await takenUses(code)]).toEqual([503, 1]);
    advanceClock(10 * 60_000);
    await driver().reconcile();
    expect(await takenUses(code)).toBe(0);
  });

  test("is offered again to the visitor whose own unpaid order holds it, and only to this visitor", async () => {
    const code = await codeWith({ amount: 5, limit: 1 });
    shop().payments.faults.set({ stripe: "down" });
    const failedResponse = await driver().send(withCode([[tee, 1]], { code, disc: 5 }));
    shop().payments.faults.set({ stripe: "normal" });
    const cookies = cookiesToSend(failedResponse.cookies);
    const strangerCookies = cookiesToSend(
      (await driver().send(withCode([[ticket, 1]], { code, disc: 5 }))).cookies,
    );
    const before = await takenUses(code);
    const ownQuote = await quote(code, [[tee, 2]], { cookies });
    expect([ownQuote.status, ownQuote.data.discount, ownQuote.cookies]).toEqual([200, 5, []]);
    for (const otherCookies of [[], strangerCookies, cookies.map((cookie) => cookie.replace(/.$/, "~"))]) {
      const { status, error, cookies: newCookies } = await quote(code, [[tee, 2]], { cookies: otherCookies });
      expect([status, error.reason, error.message, newCookies]).toEqual([
        409,
        "code_used_up",
        discountMessages.usedUp,
        [],
      ]);
    }
    expect(await takenUses(code)).toBe(before);

    const { sessionId } = (await driver().send(withCode([[tee, 2]], { code, disc: 5 }), { cookies })).data;
    expect((await quote(code, [[tee, 1]], { cookies })).status).toBe(200);
    await driver().pay(sessionId);
    expect((await quote(code, [[tee, 1]], { cookies })).error.message).toBe(discountMessages.usedUp);
  });

  test("is taken again by a payment after the hold has ended, even above the limit, and only once if the events are repeated", async () => {
    const code = await codeWith({ amount: 5, limit: 1, perCustomer: 1 });
    const lateOrder = (await driver().send(withCode([[tee, 1]], { code, disc: 5 }))).data;
    const expireHold = (latest: StoredOrder) =>
      endHold(latest, "expired", undefined, { by: "shop", now: new Date() });
    await applyChange(lateOrder.orderId, expireHold, { now: new Date() });
    expect(await takenUses(code)).toBe(0);
    const otherOrder = (
      await driver().send(withCode([[tee, 1]], { code, disc: 5, email: "ada@example.com" }))
    ).data;
    await driver().pay(otherOrder.sessionId);
    shop().payments.act(lateOrder.sessionId, "pay");
    const events = await shop().payments.takeNewEvents();
    await driver().settleEvents(events);
    await driver().settleEvents(events);
    const order = await orderOf(shop().table, lateOrder.orderId);
    expect([order.paymentStatus, order.hold.state, order.refunds]).toEqual(["paid", "sold", []]);
    expect(await takenUses(code)).toBe(2);
    const { discountId = "", customer } = order.discountUse ?? {};
    expect((await getDiscount(discountId))?.used).toBe(2);
    expect(await readCustomerUses(code, customer?.hash ?? "")).toBe(1);
  });

  test("is free while an order that cannot be fulfilled is refunded, and is taken again when an admin reopens the order", async () => {
    const office = await openBackOffice(shop());
    const code = await codeWith({ amount: 5, limit: 2, perCustomer: 1 });
    const lateOrder = (await driver().send(withCode([[tee, 1]], { code, disc: 5 }))).data;
    await office.change(lateOrder.orderId, { orderStatus: 3 });
    await driver().pay(lateOrder.sessionId);
    const { discountUse, unfulfilled } = await orderOf(shop().table, lateOrder.orderId);
    const readCounts = async () => [
      await takenUses(code),
      (await getDiscount(discountUse?.discountId ?? ""))?.used,
      await readCustomerUses(code, discountUse?.customer?.hash ?? ""),
    ];
    expect([unfulfilled, ...(await readCounts())]).toEqual(["cancelled", 0, 0, 0]);
    await driver().failRefund(lateOrder);
    shop().payments.faults.set({ refunds: "normal" });
    expect(await readCounts()).toEqual([0, 0, 0]);
    expect((await office.change(lateOrder.orderId, { orderStatus: 1 })).status).toBe(200);
    expect(await readCounts()).toEqual([1, 1, 1]);
  });

  test("of a customer is counted for each mailbox, also if the address is spelled differently", async () => {
    const code = await codeWith({ amount: 5, perCustomer: 1 });
    const sendFrom = (email: string) => driver().send(withCode([[tee, 1]], { code, disc: 5, email }));
    const { sessionId } = (await sendFrom("ada.lovelace@gmail.com")).data;
    await driver().pay(sessionId);
    const second = await sendFrom("AdaLovelace+shop@googlemail.com");
    expect([second.status, second.error.message]).toEqual([409, discountMessages.usedByCustomer]);
    expect((await sendFrom("grace@example.com")).status).toBe(200);
  });
});

describe("a free order", () => {
  test("is paid without Stripe, only once if it is sent repeatedly, with receipt, events and stock", async () => {
    const code = await codeWith({ percent: 100, limit: 5 });
    const data = withCode([[ticket, 2]], { code, disc: 30 });
    const before = await stockOf(shop().table, ticket);
    const responses = await Promise.all([driver().send(data), driver().send(data), driver().send(data)]);
    const repeatedResponse = await driver().send(data);
    const ids = new Set(
      [...responses, repeatedResponse]
        .filter(({ status }) => status === 200)
        .map(({ data: one }) => one.sessionId),
    );
    expect(ids.size).toBe(1);
    const { orderId, sessionId, url } = repeatedResponse.data;
    expect(url).toBe(`https://shop.example/checkout/success?session_id=${sessionId}`);
    const order = await orderOf(shop().table, orderId);
    expect(order).toMatchObject({
      paymentStatus: "paid",
      hold: { state: "sold" },
      financialInfo: { total: 0 },
    });
    expect(await eventTypesOf(shop().table, orderId)).toEqual(["OrderPlaced", "OrderPaid", "OrderContact"]);
    expect(await takenUses(code)).toBe(1);
    expect(await stockOf(shop().table, ticket)).toEqual({
      ...before,
      available: before.available - 2,
      sold: before.sold + 2,
    });
    const { data: paid } = await driver().verifyPayment(sessionId);
    expect([paid.paymentStatus, paid.receipt.total, paid.receipt.paymentMethod]).toEqual([
      "paid",
      0,
      "None, nothing to pay",
    ]);
    expect((await driver().deliverOutbox("send-order-email", orderId, "OrderPaid")).length).toBe(0);
  });

  test("is found by its number and makes a customer who agreed to the newsletter a subscriber, as a paid order does", async () => {
    const code = await codeWith({ percent: 100 });
    const data = withCode([[ticket, 1]], { code, disc: 15, email: "free@example.com" });
    const { orderId } = (await driver().send({ ...data, updates: true })).data;
    const { orderNumber = "" } = await orderOf(shop().table, orderId);
    expect(await findOrderIdInMailbox(mailboxPk("free@example.com"), orderNumber)).toBe(orderId);
    expect(await getSubscriber("free@example.com")).toMatchObject({ orderId, state: "agreed" });
  });

  test("makes its customer a subscriber even if the function crashed after the payment", async () => {
    const code = await codeWith({ percent: 100 });
    const data = withCode([[ticket, 1]], { code, disc: 15, email: "crashed@example.com" });
    await driver().send({ ...data, updates: true });
    await deleteSubscriber("crashed@example.com");
    await driver().send({ ...data, updates: true });
    expect(await getSubscriber("crashed@example.com")).toMatchObject({ state: "agreed" });
  });

  test("that is sent twice at the same time gets one order and one answer", async () => {
    const code = await codeWith({ percent: 100 });
    for (let round = 0; round < 5; round++) {
      const before = await stockOf(shop().table, ticket);
      const data = withCode([[ticket, 1]], { code, disc: 15 });
      const [first, second] = await Promise.all([driver().send(data), driver().send(data)]);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.data).toEqual(first.data);
      const { orderId } = first.data;
      expect((await eventsOf(shop().table, orderId)).filter(({ type }) => type === "OrderPaid").length).toBe(
        1,
      );
      expect((await getDiscount((await getCode(code))?.discountId ?? ""))?.used).toBe(round + 1);
      expect((await stockOf(shop().table, ticket)).sold).toBe(before.sold + 1);
    }
  });

  test("that is cancelled is restocked without a refund; its mail says that no money comes back, and its use of the code stays taken", async () => {
    const office = await openBackOffice(shop());
    const code = await codeWith({ percent: 100, limit: 2 });
    const before = await stockOf(shop().table, ticket);
    const { orderId } = (await driver().send(withCode([[ticket, 2]], { code, disc: 30 }))).data;
    const { status, data } = await office.change(orderId, { orderStatus: 3, refund: true, restock: true });
    expect([status, data.paymentStatus, data.refunds]).toEqual([200, "paid", []]);
    expect(await stockOf(shop().table, ticket)).toEqual(before);
    expect((await eventsOf(shop().table, orderId)).filter(({ type }) => type === "RefundRequested")).toEqual(
      [],
    );
    shop().mails.length = 0;
    expect(await driver().deliverOutbox("expire-session", orderId, "OrderCancelled")).toEqual([]);
    expect(await driver().deliverOutbox("send-order-email", orderId, "OrderCancelled")).toEqual([]);
    const [mail] = shop().mails;
    expect(mail?.text).toContain("Nothing was paid for it, so no money comes back.");
    expect(await takenUses(code)).toBe(1);
  });
});
