import { describe, expect, test } from "vitest";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { eventsOf, orderOf, stockOf } from "../support/invariants.ts";
import { addMug, openOrderShop } from "../support/order-shop.ts";

const { pending, completed, cancelled } = ORDER_STATUS;
const orderShop = await openOrderShop();
const { shop, driver, office, tee, createPaidOrder } = orderShop;
const { mug, buyTeesAndMug, countSoldTees } = await addMug(orderShop);

describe("a refund", () => {
  test("is possible in parts up to the paid amount, and a repeated refund id changes nothing", async () => {
    const orderId = await createPaidOrder();
    const firstResponse = await office.refund(orderId, { refundId: "refund-part-1", amount: 20 });
    expect(firstResponse.status).toBe(202);
    const repeatedResponse = await office.refund(orderId, {
      refundId: "refund-part-1",
      amount: 20,
      version: 1,
    });
    expect([repeatedResponse.status, repeatedResponse.data.refunds.length]).toEqual([202, 1]);
    const excessiveResponse = await office.refund(orderId, { refundId: "refund-part-2", amount: 30.01 });
    expect([excessiveResponse.status, excessiveResponse.error.message]).toEqual([
      409,
      "At most $30.00 can be refunded.",
    ]);
    await office.refund(orderId, { refundId: "refund-part-3" });
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    expect(await orderOf(shop.table, orderId)).toMatchObject({
      paymentStatus: "refunded",
      financialInfo: { refunded: 50 },
    });
    expect((await office.refund(orderId, { refundId: "refund-part-4" })).status).toBe(409);
  });

  test("is made once if two requests with the same id arrive at the same time", async () => {
    const orderId = await createPaidOrder();
    const { version } = await orderOf(shop.table, orderId);
    const responses = await Promise.all(
      [1, 2].map(() => office.refund(orderId, { refundId: "refund-twice", version })),
    );
    for (const { status } of responses) expect([202, 409]).toContain(status);
    expect((await orderOf(shop.table, orderId)).refunds).toHaveLength(1);
  });

  test("gets 409 before the payment, or if the request has an older version of the order", async () => {
    const { orderId } = await driver.openCheckout([[tee, 1]]);
    expect((await office.refund(orderId, { refundId: "refund-unpaid" })).status).toBe(409);
    const paidOrderId = await createPaidOrder();
    expect((await office.refund(paidOrderId, { refundId: "refund-older", version: 1 })).status).toBe(409);
  });

  test.each([0, -1, 0.001, "5"])("gets 400 for the amount %j", async (amount) => {
    const orderId = await createPaidOrder();
    const response = await office.refund(orderId, { refundId: "refund-wrong", amount: amount as number });
    expect([response.status, Object.keys(response.error.fields ?? {})]).toEqual([400, ["amount"]]);
  });

  test("restocks the pieces once when two refunds ask for a restock", async () => {
    const stockBefore = await stockOf(shop.table, tee);
    const orderId = await createPaidOrder();
    await office.refund(orderId, { refundId: "refund-restock-1", amount: 1, restock: true });
    await office.refund(orderId, { refundId: "refund-restock-2", amount: 1, restock: true });
    expect(await stockOf(shop.table, tee)).toEqual(stockBefore);
    const requests = await eventsOf(shop.table, orderId);
    const restocked = requests.flatMap((event) =>
      event.type === "RefundRequested" ? [event.restocked] : [],
    );
    expect(restocked).toMatchObject([[{ productId: tee.id, quantity: 2 }], undefined]);
  });
});

