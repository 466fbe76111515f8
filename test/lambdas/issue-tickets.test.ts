import { randomUUID } from "node:crypto";
import { inflateSync } from "node:zlib";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { encode } from "uqr";
import { eventLine } from "../../shared/event-text.ts";
import { checkCode, importPublicKey, eventHash } from "../../shared/tickets/ticket-code.ts";
import { parseTicketKeys } from "../../shared/tickets/ticket-keys.ts";
import { stateOf } from "../../shared/tickets/ticket.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { ticketsApi } from "../../shared/api-tickets.ts";
import { openBackOffice, type BackOffice } from "../support/back-office.ts";
import { openCheckoutDriver, type CheckoutDriver } from "../support/checkout-driver.ts";
import { stockUp, eventInDays, testProduct } from "../support/fixtures.ts";
import { orderOf } from "../support/invariants.ts";
import { call, deliver, toBusEvent } from "../support/invoke.ts";
import { SECRETS } from "../support/secrets.ts";
import { createSecondSession } from "../support/stripe-events.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop, ORIGIN } from "../support/shop.ts";
import type { TicketDriver } from "../support/ticket-driver.ts";
import { openTicketDriver } from "../support/ticket-driver.ts";

const MINUTE_MS = 60_000;

let shop: Shop;
let driver: CheckoutDriver;
let admin: BackOffice;
let ticketDriver: TicketDriver;
const taping = testProduct({ name: "Live Taping", category: "ticket", stock: 100, event: eventInDays(10) });
const tee = testProduct({ stock: 100 });

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  admin = await openBackOffice(shop);
  ticketDriver = await openTicketDriver(shop, driver);
  await stockUp(shop.table, taping, tee);
});
afterEach(() => {
  shop.secrets.current["tickets"] = SECRETS.tickets;
  shop.faults.mail = false;
  shop.payments.faults.set({ refunds: "normal" });
  shop.mails.length = 0;
});

const readTicketStates = async (orderId: string) => (await ticketDriver.ticketsOf(orderId)).map(stateOf);
const refundSeats = async (orderId: string, seats: number[]) => {
  const { status } = await admin.refund(orderId, {
    refundId: randomUUID(),
    lines: [{ line: 0, quantity: seats.length, seats }],
  });
  expect(status).toBe(202);
};

