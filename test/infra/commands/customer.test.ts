import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { eraseOrder } from "../../../infra/commands/customer/erase-order.ts";
import type { eraseTickets } from "../../../infra/commands/customer/erase-tickets.ts";
import type { exportCustomer } from "../../../infra/commands/customer/export-customer.ts";
import type { findIdsOfCustomer } from "../../../infra/commands/customer/stored-orders.ts";
import { describeOutcomes, isIncomplete } from "../../../infra/commands/customer/texts.ts";
import type { markPublished } from "../../../lambdas/orders/outbox-table.ts";
import { adminTicketsApi, ticketsApi } from "../../../shared/api-tickets.ts";
import { eventSamples } from "../../../shared/event-samples.ts";
import { ORDER_STATUS } from "../../../shared/order-status.ts";
import { ERASED_CUSTOMER } from "../../../shared/order-summary.ts";
import { openBackOffice, type BackOffice } from "../../support/back-office.ts";
import { openCheckoutDriver, type CheckoutDriver } from "../../support/checkout-driver.ts";
import { orderData, stockUp, eventInDays, testProduct } from "../../support/fixtures.ts";
import { call } from "../../support/invoke.ts";
import { openTicketDriver } from "../../support/ticket-driver.ts";
import { checkInvariants, eventsOf, orderOf } from "../../support/invariants.ts";
import { repeatForEveryCrash } from "../../support/crash.ts";
import { advanceClock, openShopWithTableFaults, type ShopWithTableFaults } from "../../support/shop.ts";

let shop: ShopWithTableFaults;
let driver: CheckoutDriver;
let office: BackOffice;
/** Functions that read the environment when they are loaded, so they are loaded after the shop has started. */
let loaded: {
  eraseOrder: typeof eraseOrder;
  exportCustomer: typeof exportCustomer;
  findIdsOfCustomer: typeof findIdsOfCustomer;
  markPublished: typeof markPublished;
  eraseTickets: typeof eraseTickets;
};
const tee = testProduct({ stock: 100 });
const EMAIL = "Ada@Example.com";
/** Longer than an unpaid order holds its pieces: 31 minutes for the payment page, and five more. */
const AFTER_HOLD_MS = 40 * 60_000;
/** Matches the personal data of the orders of these tests. */
const PERSONAL_DATA = /Ada@|Lovelace|502-555|Barrel Rd|Louisville|\b40202\b|1Z999|gate code|too small/i;

beforeAll(async () => {
  shop = await openShopWithTableFaults();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  loaded = {
    ...(await import("../../../infra/commands/customer/erase-order.ts")),
    ...(await import("../../../infra/commands/customer/export-customer.ts")),
    ...(await import("../../../infra/commands/customer/stored-orders.ts")),
    ...(await import("../../../lambdas/orders/outbox-table.ts")),
    ...(await import("../../../infra/commands/customer/erase-tickets.ts")),
  };
});
beforeEach(async () => {
  vi.useRealTimers();
  await shop.table.clear();
  await stockUp(shop.table, tee);
});

/** Opens the checkout of an order of the customer, who agrees to the newsletter. */
async function openCheckout(email = EMAIL) {
  const data = orderData([[tee, 2]], { ship: true });
  const bill = { ...data.bill, fn: "Ada", ln: "Lovelace", email };
  return (await driver.send({ ...data, bill, updates: true })).data;
}
async function buyAndPay(email = EMAIL) {
  const checkout = await openCheckout(email);
  await driver.pay(checkout.sessionId);
  return checkout;
}
const readOrderItem = async (orderId: string) =>
  (await shop.table.partition(`ORDER#${orderId}`)).find(({ sk }) => sk === "ORDER");

const DISCOUNT_CUSTOMER = { hash: "8c0f3e", limit: 1 };
/** Stores one more use of a discount code by the customer, for the order. Returns a function that reads the number of uses. */
async function storeDiscountUse(orderId: string): Promise<() => Promise<number>> {
  const { customerKey, readCustomerUses } = await import("../../../lambdas/discounts/discount-table.ts");
  const [code, { hash }] = ["SPRING", DISCOUNT_CUSTOMER];
  const discountUse = { code, discountId: "dsc_1", isLimited: false, customer: DISCOUNT_CUSTOMER };
  await shop.table.put({ ...(await readOrderItem(orderId)), discountUse });
  const readUses = () => readCustomerUses(code, hash);
  await shop.table.put({ ...customerKey(code, hash), taken: (await readUses()) + 1 });
  return readUses;
}

