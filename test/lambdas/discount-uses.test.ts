import { describe, expect, onTestFinished, test } from "vitest";
import { getCode, getDiscount, readCustomerUses } from "../../lambdas/discounts/discount-table.ts";
import { mailboxPk } from "../../lambdas/mail/undeliverable-table.ts";
import { deleteSubscriber, getSubscriber } from "../../lambdas/newsletter/subscriber-table.ts";
import { applyChange } from "../../lambdas/orders/apply-change.ts";
import { findOrderIdInMailbox } from "../../lambdas/orders/order-number-table.ts";
import { endHold } from "../../lambdas/orders/payment-rules.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { discountMessages } from "../../shared/discount-messages.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { openBackOffice } from "../support/back-office.ts";
import { sendUntilAnswered } from "../support/concurrency.ts";
import { openDiscountShop, withCode } from "../support/discount-shop.ts";
import { cookiesToSend } from "../support/invoke.ts";
import { orderData, stockUp, testProduct } from "../support/fixtures.ts";
import { eventsOf, eventTypesOf, orderOf, stockOf } from "../support/invariants.ts";
import { advanceClock } from "../support/shop.ts";

const { tee, flask, ticket, shop, driver, createCode, readTakenUses, quote } = await openDiscountShop();

/** Makes each transaction on the code fail with a conflict, until the returned function is called. */
async function causeConflicts(code: string): Promise<() => void> {
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
    { step: "deserialize", priority: "low", name: "causeConflicts" },
  );
  return () => void middlewareStack.remove("causeConflicts");
}