describe("an order", () => {
  test("gets a signed ticket for each piece of its ticket lines when it is paid", async () => {
    const { orderId } = await driver.buyAndPay([
      [tee, 2],
      [taping, 3],
    ]);
    // No event failed.
    expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
    const tickets = await ticketDriver.ticketsOf(orderId);
    const { billingInfo, orderNumber } = await orderOf(shop.table, orderId);
    expect(orderNumber).toMatch(/^BV-\d+$/);
    expect(
      tickets.map(({ n, of, line, holder, email, orderNumber: number }) => ({
        n,
        of,
        line,
        holder,
        email,
        orderNumber: number,
      })),
    ).toEqual(
      [1, 2, 3].map((n) => ({
        ...{ n, of: 3, line: 1, email: billingInfo?.email, orderNumber },
        holder: `${billingInfo?.firstName} ${billingInfo?.lastName}`,
      })),
    );
    const [key] = parseTicketKeys(SECRETS.tickets);
    if (!key) throw new Error("no key");
    const keys = [{ id: key.id, key: await importPublicKey(key.publicKey) }];
    for (const { code, ticketId } of tickets)
      expect(await checkCode(code, keys, Date.now())).toMatchObject({
        ok: true,
        content: { kind: "ticket", id: ticketId, generation: 0, event: await eventHash(taping.id) },
      });
    expect(new Set(tickets.map(({ shortCode }) => shortCode)).size).toBe(3);
    expect(await ticketDriver.eventTypesOf(tickets[0]?.ticketId ?? "")).toEqual(["TicketIssued"]);
  });

  test("gets each ticket once when its events are repeated and handled at the same time", async () => {
    const { orderId } = await driver.buyAndPay([[taping, 4]]);
    await Promise.all([1, 2, 3, 4].map(() => ticketDriver.deliverOrderEvents(orderId)));
    await ticketDriver.deliverOrderEvents(orderId);
    const tickets = await ticketDriver.ticketsOf(orderId);
    expect(tickets).toHaveLength(4);
    for (const { ticketId, version } of tickets) {
      expect(version).toBe(1);
      expect(await ticketDriver.eventTypesOf(ticketId)).toEqual(["TicketIssued"]);
    }
    expect(shop.mails.filter(({ tags }) => tags["kind"] === "tickets")).toHaveLength(1);
  });

  test("gets no ticket before the payment, and none for merchandise", async () => {
    const unpaidOrder = await driver.openCheckout([[taping, 1]]);
    expect(await ticketDriver.deliverOrderEvents(unpaidOrder.orderId)).toEqual([]);
    expect(await ticketDriver.ticketsOf(unpaidOrder.orderId)).toEqual([]);
    const { orderId } = await driver.buyAndPay([[tee, 1]]);
    expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
    expect(shop.mails).toEqual([]);
  });

  test("gets its tickets later if there is no signing key at first; its event waits in the queue, and an alarm is raised", async () => {
    const { orderId } = await driver.buyAndPay([[taping, 1]]);
    // The random text of a new secret. The functions cache the previous value for five minutes.
    shop.secrets.current["tickets"] = "a1B2c3D4e5";
    advanceClock(6 * MINUTE_MS);
    expect(await ticketDriver.deliverOrderEvents(orderId)).not.toEqual([]);
    expect(shop.logs.some((line) => /"alarm": ?"secret"/.test(line))).toBe(true);
    expect(await ticketDriver.ticketsOf(orderId)).toEqual([]);
    shop.secrets.current["tickets"] = SECRETS.tickets;
    advanceClock(6 * MINUTE_MS);
    expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
    expect(await ticketDriver.ticketsOf(orderId)).toHaveLength(1);
  });

  test("gets tickets without a mail if its event is over", async () => {
    const past = testProduct({ category: "ticket", event: eventInDays(1) });
    await stockUp(shop.table, past);
    const { orderId } = await driver.buyAndPay([[past, 1]]);
    advanceClock(2 * 24 * 60 * MINUTE_MS);
    expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
    expect(await ticketDriver.ticketsOf(orderId)).toHaveLength(1);
    expect(shop.mails).toEqual([]);
  });
});

