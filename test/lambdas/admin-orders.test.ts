import { beforeAll, describe, expect, test } from "vitest";
import { apiMessages } from "../../shared/api-messages.ts";
import { eventsOf, orderOf, stockOf } from "../support/invariants.ts";
import { testProduct, stockUp, type CartEntry } from "../support/fixtures.ts";
import { openOrderShop } from "../support/order-shop.ts";

const { shop, driver, office, tee, createPaidOrder, eventTypes } = await openOrderShop();

describe("an order's status", () => {
  test("changes to any other status, with an event and a history entry that names the admin", async () => {
    const orderId = await createPaidOrder();
    const { data } = await office.change(orderId, { orderStatus: 2, tracking: "1Z" });
    expect(data).toMatchObject({ orderStatus: 2, tracking: "1Z" });
    expect(data.history.slice(-2)).toMatchObject([
      { by: "ada", what: "status", from: "Pending", to: "Completed" },
      { by: "ada", what: "tracking", to: "1Z" },
    ]);
    expect((await office.change(orderId, { orderStatus: 1 })).data.orderStatus).toBe(1);
    expect(await eventTypes(orderId)).toEqual([
      "OrderPlaced",
      "OrderPaid",
      "OrderContact",
      "OrderStatusChanged",
      "OrderStatusChanged",
    ]);
    expect(data).not.toHaveProperty("client");
    expect(data).not.toHaveProperty("contentHash");
  });

  test("does not change when it is set to the same value", async () => {
    const orderId = await createPaidOrder();
    const { version } = await orderOf(shop.table, orderId);
    expect((await office.change(orderId, { orderStatus: 1 })).data.version).toBe(version);
  });

  test("is not changed if the request has an older version (409), an unknown order id (404) or an invalid status or tracking number (400)", async () => {
    const orderId = await createPaidOrder();
    const { version } = await orderOf(shop.table, orderId);
    const responses = await Promise.all(
      [2, 3].map((orderStatus) => office.change(orderId, { orderStatus: orderStatus as 2 | 3, version })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await office.change(orderId, { orderStatus: 1, version: 1 })).error).toMatchObject({
      reason: "order_changed",
      message: "This order was changed by someone else. Please look at it again.",
    });
    expect((await office.get("ord_none")).status).toBe(404);
    expect((await office.change(orderId, { orderStatus: 4 as 1 })).error.fields).toHaveProperty(
      "orderStatus",
    );
    expect(
      (await office.change(orderId, { orderStatus: 2, tracking: "1\r\n2" })).error.fields,
    ).toHaveProperty("tracking");
  });
});

describe("an order whose requested refund was made after the admin read the order", () => {
  /** Creates an order with a refund. `seenVersion`: the order's version before Stripe reported the refund as made. */
  async function createRefundedOrder() {
    const orderId = await createPaidOrder();
    const { data } = await office.refund(orderId, { refundId: "refund-seen", amount: 5 });
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    await driver.settleEvents(await shop.payments.takeNewEvents());
    const order = await orderOf(shop.table, orderId);
    expect(order.refunds).toMatchObject([{ status: "succeeded" }]);
    expect(order.version).toBeGreaterThan(data.version);
    return { orderId, seenVersion: data.version };
  }

  test("can be completed and refunded again", async () => {
    const { orderId, seenVersion } = await createRefundedOrder();
    const refundAgain = { refundId: "refund-again", amount: 6, version: seenVersion };
    expect((await office.refund(orderId, refundAgain)).status).toBe(202);
    const otherOrder = await createRefundedOrder();
    const completion = { orderStatus: 2, version: otherOrder.seenVersion } as const;
    const completedOrder = await office.change(otherOrder.orderId, completion);
    expect([completedOrder.status, completedOrder.data.orderStatus]).toEqual([200, 2]);
    // Only a follow-up (see `Change`) keeps the earlier version valid, and a completion is not a follow-up.
    const secondChange = await office.change(otherOrder.orderId, {
      orderStatus: 1,
      version: otherOrder.seenVersion,
    });
    expect(secondChange.error.reason).toBe("order_changed");
  });

  test("is not changed if the order was changed by someone else, or refunded in Stripe's dashboard (409)", async () => {
    const change = (orderId: string, version: number) => office.change(orderId, { orderStatus: 2, version });
    const { orderId, seenVersion } = await createRefundedOrder();
    expect((await change(orderId, seenVersion - 1)).status).toBe(409);
    expect((await change(orderId, seenVersion + 99)).status).toBe(409);
    const { payment } = await orderOf(shop.table, orderId);
    await shop.payments.sdk.refunds.create({ payment_intent: payment.paymentIntentId ?? "", amount: 100 });
    await driver.settleEvents(await shop.payments.takeNewEvents());
    expect((await change(orderId, seenVersion)).status).toBe(409);
    const changedOrder = await createRefundedOrder();
    await office.change(changedOrder.orderId, { orderStatus: 1, tracking: "1Z-OTHER" });
    expect((await change(changedOrder.orderId, changedOrder.seenVersion)).status).toBe(409);
  });

  test("is not refunded again if Stripe refused the refund at first, but has made the refund since (409)", async () => {
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
    await driver.settleEvents(await shop.payments.takeNewEvents());
    expect((await orderOf(shop.table, orderId)).refunds).toMatchObject([{ status: "succeeded" }]);
    const repetition = { refundId: "refund-repeated", amount: 5, version: refusedOrder.version };
    expect((await office.refund(orderId, repetition)).error.reason).toBe("order_changed");
  });

  test("is not changed if the refund has failed (409)", async () => {
    const purchase = await driver.buyAndPay([[tee, 2]]);
    const { data } = await office.refund(purchase.orderId, { refundId: "refund-fails", amount: 5 });
    await driver.failRefund(purchase);
    const response = await office.change(purchase.orderId, { orderStatus: 2, version: data.version });
    expect(response.error.reason).toBe("order_changed");
    shop.payments.faults.set({ refunds: "normal" });
  });
});

