import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { apiMessages } from "../../shared/api-messages.ts";
import { MAX_NOTE_LENGTH, MAX_NOTES } from "../../shared/order-notes.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { eventsOf, orderOf, stockOf } from "../support/invariants.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import { addMug, openOrderShop } from "../support/order-shop.ts";

const { pending, completed, cancelled } = ORDER_STATUS;
const orderShop = await openOrderShop();
const { shop, driver, office, tee, createPaidOrder, readEventTypes } = orderShop;
const { buyTeesAndMug, countSoldTees } = await addMug(orderShop);

describe("an order's status", () => {
  test("changes to Completed and back, with an event and a history entry that names the admin", async () => {
    const { orderId } = await driver.buyAndPay([[tee, 1]], { ship: true });
    const { data } = await office.change(orderId, { orderStatus: completed, tracking: "1Z" });
    expect(data).toMatchObject({ orderStatus: completed, tracking: "1Z" });
    expect(data.history.slice(-2)).toMatchObject([
      { by: "ada", what: "status", from: "Pending", to: "Completed" },
      { by: "ada", what: "tracking", to: "1Z" },
    ]);
    expect((await office.change(orderId, { orderStatus: pending })).data.orderStatus).toBe(pending);
    expect(await readEventTypes(orderId)).toEqual([
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
    expect((await office.change(orderId, { orderStatus: pending })).data.version).toBe(version);
  });

  test("changes once if two requests have the same version of the order; the other request gets 409", async () => {
    const orderId = await createPaidOrder();
    const { version } = await orderOf(shop.table, orderId);
    const responses = await Promise.all(
      [completed, cancelled].map((orderStatus) => office.change(orderId, { orderStatus, version })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await office.change(orderId, { orderStatus: pending, version: 1 })).error).toMatchObject({
      reason: "order_changed",
      message: "This order was changed by someone else. Please look at it again.",
    });
  });

  test.each([
    [{ orderStatus: 4 as 1 }, "orderStatus"],
    [{ orderStatus: completed, tracking: "1\r\n2" }, "tracking"],
  ] as const)("does not change with the invalid values %j", async (body, field) => {
    const response = await office.change(await createPaidOrder(), body);
    expect([response.status, Object.keys(response.error.fields ?? {})]).toEqual([400, [field]]);
  });
});

test("an unknown order id gets 404", async () => {
  expect((await office.getOrder("ord_none")).status).toBe(404);
});

describe("setting an order to 'Completed'", () => {
  test("gets 409 with a reason for an unpaid or refunded order, and sends no mail", async () => {
    const unpaidOrder = await driver.openCheckout([[tee, 1]]);
    const expiredOrder = await driver.openCheckout([[tee, 1]]);
    await driver.release(expiredOrder.sessionId);
    for (const { orderId } of [unpaidOrder, expiredOrder]) {
      const response = await office.change(orderId, { orderStatus: completed });
      expect([response.status, response.error.message]).toEqual([
        409,
        "This order is not paid: it cannot be completed.",
      ]);
    }
    const refundedId = await createPaidOrder();
    await office.refund(refundedId, { refundId: "refund-before-completing" });
    expect((await office.change(refundedId, { orderStatus: completed })).error.message).toBe(
      "This order is being refunded: it cannot be completed.",
    );
    await driver.deliverOutbox("refund-payment", refundedId, "RefundRequested");
    expect((await office.change(refundedId, { orderStatus: completed })).error.message).toBe(
      "The money of this order went back: it cannot be completed.",
    );
    shop.mails.length = 0;
    for (const orderId of [unpaidOrder.orderId, expiredOrder.orderId, refundedId]) {
      await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
      expect((await orderOf(shop.table, orderId)).orderStatus).toBe(pending);
    }
    expect(shop.mails).toEqual([]);
  });
});

describe("a cancellation", () => {
  test("of an unpaid order frees its stock, and a later payment is refunded", async () => {
    const stockBefore = await stockOf(shop.table, tee);
    const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
    await office.change(orderId, { orderStatus: cancelled });
    expect(await stockOf(shop.table, tee)).toEqual(stockBefore);
    expect(await readEventTypes(orderId)).toEqual(["OrderPlaced", "CheckoutExpired", "OrderCancelled"]);
    await driver.pay(sessionId);
    expect(await orderOf(shop.table, orderId)).toMatchObject({
      orderStatus: cancelled,
      refunds: [{ reason: "Paid after it was cancelled", amount: 25 }],
    });
    expect(await stockOf(shop.table, tee)).toEqual(stockBefore);
  });

  test.each([
    { refund: true, restock: true },
    { refund: true, restock: false },
    { refund: false, restock: true },
    { refund: false, restock: false },
  ])("of a paid order refunds and restocks only as the admin chose: %j", async ({ refund, restock }) => {
    const stockBefore = await stockOf(shop.table, tee);
    const orderId = await createPaidOrder();
    const { data } = await office.change(orderId, { orderStatus: cancelled, refund, restock });
    expect(data.refunds.map(({ amount, status }) => [amount, status])).toEqual(
      refund ? [[50, "requested"]] : [],
    );
    const quantityStillSold = restock ? 0 : 2;
    expect(await stockOf(shop.table, tee)).toEqual({
      ...stockBefore,
      available: stockBefore.available - quantityStillSold,
      sold: stockBefore.sold + quantityStillSold,
    });
    const cancelledEvent = (await eventsOf(shop.table, orderId)).find(
      ({ type }) => type === "OrderCancelled",
    );
    expect(cancelledEvent).toMatchObject({ from: pending, restocked: restock, refundRequested: refund });
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    expect((await orderOf(shop.table, orderId)).paymentStatus).toBe(refund ? "refunded" : "paid");
  });

  test.each([
    [cancelled, { refund: true }],
    [cancelled, { restock: true }],
    [completed, { refund: true }],
  ] as const)(
    "cannot refund or restock later: a change of a cancelled order to status %i with %j gets 409",
    async (orderStatus, options) => {
      const orderId = await createPaidOrder();
      await office.change(orderId, { orderStatus: cancelled });
      const orderBefore = await orderOf(shop.table, orderId);
      const { status, error } = await office.change(orderId, { orderStatus, ...options });
      expect([status, error.message]).toEqual([
        409,
        "Only a change to 'Cancelled' can refund or restock: refund a cancelled order in its details.",
      ]);
      expect(await orderOf(shop.table, orderId)).toEqual(orderBefore);
    },
  );

  test("is undone by reopening the order, which takes the pieces again; the reopening gets 409 if too few are left", async () => {
    const scarceShirt = testProduct({ stock: 2 });
    await stockUp(shop.table, scarceShirt);
    const orderId = await createPaidOrder(scarceShirt);
    await office.change(orderId, { orderStatus: cancelled, restock: true });
    expect((await office.change(orderId, { orderStatus: pending })).status).toBe(200);
    expect(await stockOf(shop.table, scarceShirt)).toEqual({ available: 0, held: 0, sold: 2 });
    await office.change(orderId, { orderStatus: cancelled, restock: true });
    await driver.openCheckout([[scarceShirt, 1]]);
    const refusedResponse = await office.change(orderId, { orderStatus: pending });
    expect([refusedResponse.status, refusedResponse.error.code]).toEqual([409, "aborted"]);
    expect(await orderOf(shop.table, orderId)).toMatchObject({
      orderStatus: cancelled,
      hold: { state: "released" },
    });
  });

  test("can restock a part of the pieces; then the order cannot be reopened, but the other pieces can go back in stock", async () => {
    const teesBefore = await countSoldTees();
    const orderId = await buyTeesAndMug();
    const restockLines = [{ line: 0, quantity: 1 }];
    const { data } = await office.change(orderId, { orderStatus: cancelled, restockLines, note: "Damaged" });
    expect(data.items.map(({ restocked }) => restocked)).toEqual([1, undefined]);
    expect(data.history.at(-1)).toMatchObject({ what: "reason", to: "Damaged" });
    expect(await countSoldTees()).toBe(teesBefore + 2);
    expect((await office.change(orderId, { orderStatus: pending })).error.message).toBe(
      "Some items of this cancelled order went back in stock: it cannot be reopened.",
    );
    const remainingLines = [
      { line: 0, quantity: 2 },
      { line: 1, quantity: 1 },
    ];
    await office.refund(orderId, { refundId: "refund-the-rest", restockLines: remainingLines });
    expect(await countSoldTees()).toBe(teesBefore);
  });

  test("that follows a refund with restocked pieces is undone by retaking only the pieces that the cancellation restocked", async () => {
    const teesBefore = await countSoldTees();
    const orderId = await buyTeesAndMug();
    const returnedLines = [{ line: 0, quantity: 1 }];
    await office.refund(orderId, {
      refundId: "refund-one",
      amount: 25,
      lines: returnedLines,
      restockLines: returnedLines,
    });
    await office.change(orderId, { orderStatus: cancelled, restock: true });
    expect(await countSoldTees()).toBe(teesBefore);
    expect((await office.change(orderId, { orderStatus: pending })).status).toBe(200);
    expect(await countSoldTees()).toBe(teesBefore + 2);
    expect((await office.getOrder(orderId)).data.items[0]?.restocked).toBe(1);
  });
});

test("a note sent twice is added once, even if another note was sent at the same time; the same note id with another text gets 409", async () => {
  const orderId = await createPaidOrder();
  const firstNote = { noteId: "note-0001", text: "  Calls back on Monday\r\nabout the size " };
  const responses = await Promise.all([
    office.addNote(orderId, firstNote),
    office.addNote(orderId, { noteId: "note-0002", text: "Prefers mail" }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  const { data } = await office.addNote(orderId, firstNote);
  expect(data.notes?.map(({ by, text }) => [by, text]).sort()).toEqual([
    ["ada", "Calls back on Monday\nabout the size"],
    ["ada", "Prefers mail"],
  ]);
  const reuseResponse = await office.addNote(orderId, {
    noteId: "note-0001",
    text: "Calls back on Monday at noon",
  });
  expect([reuseResponse.status, reuseResponse.error.message]).toEqual([409, apiMessages.noteReused]);
});

test.each([
  ["is blank", " "],
  ["is longer than 1,000 characters", "x".repeat(1001)],
  ["begins with a character that changes the direction of text", "\u202Ex"],
])("a note is refused if its text %s", async (_, text) => {
  const response = await office.addNote(await createPaidOrder(), { noteId: "note-0003", text });
  expect(response.error.fields).toHaveProperty("text");
});

test("a note is refused if the order is already so large that refunds and disputes might not fit any more", async () => {
  const orderId = await createPaidOrder();
  // 3,000 bytes in UTF-8: with 100 such notes, little of DynamoDB's 400 KB for an item would be left.
  const text = "威".repeat(MAX_NOTE_LENGTH);
  const addNotes = async () => {
    for (let count = 1; count <= MAX_NOTES; count++) {
      const response = await office.addNote(orderId, { noteId: `note-${count}-of-100`, text });
      if (response.status !== 201) return { response, count };
    }
    return undefined;
  };
  const refusal = await addNotes();
  expect([refusal?.response.status, refusal?.response.error.message]).toEqual([
    409,
    apiMessages.noRoomForNote,
  ]);
  expect(refusal?.count).toBeGreaterThan(50);
  const refundResponse = await office.refund(orderId, { refundId: randomUUID(), amount: 1 });
  expect(refundResponse.status).toBe(202);
});

test("a note is not in mails, receipts, events or the list of orders", async () => {
  const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]]);
  await office.addNote(orderId, { noteId: "note-0004", text: "Calls back on Monday" });
  shop.mails.length = 0;
  await office.change(orderId, { orderStatus: completed });
  for (const type of ["OrderPaid", "OrderStatusChanged"] as const)
    await driver.deliverOutbox("send-order-email", orderId, type);
  expect(shop.mails).toHaveLength(3);
  const dataWithoutNotes = [
    shop.mails,
    await eventsOf(shop.table, orderId),
    (await office.listOrders()).data,
    (await driver.verifyPayment(sessionId)).data,
  ];
  expect(JSON.stringify(dataWithoutNotes)).not.toContain("Monday");
});