describe("a refund or cancellation", () => {
  test("makes the chosen seats void, and they are valid again if the refund fails", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([[taping, 3]]);
    await ticketDriver.deliverOrderEvents(orderId);
    await refundSeats(orderId, [1]);
    await ticketDriver.deliverOrderEvents(orderId);
    expect(await readTicketStates(orderId)).toEqual(["valid", "void", "valid"]);
    await driver.failRefund({ orderId, sessionId });
    const [refund] = (await orderOf(shop.table, orderId)).refunds;
    expect(refund).toMatchObject({ status: "failed", lines: [{ line: 0, quantity: 1, seats: [1] }] });
    expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
    expect(await readTicketStates(orderId)).toEqual(["valid", "valid", "valid"]);
    const [, second] = await ticketDriver.ticketsOf(orderId);
    expect(await ticketDriver.eventTypesOf(second?.ticketId ?? "")).toEqual([
      "TicketIssued",
      "TicketVoided",
      "TicketIssued",
    ]);
  });

  /** Makes the order's requested refund fail at Stripe, and delivers the order's events to `issue-tickets`. */
  const failRefund = async (orderId: string, sessionId: string) => {
    await driver.failRefund({ orderId, sessionId });
    await ticketDriver.deliverOrderEvents(orderId);
  };

  test("that fails leaves the ticket of a seat void if the seat went back on sale, so that the seat is not sold twice", async () => {
    const night = testProduct({ category: "ticket", stock: 3, event: eventInDays(9) });
    await stockUp(shop.table, night);
    const { orderId, sessionId } = await driver.buyAndPay([[night, 3]]);
    await ticketDriver.deliverOrderEvents(orderId);
    const seatLine = { line: 0, quantity: 1, seats: [1] };
    const restockLines = [{ line: 0, quantity: 1 }];
    await admin.refund(orderId, { refundId: randomUUID(), lines: [seatLine], restockLines });
    await failRefund(orderId, sessionId);
    const second = await driver.buyAndPay([[night, 1]]);
    await ticketDriver.deliverOrderEvents(second.orderId);
    await ticketDriver.deliverOrderEvents(orderId);
    expect([await readTicketStates(orderId), await readTicketStates(second.orderId)]).toEqual([
      ["valid", "void", "valid"],
      ["valid"],
    ]);
    // The money can be refunded again, but this second refund can put neither this seat nor another one back on sale.
    const secondRefund = { refundId: randomUUID(), lines: [seatLine] };
    for (const pieces of [{ line: 0, quantity: 1 }, seatLine])
      expect((await admin.refund(orderId, { ...secondRefund, restockLines: [pieces] })).status).toBe(409);
    expect((await admin.refund(orderId, secondRefund)).status).toBe(202);
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
    await admin.refund(orderId, { refundId: randomUUID(), lines });
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
    const { orderId } = await driver.buyAndPay([[taping, 2]]);
    await ticketDriver.deliverOrderEvents(orderId);
    const restockLines = [{ line: 0, quantity: 2 }];
    await admin.refund(orderId, { refundId: randomUUID(), amount: 1, restockLines });
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    await driver.deliverOutbox("send-order-email", orderId, "OrderRefunded");
    const mails = shop.mails.filter(({ tags }) => tags["kind"] === "order-refunded");
    expect(mails.at(-1)?.text).toContain("Live Taping: tickets 1 and 2 of 2. They are not valid any more.");
  });

  test("sends the new holder of a transferred ticket a mail that the ticket is void, and later a mail that it is valid again", async () => {
    const { orderId } = await driver.buyAndPay([[taping, 2]]);
    await ticketDriver.deliverOrderEvents(orderId);
    const [first] = await ticketDriver.ticketsOf(orderId);
    const friend = { name: "Hedy Lamarr", email: "hedy.lamarr@example.com" };
    await call(ticketDriver.api, ticketsApi.moveTicket, { body: { code: first?.code ?? "", ...friend } });
    /**
     * Delivers all events of the order, and the ticket's events twice, because a repeated event must not send a second mail.
     * Returns all mails to the friend since the start of the test.
     */
    const deliverAndListMails = async () => {
      await ticketDriver.deliverOrderEvents(orderId);
      for (let i = 0; i < 2; i++) await ticketDriver.deliverTicketEvents(first?.ticketId ?? "");
      return shop.mails.filter(({ to }) => to === friend.email);
    };
    const [transferMail] = await deliverAndListMails();
    expect(transferMail?.text).toContain("Grace Hopper has sent you this ticket.");
    await admin.change(orderId, { orderStatus: 3 });
    const [, voidMail, ...furtherMails] = await deliverAndListMails();
    expect([voidMail?.subject, furtherMails]).toEqual([
      "Your ticket is not valid any more: Live Taping (Bourbon Vipers)",
      [],
    ]);
    expect(voidMail?.text).toContain("Ticket 1 of 2 for Live Taping is not valid any more.");
    await admin.change(orderId, { orderStatus: 1 });
    expect((await deliverAndListMails()).map(({ subject }) => subject)).toEqual([
      transferMail?.subject,
      voidMail?.subject,
      transferMail?.subject,
    ]);
  });

  test("without chosen seats stores the seats that the shop chose, so that those seats stay void when an older refund fails", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([[taping, 4]]);
    await ticketDriver.deliverOrderEvents(orderId);
    const [olderId, newerId] = [randomUUID(), randomUUID()];
    const lines = [{ line: 0, quantity: 1 }];
    await admin.refund(orderId, { refundId: olderId, lines });
    await failRefund(orderId, sessionId);
    const newerRequest = { refundId: newerId, lines: [{ line: 0, quantity: 2 }] };
    await admin.refund(orderId, newerRequest);
    await admin.refund(orderId, { refundId: randomUUID(), lines });
    const storedOrder = await orderOf(shop.table, orderId);
    expect(storedOrder.refunds.map((refund) => refund.lines?.[0]?.seats)).toEqual([[3], [3, 2], [1]]);
    // The requests were repeated because their responses were lost.
    expect((await admin.refund(orderId, newerRequest)).status).toBe(202);
    expect((await admin.refund(orderId, { refundId: olderId, lines })).status).toBe(409);
    await ticketDriver.deliverOrderEvents(orderId);
    expect(await readTicketStates(orderId)).toEqual(["valid", "void", "void", "void"]);
  });

  test("by several admins at the same time is made once, and the other admins get 409", async () => {
    const { orderId } = await driver.buyAndPay([[taping, 3]]);
    await ticketDriver.deliverOrderEvents(orderId);
    const refund = (pieces: object) =>
      admin.refund(orderId, {
        refundId: randomUUID(),
        amount: 1,
        lines: [{ line: 0, quantity: 1, ...pieces }],
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
    const { orderId } = await driver.buyAndPay([[taping, 2]]);
    await ticketDriver.deliverOrderEvents(orderId);
    const refund = (quantity: number) =>
      admin.refund(orderId, { refundId: randomUUID(), amount: 1, restockLines: [{ line: 0, quantity }] });
    const { status, error } = await refund(1);
    expect([status, error.message]).toEqual([
      409,
      "Choose which tickets of Live Taping to refund and put back in stock.",
    ]);
    expect((await refund(2)).status).toBe(202);
    await ticketDriver.deliverOrderEvents(orderId);
    expect(await readTicketStates(orderId)).toEqual(["void", "void"]);
  });

  test("of a whole order makes all tickets void; when the order is reopened, they are valid again with the same codes", async () => {
    const { orderId } = await driver.buyAndPay([[taping, 2]]);
    await ticketDriver.deliverOrderEvents(orderId);
    const before = await ticketDriver.ticketsOf(orderId);
    expect((await admin.change(orderId, { orderStatus: 3, restock: true })).status).toBe(200);
    await ticketDriver.deliverOrderEvents(orderId);
    expect((await ticketDriver.ticketsOf(orderId)).map((ticket) => ticket.void?.why)).toEqual([
      "cancelled",
      "cancelled",
    ]);
    expect((await admin.change(orderId, { orderStatus: 1 })).status).toBe(200);
    await ticketDriver.deliverOrderEvents(orderId);
    const ticketsAfter = await ticketDriver.ticketsOf(orderId);
    expect(ticketsAfter.map(stateOf)).toEqual(["valid", "valid"]);
    expect(ticketsAfter.map(({ code }) => code)).toEqual(before.map(({ code }) => code));
    expect(shop.mails.filter(({ tags }) => tags["kind"] === "tickets")).toHaveLength(1);
  });

  test("of the whole payment makes all tickets void while it is still pending", async () => {
    const { orderId } = await driver.buyAndPay([[taping, 2]]);
    await ticketDriver.deliverOrderEvents(orderId);
    expect((await admin.refund(orderId, { refundId: randomUUID() })).status).toBe(202);
    await ticketDriver.deliverOrderEvents(orderId);
    expect(await readTicketStates(orderId)).toEqual(["void", "void"]);
  });

  test.each<[string, object[], string]>([
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
    const { status, error } = await admin.refund(orderId, body);
    expect([status, error.message]).toEqual([409, message]);
  });

  test("is refused for a seat that was refunded before", async () => {
    const { orderId } = await driver.buyAndPay([[taping, 3]]);
    const refund = (id: string) =>
      admin.refund(orderId, { refundId: id, lines: [{ line: 0, quantity: 1, seats: [0] }] });
    const refundId = randomUUID();
    expect((await refund(refundId)).status).toBe(202);
    const { status, error } = await refund(randomUUID());
    expect([status, error.message]).toEqual([409, "Ticket 1 of Live Taping was already refunded."]);
    // A repetition of the first request is accepted, and makes no second refund.
    expect((await refund(refundId)).status).toBe(202);
  });
});