describe("setting an order to 'Completed'", () => {
  test("answers 409 with a reason for an unpaid or refunded order, and sends no mail", async () => {
    const unpaidOrder = await driver.openCheckout([[tee, 1]]);
    const expiredOrder = await driver.openCheckout([[tee, 1]]);
    await driver.release(expiredOrder.sessionId);
    for (const { orderId } of [unpaidOrder, expiredOrder]) {
      const response = await office.change(orderId, { orderStatus: 2 });
      expect([response.status, response.error.message]).toEqual([
        409,
        "This order is not paid: it cannot be completed.",
      ]);
    }
    const refundedId = await createPaidOrder();
    await office.refund(refundedId, { refundId: "refund-before-completing" });
    expect((await office.change(refundedId, { orderStatus: 2 })).error.message).toBe(
      "This order is being refunded: it cannot be completed.",
    );
    await driver.deliverOutbox("refund-payment", refundedId, "RefundRequested");
    expect((await office.change(refundedId, { orderStatus: 2 })).error.message).toBe(
      "This order was refunded: it cannot be completed.",
    );
    shop.mails.length = 0;
    for (const orderId of [unpaidOrder.orderId, expiredOrder.orderId, refundedId]) {
      await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
      expect((await orderOf(shop.table, orderId)).orderStatus).toBe(1);
    }
    expect(shop.mails).toEqual([]);
  });
});

describe("cancelling", () => {
  test("an unpaid order frees its stock, and refunds a later payment", async () => {
    const before = await stockOf(shop.table, tee);
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    await office.change(orderId, { orderStatus: 3 });
    expect(await stockOf(shop.table, tee)).toEqual(before);
    expect(await eventTypes(orderId)).toEqual(["OrderPlaced", "CheckoutExpired", "OrderCancelled"]);
    await driver.pay(sessionId);
    expect(await orderOf(shop.table, orderId)).toMatchObject({
      orderStatus: 3,
      refunds: [{ reason: "Paid after it was cancelled", amount: 25 }],
    });
    expect(await stockOf(shop.table, tee)).toEqual(before);
  });

  test.each([
    { refund: true, restock: true },
    { refund: true, restock: false },
    { refund: false, restock: true },
    { refund: false, restock: false },
  ])("a paid order refunds and restocks only as the admin chose: %j", async ({ refund, restock }) => {
    const before = await stockOf(shop.table, tee);
    const orderId = await createPaidOrder();
    const { data } = await office.change(orderId, { orderStatus: 3, refund, restock });
    expect(data.refunds.map(({ amount, status }) => [amount, status])).toEqual(
      refund ? [[50, "requested"]] : [],
    );
    const soldQuantity = restock ? 0 : 2;
    expect(await stockOf(shop.table, tee)).toEqual({
      ...before,
      available: before.available - soldQuantity,
      sold: before.sold + soldQuantity,
    });
    expect((await eventsOf(shop.table, orderId)).find(({ type }) => type === "OrderCancelled")).toMatchObject(
      {
        from: 1,
        restocked: restock,
        refundRequested: refund,
      },
    );
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    expect((await orderOf(shop.table, orderId)).paymentStatus).toBe(refund ? "refunded" : "paid");
  });

  test.each([
    [3, { refund: true }],
    [3, { restock: true }],
    [2, { refund: true }],
  ] as const)(
    "a change of a cancelled order to status %i with %j gets 409, because only a new cancellation refunds and restocks",
    async (orderStatus, options) => {
      const orderId = await createPaidOrder();
      await office.change(orderId, { orderStatus: 3 });
      const before = await orderOf(shop.table, orderId);
      const { status, error } = await office.change(orderId, { orderStatus, ...options });
      expect([status, error.message]).toEqual([
        409,
        "Only a change to 'Cancelled' can refund or restock: refund a cancelled order in its details.",
      ]);
      expect(await orderOf(shop.table, orderId)).toEqual(before);
    },
  );

  test("can be undone: reopening takes the stock again, or gets 409 when the stock is sold out", async () => {
    const scarceShirt = testProduct({ stock: 2 });
    await stockUp(shop.table, scarceShirt);
    const orderId = await createPaidOrder(scarceShirt);
    await office.change(orderId, { orderStatus: 3, restock: true });
    expect((await office.change(orderId, { orderStatus: 1 })).status).toBe(200);
    expect(await stockOf(shop.table, scarceShirt)).toEqual({ available: 0, held: 0, sold: 2 });
    await office.change(orderId, { orderStatus: 3, restock: true });
    await driver.openCheckout([[scarceShirt, 1]]);
    const refusedResponse = await office.change(orderId, { orderStatus: 1 });
    expect([refusedResponse.status, refusedResponse.error.code]).toEqual([409, "aborted"]);
    expect(await orderOf(shop.table, orderId)).toMatchObject({ orderStatus: 3, hold: { state: "released" } });
  });
});