/** Stores a webhook endpoint, and an OrderContact that waits for its delivery to the endpoint. */
async function storeWaitingDelivery(orderId: string) {
  const [webhooks, deliveries] = [
    await import("../../../lambdas/webhooks/endpoint-table.ts"),
    await import("../../../lambdas/webhooks/delivery-table.ts"),
  ];
  const now = new Date();
  await webhooks.putWebhook({
    id: "whk_1",
    url: "https://hooks.example/",
    description: "",
    types: ["OrderContact"],
    state: "active",
    createdAt: now.toISOString(),
    secret: "whsec_1",
  });
  const contact = { ...eventSamples.OrderContact, orderId, id: "evt_1", phone: "waits for a webhook" };
  await deliveries.recordDelivery("whk_1", contact, { now, dueAt: now });
}

/** Publishes every event and finishes the work on stock, as the shop does within minutes. */
async function finishWork() {
  advanceClock(3 * 60_000);
  await driver.reconcileCheckouts();
  for (const { sk, event } of await shop.table.items())
    if (event && String(sk).startsWith("OUTBOX#"))
      await loaded.markPublished(event as Parameters<typeof markPublished>[0], new Date());
}

describe("npm run customer", () => {
  test("exports a completed order, erases it except the data for bookkeeping, and changes nothing at a repetition", async () => {
    const { orderId, sessionId } = await buyAndPay("ada@example.com");
    await office.change(orderId, { orderStatus: ORDER_STATUS.completed, tracking: "1Z999" });
    await office.addNote(orderId, { noteId: "note_0001", text: "Ring twice, gate code 77" });
    await office.refund(orderId, { refundId: "rfd_partial", amount: 1, note: "too small" });
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    await finishWork();
    advanceClock(30 * 86_400_000);
    const orderBefore = await orderOf(shop.table, orderId);
    const readAllItems = async () => JSON.stringify(await shop.table.items());
    expect(await readAllItems()).toContain(orderBefore.contentHash);
    await storeWaitingDelivery(orderId);
    const exportedData = await loaded.exportCustomer(EMAIL, new Date());
    for (const text of ["waits for a webhook", "Lovelace", "1Z999", "gate code", "too small"])
      expect(JSON.stringify(exportedData)).toContain(text);
    expect(JSON.stringify(exportedData)).not.toContain('"by":"ada"');

    const expectedOutcome = { orderId, result: "erased" };
    expect(await loaded.eraseOrder(orderId, new Date())).toEqual(expectedOutcome);
    const items = await shop.table.partition(`ORDER#${orderId}`);
    expect(JSON.stringify(items)).not.toMatch(PERSONAL_DATA);
    expect(await readAllItems()).not.toContain(orderBefore.contentHash);
    const {
      items: lines,
      financialInfo,
      payment,
      stripeSessionId,
      erased,
    } = await orderOf(shop.table, orderId);
    expect({ lines, financialInfo, stripeSessionId, id: payment.paymentIntentId }).toEqual({
      lines: orderBefore.items,
      financialInfo: orderBefore.financialInfo,
      stripeSessionId: sessionId,
      id: orderBefore.payment.paymentIntentId,
    });
    expect(erased).toMatchObject({ state: orderBefore.billingInfo?.state, country: "US" });
    expect((await eventsOf(shop.table, orderId)).at(-1)?.type).toBe("OrderErased");
    expect(await loaded.findIdsOfCustomer(EMAIL)).toEqual({
      orderIds: [],
      ticketIds: [],
      sentTicketIds: [],
      stockRequests: [],
    });
    expect((await shop.table.items()).filter(({ sk }) => String(sk).startsWith("CONSENT#"))).toEqual([]);
    const { version } = await orderOf(shop.table, orderId);
    await loaded.markPublished((await eventsOf(shop.table, orderId)).at(-1) as never, new Date());
    expect(await loaded.eraseOrder(orderId, new Date())).toEqual(expectedOutcome);
    expect((await orderOf(shop.table, orderId)).version).toBe(version);
    const [row] = (await office.listOrders()).data.orders;
    expect(row).toMatchObject({ erased: true, customer: { name: ERASED_CUSTOMER, email: "" } });
    await checkInvariants(shop.table);
  });

  test("leaves the receipt of an erased order without the customer, and nobody can change the order or mail the receipt", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await office.change(orderId, { orderStatus: ORDER_STATUS.completed });
    await finishWork();
    expect((await loaded.eraseOrder(orderId, new Date())).result).toBe("erased");
    expect((await driver.verifyPayment(sessionId)).data.receipt.customer).toMatchObject({
      name: "",
      city: "",
    });
    for (const { status, error } of [
      await driver.emailReceipt(sessionId),
      await office.change(orderId, { orderStatus: ORDER_STATUS.pending }),
      await office.change(orderId, { orderStatus: ORDER_STATUS.completed, tracking: "1Z" }),
    ])
      expect([status, error?.message]).toEqual([409, expect.stringContaining("erased") as string]);
  });

  test("erases an order so that it takes no new notes, also not with a refund; a refund without a note succeeds", async () => {
    const { orderId } = await buyAndPay();
    await office.change(orderId, { orderStatus: ORDER_STATUS.completed });
    const note = { noteId: "note_0001", text: "Ring twice, gate code 77" };
    await office.addNote(orderId, note);
    await finishWork();
    expect((await loaded.eraseOrder(orderId, new Date())).result).toBe("erased");
    for (const { status, error } of [
      await office.addNote(orderId, { noteId: "note_0002", text: "Lovelace called" }),
      // The repetition of a request whose response was lost.
      await office.addNote(orderId, note),
      await office.refund(orderId, { refundId: "rfd_with_a_note", amount: 1, note: "Lovelace called" }),
    ])
      expect([status, error?.message]).toEqual([409, expect.stringContaining("erased") as string]);
    const stripeReason = "requested_by_customer";
    const refundResponse = await office.refund(orderId, {
      refundId: "rfd_without_note",
      amount: 1,
      stripeReason,
    });
    expect(refundResponse.data.refunds).toMatchObject([{ refundId: "rfd_without_note", stripeReason }]);
    expect(JSON.stringify(await shop.table.partition(`ORDER#${orderId}`))).not.toMatch(PERSONAL_DATA);
  });

  test("exports and erases the tickets of an order, and those that somebody else sent to the customer", async () => {
    const taping = testProduct({ category: "ticket", event: eventInDays(10) });
    await stockUp(shop.table, tee, taping);
    const ticketDriver = await openTicketDriver(shop, driver);
    const buy = async (email: string) => {
      const { bill, ...data } = orderData([[taping, 2]]);
      const { data: checkout } = await driver.send({
        ...data,
        bill: { ...bill, fn: "Ada", ln: "Lovelace", email },
      });
      await driver.pay(checkout.sessionId);
      await ticketDriver.deliverOrderEvents(checkout.orderId);
      return { ...checkout, tickets: await ticketDriver.ticketsOf(checkout.orderId) };
    };
    const [ownOrder, otherOrder] = [await buy(EMAIL), await buy("grace@example.com")];
    const move = (code = "", email = "") =>
      call(ticketDriver.api, ticketsApi.moveTicket, { body: { code, name: "Moved Name", email } });
    await move(ownOrder.tickets[0]?.code, "bob@example.com");
    await move(otherOrder.tickets[0]?.code, EMAIL);

    const exportedData = await loaded.exportCustomer(EMAIL, new Date());
    expect(exportedData.orders[0]?.tickets).toMatchObject([{ ticketId: ownOrder.tickets[1]?.ticketId }]);
    expect(exportedData.tickets).toMatchObject([
      { ticketId: otherOrder.tickets[0]?.ticketId, holder: "Moved Name" },
    ]);
    // The name of the person who sent the ticket is not the customer's data.
    expect(JSON.stringify(exportedData.tickets)).not.toContain("Lovelace");
    expect(await loaded.findIdsOfCustomer(EMAIL)).toEqual({
      orderIds: [ownOrder.orderId],
      ticketIds: [otherOrder.tickets[0]?.ticketId],
      sentTicketIds: [ownOrder.tickets[0]?.ticketId],
      stockRequests: [],
    });

    await office.change(ownOrder.orderId, { orderStatus: ORDER_STATUS.completed });
    await finishWork();
    expect((await loaded.eraseOrder(ownOrder.orderId, new Date())).result).toBe("erased");
    await loaded.eraseTickets({ ticketIds: [otherOrder.tickets[0]?.ticketId ?? ""], sentTicketIds: [] });
    const readHolders = async () =>
      [
        ...(await ticketDriver.ticketsOf(ownOrder.orderId)),
        ...(await ticketDriver.ticketsOf(otherOrder.orderId)),
      ].map(({ holder, email, sentBy }) => [holder, email, sentBy]);
    const holders = [
      ["Moved Name", "bob@example.com", undefined],
      ["", undefined, undefined],
      ["", undefined, undefined],
      ["Ada Lovelace", "grace@example.com", undefined],
    ];
    // A stage that no longer issues tickets has no function that gets OrderErased.
    expect(await readHolders()).toEqual(holders);
    expect(await ticketDriver.deliverOrderEvents(ownOrder.orderId)).toEqual([]);
    expect(await readHolders()).toEqual(holders);
  });

  test("erases the customer from the tickets of an order also if the command crashed before, in a stage that no longer issues tickets", async () => {
    const taping = testProduct({ category: "ticket", event: eventInDays(10) });
    await stockUp(shop.table, taping);
    const ticketDriver = await openTicketDriver(shop, driver);
    const { bill, ...data } = orderData([[taping, 2]]);
    const customer = { ...bill, fn: "Ada", ln: "Lovelace", email: EMAIL };
    const { orderId, sessionId } = (await driver.send({ ...data, bill: customer })).data;
    await driver.pay(sessionId);
    await ticketDriver.deliverOrderEvents(orderId);
    const [{ code = "" } = {}] = await ticketDriver.ticketsOf(orderId);
    await call(ticketDriver.api, ticketsApi.moveTicket, {
      body: { code, name: "Bob", email: "bob@example.com" },
    });
    await office.change(orderId, { orderStatus: ORDER_STATUS.completed });
    await finishWork();
    const { documentClient } = await import("../../../lambdas/lib/dynamodb.ts");
    documentClient().middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          const isTicketWrite =
            commandName === "TransactWriteItemsCommand" && JSON.stringify(args.input).includes("TICKET#");
          return isTicketWrite ? Promise.reject(new Error("A crash")) : next(args);
        },
      { step: "initialize", name: "crash" },
    );
    await expect(loaded.eraseOrder(orderId, new Date())).rejects.toThrow("A crash");
    documentClient().middlewareStack.remove("crash");
    const ids = await loaded.findIdsOfCustomer(EMAIL);
    expect(ids.orderIds).toEqual([]);
    await loaded.eraseTickets(ids);
    const tickets = await ticketDriver.ticketsOf(orderId);
    expect(tickets.map(({ holder, sentBy }) => [holder, sentBy])).toEqual([
      ["Bob", undefined],
      ["", undefined],
    ]);
    expect(await orderOf(shop.table, orderId)).toHaveProperty("erased");
  });

  test("exports the reason of a complimentary ticket to the person to whom it was given, and to nobody else", async () => {
    const taping = testProduct({ category: "ticket", event: eventInDays(10) });
    await stockUp(shop.table, taping);
    const ticketDriver = await openTicketDriver(shop, driver);
    const gift = { name: "Ada Lovelace", email: EMAIL, reason: "Ada won the quiz" };
    const body = { requestId: randomUUID(), ...gift, quantity: 2 };
    const { status, data } = await call(ticketDriver.api, adminTicketsApi.giveTickets, {
      params: { id: taping.id },
      body,
    });
    expect(status).toBe(201);
    const [movedId, keptId] = data.tickets.map(({ ticketId }) => ticketId);
    const items = await shop.table.partition(`TICKET#${movedId}`);
    const code = String(items.find(({ sk }) => sk === "TICKET")?.["code"]);
    const friend = { name: "Grace Hopper", email: "grace@example.com" };
    await call(ticketDriver.api, ticketsApi.moveTicket, { body: { code, ...friend } });
    const [ownData, dataOfFriend] = [
      await loaded.exportCustomer(EMAIL, new Date()),
      await loaded.exportCustomer(friend.email, new Date()),
    ];
    expect(ownData.tickets).toMatchObject([
      { ticketId: keptId, complimentary: { reason: gift.reason, by: "team" } },
    ]);
    expect(dataOfFriend.tickets).toMatchObject([
      { ticketId: movedId, holder: friend.name, complimentary: { by: "team" } },
    ]);
    expect(JSON.stringify(dataOfFriend.tickets)).not.toContain("Ada");
  });

  test("erases the name of the customer from a ticket that the customer was given and sent on", async () => {
    const taping = testProduct({ category: "ticket", event: eventInDays(10) });
    await stockUp(shop.table, taping);
    const ticketDriver = await openTicketDriver(shop, driver);
    const gift = { name: "Ada Lovelace", email: EMAIL, reason: "Ada won the quiz", quantity: 1 };
    const body = { requestId: randomUUID(), ...gift };
    const { data } = await call(ticketDriver.api, adminTicketsApi.giveTickets, {
      params: { id: taping.id },
      body,
    });
    const ticketId = data.tickets[0]?.ticketId ?? "";
    const readTicket = async () =>
      (await shop.table.partition(`TICKET#${ticketId}`)).find(({ sk }) => sk === "TICKET");
    const friend = { name: "Grace Hopper", email: "grace@example.com" };
    const code = String((await readTicket())?.["code"]);
    await call(ticketDriver.api, ticketsApi.moveTicket, { body: { code, ...friend } });
    expect(await readTicket()).toMatchObject({ sentBy: "Ada Lovelace" });
    expect((await loaded.exportCustomer(EMAIL, new Date())).sentTickets).toEqual([
      { ticketId, name: taping.name, sentBy: "Ada Lovelace" },
    ]);
    expect(JSON.stringify(await loaded.exportCustomer(friend.email, new Date()))).not.toContain("Ada");

    await loaded.eraseTickets(await loaded.findIdsOfCustomer(EMAIL));
    const ticket = await readTicket();
    expect(ticket).toMatchObject({ holder: friend.name, email: friend.email, complimentary: { reason: "" } });
    expect(JSON.stringify(ticket)).not.toContain("Ada");
  });

  test("finds nothing of the first holder of a gift that was sent on twice, because the ticket has lost that person's data", async () => {
    const taping = testProduct({ category: "ticket", event: eventInDays(10) });
    await stockUp(shop.table, taping);
    const ticketDriver = await openTicketDriver(shop, driver);
    const gift = { name: "Ada Lovelace", email: EMAIL, reason: "Ada won the quiz", quantity: 1 };
    const { data } = await call(ticketDriver.api, adminTicketsApi.giveTickets, {
      params: { id: taping.id },
      body: { requestId: randomUUID(), ...gift },
    });
    const ticketId = data.tickets[0]?.ticketId ?? "";
    const readTicket = async () =>
      (await shop.table.partition(`TICKET#${ticketId}`)).find(({ sk }) => sk === "TICKET");
    for (const name of ["Grace", "Bob"]) {
      const code = String((await readTicket())?.["code"]);
      const email = `${name.toLowerCase()}@example.com`;
      await call(ticketDriver.api, ticketsApi.moveTicket, { body: { code, name, email } });
    }
    expect((await loaded.findIdsOfCustomer(EMAIL)).sentTicketIds).toEqual([]);
    expect(await readTicket()).toMatchObject({ holder: "Bob", sentBy: "Grace" });
    expect(JSON.stringify(await readTicket())).not.toContain("Ada");
  });

  test("exports and erases the requests for a mail that a sold-out product is back", async () => {
    const soldOut = testProduct({ stock: 0 });
    await stockUp(shop.table, soldOut);
    const requests = await import("../../../lambdas/back-in-stock/request-table.ts");
    const { readWaitingLists } = await import("../../../lambdas/back-in-stock/waiting-list-table.ts");
    const subject = { productId: soldOut.id, variantId: "-" };
    for (const [email, token] of [
      [EMAIL.toUpperCase(), "a"],
      ["other@example.com", "b"],
    ] as const)
      await requests.confirmStockRequest(
        await requests.putRequest(subject, { email, token }, new Date()),
        new Date(),
      );
    const { stockRequests } = await loaded.exportCustomer(EMAIL, new Date());
    expect(stockRequests).toEqual([
      { productId: soldOut.id, state: "waiting", askedAt: expect.any(String) as string },
    ]);
    for (const request of (await loaded.findIdsOfCustomer(EMAIL)).stockRequests)
      await requests.removeRequest(request);
    const remaining = await requests.readRequests(subject, { limit: 5 });
    expect(remaining.requests.map(({ email }) => email)).toEqual(["other@example.com"]);
    expect(await readWaitingLists(new Date(), soldOut.id)).toMatchObject([{ people: 1 }]);
  });

  test("deletes an order that was never paid, and the items that refer to the order, but not the uses of its code by other orders", async () => {
    const { orderId, sessionId } = await openCheckout();
    await driver.release(sessionId);
    advanceClock(AFTER_HOLD_MS);
    await finishWork();
    const readUses = await storeDiscountUse(orderId);
    expect(await loaded.eraseOrder(orderId, new Date())).toEqual({ orderId, result: "deleted" });
    // The history of a stock keeps the order's id, but nothing about the customer.
    const itemsWithoutStock = (await shop.table.items()).filter(({ sk }) => !String(sk).startsWith("STOCK#"));
    expect(JSON.stringify(itemsWithoutStock)).not.toContain(orderId);
    expect(await loaded.eraseOrder(orderId, new Date())).toEqual({ orderId, result: "gone" });
    expect(await readUses()).toBe(1);
  });

  test("deletes everything about an unpaid order also if the command crashes and is repeated", async () => {
    const eraseOrdersOfCustomer = async () => {
      for (const orderId of (await loaded.findIdsOfCustomer(EMAIL)).orderIds)
        await loaded.eraseOrder(orderId, new Date());
    };
    let orderId = "";
    await repeatForEveryCrash(
      shop,
      async (crashDuring) => {
        await stockUp(shop.table, tee);
        const checkout = await openCheckout();
        ({ orderId } = checkout);
        await driver.release(checkout.sessionId);
        advanceClock(AFTER_HOLD_MS);
        await finishWork();
        await crashDuring(eraseOrdersOfCustomer).catch(() => undefined);
        await eraseOrdersOfCustomer();
      },
      async () => {
        const items = (await shop.table.items()).filter(({ sk }) => !String(sk).startsWith("STOCK#"));
        expect(JSON.stringify(items)).not.toContain(orderId);
      },
    );
  });

  test("does not erase an order that is neither completed nor cancelled, but ends its consent to the newsletter", async () => {
    const { orderId } = await buyAndPay();
    await finishWork();
    const reason = "it is neither completed nor cancelled";
    expect(await loaded.eraseOrder(orderId, new Date())).toEqual({ orderId, result: "refused", reason });
    const { billingInfo, marketingConsent } = await orderOf(shop.table, orderId);
    expect([billingInfo?.email, marketingConsent]).toEqual([EMAIL, false]);
    expect((await eventsOf(shop.table, orderId)).at(-1)?.type).toBe("ConsentWithdrawn");
  });

  test("does not delete a cancelled order whose delayed payment is on its way, so that the payment is refunded when it arrives", async () => {
    const { orderId, sessionId } = await openCheckout();
    shop.payments.act(sessionId, "pay-later");
    await office.change(orderId, { orderStatus: ORDER_STATUS.cancelled });
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    advanceClock(AFTER_HOLD_MS);
    await finishWork();
    const reason = "its payment is on its way";
    expect(await loaded.eraseOrder(orderId, new Date())).toEqual({ orderId, result: "refused", reason });
    shop.payments.act(sessionId, "settle");
    expect(await driver.settleAndListFailures(await shop.payments.takeNewEvents())).toEqual([]);
    expect((await orderOf(shop.table, orderId)).refunds).toHaveLength(1);
  });

  test("deletes the customer's uses of a discount code with the order", async () => {
    const { orderId } = await buyAndPay();
    await office.change(orderId, { orderStatus: ORDER_STATUS.completed });
    await finishWork();
    const readUses = await storeDiscountUse(orderId);
    expect((await loaded.eraseOrder(orderId, new Date())).result).toBe("erased");
    expect([await readUses(), (await orderOf(shop.table, orderId)).discountUse?.customer]).toEqual([
      0,
      undefined,
    ]);
  });

  test("keeps counting the uses of a code by other orders of the customer, and deletes the count when their holds end", async () => {
    const { orderId } = await buyAndPay();
    await office.change(orderId, { orderStatus: ORDER_STATUS.completed });
    const heldOrders = [await openCheckout(), await openCheckout()];
    await finishWork();
    const readUses = await storeDiscountUse(orderId);
    for (const heldOrder of heldOrders) await storeDiscountUse(heldOrder.orderId);
    expect((await loaded.eraseOrder(orderId, new Date())).result).toBe("erased");
    expect(await readUses()).toBe(2);
    await Promise.all(heldOrders.map(({ sessionId }) => driver.release(sessionId)));
    expect(await readUses()).toBe(0);
    expect(JSON.stringify(await shop.table.partition("CODE#SPRING"))).not.toContain(DISCOUNT_CUSTOMER.hash);
  });

  /** Erases an order whose payment is disputed after the first decision to erase it, before its first item is deleted. */
  async function eraseDuringDispute(orderId: string, sessionId: string) {
    const { documentClient } = await import("../../../lambdas/lib/dynamodb.ts");
    let isDisputed = false;
    documentClient().middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === "DeleteItemCommand" && !isDisputed) {
            isDisputed = true;
            shop.payments.act(sessionId, "dispute");
            await driver.settleAndListFailures(await shop.payments.takeNewEvents());
          }
          return next(args);
        },
      { step: "initialize", name: "disputeBeforeDeletion" },
    );
    const outcome = await loaded.eraseOrder(orderId, new Date());
    documentClient().middlewareStack.remove("disputeBeforeDeletion");
    expect(isDisputed).toBe(true);
    return outcome;
  }

  test("keeps an order findable for its customer, and the use of its code, if a dispute arrives while the order is being erased", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await office.change(orderId, { orderStatus: ORDER_STATUS.completed });
    await finishWork();
    const readUses = await storeDiscountUse(orderId);
    await shop.payments.takeNewEvents();
    const { findOrderIdInMailbox } = await import("../../../lambdas/orders/order-number-table.ts");
    const { mailboxPk } = await import("../../../lambdas/mail/undeliverable-table.ts");
    const { orderNumber = "" } = await orderOf(shop.table, orderId);
    const findOrder = () => findOrderIdInMailbox(mailboxPk(EMAIL), orderNumber);
    expect(await findOrder()).toBe(orderId);
    const outcome = await eraseDuringDispute(orderId, sessionId);
    expect(outcome).toEqual({ orderId, result: "refused", reason: "a dispute is open" });
    expect(await findOrder()).toBe(orderId);
    expect(await readUses()).toBe(1);
  });

  test("leaves the tickets as they are if a dispute arrives while their order is being erased", async () => {
    const taping = testProduct({ category: "ticket", event: eventInDays(10) });
    await stockUp(shop.table, taping);
    const ticketDriver = await openTicketDriver(shop, driver);
    const { orderId, sessionId } = (await driver.send(orderData([[taping, 2]]))).data;
    await driver.pay(sessionId);
    await ticketDriver.deliverOrderEvents(orderId);
    await office.change(orderId, { orderStatus: ORDER_STATUS.completed });
    await finishWork();
    await shop.payments.takeNewEvents();
    const ticketsBefore = await ticketDriver.ticketsOf(orderId);
    const outcome = await eraseDuringDispute(orderId, sessionId);
    expect(outcome).toEqual({ orderId, result: "refused", reason: "a dispute is open" });
    expect(await ticketDriver.ticketsOf(orderId)).toEqual(ticketsBefore);
  });

  test("exports the discount code of an order without the hash of the customer's address", async () => {
    const { orderId } = await buyAndPay("ada@example.com");
    await storeDiscountUse(orderId);
    const exportedText = JSON.stringify(await loaded.exportCustomer(EMAIL, new Date()));
    expect(exportedText).toContain("SPRING");
    expect(exportedText).not.toContain(DISCOUNT_CUSTOMER.hash);
  });

  test("reports that an unreadable order is not erased", async () => {
    const { orderId } = await buyAndPay();
    await shop.table.put({ ...(await readOrderItem(orderId)), items: "none" });
    const outcome = { orderId, result: "unreadable" } as const;
    expect(await loaded.eraseOrder(orderId, new Date())).toEqual(outcome);
    expect(describeOutcomes([outcome], true)).toMatch(new RegExp(`NOT erased.*\n {2}${orderId}`));
    expect(isIncomplete([outcome])).toBe(true);
  });
});