test("a lost dispute makes all tickets void, even after an admin has acknowledged it; an open dispute does not", async () => {
  const { orderId, sessionId } = await driver.buyAndPay([[taping, 2]]);
  const settleAndReadStates = async (action: "dispute" | "dispute-lose") => {
    shop.payments.act(sessionId, action);
    expect(await driver.settleEvents(await shop.payments.takeNewEvents())).toEqual([]);
    await ticketDriver.deliverOrderEvents(orderId);
    return readTicketStates(orderId);
  };
  expect(await settleAndReadStates("dispute")).toEqual(["valid", "valid"]);
  expect(await settleAndReadStates("dispute-lose")).toEqual(["void", "void"]);
  const body = { version: (await orderOf(shop.table, orderId)).version };
  const response = await call(admin.handler, adminApi.acknowledge, { params: { id: orderId }, body });
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
    expect(await driver.settleEvents(await shop.payments.takeNewEvents())).toEqual([]);
  }
  const { disputes } = await orderOf(shop.table, orderId);
  expect(disputes).toMatchObject([
    { status: "open", withdrawn: 25 },
    { status: "lost", withdrawn: 25 },
  ]);
  await ticketDriver.deliverOrderEvents(orderId);
  expect(await readTicketStates(orderId)).toEqual(["valid"]);
  // The bank has not decided about the order's own payment, so the order is not refunded.
  expect((await admin.change(orderId, { orderStatus: 2 })).status).toBe(200);
});

