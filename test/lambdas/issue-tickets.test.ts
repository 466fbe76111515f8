import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { encode } from "uqr";
import { voidTicket } from "../../lambdas/tickets/admin-tickets.ts";
import { ticketsApi } from "../../shared/api-tickets.ts";
import { eventSamples } from "../../shared/event-samples.ts";
import { brand } from "../../shared/site/brand.ts";
import { checkCode, importPublicKey, eventHash } from "../../shared/tickets/ticket-code.ts";
import { parseTicketKeys } from "../../shared/tickets/ticket-keys.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { ORDER_NUMBER } from "../support/order-number.ts";
import { orderData, stockUp, eventInDays, testProduct } from "../support/fixtures.ts";
import { orderOf } from "../support/invariants.ts";
import { call, deliver, toBusEvent } from "../support/invoke.ts";
import { SECRETS } from "../support/secrets.ts";
import { advanceClock, ORIGIN } from "../support/shop.ts";
import { openTicketShop } from "../support/ticket-shop.ts";

const DAY_MS = 86_400_000;
/** After this time, an order that was never paid is deleted. */
const AFTER_DELETION_MS = 28 * DAY_MS;
const { shop, driver, office, ticketDriver, taping, tee, ticketMails, replaceTicketKeys } =
  await openTicketShop();

describe("an order", () => {
  test("gets a signed ticket for each piece of its ticket lines when it is paid", async () => {
    const { orderId } = await driver.buyAndPay([
      [tee, 2],
      [taping, 3],
    ]);
    expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
    const tickets = await ticketDriver.ticketsOf(orderId);
    const { billingInfo, orderNumber } = await orderOf(shop.table, orderId);
    expect(orderNumber).toMatch(ORDER_NUMBER);
    expect(tickets).toMatchObject(
      [1, 2, 3].map((n) => ({
        n,
        of: 3,
        line: 1,
        email: billingInfo?.email,
        orderNumber,
        holder: `${billingInfo?.firstName} ${billingInfo?.lastName}`,
      })),
    );
    const [key] = parseTicketKeys(SECRETS.tickets);
    if (!key) throw new Error("There is no key");
    const publicKeys = [{ id: key.id, key: await importPublicKey(key.publicKey) }];
    for (const { code, ticketId } of tickets)
      expect(await checkCode(code, publicKeys, Date.now())).toMatchObject({
        ok: true,
        content: { kind: "ticket", id: ticketId, generation: 0, event: await eventHash(taping.id) },
      });
    expect(new Set(tickets.map(({ shortCode }) => shortCode)).size).toBe(3);
    expect(await ticketDriver.eventTypesOf(tickets[0]?.ticketId ?? "")).toEqual(["TicketIssued"]);
  });

  test("gets each ticket and the mail once, even if the order's events are repeated and handled at the same time", async () => {
    const { orderId } = await driver.buyAndPay([[taping, 4]]);
    await Promise.all([1, 2, 3, 4].map(() => ticketDriver.deliverOrderEvents(orderId)));
    await ticketDriver.deliverOrderEvents(orderId);
    const tickets = await ticketDriver.ticketsOf(orderId);
    expect(tickets).toHaveLength(4);
    for (const { ticketId, version } of tickets) {
      expect(version).toBe(1);
      expect(await ticketDriver.eventTypesOf(ticketId)).toEqual(["TicketIssued"]);
    }
    expect(ticketMails()).toHaveLength(1);
  });

  test("gets no ticket before the payment, and no ticket for merchandise", async () => {
    const unpaidOrder = await driver.openCheckout([[taping, 1]]);
    expect(await ticketDriver.deliverOrderEvents(unpaidOrder.orderId)).toEqual([]);
    expect(await ticketDriver.ticketsOf(unpaidOrder.orderId)).toEqual([]);
    const { orderId } = await driver.buyAndPay([[tee, 1]]);
    expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
    expect(await ticketDriver.ticketsOf(orderId)).toEqual([]);
    expect(shop.mails).toEqual([]);
  });

  test("gets no tickets, and no dead letter, if it was cancelled unpaid and is deleted when its events are replayed", async () => {
    const { orderId } = await driver.openCheckout([[taping, 1]]);
    await office.change(orderId, { orderStatus: ORDER_STATUS.cancelled });
    const cancellation = (await driver.outbox(orderId)).find(({ type }) => type === "OrderCancelled");
    if (!cancellation) throw new Error("The order was not cancelled");
    advanceClock(AFTER_DELETION_MS);
    expect(await deliver(ticketDriver.issueHandler, [toBusEvent(cancellation)])).toEqual([]);
  });

  test("gets no dead letter if it never had a payment page, and is deleted when its cancellation and reopening are replayed", async () => {
    shop.payments.faults.set({ stripe: "down" });
    await driver.send(orderData([[taping, 1]], { ship: false }));
    shop.payments.faults.set({ stripe: "normal" });
    const [{ orderId } = { orderId: "" }] = (await office.listOrders()).data.orders;
    await office.change(orderId, { orderStatus: ORDER_STATUS.cancelled });
    await office.change(orderId, { orderStatus: ORDER_STATUS.pending });
    const events = (await driver.outbox(orderId)).filter(
      ({ type }) => type === "OrderCancelled" || type === "OrderStatusChanged",
    );
    expect(events).toMatchObject([
      { type: "OrderCancelled" },
      { from: ORDER_STATUS.cancelled, to: ORDER_STATUS.pending },
    ]);
    expect(events[0]).not.toHaveProperty("stripeSessionId");
    advanceClock(AFTER_DELETION_MS);
    expect(await deliver(ticketDriver.issueHandler, events.map(toBusEvent))).toEqual([]);
    // Only a paid order can be completed, and a paid order is not deleted.
    const completion = { ...eventSamples.OrderStatusChanged, orderId };
    expect(await deliver(ticketDriver.issueHandler, [toBusEvent(completion)])).toEqual([0]);
  });

  test("gets no tickets while there is no signing key: an alarm is raised, and a retry issues the tickets later", async () => {
    const { orderId } = await driver.buyAndPay([[taping, 1]]);
    // The random text of a new secret, before an operator stores a key.
    replaceTicketKeys("a1B2c3D4e5");
    expect(await ticketDriver.deliverOrderEvents(orderId)).not.toEqual([]);
    expect(shop.logs.some((line) => /"alarm": ?"secret"/.test(line))).toBe(true);
    expect(await ticketDriver.ticketsOf(orderId)).toEqual([]);
    replaceTicketKeys(SECRETS.tickets);
    expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
    expect(await ticketDriver.ticketsOf(orderId)).toHaveLength(1);
  });

  test("gets its tickets without a mail if the event is over when they are issued", async () => {
    const eventOfTomorrow = testProduct({ category: "ticket", event: eventInDays(1) });
    await stockUp(shop.table, eventOfTomorrow);
    const { orderId } = await driver.buyAndPay([[eventOfTomorrow, 1]]);
    advanceClock(2 * DAY_MS);
    expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
    expect(await ticketDriver.ticketsOf(orderId)).toHaveLength(1);
    expect(shop.mails).toEqual([]);
  });
});