describe("refunding", () => {
  test("works in parts up to the paid amount, and a repeated refund id changes nothing", async () => {
    const orderId = await createPaidOrder();
    const first = await office.refund(orderId, { refundId: "refund-part-1", amount: 20 });
    expect(first.status).toBe(202);
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

  test("by two concurrent requests makes one refund", async () => {
    const orderId = await createPaidOrder();
    const { version } = await orderOf(shop.table, orderId);
    const responses = await Promise.all(
      [1, 2].map(() => office.refund(orderId, { refundId: "refund-twice", version })),
    );
    for (const { status } of responses) expect([202, 409]).toContain(status);
    expect((await orderOf(shop.table, orderId)).refunds).toHaveLength(1);
  });

  test("answers 409 before the payment, or if the request has an older version of the order", async () => {
    const { orderId } = await driver.openCheckout([[tee, 1]]);
    expect((await office.refund(orderId, { refundId: "refund-unpaid" })).status).toBe(409);
    const paidOrderId = await createPaidOrder();
    expect((await office.refund(paidOrderId, { refundId: "refund-older", version: 1 })).status).toBe(409);
  });

  test.each([0, -1, 0.001, "5"])("answers 400 to the amount %j", async (amount) => {
    const orderId = await createPaidOrder();
    const response = await office.refund(orderId, { refundId: "refund-wrong", amount: amount as number });
    expect([response.status, Object.keys(response.error.fields ?? {})]).toEqual([400, ["amount"]]);
  });

  test("restocks the pieces once when two refunds ask for a restock", async () => {
    const before = await stockOf(shop.table, tee);
    const orderId = await createPaidOrder();
    await office.refund(orderId, { refundId: "refund-restock-1", amount: 1, restock: true });
    await office.refund(orderId, { refundId: "refund-restock-2", amount: 1, restock: true });
    expect(await stockOf(shop.table, tee)).toEqual(before);
  });
});

describe("refunding and restocking line by line", () => {
  const mug = testProduct({ name: "Mug", price: 10, stock: 50 });
  const createTwoLineOrder = async () => {
    const cart: CartEntry[] = [
      [tee, 3],
      [mug, 1],
    ];
    return (await driver.buyAndPay(cart)).orderId;
  };
  const readTeesSold = async () => (await stockOf(shop.table, tee)).sold;
  beforeAll(() => stockUp(shop.table, mug));

  test("restocks exactly the chosen pieces, and stores the lines and the reason with the refund", async () => {
    const [before, mugsBefore] = [await stockOf(shop.table, tee), await stockOf(shop.table, mug)];
    const orderId = await createTwoLineOrder();
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
      ...before,
      available: before.available - 1,
      sold: before.sold + 1,
    });
    expect(await stockOf(shop.table, mug)).toMatchObject({ sold: mugsBefore.sold + 1 });

    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    const { payment, refunds } = await orderOf(shop.table, orderId);
    expect(refunds).toMatchObject([{ status: "succeeded", lines, ...reason }]);
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

  test("never refunds or restocks more pieces than were sold, even with several refunds by several admins", async () => {
    const before = await readTeesSold();
    const orderId = await createTwoLineOrder();
    const request = (refundId: string, quantity: number, version?: number) =>
      office.refund(orderId, {
        ...{ refundId, amount: 5, lines: [{ line: 0, quantity }], restockLines: [{ line: 0, quantity }] },
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
    expect(await readTeesSold()).toBe(before);
    // All tees are back in stock already, so cancelling restocks only the mug.
    await office.change(orderId, { orderStatus: 3, restock: true });
    expect(await readTeesSold()).toBe(before);
    expect((await stockOf(shop.table, mug)).sold).toBe(1);
  });

  test("does not restock pieces again after their refund failed, but refunds them again", async () => {
    const before = await readTeesSold();
    const orderId = await createTwoLineOrder();
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
    expect(await readTeesSold()).toBe(before);
  });

  test("refuses lines, shipping and reasons that the order does not have", async () => {
    const orderId = await createTwoLineOrder();
    const linesWithSameIndex = [1, 1].map((line) => ({ line, quantity: 1 }));
    const statuses: number[] = [];
    for (const body of [
      { lines: [{ line: 7, quantity: 1 }] },
      { shipping: true },
      { restockLines: linesWithSameIndex },
      { lines: [{ line: 0, quantity: 0 }] },
      { note: "two\nlines" },
      { stripeReason: "because" as "duplicate" },
    ])
      statuses.push((await office.refund(orderId, { refundId: "refund-wrong", amount: 1, ...body })).status);
    expect(statuses).toEqual([409, 409, 409, 400, 400, 400]);
    expect((await orderOf(shop.table, orderId)).refunds).toEqual([]);
  });

  test("a cancellation can restock a part of the pieces; then the order cannot be reopened, but the other pieces can go back in stock", async () => {
    const before = await readTeesSold();
    const orderId = await createTwoLineOrder();
    const restockLines = [{ line: 0, quantity: 1 }];
    const { data } = await office.change(orderId, { orderStatus: 3, restockLines, note: "Damaged" });
    expect(data.items.map(({ restocked }) => restocked)).toEqual([1, undefined]);
    expect(data.history.at(-1)).toMatchObject({ what: "reason", to: "Damaged" });
    expect(await readTeesSold()).toBe(before + 2);
    expect((await office.change(orderId, { orderStatus: 1 })).error.message).toBe(
      "Some items of this order went back in stock when it was cancelled: it cannot be reopened.",
    );
    const remainingLines = [
      { line: 0, quantity: 2 },
      { line: 1, quantity: 1 },
    ];
    await office.refund(orderId, { refundId: "refund-the-rest", restockLines: remainingLines });
    expect(await readTeesSold()).toBe(before);
  });

  test("a reopened order retakes only the pieces that its cancellation put back", async () => {
    const before = await readTeesSold();
    const orderId = await createTwoLineOrder();
    const returnedLines = [{ line: 0, quantity: 1 }];
    await office.refund(orderId, {
      refundId: "refund-one",
      amount: 25,
      lines: returnedLines,
      restockLines: returnedLines,
    });
    await office.change(orderId, { orderStatus: 3, restock: true });
    expect(await readTeesSold()).toBe(before);
    expect((await office.change(orderId, { orderStatus: 1 })).status).toBe(200);
    expect(await readTeesSold()).toBe(before + 2);
    expect((await office.get(orderId)).data.items[0]?.restocked).toBe(1);
  });
});

test("a note is appended once, also if the order has changed, and is not in mails, receipts, events or the list", async () => {
  const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]]);
  const firstNote = { noteId: "note-0001", text: "  Calls back on Monday\r\nabout the size " };
  const responses = await Promise.all([
    office.note(orderId, firstNote),
    office.note(orderId, { noteId: "note-0002", text: "Prefers mail" }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  const { data } = await office.note(orderId, firstNote);
  expect(data.notes?.map(({ by, text }) => [by, text]).sort()).toEqual([
    ["ada", "Calls back on Monday\nabout the size"],
    ["ada", "Prefers mail"],
  ]);
  // The same note id with another text is refused.
  const reuseResponse = await office.note(orderId, {
    noteId: "note-0001",
    text: "Calls back on Monday at noon",
  });
  expect([reuseResponse.status, reuseResponse.error.message]).toEqual([409, apiMessages.noteReused]);
  for (const text of [" ", "x".repeat(1001), "\u202Ex"])
    expect((await office.note(orderId, { noteId: "note-0003", text })).error.fields).toHaveProperty("text");
  shop.mails.length = 0;
  await office.change(orderId, { orderStatus: 2 });
  for (const type of ["OrderPaid", "OrderStatusChanged"] as const)
    await driver.deliverOutbox("send-order-email", orderId, type);
  expect(shop.mails).toHaveLength(3);
  const textsWithoutNotes = [
    shop.mails,
    await eventsOf(shop.table, orderId),
    (await office.list()).data,
    (await driver.verifyPayment(sessionId)).data,
  ];
  expect(JSON.stringify(textsWithoutNotes)).not.toMatch(/Monday|Prefers mail/);
});