describe("the mail with tickets", () => {
  test("has a QR code, a link and a short code for each ticket, and the place of the event", async () => {
    const { orderId } = await driver.buyAndPay([[taping, 3]]);
    await ticketDriver.deliverOrderEvents(orderId);
    const [mail] = shop.mails.filter(({ tags }) => tags["kind"] === "tickets");
    const tickets = await ticketDriver.ticketsOf(orderId);
    expect(mail?.subject).toBe("Your 3 tickets: Live Taping (Bourbon Vipers)");
    for (const { code, ticketId, shortCode } of tickets) {
      expect(mail?.html).toContain(`${ORIGIN}/ticket#${code}"`);
      expect(mail?.html).toContain(`src="cid:${ticketId}"`);
      expect(mail?.text).toContain(`${shortCode.slice(0, 4)}-${shortCode.slice(4)}`);
      expect(mail?.text).toContain(`Show this ticket: ${ORIGIN}/ticket#${code}`);
    }
    expect(mail?.text).toContain("The Rickhouse");
    const pictures = mail?.attachments ?? [];
    expect(pictures.map(({ contentId, contentType }) => [contentId, contentType])).toEqual(
      tickets.map(({ ticketId }) => [ticketId, "image/png"]),
    );
    const picture = Buffer.from(pictures[0]?.content ?? "", "base64");
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([392, 392]);
    expect(modulesOf(picture)).toEqual(encode(tickets[0]?.code ?? "", { ecc: "M", border: 4 }).data);
  });

  test("is tried again when SES refuses it, and is sent once", async () => {
    const { orderId } = await driver.buyAndPay([[taping, 1]]);
    const events = (await driver.outbox(orderId)).filter(({ type }) => type === "OrderPaid").map(toBusEvent);
    shop.faults.mail = true;
    expect(await deliver(ticketDriver.issueHandler, events)).toEqual([0]);
    expect(await ticketDriver.ticketsOf(orderId)).toHaveLength(1);
    shop.faults.mail = false;
    expect(await deliver(ticketDriver.issueHandler, events)).toEqual([]);
    await deliver(ticketDriver.issueHandler, events);
    expect(shop.mails).toHaveLength(1);
  });

  test("is split into two mails for 40 tickets, each small enough for Gmail to show it whole", async () => {
    const events = [1, 2, 3, 4].map((i) =>
      testProduct({ name: `Night ${i}`, category: "ticket", stock: 50, event: eventInDays(i) }),
    );
    await stockUp(shop.table, ...events);
    const { orderId } = await driver.buyAndPay(events.map((product) => [product, 10]));
    await ticketDriver.deliverOrderEvents(orderId);
    const mails = shop.mails.filter(({ tags }) => tags["kind"] === "tickets");
    expect(mails.map(({ attachments }) => attachments.length)).toEqual([20, 20]);
    for (const { html, attachments } of mails) {
      expect(Buffer.byteLength(html)).toBeLessThan(102_000);
      const size = attachments.reduce((sum, { content = "" }) => sum + content.length, 0);
      expect(size).toBeLessThan(10_000_000);
    }
  });
});