describe("a use of a code", () => {
  test("is refused with 503 to a checkout that has too many conflicts with others, and the checkout holds no pieces", async () => {
    const code = await createCode({ amount: 5, limit: 1 });
    const shirt = testProduct({ stock: 5 });
    await stockUp(shop.table, shirt);
    const stopConflicts = await causeConflicts(code);
    onTestFinished(stopConflicts);
    const { status } = await driver.send(withCode([[shirt, 1]], { code, disc: 5 }));
    expect(status).toBe(503);
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 5, held: 0, sold: 0 });
  });

  test("that is the last one goes to one of 20 simultaneous checkouts; the others get 409 and hold no pieces", async () => {
    const code = await createCode({ amount: 5, limit: 1 });
    const shirt = testProduct({ stock: 50 });
    await stockUp(shop.table, shirt);
    const newOrderData = () => withCode([[shirt, 1]], { code, disc: 5 });
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => sendUntilAnswered(driver, newOrderData())),
    );
    const refusedResponses = responses.filter(({ status }) => status === 409);
    expect([responses.filter(({ status }) => status === 200).length, refusedResponses.length]).toEqual([
      1, 19,
    ]);
    expect(new Set(refusedResponses.map(({ error }) => error.message))).toEqual(
      new Set([discountMessages.usedUp]),
    );
    expect(await readTakenUses(code)).toBe(1);
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 49, held: 1, sold: 0 });
  });

  test("is given back only once if the order's hold is released repeatedly, and not at all after a payment", async () => {
    const code = await createCode({ amount: 5, limit: 1 });
    const { sessionId } = (await driver.send(withCode([[tee, 1]], { code, disc: 5 }))).data;
    expect(await readTakenUses(code)).toBe(1);
    await Promise.all([driver.release(sessionId), driver.release(sessionId), driver.release(sessionId)]);
    expect(await readTakenUses(code)).toBe(0);
    const secondCheckout = (await driver.send(withCode([[tee, 1]], { code, disc: 5 }))).data;
    await driver.pay(secondCheckout.sessionId);
    await driver.release(secondCheckout.sessionId);
    expect(await readTakenUses(code)).toBe(1);
  });

  test("that is not available is refused and ends no payment page; a new checkout ends only the payment page that holds the use", async () => {
    const pageWithoutCode = await driver.send(orderData([[flask, 1]], { ship: false }));
    const cookies = cookiesToSend(pageWithoutCode.cookies);
    const takenCode = await createCode({ amount: 5, limit: 1 });
    await driver.send(withCode([[tee, 1]], { code: takenCode, disc: 5, email: "other@example.com" }));
    const onceCode = await createCode({ amount: 5, perCustomer: 1 });
    const paidCheckout = (await driver.send(withCode([[tee, 1]], { code: onceCode, disc: 5 }))).data;
    await driver.pay(paidCheckout.sessionId);
    for (const [code, reason] of [
      [takenCode, discountMessages.usedUp],
      [onceCode, discountMessages.usedByCustomer],
    ] as const) {
      const { status, error } = await driver.send(withCode([[tee, 1]], { code, disc: 5 }), { cookies });
      expect([status, error.message]).toEqual([409, reason]);
      expect((await orderOf(shop.table, pageWithoutCode.data.orderId)).hold.state).toBe("held");
    }
    const sendWithOtherEmail = (quantity: number) =>
      driver.send(withCode([[tee, quantity]], { code: onceCode, disc: 5, email: "b@example.com" }), {
        cookies,
      });
    const pageWithCode = (await sendWithOtherEmail(1)).data;
    expect((await sendWithOtherEmail(2)).status).toBe(200);
    expect((await orderOf(shop.table, pageWithCode.orderId)).hold.state).toBe("released");
    expect((await orderOf(shop.table, pageWithoutCode.data.orderId)).hold.state).toBe("held");
  });

  test("is free again within ten minutes after Stripe could not open the payment page", async () => {
    const code = await createCode({ amount: 5, limit: 1 });
    shop.payments.faults.set({ stripe: "down" });
    const { status } = await driver.send(withCode([[tee, 1]], { code, disc: 5 }));
    shop.payments.faults.set({ stripe: "normal" });
    expect([status, await readTakenUses(code)]).toEqual([503, 1]);
    advanceClock(10 * 60_000);
    await driver.reconcileCheckouts();
    expect(await readTakenUses(code)).toBe(0);
  });

  test("that a visitor's own unpaid order holds is quoted again to this visitor, and to nobody else", async () => {
    const code = await createCode({ amount: 5, limit: 1 });
    shop.payments.faults.set({ stripe: "down" });
    const failedResponse = await driver.send(withCode([[tee, 1]], { code, disc: 5 }));
    shop.payments.faults.set({ stripe: "normal" });
    const cookies = cookiesToSend(failedResponse.cookies);
    const strangerCookies = cookiesToSend(
      (await driver.send(withCode([[ticket, 1]], { code, disc: 5 }))).cookies,
    );
    const usesBefore = await readTakenUses(code);
    const ownQuote = await quote(code, [[tee, 2]], { cookies });
    expect([ownQuote.status, ownQuote.data.discount, ownQuote.cookies]).toEqual([200, 5, []]);
    const forgedCookies = cookies.map((cookie) => cookie.replace(/.$/, "~"));
    for (const otherCookies of [[], strangerCookies, forgedCookies]) {
      const { status, error, cookies: newCookies } = await quote(code, [[tee, 2]], { cookies: otherCookies });
      expect([status, error.reason, error.message, newCookies]).toEqual([
        409,
        "code_used_up",
        discountMessages.usedUp,
        [],
      ]);
    }
    expect(await readTakenUses(code)).toBe(usesBefore);

    const { sessionId } = (await driver.send(withCode([[tee, 2]], { code, disc: 5 }), { cookies })).data;
    expect((await quote(code, [[tee, 1]], { cookies })).status).toBe(200);
    await driver.pay(sessionId);
    expect((await quote(code, [[tee, 1]], { cookies })).error.message).toBe(discountMessages.usedUp);
  });

  test("is taken again by a late payment, even above the limit, and only once if Stripe's events are repeated", async () => {
    const code = await createCode({ amount: 5, limit: 1, perCustomer: 1 });
    const lateOrder = (await driver.send(withCode([[tee, 1]], { code, disc: 5 }))).data;
    const expireHold = (latest: StoredOrder) =>
      endHold(latest, "expired", undefined, { by: "shop", now: new Date() });
    await applyChange(lateOrder.orderId, expireHold, { now: new Date() });
    expect(await readTakenUses(code)).toBe(0);
    const otherOrder = (await driver.send(withCode([[tee, 1]], { code, disc: 5, email: "ada@example.com" })))
      .data;
    await driver.pay(otherOrder.sessionId);
    shop.payments.act(lateOrder.sessionId, "pay");
    const events = await shop.payments.takeNewEvents();
    await driver.settleAndListFailures(events);
    await driver.settleAndListFailures(events);
    const order = await orderOf(shop.table, lateOrder.orderId);
    expect([order.paymentStatus, order.hold.state, order.refunds]).toEqual(["paid", "sold", []]);
    expect(await readTakenUses(code)).toBe(2);
    const { discountId = "", customer } = order.discountUse ?? {};
    expect((await getDiscount(discountId))?.used).toBe(2);
    expect(await readCustomerUses(code, customer?.hash ?? "")).toBe(1);
  });

  test("is free after a cancellation, also if the order is paid later and the refund fails, and is taken again by reopening the order", async () => {
    const office = await openBackOffice(shop);
    const code = await createCode({ amount: 5, limit: 2, perCustomer: 1 });
    const lateOrder = (await driver.send(withCode([[tee, 1]], { code, disc: 5 }))).data;
    await office.change(lateOrder.orderId, { orderStatus: ORDER_STATUS.cancelled });
    await driver.pay(lateOrder.sessionId);
    const { discountUse, unfulfilled } = await orderOf(shop.table, lateOrder.orderId);
    /** The uses of the code, of its discount, and of the customer. */
    const readUses = async () => [
      await readTakenUses(code),
      (await getDiscount(discountUse?.discountId ?? ""))?.used,
      await readCustomerUses(code, discountUse?.customer?.hash ?? ""),
    ];
    expect([unfulfilled, ...(await readUses())]).toEqual(["cancelled", 0, 0, 0]);
    await driver.failRefund(lateOrder);
    shop.payments.faults.set({ refunds: "normal" });
    expect(await readUses()).toEqual([0, 0, 0]);
    expect((await office.change(lateOrder.orderId, { orderStatus: ORDER_STATUS.pending })).status).toBe(200);
    expect(await readUses()).toEqual([1, 1, 1]);
  });

  test("counts for the customer's mailbox, even if the address is spelled differently", async () => {
    const code = await createCode({ amount: 5, perCustomer: 1 });
    const sendFrom = (email: string) => driver.send(withCode([[tee, 1]], { code, disc: 5, email }));
    const { sessionId } = (await sendFrom("ada.lovelace@gmail.com")).data;
    await driver.pay(sessionId);
    const { status, error } = await sendFrom("AdaLovelace+shop@googlemail.com");
    expect([status, error.message]).toEqual([409, discountMessages.usedByCustomer]);
    expect((await sendFrom("grace@example.com")).status).toBe(200);
  });
});