describe("the mail with tickets", () => {
  test("has a QR code, a link and a short code for each ticket, and the place of the event", async () => {
    const { orderId } = await driver.buyAndPay([[taping, 3]]);
    await ticketDriver.deliverOrderEvents(orderId);
    const [mail] = ticketMails();
    const tickets = await ticketDriver.ticketsOf(orderId);
    expect(mail?.subject).toBe(`Your 3 tickets: Live Taping (${brand.name})`);
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

  test("is sent once when OrderPaid is handled again after SES refused the mail", async () => {
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

  test("is split into two mails for 40 tickets, each small enough for Gmail to show it whole, also if one ticket is void when the second mail is sent", async () => {
    const products = [1, 2, 3, 4].map((i) =>
      testProduct({ name: `Night ${i}`, category: "ticket", stock: 50, event: eventInDays(i) }),
    );
    await stockUp(shop.table, ...products);
    const { orderId } = await driver.buyAndPay(products.map((product) => [product, 10]));
    shop.faults.mail = () => ticketMails().length > 0;
    await ticketDriver.deliverOrderEvents(orderId);
    const [firstTicket] = await ticketDriver.ticketsOf(orderId);
    await voidTicket(firstTicket?.ticketId ?? "", new Date());
    shop.faults.mail = false;
    await ticketDriver.deliverOrderEvents(orderId);
    expect(ticketMails().map(({ attachments }) => attachments.length)).toEqual([20, 20]);
    for (const { html, attachments } of ticketMails()) {
      expect(Buffer.byteLength(html)).toBeLessThan(102_000);
      const attachmentBytes = attachments.reduce((sum, { content = "" }) => sum + content.length, 0);
      expect(attachmentBytes).toBeLessThan(10_000_000);
    }
  });
});

/**
 * The modules (squares) of the picture of a QR code, true for black. A side has 49 modules of 8 px. In the PNG's data, each
 * row of pixels has 50 bytes: a filter byte, and then a bit for each pixel.
 */
function modulesOf(png: Buffer): boolean[][] {
  const dataStart = png.indexOf("IDAT") + 4;
  const pixels = inflateSync(png.subarray(dataStart, dataStart + png.readUInt32BE(dataStart - 8)));
  const isBlack = (x: number, y: number) => ((pixels[y * 50 + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0;
  // The pixel in the middle of a module has the module's color.
  return Array.from({ length: 49 }, (_, y) =>
    Array.from({ length: 49 }, (__, x) => isBlack(x * 8 + 4, y * 8 + 4)),
  );
}

describe("a paid order of merchandise", () => {
  test("that is picked up gets a pick-up code on the receipt page and in the receipt mail; the code is not a ticket", async () => {
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

  test("gets no pick-up code in its mail while the payment is disputed", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]]);
    shop.payments.act(sessionId, "dispute");
    await driver.settleAndListFailures(await shop.payments.takeNewEvents());
    await driver.deliverOutbox("send-order-email", orderId, "OrderPaid");
    const receipt = shop.mails.find(({ tags }) => tags["kind"] === "receipt");
    expect([receipt?.attachments, receipt?.html.includes("cid:")]).toEqual([[], false]);
  });

  test("gets no pick-up code if it is shipped", async () => {
    const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]], { ship: true });
    await ticketDriver.deliverOrderEvents(orderId);
    expect((await driver.verifyPayment(sessionId)).data.pickUpCode).toBeUndefined();
  });
});

test("no tickets are issued more than 90 days after the end of the ticketed event", async () => {
  const eventOfTomorrow = testProduct({ category: "ticket", event: eventInDays(1) });
  await stockUp(shop.table, eventOfTomorrow);
  const { orderId } = await driver.buyAndPay([[eventOfTomorrow, 1]]);
  // The table deletes tickets 90 days after the ticketed event, so a replay of OrderPaid would otherwise issue them again.
  advanceClock(92 * DAY_MS);
  expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
  expect(await ticketDriver.ticketsOf(orderId)).toEqual([]);
});
