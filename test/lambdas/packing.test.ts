import { describe, expect, test } from "vitest";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { orderOf } from "../support/invariants.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import { openOrderShop } from "../support/order-shop.ts";

const { pending, completed, cancelled } = ORDER_STATUS;
const { shop, driver, office, tee, createPaidOrder, readEventTypes } = await openOrderShop();

test("'ready to be picked up' can be set only for a pending, paid order to pick up with more than tickets", async () => {
  const ticket = testProduct({ name: "Live Taping", category: "ticket", stock: 9 });
  await stockUp(shop.table, ticket);
  const orderToShip = await driver.buyAndPay([[tee, 1]], { ship: true });
  const unpaidOrder = await driver.openCheckout([[tee, 1]]);
  for (const orderId of [orderToShip.orderId, unpaidOrder.orderId, await createPaidOrder(ticket, 1)])
    expect((await office.change(orderId, { orderStatus: pending, ready: true })).status).toBe(409);
  const completedId = await createPaidOrder();
  await office.change(completedId, { orderStatus: completed });
  expect((await office.change(completedId, { orderStatus: completed, ready: true })).status).toBe(409);

  const orderId = await createPaidOrder();
  const { data } = await office.change(orderId, { orderStatus: pending, ready: true });
  expect(data).toMatchObject({ orderStatus: pending, ready: true });
  expect(data.history.at(-1)).toMatchObject({ by: "ada", what: "ready to be picked up", to: "yes" });
  const mixedOrder = await driver.openCheckout([
    [tee, 1],
    [ticket, 1],
  ]);
  const { orders } = (await office.listOrders()).data;
  expect(orders.find((order) => order.orderId === orderId)).toMatchObject({
    delivery: "pick-up",
    ready: true,
    hasTicket: false,
  });
  expect(orders.find((order) => order.orderId === mixedOrder.orderId)).toMatchObject({
    delivery: "pick-up",
    hasTicket: true,
  });
  expect((await readEventTypes(orderId)).at(-1)).toBe("OrderReadyForPickup");
  const cancelledOrder = (await office.change(orderId, { orderStatus: cancelled })).data;
  expect(cancelledOrder.ready).toBeUndefined();
  expect(cancelledOrder.history.at(-1)).toMatchObject({
    by: "ada",
    what: "ready to be picked up",
    to: "no",
  });
});

describe("the marks 'ready to be picked up' and 'packed'", () => {
  test("cannot be set if only tickets are left, so that the customer is not asked to come", async () => {
    const ticket = testProduct({ name: "Refunded Beside", category: "ticket", stock: 9 });
    await stockUp(shop.table, ticket);
    const { orderId } = await driver.buyAndPay([
      [tee, 1],
      [ticket, 1],
    ]);
    await office.refund(orderId, { refundId: "refund-beside", lines: [{ line: 0, quantity: 1 }] });
    for (const change of [{ packed: true }, { ready: true }]) {
      const response = await office.change(orderId, { orderStatus: pending, ...change });
      expect([response.status, response.error.message]).toEqual([
        409,
        "No item of this order is left to be picked up.",
      ]);
    }
    expect(await readEventTypes(orderId)).not.toContain("OrderReadyForPickup");
  });

  test("cannot be set for an order to ship if only tickets are left, and the order takes no tracking number", async () => {
    const ticket = testProduct({ name: "Refunded Beside A Parcel", category: "ticket", stock: 9 });
    await stockUp(shop.table, ticket);
    const { orderId } = await driver.buyAndPay(
      [
        [tee, 1],
        [ticket, 1],
      ],
      { ship: true },
    );
    await office.refund(orderId, { refundId: "refund-parcel", lines: [{ line: 0, quantity: 1 }] });
    const { status, error } = await office.change(orderId, { orderStatus: pending, packed: true });
    expect([status, error.message]).toEqual([409, "No item of this order is left to pack."]);
    const trackingResponse = await office.change(orderId, { orderStatus: completed, tracking: "1Z" });
    expect([trackingResponse.status, trackingResponse.error.message]).toEqual([
      409,
      "No item of this order is left to ship, so it has no tracking number.",
    ]);
    expect((await office.change(orderId, { orderStatus: completed })).status).toBe(200);
  });

  test("can be set while a cancelled order is reopened, because its items are taken from the stock again", async () => {
    const orderId = await createPaidOrder(tee, 1);
    expect((await office.change(orderId, { orderStatus: cancelled, restock: true })).status).toBe(200);
    expect((await office.change(orderId, { orderStatus: pending, ready: true })).data).toMatchObject({
      orderStatus: pending,
      ready: true,
    });
  });
});

