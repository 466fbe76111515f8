import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { eraseOrder } from "../../../infra/commands/customer/erase-order.ts";
import type { eraseTickets } from "../../../infra/commands/customer/erase-tickets.ts";
import { eraseCustomerData, erasureRefusal } from "../../../infra/commands/customer/erasure-rules.ts";
import type { exportCustomer } from "../../../infra/commands/customer/export-customer.ts";
import type { findIdsOfCustomer } from "../../../infra/commands/customer/stored-orders.ts";
import {
  describeOutcomes,
  isIncomplete,
  describeOutOfReach,
} from "../../../infra/commands/customer/texts.ts";
import type { markPublished } from "../../../lambdas/orders/outbox-table.ts";
import type { StoredOrder } from "../../../lambdas/orders/stored-order.ts";
import { adminTicketsApi, ticketsApi } from "../../../shared/api-tickets.ts";
import { eventSamples } from "../../../shared/event-samples.ts";
import { ERASED_CUSTOMER } from "../../../shared/order-summary.ts";
import { openBackOffice, type BackOffice } from "../../support/back-office.ts";
import { openCheckoutDriver, type CheckoutDriver } from "../../support/checkout-driver.ts";
import { orderData, stockUp, eventInDays, testProduct } from "../../support/fixtures.ts";
import { call } from "../../support/invoke.ts";
import { openTicketDriver } from "../../support/ticket-driver.ts";
import { checkInvariants, eventsOf, orderOf } from "../../support/invariants.ts";
import { paidOrder } from "../../support/paid-order.ts";
import { advanceClock, openShop, type Shop } from "../../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
let command: {
  eraseOrder: typeof eraseOrder;
  exportCustomer: typeof exportCustomer;
  findIdsOfCustomer: typeof findIdsOfCustomer;
  markPublished: typeof markPublished;
  eraseTickets: typeof eraseTickets;
};
const tee = testProduct({ stock: 100 });
const EMAIL = "Ada@Example.com";
const PERSONAL = /Ada@|Lovelace|502-555|Barrel Rd|Louisville|40202|1Z999|gate code|too small/i;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  command = {
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

async function placeOrder(options: { pay?: boolean; email?: string } = {}) {
  const data = orderData([[tee, 2]], { ship: true });
  const bill = { ...data.bill, fn: "Ada", ln: "Lovelace", email: options.email ?? EMAIL };
  const { data: checkout } = await driver.send({ ...data, bill, updates: true });
  if (options.pay !== false) await driver.pay(checkout.sessionId);
  return checkout;
}

/** Stores a webhook endpoint, and an OrderContact that waits for its delivery to the endpoint. */
async function putWaitingContact(orderId: string) {
  const [webhooks, deliveries] = [
    await import("../../../lambdas/webhooks/endpoint-table.ts"),
    await import("../../../lambdas/webhooks/delivery-table.ts"),
  ];
  const now = new Date();
  await webhooks.putWebhook({
    ...{ id: "whk_1", url: "https://hooks.example/", description: "", types: ["OrderContact"] },
    ...{ state: "active", createdAt: now.toISOString(), secret: "whsec_1" },
  });
  const contact = { ...eventSamples.OrderContact, orderId, id: "evt_1", phone: "waits for a webhook" };
  await deliveries.recordDelivery("whk_1", contact, { now, dueAt: now });
}

/** Publishes every event and finishes the work on stock, as the shop does within minutes. */
async function settle() {
  advanceClock(3 * 60_000);
  await driver.reconcile();
  for (const { sk, event } of await shop.table.items())
    if (event && String(sk).startsWith("OUTBOX#"))
      await command.markPublished(event as Parameters<typeof markPublished>[0], new Date());
}

describe("npm run customer", () => {
  test("erases a completed order except the data for bookkeeping, and a repetition changes nothing", async () => {
    const { orderId, sessionId } = await placeOrder({ email: "ada@example.com" });
    await office.change(orderId, { orderStatus: 2, tracking: "1Z999" });
    await office.note(orderId, { noteId: "note_0001", text: "Ring twice, gate code 77" });
    await office.refund(orderId, { refundId: "rfd_partial", amount: 1, note: "too small" });
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    await driver.settleEvents(await shop.payments.takeNewEvents());
    await settle();
    advanceClock(30 * 86_400_000);
    const before = await orderOf(shop.table, orderId);
    const allItems = async () => JSON.stringify(await shop.table.items());
    expect(await allItems()).toContain(before.contentHash);
    await putWaitingContact(orderId);
    const exported = await command.exportCustomer(EMAIL, new Date());
    for (const text of ["waits for a webhook", "Lovelace", "1Z999", "gate code", "too small"])
      expect(JSON.stringify(exported)).toContain(text);
    expect(JSON.stringify(exported)).not.toContain('"by":"ada"');

    const outcome = { orderId, result: "erased" };
    expect(await command.eraseOrder(orderId, new Date())).toEqual(outcome);
    const items = await shop.table.partition(`ORDER#${orderId}`);
    expect(JSON.stringify(items)).not.toMatch(PERSONAL);
    expect(await allItems()).not.toContain(before.contentHash);
    const {
      items: lines,
      financialInfo,
      payment,
      stripeSessionId,
      erased,
    } = await orderOf(shop.table, orderId);
    expect({ lines, financialInfo, stripeSessionId, id: payment.paymentIntentId }).toEqual({
      ...{ lines: before.items, financialInfo: before.financialInfo, stripeSessionId: sessionId },
      id: before.payment.paymentIntentId,
    });
    expect(erased).toMatchObject({ state: before.billingInfo?.state, country: "US" });
    expect((await eventsOf(shop.table, orderId)).at(-1)?.type).toBe("OrderErased");
    expect(await command.findIdsOfCustomer(EMAIL)).toEqual({
      orderIds: [],
      ticketIds: [],
      stockRequests: [],
    });
    expect((await shop.table.items()).filter(({ sk }) => String(sk).startsWith("CONSENT#"))).toEqual([]);
    const { version } = await orderOf(shop.table, orderId);
    await command.markPublished((await eventsOf(shop.table, orderId)).at(-1) as never, new Date());
    expect(await command.eraseOrder(orderId, new Date())).toEqual(outcome);
    expect((await orderOf(shop.table, orderId)).version).toBe(version);
    await checkInvariants(shop.table);

    const [row] = (await office.list()).data.orders;
    expect(row).toMatchObject({ erased: true, customer: { name: ERASED_CUSTOMER, email: "" } });
    expect((await driver.verifyPayment(sessionId)).data.receipt.customer).toMatchObject({
      name: "",
      city: "",
    });
    for (const { status, error } of [
      await driver.emailReceipt(sessionId),
      await office.change(orderId, { orderStatus: 1 }),
      await office.change(orderId, { orderStatus: 2, tracking: "1Z" }),
    ])
      expect([status, error?.message]).toEqual([409, expect.stringContaining("erased") as string]);
  });

  test("erases an order so that no note can be added later, also not with a refund; a refund without a note succeeds", async () => {
    const { orderId } = await placeOrder();
    await office.change(orderId, { orderStatus: 2 });
    const note = { noteId: "note_0001", text: "Ring twice, gate code 77" };
    await office.note(orderId, note);
    await settle();
    expect((await command.eraseOrder(orderId, new Date())).result).toBe("erased");
    for (const { status, error } of [
      await office.note(orderId, { noteId: "note_0002", text: "Lovelace called" }),
      // The repetition of a request whose response was lost.
      await office.note(orderId, note),
      await office.refund(orderId, { refundId: "rfd_with_a_note", amount: 1, note: "Lovelace called" }),
    ])
      expect([status, error?.message]).toEqual([409, expect.stringContaining("erased") as string]);
    const stripeReason = "requested_by_customer";
    const refunded = await office.refund(orderId, { refundId: "rfd_without_note", amount: 1, stripeReason });
    expect(refunded.data.refunds).toMatchObject([{ refundId: "rfd_without_note", stripeReason }]);
    expect(JSON.stringify(await shop.table.partition(`ORDER#${orderId}`))).not.toMatch(PERSONAL);
  });

  test("exports and erases the tickets of an order, and those that somebody else sent to the customer", async () => {
    const taping = testProduct({ category: "ticket", event: eventInDays(10) });
    await stockUp(shop.table, tee, taping);
    const ticketDriver = await openTicketDriver(shop, driver);
    const buy = async (email: string) => {
      const { bill, ...data } = orderData([[taping, 2]]);
      const { data: placed } = await driver.send({
        ...data,
        bill: { ...bill, fn: "Ada", ln: "Lovelace", email },
      });
      await driver.pay(placed.sessionId);
      await ticketDriver.deliverOrderEvents(placed.orderId);
      return { ...placed, tickets: await ticketDriver.ticketsOf(placed.orderId) };
    };
    const [own, others] = [await buy(EMAIL), await buy("grace@example.com")];
    const move = (code = "", email = "") =>
      call(ticketDriver.api, ticketsApi.moveTicket, { body: { code, name: "Moved Name", email } });
    await move(own.tickets[0]?.code, "bob@example.com");
    await move(others.tickets[0]?.code, EMAIL);

    const copy = await command.exportCustomer(EMAIL, new Date());
    expect(copy.orders[0]?.tickets).toMatchObject([{ ticketId: own.tickets[1]?.ticketId }]);
    expect(copy.tickets).toMatchObject([{ ticketId: others.tickets[0]?.ticketId, holder: "Moved Name" }]);
    // The name of the person who sent the ticket is not the customer's data.
    expect(JSON.stringify(copy.tickets)).not.toContain("Lovelace");
    expect(await command.findIdsOfCustomer(EMAIL)).toEqual({
      orderIds: [own.orderId],
      ticketIds: [others.tickets[0]?.ticketId],
      stockRequests: [],
    });

    await office.change(own.orderId, { orderStatus: 2 });
    await settle();
    expect((await command.eraseOrder(own.orderId, new Date())).result).toBe("erased");
    await command.eraseTickets([others.tickets[0]?.ticketId ?? ""]);
    expect(await ticketDriver.deliverOrderEvents(own.orderId)).toEqual([]);
    const after = [
      ...(await ticketDriver.ticketsOf(own.orderId)),
      ...(await ticketDriver.ticketsOf(others.orderId)),
    ];
    expect(after.map(({ holder, email }) => [holder, email])).toEqual([
      ["Moved Name", "bob@example.com"],
      ["", undefined],
      ["", undefined],
      ["Ada Lovelace", "grace@example.com"],
    ]);
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
    const [sent, kept] = data.tickets.map(({ ticketId }) => ticketId);
    const stored = await shop.table.partition(`TICKET#${sent}`);
    const code = String(stored.find(({ sk }) => sk === "TICKET")?.["code"]);
    const friend = { name: "Grace Hopper", email: "grace@example.com" };
    await call(ticketDriver.api, ticketsApi.moveTicket, { body: { code, ...friend } });
    const [own, others] = [
      await command.exportCustomer(EMAIL, new Date()),
      await command.exportCustomer(friend.email, new Date()),
    ];
    expect(own.tickets).toMatchObject([
      { ticketId: kept, complimentary: { reason: gift.reason, by: "admin" } },
    ]);
    expect(others.tickets).toMatchObject([
      { ticketId: sent, holder: friend.name, complimentary: { by: "admin" } },
    ]);
    expect(JSON.stringify(others.tickets)).not.toContain("Ada");
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
    const { stockRequests } = await command.exportCustomer(EMAIL, new Date());
    expect(stockRequests).toEqual([
      { productId: soldOut.id, state: "waiting", askedAt: expect.any(String) as string },
    ]);
    for (const request of (await command.findIdsOfCustomer(EMAIL)).stockRequests)
      await requests.removeRequest(request);
    const left = await requests.readRequests(subject, { limit: 5 });
    expect(left.requests.map(({ email }) => email)).toEqual(["other@example.com"]);
    expect(await readWaitingLists(new Date(), soldOut.id)).toMatchObject([{ people: 1 }]);
  });

  test("deletes an order that was never paid, and the items that refer to it", async () => {
    const { orderId, sessionId } = await placeOrder({ pay: false });
    await driver.release(sessionId);
    advanceClock(40 * 60_000);
    await settle();
    expect(await command.eraseOrder(orderId, new Date())).toEqual({ orderId, result: "deleted" });
    // The history of a stock keeps the id, without anything about the customer.
    const others = (await shop.table.items()).filter(({ sk }) => !String(sk).startsWith("STOCK#"));
    expect(JSON.stringify(others)).not.toContain(orderId);
    expect(await command.eraseOrder(orderId, new Date())).toEqual({ orderId, result: "gone" });
  });

  test("does not erase an order that is not shipped yet, and ends only the consent to news", async () => {
    const { orderId } = await placeOrder();
    await settle();
    const reason = "it is neither completed nor cancelled";
    expect(await command.eraseOrder(orderId, new Date())).toEqual({ orderId, result: "refused", reason });
    const { billingInfo, marketingConsent } = await orderOf(shop.table, orderId);
    expect([billingInfo?.email, marketingConsent]).toEqual([EMAIL, false]);
    expect((await eventsOf(shop.table, orderId)).at(-1)?.type).toBe("ConsentWithdrawn");
  });

  test("exports the code of an order without the hash of the mail address", async () => {
    const { orderId } = await placeOrder({ email: "ada@example.com" });
    const stored = (await shop.table.partition(`ORDER#${orderId}`)).find(({ sk }) => sk === "ORDER");
    const customer = { hash: "8c0f3e", limit: 1 };
    const discountUse = { code: "SPRING", discountId: "dsc_1", isLimited: false, customer };
    await shop.table.put({ pk: `ORDER#${orderId}`, sk: "ORDER", ...stored, discountUse });
    const exported = JSON.stringify(await command.exportCustomer(EMAIL, new Date()));
    expect(exported).toContain("SPRING");
    expect(exported).not.toContain(customer.hash);
  });

  test("reports that an order that cannot be read was not erased", async () => {
    const { orderId } = await placeOrder();
    const stored = (await shop.table.partition(`ORDER#${orderId}`)).find(({ sk }) => sk === "ORDER");
    await shop.table.put({ ...stored, items: "none" });
    const outcome = { orderId, result: "unreadable" } as const;
    expect(await command.eraseOrder(orderId, new Date())).toEqual(outcome);
    expect(describeOutcomes([outcome], true)).toMatch(new RegExp(`NOT erased.*\n {2}${orderId}`));
    expect(isIncomplete([outcome])).toBe(true);
  });
});

describe("an order's personal data", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const paid = paidOrder(now);
  const completed: StoredOrder = { ...paid, orderStatus: 2 };
  const refund = { refundId: "rfd_1", amount: 1, reason: "x", at: paid.createdAt, paymentIntentId: "pi_1" };
  const dispute = { disputeId: "dp_1", amount: 1, withdrawn: 1, reason: "fraudulent", at: paid.createdAt };
  const { paidSessionId: _, ...unpaid } = paid.payment;
  const released = { ...paid, payment: unpaid, hold: { ...paid.hold, state: "released" as const } };

  test.each<[string, string | undefined, StoredOrder]>([
    ["a completed order", undefined, completed],
    ["a cancelled order", undefined, { ...paid, orderStatus: 3 }],
    ["a pending order", "it is neither completed nor cancelled", paid],
    [
      "a requested refund",
      "a refund is not complete",
      { ...completed, refunds: [{ ...refund, status: "requested" }] },
    ],
    [
      "a refund that succeeded",
      "its refund may still come back from the bank until 2026-12-22T12:00:00.000Z, and the customer must then be reached",
      { ...completed, refunds: [{ ...refund, status: "succeeded" }] },
    ],
    [
      "a refund that succeeded 30 days ago",
      undefined,
      { ...completed, refunds: [{ ...refund, status: "succeeded", at: "2026-10-23T12:00:00.000Z" }] },
    ],
    [
      "a refund that was requested 40 days ago and succeeded a day ago",
      "its refund may still come back from the bank until 2026-12-21T12:00:00.000Z, and the customer must then be reached",
      {
        ...completed,
        refunds: [{ ...refund, status: "succeeded", at: "2026-10-13T12:00:00.000Z" }],
        history: [{ at: "2026-11-21T12:00:00.000Z", by: "stripe", what: "refund succeeded", to: 1 }],
      },
    ],
    [
      "an open dispute",
      "a dispute is open",
      {
        ...completed,
        disputes: [{ ...dispute, status: "open", paymentIntentId: "pi_1", toldAt: 1, moves: 1 }],
      },
    ],
    [
      "an open cause",
      "it needs attention: a refund failed",
      { ...completed, attention: [{ cause: "refund-failed", about: "rfd_1", since: paid.createdAt }] },
    ],
    [
      "a payment page that may be open",
      "its payment page may be open until 2026-11-22T12:31:00.000Z",
      { ...released, paymentStatus: "expired" },
    ],
    ["a slow payment", "its payment is on its way", { ...released, paymentStatus: "processing" }],
    [
      "held pieces",
      `its pieces are held until ${paid.hold.endsAt}`,
      { ...released, paymentStatus: "unpaid", hold: { state: "held", endsAt: paid.hold.endsAt } },
    ],
  ])("in the case of %s is erased unless there is a reason against it: %s", (_title, reason, stored) => {
    expect(erasureRefusal(stored, now)).toBe(reason);
  });

  test("is erased only once", () => {
    const change = eraseCustomerData(completed, { by: "shop", now });
    expect(change && eraseCustomerData(change.order, { by: "shop", now })).toBeUndefined();
  });

  test("in logs, mails and backups is named with the time after which it is deleted", () => {
    const text = describeOutOfReach({ logRetentionDays: 90, teamEmail: "team@example.org" });
    for (const part of [
      "team@example.org",
      "35 days",
      "90 days",
      "for a year",
      "reasons that admins typed",
      "Stripe",
      "Door staff",
      "sent on",
    ])
      expect(text).toContain(part);
  });
});
