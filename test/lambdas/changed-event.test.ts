import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { recordUndeliverable } from "../../lambdas/mail/undeliverable-table.ts";
import { adminTicketsApi, ticketsApi } from "../../shared/api-tickets.ts";
import { PAID_AFTER_EVENT } from "../../shared/customer-promises.ts";
import type { EventFacts } from "../../shared/event-facts.ts";
import { eventLine } from "../../shared/event-text.ts";
import type { Product } from "../../shared/product.ts";
import { brand } from "../../shared/site/brand.ts";
import { eventInDays, stockUp, testProduct } from "../support/fixtures.ts";
import { orderOf } from "../support/invariants.ts";
import { call, runScheduled } from "../support/invoke.ts";
import { advanceClock } from "../support/shop.ts";
import { openTicketShop } from "../support/ticket-shop.ts";

const DAY_MS = 86_400_000;
const { shop, driver, ticketDriver, buyTickets, buyTicket } = await openTicketShop();
const { handler: keepTicketsHandler } = await import("../../lambdas/keep-tickets.ts");

let gala: Product;
let firstDate: EventFacts;
let laterDate: EventFacts;
/** Stores the gala with this date, and with its whole stock. */
const storeGala = (event: EventFacts) => stockUp(shop.table, { ...gala, event });
beforeEach(async () => {
  gala = testProduct({ name: "Gala", category: "ticket", stock: 20 });
  [firstDate, laterDate] = [eventInDays(10), eventInDays(200)];
  await storeGala(firstDate);
});

const runKeepTickets = () => runScheduled(keepTicketsHandler);
/** Presses 'Tell the holders' for these tickets. */
const tellOfChange = (...ticketIds: string[]) =>
  call(ticketDriver.api, adminTicketsApi.tellOfChange, { body: { ticketIds } });
const letIn = (id: string) =>
  call(ticketDriver.api, adminTicketsApi.letIn, { params: { id }, body: { id: randomUUID() } });
const voidTicket = (id: string) => call(ticketDriver.api, adminTicketsApi.voidTicket, { params: { id } });
const moveTicket = (code: string, email: string) =>
  call(ticketDriver.api, ticketsApi.moveTicket, { body: { code, name: "Radia Perlman", email } });
const readStoredDates = async (orderId: string) =>
  (await ticketDriver.ticketsOf(orderId)).map(({ event }) => event);
/** The time to live of a stored ticket, as a Unix time in seconds. */
const readTtl = async (ticketId: string) =>
  (await shop.table.partition(`TICKET#${ticketId}`)).find(({ sk }) => sk === "TICKET")?.["ttl"];
/** The expected time to live: 90 days after the event's end, as a Unix time in seconds. */
const ttlAfter = ({ endsAt }: EventFacts) => Math.floor(Date.parse(endsAt) / 1000) + 90 * 86_400;

describe("a ticket of an event whose date has changed", () => {
  test("is shown with the new date immediately", async () => {
    const { code } = await buyTicket(gala);
    await storeGala(laterDate);
    const { data } = await call(ticketDriver.api, ticketsApi.readTickets, { body: { codes: [code] } });
    expect(data.tickets.map(({ event }) => event)).toEqual([laterDate]);
  });

  test("has the new date in all mails about its order", async () => {
    const { orderId } = await driver.buyAndPay([[gala, 1]]);
    await storeGala(laterDate);
    await driver.deliverOutbox("send-order-email", orderId, "OrderPaid");
    await ticketDriver.deliverOrderEvents(orderId);
    const mails = shop.mails.map(({ tags, text }) => ({ kind: tags["kind"], text }));
    expect(mails.map(({ kind }) => kind)).toEqual(["receipt", "team-notice", "tickets"]);
    for (const { text } of mails) {
      expect(text).toContain(eventLine(laterDate));
      expect(text).not.toContain(eventLine(firstDate));
    }
    // The stored ticket keeps the first date until an admin presses 'Tell the holders'.
    expect(await readStoredDates(orderId)).toEqual([firstDate]);
  });

  test("can be sent to somebody else after the first date, and is then stored with the new date", async () => {
    const { orderId, tickets } = await buyTickets(1, gala);
    await storeGala(laterDate);
    advanceClock(20 * DAY_MS);
    expect((await moveTicket(tickets[0]?.code ?? "", "radia@example.com")).status).toBe(200);
    expect(await readStoredDates(orderId)).toEqual([laterDate]);
  });
});