describe("a free order", () => {
  test("is paid once without Stripe even if it is sent repeatedly, with receipt, events and stock", async () => {
    const code = await createCode({ percent: 100, limit: 5 });
    const checkoutData = withCode([[ticket, 2]], { code, disc: 30 });
    const stockBefore = await stockOf(shop.table, ticket);
    const responses = await Promise.all([
      driver.send(checkoutData),
      driver.send(checkoutData),
      driver.send(checkoutData),
    ]);
    const repeatedResponse = await driver.send(checkoutData);
    // On a busy table, simultaneous requests may also get 503.
    const successfulResponses = [...responses, repeatedResponse].filter(({ status }) => status === 200);
    expect(new Set(successfulResponses.map((response) => response.data.sessionId)).size).toBe(1);
    const { orderId, sessionId, url } = repeatedResponse.data;
    expect(url).toBe(`https://shop.example/checkout/success?session_id=${sessionId}`);
    const order = await orderOf(shop.table, orderId);
    expect(order).toMatchObject({
      paymentStatus: "paid",
      hold: { state: "sold" },
      financialInfo: { total: 0 },
    });
    expect(await eventTypesOf(shop.table, orderId)).toEqual(["OrderPlaced", "OrderPaid", "OrderContact"]);
    expect(await readTakenUses(code)).toBe(1);
    expect(await stockOf(shop.table, ticket)).toEqual({
      ...stockBefore,
      available: stockBefore.available - 2,
      sold: stockBefore.sold + 2,
    });
    expect((await driver.verifyPayment(sessionId)).data).toMatchObject({
      paymentStatus: "paid",
      receipt: { total: 0, paymentMethod: "None, nothing to pay" },
    });
    expect((await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).length).toBe(0);
  });

  test("can be found by its number, and makes its customer a subscriber if the customer agreed to the newsletter", async () => {
    const code = await createCode({ percent: 100 });
    const checkoutData = withCode([[ticket, 1]], { code, disc: 15, email: "free@example.com" });
    const { orderId } = (await driver.send({ ...checkoutData, updates: true })).data;
    const { orderNumber = "" } = await orderOf(shop.table, orderId);
    expect(await findOrderIdInMailbox(mailboxPk("free@example.com"), orderNumber)).toBe(orderId);
    expect(await getSubscriber("free@example.com")).toMatchObject({ orderId, state: "agreed" });
  });

  test("makes its customer a subscriber when it is sent again after a crash before the subscription", async () => {
    const code = await createCode({ percent: 100 });
    const checkoutData = withCode([[ticket, 1]], { code, disc: 15, email: "crashed@example.com" });
    await driver.send({ ...checkoutData, updates: true });
    // The table is now as after a crash between the payment and the subscription.
    await deleteSubscriber("crashed@example.com");
    await driver.send({ ...checkoutData, updates: true });
    expect(await getSubscriber("crashed@example.com")).toMatchObject({ state: "agreed" });
  });

  test("that is sent twice at the same time is one order, and both requests get the same response", async () => {
    const code = await createCode({ percent: 100 });
    for (let round = 0; round < 5; round++) {
      const stockBefore = await stockOf(shop.table, ticket);
      const checkoutData = withCode([[ticket, 1]], { code, disc: 15 });
      const [firstResponse, secondResponse] = await Promise.all([
        driver.send(checkoutData),
        driver.send(checkoutData),
      ]);
      expect([firstResponse.status, secondResponse.status]).toEqual([200, 200]);
      expect(secondResponse.data).toEqual(firstResponse.data);
      const { orderId } = firstResponse.data;
      expect((await eventsOf(shop.table, orderId)).filter(({ type }) => type === "OrderPaid").length).toBe(1);
      expect((await getDiscount((await getCode(code))?.discountId ?? ""))?.used).toBe(round + 1);
      expect((await stockOf(shop.table, ticket)).sold).toBe(stockBefore.sold + 1);
    }
  });

  test("that is cancelled is restocked without a refund, its mail says so, and its use of the code stays taken", async () => {
    const office = await openBackOffice(shop);
    const code = await createCode({ percent: 100, limit: 2 });
    const stockBefore = await stockOf(shop.table, ticket);
    const { orderId } = (await driver.send(withCode([[ticket, 2]], { code, disc: 30 }))).data;
    const { status, data } = await office.change(orderId, {
      orderStatus: ORDER_STATUS.cancelled,
      refund: true,
      restock: true,
    });
    expect([status, data.paymentStatus, data.refunds]).toEqual([200, "paid", []]);
    expect(await stockOf(shop.table, ticket)).toEqual(stockBefore);
    expect((await eventsOf(shop.table, orderId)).filter(({ type }) => type === "RefundRequested")).toEqual(
      [],
    );
    shop.mails.length = 0;
    expect(await driver.deliverOutbox("expire-session", orderId, "OrderCancelled")).toEqual([]);
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderCancelled")).toEqual([]);
    const [mail] = shop.mails;
    expect(mail?.text).toContain("Nothing was paid for it, so no money comes back.");
    expect(await readTakenUses(code)).toBe(1);
  });
});