test("an order that is not shipped takes no tracking number, also if it is completed", async () => {
  const ticket = testProduct({ name: "Without A Parcel", category: "ticket", stock: 9 });
  await stockUp(shop.table, ticket);
  for (const product of [tee, ticket]) {
    const orderId = await createPaidOrder(product, 1);
    const expectRefusal = async () => {
      const { status, error } = await office.change(orderId, { orderStatus: completed, tracking: "1Z" });
      expect([status, error.message]).toEqual([
        409,
        "This order is not shipped, so it has no tracking number.",
      ]);
    };
    await expectRefusal();
    expect((await office.change(orderId, { orderStatus: completed })).status).toBe(200);
    await expectRefusal();
  }
});

describe("packing", () => {
  const createOrderToShip = async () => (await driver.buyAndPay([[tee, 1]], { ship: true })).orderId;

  test("sets and removes the time of packing once, with a history entry and no event or mail", async () => {
    const orderId = await createOrderToShip();
    const eventTypesBefore = await readEventTypes(orderId);
    const { data } = await office.change(orderId, { orderStatus: pending, packed: true });
    expect(data.packedAt).toBe(data.updatedAt);
    expect(data.history.at(-1)).toMatchObject({ by: "ada", what: "packed", to: "yes" });
    const repeatedOrder = (await office.change(orderId, { orderStatus: pending, packed: true })).data;
    expect(repeatedOrder).toMatchObject({ version: data.version, packedAt: data.packedAt });
    const { orders } = (await office.listOrders()).data;
    expect(orders.find((order) => order.orderId === orderId)).toMatchObject({ packed: true });
    const unpackedOrder = (await office.change(orderId, { orderStatus: pending, packed: false })).data;
    expect(unpackedOrder.packedAt).toBeUndefined();
    expect(unpackedOrder.history.at(-1)).toMatchObject({ what: "packed", to: "no" });
    expect(await readEventTypes(orderId)).toEqual(eventTypesBefore);
  });

  test("stays recorded when the order is completed, and is removed when the order is cancelled", async () => {
    const orderId = await createOrderToShip();
    const { packedAt } = (await office.change(orderId, { orderStatus: pending, packed: true })).data;
    expect((await office.change(orderId, { orderStatus: completed, tracking: "1Z" })).data.packedAt).toBe(
      packedAt,
    );
    const cancelledOrder = (await office.change(orderId, { orderStatus: cancelled })).data;
    expect(cancelledOrder.packedAt).toBeUndefined();
    expect(cancelledOrder.history.at(-1)).toMatchObject({ what: "packed", to: "no" });
    expect((await office.change(orderId, { orderStatus: pending })).data.packedAt).toBeUndefined();
  });

  test("of an order to pick up is the same as 'ready to be picked up': setting one sets the other", async () => {
    for (const change of [{ packed: true }, { ready: true }]) {
      const orderId = await createPaidOrder(tee, 1);
      const { data } = await office.change(orderId, { orderStatus: pending, ...change });
      expect(data).toMatchObject({ ready: true, packedAt: data.updatedAt });
      expect(data.history.filter(({ what }) => what === "packed")).toEqual([]);
      expect((await readEventTypes(orderId)).at(-1)).toBe("OrderReadyForPickup");
      const unpackedOrder = (await office.change(orderId, { orderStatus: pending, packed: false })).data;
      expect([unpackedOrder.ready, unpackedOrder.packedAt]).toEqual([false, undefined]);
      expect(
        (await office.change(orderId, { orderStatus: pending, packed: true, ready: false })).status,
      ).toBe(409);
    }
  });

  test("is refused for orders with only tickets, for unpaid, completed and cancelled orders, and while all is being refunded", async () => {
    const ticket = testProduct({ name: "Packed Taping", category: "ticket", stock: 9 });
    await stockUp(shop.table, ticket);
    const [completedId, cancelledId, refundedId] = [
      await createOrderToShip(),
      await createOrderToShip(),
      await createOrderToShip(),
    ];
    await office.change(completedId, { orderStatus: completed });
    await office.change(cancelledId, { orderStatus: cancelled });
    await office.refund(refundedId, { refundId: "refund-before-packing" });
    const ticketOrderId = await createPaidOrder(ticket, 1);
    const { orderId: unpaidId } = await driver.openCheckout([[tee, 1]], { ship: true });
    for (const [orderId, orderStatus] of [
      [completedId, completed],
      [cancelledId, cancelled],
      [refundedId, pending],
      [ticketOrderId, pending],
      [unpaidId, pending],
    ] as const) {
      const response = await office.change(orderId, { orderStatus, packed: true });
      expect([response.status, response.error.message]).toEqual([
        409,
        "Only a pending, paid order with items to pack can be packed.",
      ]);
    }
  });

  test("by two admins at the same time succeeds once; the other admin gets 409 and changes nothing", async () => {
    const orderId = await createOrderToShip();
    const { version } = await orderOf(shop.table, orderId);
    const responses = await Promise.all(
      [1, 2].map(() => office.change(orderId, { orderStatus: pending, packed: true, version })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await orderOf(shop.table, orderId)).history.filter(({ what }) => what === "packed")).toHaveLength(
      1,
    );
  });
});