describe("'Tell the holders'", () => {
  test("mails each address with valid tickets once, and stores the new date in these tickets; their codes stay valid", async () => {
    const { orderId, tickets } = await buyTickets(3, gala);
    const ticketIds = tickets.map(({ ticketId }) => ticketId);
    await voidTicket(ticketIds[2] ?? "");
    await storeGala(laterDate);
    shop.faults.mail = true;
    expect((await tellOfChange(...ticketIds)).status).toBe(503);
    shop.faults.mail = false;
    const [response, repeatedResponse] = [await tellOfChange(...ticketIds), await tellOfChange(...ticketIds)];
    expect([response.data, repeatedResponse.data]).toEqual([{ told: 2 }, { told: 0 }]);
    const [mail, ...otherMails] = shop.mails;
    expect([mail?.subject, otherMails]).toEqual([`Your event has changed: Gala (${brand.name})`, []]);
    expect(tickets.map(({ code }) => mail?.text.includes(code))).toEqual([true, true, false]);
    expect(await readStoredDates(orderId)).toEqual([laterDate, laterDate, firstDate]);
    expect((await ticketDriver.ticketsOf(orderId)).map(({ code }) => code)).toEqual(
      tickets.map(({ code }) => code),
    );
    expect(await readTtl(ticketIds[0] ?? "")).toBe(ttlAfter(laterDate));
  });

  test("begins no further mail after 15 seconds, because the function would time out during the mail, and continues when it is pressed again", async () => {
    const { tickets } = await buyTickets(2, gala);
    const ticketIds = tickets.map(({ ticketId }) => ticketId);
    await moveTicket(tickets[1]?.code ?? "", "radia@example.com");
    await storeGala(laterDate);
    shop.mails.length = 0;
    const startedAt = performance.now();
    const clock = vi.spyOn(performance, "now").mockReturnValue(startedAt);
    shop.faults.mail = () => {
      clock.mockReturnValue(startedAt + 15_001);
      return false;
    };
    expect((await tellOfChange(...ticketIds)).status).toBe(503);
    expect(shop.mails).toHaveLength(1);
    shop.faults.mail = false;
    clock.mockRestore();
    expect((await tellOfChange(...ticketIds)).data).toEqual({ told: 1 });
    expect(new Set(shop.mails.map(({ to }) => to)).size).toBe(2);
    expect(shop.mails).toHaveLength(2);
  });

  test("can be pressed again each time the date changes, and returns the number of tickets whose holder got a mail", async () => {
    const { ticketId } = await buyTicket(gala);
    for (const date of [laterDate, firstDate, laterDate]) {
      await storeGala(date);
      expect((await tellOfChange(ticketId)).data).toEqual({ told: 1 });
    }
    expect(shop.mails).toHaveLength(3);
  });

  test("mails a ticket once that the request names twice", async () => {
    const { ticketId } = await buyTicket(gala);
    await storeGala(laterDate);
    expect((await tellOfChange(ticketId, ticketId)).data).toEqual({ told: 1 });
  });

  test("sends no mail to an undeliverable address, and keeps the earlier date in its ticket", async () => {
    const { orderId, tickets } = await buyTickets(1, gala);
    const email = "no-mail-for-change@example.com";
    await moveTicket(tickets[0]?.code ?? "", email);
    await recordUndeliverable(email, { reason: "bounce", since: new Date().toISOString() });
    await storeGala(laterDate);
    expect((await tellOfChange(tickets[0]?.ticketId ?? "")).data).toEqual({ told: 0 });
    // The back office asks the admin to tell the holder as long as the stored date is the earlier one.
    expect(await readStoredDates(orderId)).toEqual([firstDate]);
  });
});

