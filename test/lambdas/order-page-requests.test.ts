import { describe, expect, test } from "vitest";
import { orderItem } from "../../lambdas/orders/order-table.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { ordersApi } from "../../shared/api-orders.ts";
import { orderPageMessages } from "../../shared/order-page-messages.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { eventsOf, orderOf, stockOf } from "../support/invariants.ts";
import { ADMIN_CLAIMS, call } from "../support/invoke.ts";
import type { Link } from "../support/order-page.ts";
import { CUSTOMER, openOtherStageApi, openOrderPages } from "../support/order-page.ts";
import { TEAM } from "../support/shop.ts";

const {
  tee,
  shop,
  driver,
  office,
  handler,
  placePaidOrder,
  readPage,
  reportProblem,
  cancelOrder,
  deliverRequestMails,
} = openOrderPages();

describe("a message about an order", () => {
  test("is stored once with a cause for attention, is mailed to team and customer, and gets only one answer", async () => {
    const { orderId, link } = await placePaidOrder();
    for (let i = 0; i < 2; i++) expect((await reportProblem(link, "It is torn.")).status).toBe(200);
    const order = await orderOf(shop().table, orderId);
    expect(order.requests).toMatchObject([{ kind: "problem", text: "It is torn.", state: "open" }]);
    expect(order).toMatchObject({
      paymentStatus: "needs-attention",
      attention: [{ cause: "something-wrong" }],
    });
    // A customer's message raises no alarm for the operators.
    expect(
      shop().logs.filter((line) => line.includes('"alarm":"needs-attention"') && line.includes(orderId)),
    ).toEqual([]);
    for (let i = 0; i < 2; i++) expect(await deliverRequestMails(orderId)).toEqual([]);
    expect(shop().mails).toMatchObject([
      { to: TEAM, replyTo: CUSTOMER, text: expect.stringContaining("It is torn.") as string },
      { to: CUSTOMER, replyTo: TEAM, text: expect.stringContaining("We have your message") as string },
    ]);

    shop().mails.length = 0;
    const sendAnswer = (text: string) =>
      call(office().handler, adminApi.answerRequest, {
        params: { id: orderId, requestId: "request-1" },
        body: { text },
      });
    expect((await sendAnswer("A new one is on its way.")).data).toMatchObject({
      paymentStatus: "paid",
      attention: [],
    });
    expect((await sendAnswer("A new one is on its way.")).status).toBe(200);
    expect((await sendAnswer("Something else.")).status).toBe(409);
    await deliverRequestMails(orderId);
    expect(shop().mails).toMatchObject([
      { to: CUSTOMER, text: expect.stringContaining("A new one is on its way.") as string },
    ]);
    const { data } = await readPage(link);
    expect(data.requests).toMatchObject([
      { state: "answered", answer: { text: "A new one is on its way." } },
    ]);
    // The customer does not see which admin answered.
    expect(JSON.stringify(data)).not.toContain(ADMIN_CLAIMS.username);
  });
});