describe("a refund of chosen lines", () => {
  test("restocks the chosen pieces and stores lines and reason; Stripe, events and mails do not have the note", async () => {
    const [teesBefore, mugsBefore] = [await stockOf(shop.table, tee), await stockOf(shop.table, mug)];
    const orderId = await buyTeesAndMug();
    const lines = [{ line: 0, quantity: 2 }];
    const reason = { stripeReason: "requested_by_customer", note: "Too small" } as const;
    const body = { refundId: "refund-lines-1", amount: 45, lines, restockLines: lines, ...reason };
    const { data } = await office.refund(orderId, body);
    expect(data.refunds).toMatchObject([{ amount: 45, lines, ...reason }]);
    expect(data.items.map(({ restocked }) => restocked)).toEqual([2, undefined]);
    expect(data.history.slice(-4)).toMatchObject([
      { by: "ada", what: "back in stock", to: "2 × Angel's Share Tee" },
      { by: "ada", what: "reason", to: "Requested by the customer: Too small" },
      { by: "ada", what: "refund for", to: "2 × Angel's Share Tee" },
      { by: "ada", what: "refund requested", to: 45 },
    ]);
    // The same request again changes nothing.
    expect((await office.refund(orderId, body)).data.version).toBe(data.version);
    expect(await stockOf(shop.table, tee)).toEqual({
      ...teesBefore,
      available: teesBefore.available - 1,
      sold: teesBefore.sold + 1,
    });
    expect(await stockOf(shop.table, mug)).toMatchObject({ sold: mugsBefore.sold + 1 });

    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    const { payment, refunds } = await orderOf(shop.table, orderId);
    expect(refunds).toMatchObject([{ status: "succeeded", lines, ...reason }]);
    const orderEvents = await eventsOf(shop.table, orderId);
    const itemsOf = (type: "RefundRequested" | "OrderRefunded") =>
      orderEvents.flatMap((event) => (event.type === type ? [event.items] : []));
    expect(itemsOf("RefundRequested")).toMatchObject([[{ name: "Angel's Share Tee", quantity: 2 }]]);
    expect(itemsOf("RefundRequested")).toEqual(itemsOf("OrderRefunded"));
    const stripeRefunds = await shop.payments.sdk.refunds.list({
      payment_intent: payment.paymentIntentId ?? "",
    });
    expect(stripeRefunds.data).toMatchObject([{ amount: 4500, reason: "requested_by_customer" }]);
    expect(JSON.stringify([stripeRefunds.data, await eventsOf(shop.table, orderId)])).not.toContain(
      "Too small",
    );
    shop.mails.length = 0;
    await driver.deliverOutbox("send-order-email", orderId, "OrderRefunded");
    expect(shop.mails[0]?.text).toMatch(/This refund is for:\s+2 × Angel's Share Tee: \$50\.00/);
    expect(shop.mails[0]?.text).not.toMatch(/Mug|Too small/);
  });

  test("never refunds or restocks more pieces than were sold, even if several admins make several refunds", async () => {
    const [teesBefore, mugsBefore] = [await countSoldTees(), (await stockOf(shop.table, mug)).sold];
    const orderId = await buyTeesAndMug();
    const request = (refundId: string, quantity: number, version?: number) =>
      office.refund(orderId, {
        refundId,
        amount: 5,
        lines: [{ line: 0, quantity }],
        restockLines: [{ line: 0, quantity }],
        ...(version === undefined ? {} : { version }),
      });
    const { version } = await orderOf(shop.table, orderId);
    const responses = await Promise.all([
      request("refund-admin-1", 2, version),
      request("refund-admin-2", 2, version),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect((await request("refund-admin-3", 2)).error.message).toBe(
      "At most 1 × Angel's Share Tee can still be refunded.",
    );
    expect((await request("refund-admin-4", 1)).status).toBe(202);
    expect(await countSoldTees()).toBe(teesBefore);
    // All tees are back in stock already, so the cancellation restocks only the mug.
    await office.change(orderId, { orderStatus: cancelled, restock: true });
    expect(await countSoldTees()).toBe(teesBefore);
    expect((await stockOf(shop.table, mug)).sold).toBe(mugsBefore);
  });

  test("that failed can be made again, but its pieces cannot be restocked again", async () => {
    const teesBefore = await countSoldTees();
    const orderId = await buyTeesAndMug();
    const lines = [{ line: 0, quantity: 3 }];
    shop.payments.connection.refusal = { message: "Refused" };
    await office.refund(orderId, { refundId: "refund-fails-1", amount: 75, lines, restockLines: lines });
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    shop.payments.connection.refusal = undefined;
    expect((await orderOf(shop.table, orderId)).refunds).toMatchObject([{ status: "failed" }]);
    const secondRequest = { refundId: "refund-fails-2", amount: 75, lines };
    expect((await office.refund(orderId, { ...secondRequest, restockLines: lines })).error.message).toBe(
      "At most 0 × Angel's Share Tee can still be put back in stock.",
    );
    expect((await office.refund(orderId, secondRequest)).status).toBe(202);
    expect(await countSoldTees()).toBe(teesBefore);
  });

  test("gets 409 for lines, pieces or shipping that the order does not have, and 400 for invalid quantities, notes and reasons", async () => {
    const orderId = await buyTeesAndMug();
    const mugTwice = [1, 1].map((line) => ({ line, quantity: 1 }));
    const statuses: number[] = [];
    for (const body of [
      { lines: [{ line: 7, quantity: 1 }] },
      { shipping: true },
      { restockLines: mugTwice },
      { lines: [{ line: 0, quantity: 0 }] },
      { note: "two\nlines" },
      { stripeReason: "because" as "duplicate" },
    ])
      statuses.push((await office.refund(orderId, { refundId: "refund-wrong", amount: 1, ...body })).status);
    expect(statuses).toEqual([409, 409, 409, 400, 400, 400]);
    expect((await orderOf(shop.table, orderId)).refunds).toEqual([]);
  });
});

describe("a request with the version that an order had before its refund was settled", () => {
  /** Creates an order with a refund. `seenVersion`: the order's version before Stripe reported that the refund was made. */
  async function createRefundedOrder() {
    const orderId = await createPaidOrder();
    const { data } = await office.refund(orderId, { refundId: "refund-seen", amount: 5 });
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    const order = await orderOf(shop.table, orderId);
    expect(order.refunds).toMatchObject([{ status: "succeeded" }]);
    expect(order.version).toBeGreaterThan(data.version);
    return { orderId, seenVersion: data.version };
  }

  test("succeeds if the refund was made: the order can be refunded again, and completed once", async () => {
    const { orderId, seenVersion } = await createRefundedOrder();
    const secondRefund = { refundId: "refund-again", amount: 6, version: seenVersion };
    expect((await office.refund(orderId, secondRefund)).status).toBe(202);
    const otherOrder = await createRefundedOrder();
    const completion = { orderStatus: completed, version: otherOrder.seenVersion } as const;
    const completionResponse = await office.change(otherOrder.orderId, completion);
    expect([completionResponse.status, completionResponse.data.orderStatus]).toEqual([200, 2]);
    // The report of a refund is a follow-up (see lambdas/orders/change.ts), which keeps the earlier version valid. A
    // completion is not.
    const secondChange = await office.change(otherOrder.orderId, {
      orderStatus: pending,
      version: otherOrder.seenVersion,
    });
    expect(secondChange.error.reason).toBe("order_changed");
  });

  test("gets 409 if the order was also changed by someone else, or refunded in Stripe's dashboard", async () => {
    const complete = (orderId: string, version: number) =>
      office.change(orderId, { orderStatus: completed, version });
    const { orderId, seenVersion } = await createRefundedOrder();
    expect((await complete(orderId, seenVersion - 1)).status).toBe(409);
    expect((await complete(orderId, seenVersion + 99)).status).toBe(409);
    const { payment } = await orderOf(shop.table, orderId);
    await shop.payments.sdk.refunds.create({ payment_intent: payment.paymentIntentId ?? "", amount: 100 });
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    expect((await complete(orderId, seenVersion)).status).toBe(409);
    const changedOrder = await createRefundedOrder();
    await office.change(changedOrder.orderId, { orderStatus: pending, packed: true });
    expect((await complete(changedOrder.orderId, changedOrder.seenVersion)).status).toBe(409);
  });

  test("gets 409 for a second refund if Stripe refused the first refund, but has made it since", async () => {
    const orderId = await createPaidOrder();
    await office.refund(orderId, { refundId: "refund-refused", amount: 5 });
    shop.payments.connection.refusal = { code: "charge_disputed", message: "Refused" };
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    shop.payments.connection.refusal = undefined;
    const refusedOrder = await orderOf(shop.table, orderId);
    expect(refusedOrder.refunds).toMatchObject([{ status: "failed" }]);
    await shop.payments.sdk.refunds.create({
      payment_intent: refusedOrder.payment.paymentIntentId ?? "",
      amount: 500,
      metadata: { orderId, refundId: "refund-refused" },
    });
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    expect((await orderOf(shop.table, orderId)).refunds).toMatchObject([{ status: "succeeded" }]);
    const repetition = { refundId: "refund-repeated", amount: 5, version: refusedOrder.version };
    expect((await office.refund(orderId, repetition)).error.reason).toBe("order_changed");
  });

  test("gets 409 if the refund has failed", async () => {
    const purchase = await driver.buyAndPay([[tee, 2]]);
    const { data } = await office.refund(purchase.orderId, { refundId: "refund-fails", amount: 5 });
    await driver.failRefund(purchase);
    const response = await office.change(purchase.orderId, { orderStatus: completed, version: data.version });
    expect(response.error.reason).toBe("order_changed");
    shop.payments.faults.set({ refunds: "normal" });
  });
});