describe("the time to live of a ticket", () => {
  test("ends 90 days after the new date, even if no holder was told of the change", async () => {
    const { tickets } = await buyTickets(2, gala);
    const [firstId, secondId] = tickets.map(({ ticketId }) => ticketId);
    if (firstId === undefined || secondId === undefined) throw new Error("No tickets were issued");
    await runKeepTickets();
    expect(await readTtl(firstId)).toBe(ttlAfter(firstDate));
    await storeGala(laterDate);
    await runKeepTickets();
    // Later changes of a ticket do not shorten its time.
    await letIn(firstId);
    await voidTicket(secondId);
    expect([await readTtl(firstId), await readTtl(secondId)]).toEqual([
      ttlAfter(laterDate),
      ttlAfter(laterDate),
    ]);
    // The event goes back to its first date.
    await storeGala(firstDate);
    await runKeepTickets();
    expect(await readTtl(firstId)).toBe(ttlAfter(firstDate));
  });

  test("ends 90 days after the new date if the ticket was bought before the change and issued after the change", async () => {
    const { orderId } = await driver.buyAndPay([[gala, 1]]);
    await storeGala(laterDate);
    await ticketDriver.deliverOrderEvents(orderId);
    const [ticket] = await ticketDriver.ticketsOf(orderId);
    expect(await readTtl(ticket?.ticketId ?? "")).toBe(ttlAfter(laterDate));
  });

  test("ends 30 days from now if an admin has by mistake entered a year that is over, so that the year can be corrected", async () => {
    const { tickets } = await buyTickets(2, gala);
    const [usedId = "", unusedId = ""] = tickets.map(({ ticketId }) => ticketId);
    await letIn(usedId);
    const dateInWrongYear = eventInDays(-355);
    await storeGala(dateInWrongYear);
    const monthFromNow = Math.floor(Date.now() / 1000) + 30 * 86_400;
    await runKeepTickets();
    // 'Tell the holders' stores the ticket again, which does not shorten this time.
    await tellOfChange(unusedId);
    await runKeepTickets();
    for (const id of [usedId, unusedId]) {
      expect(Number(await readTtl(id))).toBeGreaterThanOrEqual(monthFromNow);
      expect(Number(await readTtl(id))).toBeLessThan(monthFromNow + 60);
    }
    await storeGala(firstDate);
    await runKeepTickets();
    expect([await readTtl(usedId), await readTtl(unusedId)]).toEqual([
      ttlAfter(firstDate),
      ttlAfter(firstDate),
    ]);
  });
});

test("an order gets its tickets even if OrderPaid is delivered while the date of the product is by mistake in a year that is over", async () => {
  const { orderId } = await driver.buyAndPay([[gala, 1]]);
  await storeGala(eventInDays(-355));
  await ticketDriver.deliverOrderEvents(orderId);
  expect(await ticketDriver.ticketsOf(orderId)).toHaveLength(1);
});

/** Buys a ticket for the gala in 25 days with a bank debit. Sets the gala's date to `event`. The payment arrives `days` days later. */
async function payAfterChange(event: EventFacts, days: number) {
  await storeGala(eventInDays(25));
  const { orderId, sessionId } = await driver.openCheckout([[gala, 1]]);
  shop.payments.act(sessionId, "pay-later");
  await storeGala(event);
  advanceClock(days * DAY_MS);
  shop.payments.act(sessionId, "settle");
  expect(await driver.settleAndListFailures(await shop.payments.takeNewEvents())).toEqual([]);
  return orderOf(shop.table, orderId);
}

describe("a delayed payment", () => {
  test("that arrives between the first and the later date of its event is in time, and the tickets are mailed", async () => {
    const { orderId, paymentStatus } = await payAfterChange(laterDate, 26);
    expect(paymentStatus).toBe("paid");
    shop.mails.length = 0;
    await ticketDriver.deliverOrderEvents(orderId);
    expect(shop.mails.map(({ tags }) => tags["kind"])).toEqual(["tickets"]);
  });

  test("that arrives after the earlier date to which its event was moved needs attention", async () => {
    const { paymentStatus, history } = await payAfterChange(eventInDays(2), 5);
    expect([paymentStatus, history.at(-1)?.what]).toEqual(["needs-attention", PAID_AFTER_EVENT]);
  });
});