describe("a cancellation by the customer", () => {
  test("is sent to the team once, and the team accepts it by cancelling the order", async () => {
    const { orderId, link } = await placePaidOrder();
    expect((await cancelOrder(link)).data.may).not.toHaveProperty("cancel");
    expect(await orderOf(shop().table, orderId)).toMatchObject({
      orderStatus: ORDER_STATUS.pending,
      attention: [{ cause: "asks-to-cancel" }],
    });
    expect((await cancelOrder(link, "cancel-2")).error.message).toBe(orderPageMessages.alreadyAsked);
    await office().change(orderId, { orderStatus: ORDER_STATUS.cancelled, refund: true, restock: true });
    const order = await orderOf(shop().table, orderId);
    expect(order).toMatchObject({ attention: [], requests: [{ state: "accepted" }] });
    expect(order.refunds).toHaveLength(1);
  });

  test("that the team has decided about before the mails were sent is not mailed as a request or as a cancellation", async () => {
    const [declined, accepted] = [await placePaidOrder(), await placePaidOrder()];
    for (const { link } of [declined, accepted]) expect((await cancelOrder(link)).status).toBe(200);
    const requestId = (await orderOf(shop().table, declined.orderId)).requests?.[0]?.requestId ?? "";
    const params = { id: declined.orderId, requestId };
    await call(office().handler, adminApi.answerRequest, { params, body: { text: "It is on its way." } });
    await office().change(accepted.orderId, { orderStatus: ORDER_STATUS.cancelled });
    shop().mails.length = 0;
    for (const { orderId } of [declined, accepted]) expect(await deliverRequestMails(orderId)).toEqual([]);
    expect(shop().mails).toMatchObject([
      { to: CUSTOMER, text: expect.stringContaining("Your order was not cancelled") as string },
    ]);
  });

  test("refunds and restocks once when it is sent several times, in a stage where customers can cancel", async () => {
    const otherStageApi = await openOtherStageApi();
    const { orderId, link } = await placePaidOrder();
    const stockBefore = await stockOf(shop().table, tee);
    const body = { ...link, requestId: "cancel-1", text: "" };
    const responses = await Promise.all(
      [1, 2, 3].map(() => call(otherStageApi, ordersApi.cancelOwnOrder, { body })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const order = await orderOf(shop().table, orderId);
    expect(order).toMatchObject({
      orderStatus: ORDER_STATUS.cancelled,
      refunds: [{ amount: 50 + SHIPPING_FEE, status: "requested" }],
    });
    const events = (await eventsOf(shop().table, orderId)).map(({ type }) => type);
    expect(events.filter((type) => type === "RefundRequested")).toHaveLength(1);
    // The customer gets no mail about the request, because there is a mail about the cancelled order.
    await deliverRequestMails(orderId);
    expect(shop().mails).toMatchObject([{ to: TEAM }]);
    expect(await stockOf(shop().table, tee)).toMatchObject({
      available: stockBefore.available + 2,
      sold: stockBefore.sold - 2,
    });
    const secondResponse = await call(otherStageApi, ordersApi.cancelOwnOrder, {
      body: { ...body, requestId: "cancel-2" },
    });
    expect([secondResponse.status, secondResponse.error.message]).toEqual([409, orderPageMessages.cancelled]);
  });

  test.each([
    ["is sent", { orderStatus: ORDER_STATUS.completed }],
    ["is packed", { packedAt: new Date().toISOString() }],
  ])("is refused for an order that %s", async (_, change) => {
    const { orderId, link } = await placePaidOrder();
    await shop().table.put(orderItem({ ...(await orderOf(shop().table, orderId)), ...change }));
    const { status, error } = await cancelOrder(link);
    expect([status, error.message]).toEqual([409, orderPageMessages.packed]);
    expect((await orderOf(shop().table, orderId)).refunds).toEqual([]);
  });

  test("at the same time as an admin's change to Completed leaves the order either completed or cancelled", async () => {
    const otherStageApi = await openOtherStageApi();
    const { orderId, link } = await placePaidOrder();
    const body = { ...link, requestId: "cancel-1", text: "" };
    const [customerResponse, adminResponse] = await Promise.all([
      call(otherStageApi, ordersApi.cancelOwnOrder, { body }),
      office().change(orderId, { orderStatus: ORDER_STATUS.completed }),
    ]);
    const { orderStatus, refunds } = await orderOf(shop().table, orderId);
    expect([customerResponse.status, adminResponse.status].toSorted()).toEqual([200, 409]);
    expect([orderStatus, refunds.length]).toEqual(
      adminResponse.status === 200 ? [ORDER_STATUS.completed, 0] : [ORDER_STATUS.cancelled, 1],
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
  const changeAddress = (link: Link, fields: Partial<typeof address> = {}) =>
    call(handler(), ordersApi.changeAddress, {
      body: { ...link, requestId: "address-1", ...address, ...fields },
    });

  test("is recorded, shown to the admin, mailed to team and customer, and published with the next sequence number", async () => {
    const { orderId, link } = await placePaidOrder();
    for (let i = 0; i < 2; i++)
      expect((await changeAddress(link)).data.shipTo).toEqual({ ...address, country: "US" });
    const order = await orderOf(shop().table, orderId);
    expect(order).toMatchObject({
      attention: [{ cause: "address-changed" }],
      requests: [{ kind: "address" }],
    });
    expect(order.history.filter(({ what }) => what === "address changed")).toHaveLength(1);
    expect(order.billingInfo?.address).toBe("12 Barrel Rd, Apt 3");
    const events = await eventsOf(shop().table, orderId);
    const contacts = events.filter(({ type }) => type === "OrderContact");
    expect(contacts.at(-1)).toMatchObject({
      shippingInfo: { city: "Lexington", state: "KY" },
      sequence: order.sequence,
    });
    expect(events.map((event) => ("sequence" in event ? event.sequence : 0))).toEqual(
      events.map((_, i) => i + 1),
    );
    await deliverRequestMails(orderId);
    expect(shop().mails).toMatchObject([
      { to: TEAM, text: expect.stringContaining("7 Rickhouse Ln") as string },
      { to: CUSTOMER, text: expect.stringContaining("7 Rickhouse Ln") as string },
    ]);
  });

  test.each([
    ["another state", { state: "CA", zipCode: "90210" }, "state"],
    ["a ZIP code of another state", { zipCode: "90210" }, "zipCode"],
    ["an address without a street", { address: " " }, "address"],
  ])("to %s is refused, with the name of the field", async (_, fields, field) => {
    const { orderId, link } = await placePaidOrder();
    const { status, error } = await changeAddress(link, fields);
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {})).toEqual([field]);
    expect((await orderOf(shop().table, orderId)).shippingInfo?.city).toBe("Louisville");
  });

  test.each([
    ["CA", "ON", "K1A 0B1", { state: "ON", zipCode: "M5V 3L9" }],
    ["DE", "", "10115", { state: "", zipCode: "20095" }],
    ["AU", "WA", "6000", { state: "WA", zipCode: "6160" }],
  ])("follows the address rules of the country %s", async (country, state, zipCode, fields) => {
    const { orderId, link } = await placePaidOrder();
    const order = await orderOf(shop().table, orderId);
    if (!order.shippingInfo) throw new Error("The order is not shipped");
    const shippingInfo = { ...order.shippingInfo, country, state, zipCode };
    await shop().table.put(orderItem({ ...order, shippingInfo }));
    const invalidChange = await changeAddress(link, { ...fields, zipCode: "40507-1234" });
    expect([invalidChange.status, Object.keys(invalidChange.error.fields ?? {})]).toEqual([400, ["zipCode"]]);
    const { data } = await changeAddress(link, fields);
    expect(data.shipTo).toMatchObject({ ...fields, country, city: "Lexington" });
  });

  test("is refused for an order that was sent, and for an order to pick up", async () => {
    const [sentOrder, orderToPickUp] = [await placePaidOrder(), await placePaidOrder(false)];
    await office().change(sentOrder.orderId, { orderStatus: ORDER_STATUS.completed });
    expect((await changeAddress(sentOrder.link)).error.message).toBe(orderPageMessages.packed);
    expect((await changeAddress(orderToPickUp.link)).error.message).toBe(orderPageMessages.noDelivery);
  });

  test("is refused for a refunded order, also while a message of its customer is open", async () => {
    const { orderId, link } = await placePaidOrder();
    await reportProblem(link, "Please send it back to my card");
    await office().refund(orderId, { refundId: "refund-all-of-it" });
    await driver().deliverOutbox("refund-payment", orderId, "RefundRequested");
    await driver().settleAndListFailures(await shop().payments.takeNewEvents());
    expect(await orderOf(shop().table, orderId)).toMatchObject({ paymentStatus: "needs-attention" });
    expect((await changeAddress(link)).error.message).toBe(orderPageMessages.refunded);
    expect((await readPage(link)).data.may).toEqual({ write: true });
  });
});
