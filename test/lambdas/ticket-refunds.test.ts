import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { adminTicketsApi, ticketsApi } from "../../shared/api-tickets.ts";
import { brand } from "../../shared/site/brand.ts";
import { stateOf } from "../../shared/tickets/ticket.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { stockUp, eventInDays, testProduct } from "../support/fixtures.ts";
import { orderOf } from "../support/invariants.ts";
import { call, deliver, toBusEvent } from "../support/invoke.ts";
import { createSecondSession } from "../support/stripe-events.ts";
import { openTicketShop } from "../support/ticket-shop.ts";

const { shop, driver, office, ticketDriver, taping, tee, buyTickets, readTicketStates, ticketMails } =
  await openTicketShop();

/** Requests a refund of these seats of the order's first line. */
const refundSeats = async (orderId: string, seats: number[]) => {
  const { status } = await office.refund(orderId, {
    refundId: randomUUID(),
    lines: [{ line: 0, quantity: seats.length, seats }],
  });
  expect(status).toBe(202);
};
/** Makes the order's requested refund fail at Stripe, and delivers the order's events to `issue-tickets`. */
const failRefund = async (orderId: string, sessionId: string) => {
  await driver.failRefund({ orderId, sessionId });
  expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
};

describe("a refund or cancellation", () => {
  test("makes the tickets of the chosen seats void, and valid again if the refund fails", async () => {
    const { orderId, sessionId } = await buyTickets(3);
    await refundSeats(orderId, [1]);
    await ticketDriver.deliverOrderEvents(orderId);
    expect(await readTicketStates(orderId)).toEqual(["valid", "void", "valid"]);
    await failRefund(orderId, sessionId);
    const [refund] = (await orderOf(shop.table, orderId)).refunds;
    expect(refund).toMatchObject({ status: "failed", lines: [{ line: 0, quantity: 1, seats: [1] }] });
    expect(await readTicketStates(orderId)).toEqual(["valid", "valid", "valid"]);
    const [, second] = await ticketDriver.ticketsOf(orderId);
    expect(await ticketDriver.eventTypesOf(second?.ticketId ?? "")).toEqual([
      "TicketIssued",
      "TicketVoided",
      "TicketIssued",
    ]);
  });

  test("that fails does not make a ticket valid again that an admin has made void in the meantime", async () => {
    const { orderId, sessionId } = await buyTickets(2);
    await refundSeats(orderId, [0, 1]);
    await ticketDriver.deliverOrderEvents(orderId);
    const [firstTicket] = await ticketDriver.ticketsOf(orderId);
    const params = { id: firstTicket?.ticketId ?? "" };
    const { data } = await call(ticketDriver.api, adminTicketsApi.voidTicket, { params });
    expect(data.void).toEqual({ why: "by-admin", at: firstTicket?.void?.at });
    await failRefund(orderId, sessionId);
    expect(await readTicketStates(orderId)).toEqual(["void", "valid"]);
    expect(await ticketDriver.eventTypesOf(params.id)).toEqual(["TicketIssued", "TicketVoided"]);
  });

  test("that fails does not make a ticket valid again if its seat went back on sale, so that the seat is not sold twice", async () => {
    const concert = testProduct({ category: "ticket", stock: 3, event: eventInDays(9) });
    await stockUp(shop.table, concert);
    const { orderId, sessionId } = await buyTickets(3, concert);
    const seatLine = { line: 0, quantity: 1, seats: [1] };
    const restockLines = [{ line: 0, quantity: 1 }];
    await office.refund(orderId, { refundId: randomUUID(), lines: [seatLine], restockLines });
    await failRefund(orderId, sessionId);
    const otherOrder = await buyTickets(1, concert);
    await ticketDriver.deliverOrderEvents(orderId);
    expect([await readTicketStates(orderId), await readTicketStates(otherOrder.orderId)]).toEqual([
      ["valid", "void", "valid"],
      ["valid"],
    ]);
    // The money can be refunded again, but this second refund can put neither this seat nor another one back on sale.
    const secondRefund = { refundId: randomUUID(), lines: [seatLine] };
    for (const pieces of [{ line: 0, quantity: 1 }, seatLine])
      expect((await office.refund(orderId, { ...secondRefund, restockLines: [pieces] })).status).toBe(409);
    expect((await office.refund(orderId, secondRefund)).status).toBe(202);
    await ticketDriver.deliverOrderEvents(orderId);
    expect(await readTicketStates(orderId)).toEqual(["valid", "void", "valid"]);
  });

  test("names the refunded tickets in the customer's mail and in the order's history", async () => {
    const { orderId } = await driver.buyAndPay([
      [tee, 1],
      [taping, 3],
    ]);
    await ticketDriver.deliverOrderEvents(orderId);
    const lines = [{ line: 1, quantity: 2, seats: [0, 2] }];
    await office.refund(orderId, { refundId: randomUUID(), lines });
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    await driver.deliverOutbox("send-order-email", orderId, "OrderRefunded");
    const mail = shop.mails.find(({ tags }) => tags["kind"] === "order-refunded");
    expect(mail?.text).toContain(
      "Live Taping: tickets 1 and 3 of 3. Nobody is let in with a refunded ticket.",
    );
    const { history } = await orderOf(shop.table, orderId);
    expect(history.find(({ what }) => what === "refund for")?.to).toBe(
      "2 × Live Taping (tickets 1 and 3 of 3)",
    );
  });

  test("names the tickets that went back on sale in the customer's mail, also if the refund is for an amount without lines", async () => {
    const { orderId } = await buyTickets(2);
    const restockLines = [{ line: 0, quantity: 2 }];
    await office.refund(orderId, { refundId: randomUUID(), amount: 1, restockLines });
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    await driver.deliverOutbox("send-order-email", orderId, "OrderRefunded");
    const mails = shop.mails.filter(({ tags }) => tags["kind"] === "order-refunded");
    expect(mails.at(-1)?.text).toContain("Live Taping: tickets 1 and 2 of 2. They are not valid any more.");
  });

  test("mails the new holder of a transferred ticket that it is void, and mails the ticket when it is valid again, each time once", async () => {
    const { orderId, tickets } = await buyTickets(2);
    const { code = "", ticketId = "" } = tickets[0] ?? {};
    const friend = { name: "Hedy Lamarr", email: "hedy.lamarr@example.com" };
    await call(ticketDriver.api, ticketsApi.moveTicket, { body: { code, ...friend } });
    /**
     * Delivers all events of the order, and the ticket's events twice, because a repeated event must not send a second mail.
     * Returns all mails to the friend since the start of the test.
     */
    const deliverAndListMails = async () => {
      await ticketDriver.deliverOrderEvents(orderId);
      for (let i = 0; i < 2; i++) await ticketDriver.deliverTicketEvents(ticketId);
      return shop.mails.filter(({ to }) => to === friend.email);
    };
    const [transferMail] = await deliverAndListMails();
    expect(transferMail?.text).toContain("Grace Hopper has sent you this ticket.");
    await office.change(orderId, { orderStatus: ORDER_STATUS.cancelled });
    const [, voidMail, ...furtherMails] = await deliverAndListMails();
    expect([voidMail?.subject, furtherMails]).toEqual([
      `Your ticket is not valid any more: Live Taping (${brand.name})`,
      [],
    ]);
    expect(voidMail?.text).toContain("Ticket 1 of 2 for Live Taping is not valid any more.");
    await office.change(orderId, { orderStatus: ORDER_STATUS.pending });
    expect((await deliverAndListMails()).map(({ subject }) => subject)).toEqual([
      transferMail?.subject,
      voidMail?.subject,
      transferMail?.subject,
    ]);
    // The ticket's events of these three changes are delivered late, when the ticket is void for the third time.
    for (const orderStatus of [ORDER_STATUS.cancelled, ORDER_STATUS.pending, ORDER_STATUS.cancelled]) {
      await office.change(orderId, { orderStatus });
      await ticketDriver.deliverOrderEvents(orderId);
    }
    expect((await deliverAndListMails()).slice(3).map(({ subject }) => subject)).toEqual([voidMail?.subject]);
  });

  test("without chosen seats stores the seats that the shop chose, so that a failed older refund does not make their tickets valid", async () => {
    const { orderId, sessionId } = await buyTickets(4);
    const [olderId, newerId] = [randomUUID(), randomUUID()];
    const lines = [{ line: 0, quantity: 1 }];
    await office.refund(orderId, { refundId: olderId, lines });
    await failRefund(orderId, sessionId);
    const newerRequest = { refundId: newerId, lines: [{ line: 0, quantity: 2 }] };
    await office.refund(orderId, newerRequest);
    await office.refund(orderId, { refundId: randomUUID(), lines });
    const storedOrder = await orderOf(shop.table, orderId);
    expect(storedOrder.refunds.map((refund) => refund.lines?.[0]?.seats)).toEqual([[3], [3, 2], [1]]);
    // A browser repeats a request whose response was lost.
    expect((await office.refund(orderId, newerRequest)).status).toBe(202);
    expect((await office.refund(orderId, { refundId: olderId, lines })).status).toBe(409);
    await ticketDriver.deliverOrderEvents(orderId);
    expect(await readTicketStates(orderId)).toEqual(["valid", "void", "void", "void"]);
  });

  test("of the same order by several admins at the same time is made once, and the other admins get 409", async () => {
    const { orderId } = await buyTickets(3);
    const { version } = await orderOf(shop.table, orderId);
    const refund = (chosenSeats: object) =>
      office.refund(orderId, {
        refundId: randomUUID(),
        version,
        amount: 1,
        lines: [{ line: 0, quantity: 1, ...chosenSeats }],
      });
    const responses = await Promise.all([
      refund({}),
      refund({}),
      refund({ seats: [0] }),
      refund({ seats: [0] }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
    await ticketDriver.deliverOrderEvents(orderId);
    expect((await readTicketStates(orderId)).filter((state) => state === "void")).toHaveLength(1);
  });

  test("that puts only some tickets of a line back on sale gets 409 if it does not name the tickets", async () => {
    const { orderId } = await buyTickets(2);
    const refund = (quantity: number) =>
      office.refund(orderId, { refundId: randomUUID(), amount: 1, restockLines: [{ line: 0, quantity }] });
    const { status, error } = await refund(1);
    expect([status, error.message]).toEqual([
      409,
      "Choose which tickets of Live Taping to refund and put back in stock.",
    ]);
    expect((await refund(2)).status).toBe(202);
    await ticketDriver.deliverOrderEvents(orderId);
    expect(await readTicketStates(orderId)).toEqual(["void", "void"]);
  });

  test("of a whole order makes all tickets void; a reopened order makes them valid with the same codes, without a mail", async () => {
    const { orderId, tickets } = await buyTickets(2);
    expect(
      (await office.change(orderId, { orderStatus: ORDER_STATUS.cancelled, restock: true })).status,
    ).toBe(200);
    await ticketDriver.deliverOrderEvents(orderId);
    expect((await ticketDriver.ticketsOf(orderId)).map((ticket) => ticket.void?.why)).toEqual([
      "cancelled",
      "cancelled",
    ]);
    expect((await office.change(orderId, { orderStatus: ORDER_STATUS.pending })).status).toBe(200);
    await ticketDriver.deliverOrderEvents(orderId);
    const ticketsAfter = await ticketDriver.ticketsOf(orderId);
    expect(ticketsAfter.map(stateOf)).toEqual(["valid", "valid"]);
    expect(ticketsAfter.map(({ code }) => code)).toEqual(tickets.map(({ code }) => code));
    expect(ticketMails()).toEqual([]);
  });

  test("of the whole payment makes all tickets void as soon as it is requested", async () => {
    const { orderId } = await buyTickets(2);
    expect((await office.refund(orderId, { refundId: randomUUID() })).status).toBe(202);
    await ticketDriver.deliverOrderEvents(orderId);
    expect(await readTicketStates(orderId)).toEqual(["void", "void"]);
  });

  test("of the whole payment in Stripe's dashboard makes all tickets void while it is pending", async () => {
    const { orderId, sessionId } = await buyTickets(2);
    await ticketDriver.deliverOrderEvents(orderId);
    const eventsBefore = await driver.outbox(orderId);
    shop.payments.act(sessionId, "refund-pending");
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    const newEvents = (await driver.outbox(orderId)).slice(eventsBefore.length);
    await deliver(ticketDriver.issueHandler, newEvents.map(toBusEvent));
    expect(await readTicketStates(orderId)).toEqual(["void", "void"]);
  });

  test.each<[description: string, lines: object[], message: string]>([
    ["fewer seats than pieces", [{ line: 0, quantity: 2, seats: [0] }], "Choose 2 seats of Live Taping."],
    ["a seat twice", [{ line: 0, quantity: 2, seats: [0, 0] }], "Choose 2 seats of Live Taping."],
    [
      "a seat that is not in the order",
      [{ line: 0, quantity: 1, seats: [3] }],
      "There is no seat 4 of Live Taping.",
    ],
    ["seats of merchandise", [{ line: 1, quantity: 1, seats: [0] }], "Only tickets have seats."],
  ])("is refused with %s", async (_, lines, message) => {
    const { orderId } = await driver.buyAndPay([
      [taping, 3],
      [tee, 1],
    ]);
    const body = { refundId: randomUUID(), lines: lines as never };
    const { status, error } = await office.refund(orderId, body);
    expect([status, error.message]).toEqual([409, message]);
  });

  test("is refused for a seat that was refunded before", async () => {
    const { orderId } = await driver.buyAndPay([[taping, 3]]);
    const refund = (refundId: string) =>
      office.refund(orderId, { refundId, lines: [{ line: 0, quantity: 1, seats: [0] }] });
    const firstId = randomUUID();
    expect((await refund(firstId)).status).toBe(202);
    const { status, error } = await refund(randomUUID());
    expect([status, error.message]).toEqual([409, "Ticket 1 of Live Taping was already refunded."]);
    // A repetition of the first request is accepted, and makes no second refund.
    expect((await refund(firstId)).status).toBe(202);
    expect((await orderOf(shop.table, orderId)).refunds).toHaveLength(1);
  });
});

test("a lost dispute makes all tickets void, even after an admin has acknowledged it; an open dispute does not", async () => {
  const { orderId, sessionId } = await buyTickets(2);
  const settleAndReadStates = async (action: "dispute" | "dispute-lose") => {
    shop.payments.act(sessionId, action);
    expect(await driver.settleAndListFailures(await shop.payments.takeNewEvents())).toEqual([]);
    await ticketDriver.deliverOrderEvents(orderId);
    return readTicketStates(orderId);
  };
  expect(await settleAndReadStates("dispute")).toEqual(["valid", "valid"]);
  expect(await settleAndReadStates("dispute-lose")).toEqual(["void", "void"]);
  const body = { version: (await orderOf(shop.table, orderId)).version };
  const response = await call(office.handler, adminApi.acknowledge, { params: { id: orderId }, body });
  expect([response.status, response.data.attention]).toEqual([200, []]);
  await ticketDriver.deliverOrderEvents(orderId);
  expect(await readTicketStates(orderId)).toEqual(["void", "void"]);
});

test("a lost dispute of a second payment leaves the tickets valid while the dispute of the order's own payment is open", async () => {
  const { orderId, sessionId } = await driver.buyAndPay([[taping, 1]]);
  const secondSession = await createSecondSession(shop.payments, orderId);
  for (const [id, action] of [
    [secondSession.id, "pay"],
    [sessionId, "dispute"],
    [secondSession.id, "dispute"],
    [secondSession.id, "dispute-lose"],
  ] as const) {
    shop.payments.act(id, action);
    expect(await driver.settleAndListFailures(await shop.payments.takeNewEvents())).toEqual([]);
  }
  const { disputes } = await orderOf(shop.table, orderId);
  expect(disputes).toMatchObject([
    { status: "open", withdrawn: 25 },
    { status: "lost", withdrawn: 25 },
  ]);
  await ticketDriver.deliverOrderEvents(orderId);
  expect(await readTicketStates(orderId)).toEqual(["valid"]);
  // The bank has not decided about the order's own payment, so the order is not refunded.
  expect((await office.change(orderId, { orderStatus: ORDER_STATUS.completed })).status).toBe(200);
});