/**
 * The modules of the picture of a QR code, true for black. A side has 49 modules of 8 px. A row of pixels has a filter byte
 * and then a bit for each pixel. The pixel in the middle of a module has the module's color.
 */
function modulesOf(png: Buffer): boolean[][] {
  const start = png.indexOf("IDAT") + 4;
  const pixels = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
  const isBlack = (x: number, y: number) => ((pixels[y * 50 + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0;
  return Array.from({ length: 49 }, (_, y) =>
    Array.from({ length: 49 }, (__, x) => isBlack(x * 8 + 4, y * 8 + 4)),
  );
}

test("mails about an order have the current date of its event, as the linked calendar file has", async () => {
  const gala = testProduct({ name: "Gala", category: "ticket", stock: 5, event: eventInDays(30) });
  const postponedGala = { ...gala, event: eventInDays(60) };
  await stockUp(shop.table, gala);
  const { orderId } = await driver.buyAndPay([[gala, 1]]);
  await stockUp(shop.table, postponedGala);
  await driver.deliverOutbox("send-order-email", orderId, "OrderPaid");
  await ticketDriver.deliverOrderEvents(orderId);
  const mails = shop.mails.map(({ tags, text }) => ({ kind: tags["kind"], text }));
  expect(mails.map(({ kind }) => kind)).toEqual(["receipt", "team-notice", "tickets"]);
  if (!gala.event || !postponedGala.event) throw new Error("No event");
  for (const { text } of mails) {
    expect(text).toContain(eventLine(postponedGala.event));
    expect(text).not.toContain(eventLine(gala.event));
  }
  // The stored ticket keeps the first date until an admin presses 'Tell the holders'.
  expect((await ticketDriver.ticketsOf(orderId)).map(({ event }) => event)).toEqual([gala.event]);
});

describe("a paid order of merchandise", () => {
  test("gets a pick-up code if the customer picks it up, and the receipt and its mail show the code", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]]);
    await driver.deliverOutbox("send-order-email", orderId, "OrderPaid");
    await ticketDriver.deliverOrderEvents(orderId);
    const { data } = await driver.verifyPayment(sessionId);
    expect(data.pickUpCode).toHaveLength(154);
    expect(data.tickets).toBeUndefined();
    const receipt = shop.mails.find(({ tags }) => tags["kind"] === "receipt");
    expect(receipt?.attachments.map(({ contentId }) => contentId)).toEqual([orderId]);
    expect(receipt?.html).toContain(`cid:${orderId}`);
    const response = await call(ticketDriver.api, ticketsApi.readTickets, {
      body: { codes: [data.pickUpCode] },
    });
    expect(response.data.tickets).toEqual([]);
  });

  test("gets no pick-up code if it is shipped", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]], { ship: true });
    await ticketDriver.deliverOrderEvents(orderId);
    expect((await driver.verifyPayment(sessionId)).data.pickUpCode).toBeUndefined();
  });
});

describe("90 days after an event, when the table has deleted its tickets", () => {
  test("a late or replayed event of an order does not issue its tickets again", async () => {
    const past = testProduct({ category: "ticket", event: eventInDays(1) });
    await stockUp(shop.table, past);
    const { orderId } = await driver.buyAndPay([[past, 1]]);
    advanceClock(92 * 24 * 60 * MINUTE_MS);
    expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
    expect(await ticketDriver.ticketsOf(orderId)).toEqual([]);
  });
});
