import { describe, expect, test } from "vitest";
import { orderItem } from "../../lambdas/orders/order-table.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { ordersApi } from "../../shared/api-orders.ts";
import { orderPageMessages } from "../../shared/order-page-messages.ts";
import { eventsOf, orderOf, stockOf } from "../support/invariants.ts";
import { call } from "../support/invoke.ts";
import type { Link } from "../support/order-page.ts";
import { CUSTOMER, openLimited, openOrderPages } from "../support/order-page.ts";
import { TEAM } from "../support/shop.ts";

const { tee, shop, office, handler, buy, read, write, cancel, deliverRequests } = openOrderPages();

describe("a message about an order", () => {
  test("arrives once in the order, as a cause for attention and as a mail to the team, and is answered once", async () => {
    const { orderId, link } = await buy();
    for (let i = 0; i < 2; i++) expect((await write(link, "It is torn.")).status).toBe(200);
    const order = await orderOf(shop().table, orderId);
    expect(order.requests).toMatchObject([{ kind: "problem", text: "It is torn.", state: "open" }]);
    expect(order).toMatchObject({
      paymentStatus: "needs-attention",
      attention: [{ cause: "something-wrong" }],
    });
    expect(
      shop().logs.filter((line) => line.includes('"alarm":"needs-attention"') && line.includes(orderId)),
    ).toEqual([]);
    for (let i = 0; i < 2; i++) expect(await deliverRequests(orderId)).toEqual([]);
    expect(shop().mails).toMatchObject([
      { to: TEAM, replyTo: CUSTOMER, text: expect.stringContaining("It is torn.") as string },
    ]);

    shop().mails.length = 0;
    const answer = (text: string) =>
      call(office().handler, adminApi.answerRequest, {
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
    expect(shop().mails).toMatchObject([
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
    expect(await orderOf(shop().table, orderId)).toMatchObject({
      orderStatus: 1,
      attention: [{ cause: "asks-to-cancel" }],
    });
    expect((await cancel(link, "cancel-2")).error.message).toBe(orderPageMessages.alreadyAsked);
    await office().change(orderId, { orderStatus: 3, refund: true, restock: true });
    const order = await orderOf(shop().table, orderId);
    expect(order).toMatchObject({ attention: [], requests: [{ state: "accepted" }] });
    expect(order.refunds).toHaveLength(1);
  });

  test("where a stage lets customers do it: refunds once and puts the pieces back, however often it is sent", async () => {
    const cancelling = await openLimited();
    const { orderId, link } = await buy();
    const before = await stockOf(shop().table, tee);
    const body = { ...link, requestId: "cancel-1", text: "" };
    const answers = await Promise.all(
      [1, 2, 3].map(() => call(cancelling, ordersApi.cancelOwnOrder, { body })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const order = await orderOf(shop().table, orderId);
    expect(order).toMatchObject({ orderStatus: 3, refunds: [{ amount: 60, status: "requested" }] });
    const events = (await eventsOf(shop().table, orderId)).map(({ type }) => type);
    expect(events.filter((type) => type === "RefundRequested")).toHaveLength(1);
    expect(await stockOf(shop().table, tee)).toMatchObject({
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
    await shop().table.put(orderItem({ ...(await orderOf(shop().table, orderId)), ...change }));
    const { status, error } = await cancel(link);
    expect([status, error.message]).toEqual([409, orderPageMessages.packed]);
    expect((await orderOf(shop().table, orderId)).refunds).toEqual([]);
  });

  test("at the same moment as the admin's 'Completed' leaves the order either sent or cancelled", async () => {
    const cancelling = await openLimited();
    const { orderId, link } = await buy();
    const body = { ...link, requestId: "cancel-1", text: "" };
    const [ofCustomer, ofAdmin] = await Promise.all([
      call(cancelling, ordersApi.cancelOwnOrder, { body }),
      office().change(orderId, { orderStatus: 2 }),
    ]);
    const { orderStatus, refunds } = await orderOf(shop().table, orderId);
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
    call(handler(), ordersApi.changeAddress, {
      body: { ...link, requestId: "address-1", ...address, ...fields },
    });

  test("is recorded, shown to the admin, mailed to the team and published with the next sequence", async () => {
    const { orderId, link } = await buy();
    for (let i = 0; i < 2; i++) expect((await change(link)).data.shipTo).toEqual(address);
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
    await deliverRequests(orderId);
    expect(shop().mails).toMatchObject([
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
    expect((await orderOf(shop().table, orderId)).shippingInfo?.city).toBe("Louisville");
  });

  test("is refused once the parcel is sent, and for an order that is picked up", async () => {
    const [sent, pickedUp] = [await buy(), await buy(false)];
    await office().change(sent.orderId, { orderStatus: 2 });
    expect((await change(sent.link)).error.message).toBe(orderPageMessages.packed);
    expect((await change(pickedUp.link)).error.message).toBe(orderPageMessages.notShipped);
  });
});
