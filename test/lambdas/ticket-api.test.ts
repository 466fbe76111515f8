import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { adminTicketsApi, ticketsApi } from "../../shared/api-tickets.ts";
import { recordUndeliverable } from "../../lambdas/mail/undeliverable-table.ts";
import type { Endpoint } from "../../shared/endpoint.ts";
import { importPublicKey, checkCode } from "../../shared/tickets/ticket-code.ts";
import { newTicketKey } from "../../shared/tickets/new-ticket-key.ts";
import { parseTicketKeys, toSecretText, withKeyEnded, withNewKey } from "../../shared/tickets/ticket-keys.ts";
import type { Ticket } from "../../shared/tickets/ticket.ts";
import { openScans } from "../../shared/tickets/unknown-scans.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import { openCheckoutDriver, type CheckoutDriver } from "../support/checkout-driver.ts";
import { stockUp, eventInDays, testProduct } from "../support/fixtures.ts";
import type { CallOptions } from "../support/invoke.ts";
import { call, runScheduled } from "../support/invoke.ts";
import { SECRETS } from "../support/secrets.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";
import type { TicketDriver } from "../support/ticket-driver.ts";
import { openTicketDriver } from "../support/ticket-driver.ts";
import { openDoor } from "../support/door.ts";
import { storeTickets, testTicket } from "../support/ticket-fixtures.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FRIEND = { name: "Grace Hopper", email: "grace.h@example.com" };

let shop: Shop;
let driver: CheckoutDriver;
let admin: BackOffice;
let ticketDriver: TicketDriver;
const taping = testProduct({ name: "Live Taping", category: "ticket", stock: 100, event: eventInDays(100) });
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
  shop.mails.length = 0;
});

const callApi = <const E extends Endpoint>(endpoint: E, options: CallOptions) =>
  call(ticketDriver.api, endpoint, options);
const readTickets = async (...codes: string[]) =>
  (await callApi(ticketsApi.readTickets, { body: { codes } })).data.tickets;
const moveTicket = (code: string, to = FRIEND) => callApi(ticketsApi.moveTicket, { body: { code, ...to } });

/** Buys tickets, and clears the list of sent mails. */
async function buyTickets(quantity: number): Promise<{ orderId: string; tickets: Ticket[] }> {
  const { orderId } = await driver.buyAndPay([[taping, quantity]]);
  expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
  shop.mails.length = 0;
  return { orderId, tickets: await ticketDriver.ticketsOf(orderId) };
}
async function buyTicket(): Promise<Ticket> {
  const [ticket] = (await buyTickets(1)).tickets;
  if (!ticket) throw new Error("No ticket was issued");
  return ticket;
}

describe("the keys that sign tickets", () => {
  test("are public, without their private parts, and cached for five minutes", async () => {
    const { data, headers, body } = await callApi(ticketsApi.listTicketKeys, {});
    const [key] = parseTicketKeys(SECRETS.tickets);
    expect(data).toEqual({ keys: [{ id: 1, key: key?.publicKey }] });
    expect(body).not.toContain(key?.privateKey?.d);
    expect(headers["cache-control"]).toBe("public, max-age=300");
  });

  test("of a rotation are accepted together, and codes of an ended key are refused", async () => {
    const before = await buyTicket();
    const second = await newTicketKey(2, new Date());
    const rotatedKeys = withNewKey(parseTicketKeys(SECRETS.tickets), second);
    shop.secrets.current["tickets"] = toSecretText(rotatedKeys);
    advanceClock(6 * MINUTE_MS);
    const ticketOfNewKey = await buyTicket();
    expect((await readTickets(before.code, ticketOfNewKey.code)).map(({ state }) => state)).toEqual([
      "valid",
      "valid",
    ]);
    const keys = [{ id: 2, key: await importPublicKey(second.publicKey) }];
    expect(await checkCode(ticketOfNewKey.code, keys, Date.now())).toMatchObject({ ok: true });
    shop.secrets.current["tickets"] = toSecretText(withKeyEnded(rotatedKeys, 1, new Date()));
    advanceClock(6 * MINUTE_MS);
    expect((await readTickets(before.code, ticketOfNewKey.code)).map(({ ticketId }) => ticketId)).toEqual([
      ticketOfNewKey.ticketId,
    ]);

    const { data } = await callApi(adminTicketsApi.sendTicket, { params: { id: before.ticketId } });
    expect(data.generation).toBe(0);
    const [mail] = shop.mails;
    const code = /\/ticket#(\w+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect(code).not.toBe(before.code);
    expect((await readTickets(code)).map(({ state }) => state)).toEqual(["valid"]);
    shop.secrets.current["tickets"] = SECRETS.tickets;
    advanceClock(6 * MINUTE_MS);
  });

  test.each([1, 2])(
    "if the key that signed a ticket is lost, 'Send again' makes a code of the new key %i",
    async (newId) => {
      const ticket = await buyTicket();
      shop.secrets.current["tickets"] = toSecretText([await newTicketKey(newId, new Date())]);
      advanceClock(6 * MINUTE_MS);
      expect(await readTickets(ticket.code)).toEqual([]);
      await callApi(adminTicketsApi.sendTicket, { params: { id: ticket.ticketId } });
      const code = /\/ticket#(\w+)/.exec(shop.mails[0]?.text ?? "")?.[1] ?? "";
      expect((await readTickets(code)).map(({ state }) => state)).toEqual(["valid"]);
      shop.secrets.current["tickets"] = SECRETS.tickets;
      advanceClock(6 * MINUTE_MS);
    },
  );

  test("a code stays while the secret has no key, because an operator may still copy the earlier keys", async () => {
    const ticket = await buyTicket();
    shop.secrets.current["tickets"] = "a1B2c3D4e5";
    advanceClock(6 * MINUTE_MS);
    await callApi(adminTicketsApi.sendTicket, { params: { id: ticket.ticketId } });
    expect(shop.mails[0]?.text).toContain(ticket.code);
    shop.secrets.current["tickets"] = SECRETS.tickets;
    advanceClock(6 * MINUTE_MS);
  });
});

describe("an event whose date changes after the sale", () => {
  const gala = testProduct({ name: "Gala", category: "ticket", stock: 20, event: eventInDays(10) });
  const postponedGala = { ...gala, event: eventInDays(200) };
  const tellOfChange = (...ticketIds: string[]) =>
    callApi(adminTicketsApi.tellOfChange, { body: { ticketIds } });

  test("has its new date on the tickets' page immediately, and one mail is sent to each holder's address", async () => {
    await stockUp(shop.table, gala, taping, tee);
    const { orderId } = await driver.buyAndPay([[gala, 3]]);
    await ticketDriver.deliverOrderEvents(orderId);
    const tickets = await ticketDriver.ticketsOf(orderId);
    const [first, second, third] = tickets.map(({ ticketId, code }) => ({ ticketId, code }));
    if (!first || !second || !third) throw new Error("No tickets were issued");
    await callApi(adminTicketsApi.voidTicket, { params: { id: third.ticketId } });
    await stockUp(shop.table, postponedGala, taping, tee);
    expect((await readTickets(first.code)).map(({ event }) => event)).toEqual([postponedGala.event]);
    shop.mails.length = 0;
    const ids = tickets.map(({ ticketId }) => ticketId);
    shop.faults.mail = true;
    expect((await tellOfChange(...ids)).status).toBe(503);
    shop.faults.mail = false;
    expect([(await tellOfChange(...ids)).data, (await tellOfChange(...ids)).data]).toEqual([
      { told: 2 },
      { told: 0 },
    ]);
    expect(shop.mails.map(({ subject }) => subject)).toEqual([
      "Your event has changed: Gala (Bourbon Vipers)",
    ]);
    const text = shop.mails[0]?.text ?? "";
    expect([text.includes(first.code), text.includes(second.code), text.includes(third.code)]).toEqual([
      ...[true, true, false],
    ]);
    // The codes stay valid, and the tickets are kept until 90 days after the new date.
    expect((await ticketDriver.ticketsOf(orderId)).map(({ event, code }) => [event, code])).toEqual(
      tickets.map(({ code }, i) => [i < 2 ? postponedGala.event : gala.event, code]),
    );
    const items = await shop.table.partition(`TICKET#${first.ticketId}`);
    const deleteAt = Math.floor(Date.parse(postponedGala.event?.endsAt ?? "") / 1000) + 90 * 86_400;
    expect(items.find(({ sk }) => sk === "TICKET")?.["ttl"]).toBe(deleteAt);
  });

  test("can be announced again each time its date changes, and the answer says how many holders were told", async () => {
    await stockUp(shop.table, gala, taping, tee);
    const { orderId } = await driver.buyAndPay([[gala, 1]]);
    await ticketDriver.deliverOrderEvents(orderId);
    const [ticket] = await ticketDriver.ticketsOf(orderId);
    const id = ticket?.ticketId ?? "";
    shop.mails.length = 0;
    for (const product of [postponedGala, gala, postponedGala]) {
      await stockUp(shop.table, product, taping, tee);
      expect((await tellOfChange(id)).data).toEqual({ told: 1 });
    }
    expect(shop.mails).toHaveLength(3);
    // A holder with an undeliverable address gets no mail. The ticket keeps the earlier date, so the back office still asks the
    // admin to tell the holder.
    const email = "no-mail-for-change@example.com";
    await moveTicket(ticket?.code ?? "", { name: "Radia Perlman", email });
    await recordUndeliverable(email, { reason: "bounce", since: new Date().toISOString() });
    await stockUp(shop.table, gala, taping, tee);
    expect((await tellOfChange(id)).data).toEqual({ told: 0 });
    expect((await ticketDriver.ticketsOf(orderId))[0]?.event).toEqual(postponedGala.event);
  });

  test("keeps its tickets until 90 days after the new date, even if no holder was told of the change", async () => {
    const { handler: keepTickets } = await import("../../lambdas/keep-tickets.ts");
    const runKeepTickets = () => runScheduled(keepTickets);
    const readTtl = async (ticketId: string) =>
      (await shop.table.partition(`TICKET#${ticketId}`)).find(({ sk }) => sk === "TICKET")?.["ttl"];
    /** The time to live of the tickets of an event: 90 days after its end, as a Unix time in seconds. */
    const expectedTtl = (event = gala.event) =>
      Math.floor(Date.parse(event?.endsAt ?? "") / 1000) + 90 * 86_400;
    await stockUp(shop.table, gala, taping, tee);
    const { orderId } = await driver.buyAndPay([[gala, 2]]);
    await ticketDriver.deliverOrderEvents(orderId);
    const [first, second] = (await ticketDriver.ticketsOf(orderId)).map(({ ticketId }) => ticketId);
    if (first === undefined || second === undefined) throw new Error("No tickets were issued");
    await runKeepTickets();
    expect(await readTtl(first)).toBe(expectedTtl());
    await stockUp(shop.table, postponedGala, taping, tee);
    await runKeepTickets();
    await callApi(adminTicketsApi.letIn, { params: { id: first }, body: { id: randomUUID() } });
    await callApi(adminTicketsApi.voidTicket, { params: { id: second } });
    expect([await readTtl(first), await readTtl(second)]).toEqual([
      expectedTtl(postponedGala.event),
      expectedTtl(postponedGala.event),
    ]);
    // A ticket that is issued late, from an old order, is kept for the same time.
    const lateOrder = await driver.buyAndPay([[gala, 1]]);
    await ticketDriver.deliverOrderEvents(lateOrder.orderId);
    const [lateTicket] = await ticketDriver.ticketsOf(lateOrder.orderId);
    expect(await readTtl(lateTicket?.ticketId ?? "")).toBe(expectedTtl(postponedGala.event));
    // The event goes back to its first date.
    await stockUp(shop.table, gala, taping, tee);
    await runKeepTickets();
    expect(await readTtl(first)).toBe(expectedTtl());
    // If an admin enters a wrong year in the past, the tickets are kept for another 30 days, so that the year can be
    // corrected. Writing a ticket does not shorten this time.
    const galaInWrongYear = { ...gala, event: eventInDays(-355) };
    await stockUp(shop.table, galaInWrongYear, taping, tee);
    const monthFromNow = Math.floor(Date.now() / 1000) + 30 * 86_400;
    await runKeepTickets();
    await tellOfChange(lateTicket?.ticketId ?? "");
    await runKeepTickets();
    // An order that was paid with the right year gets its tickets, even if its event is handled with the wrong year.
    await stockUp(shop.table, gala, taping, tee);
    const orderDuringMistake = await driver.buyAndPay([[gala, 1]]);
    await stockUp(shop.table, galaInWrongYear, taping, tee);
    await ticketDriver.deliverOrderEvents(orderDuringMistake.orderId);
    expect(await ticketDriver.ticketsOf(orderDuringMistake.orderId)).toHaveLength(1);
    for (const id of [first, lateTicket?.ticketId ?? ""]) {
      expect(Number(await readTtl(id))).toBeGreaterThanOrEqual(monthFromNow);
      expect(Number(await readTtl(id))).toBeLessThan(monthFromNow + 60);
    }
    await stockUp(shop.table, gala, taping, tee);
    await runKeepTickets();
    expect([await readTtl(first), await readTtl(lateTicket?.ticketId ?? "")]).toEqual([
      expectedTtl(),
      expectedTtl(),
    ]);
  });

  test("has tickets that can be sent to somebody else after its first date, with the new date", async () => {
    await stockUp(shop.table, gala, taping, tee);
    const { orderId } = await driver.buyAndPay([[gala, 1]]);
    await ticketDriver.deliverOrderEvents(orderId);
    const [ticket] = await ticketDriver.ticketsOf(orderId);
    await stockUp(shop.table, postponedGala, taping, tee);
    advanceClock(20 * 24 * 60 * MINUTE_MS);
    expect((await moveTicket(ticket?.code ?? "")).status).toBe(200);
    expect((await ticketDriver.ticketsOf(orderId))[0]?.event).toEqual(postponedGala.event);
  });
});

describe("reading tickets", () => {
  test("leaves out forged, altered and unknown codes", async () => {
    const { code, ticketId, shortCode } = await buyTicket();
    const alteredCode = code.slice(0, 30) + (code[30] === "0" ? "1" : "0") + code.slice(31);
    const tickets = await readTickets("HELLO", alteredCode, "0".repeat(154), code);
    expect(tickets).toMatchObject([
      { ticketId, state: "valid", code, shortCode, canMove: true, n: 1, of: 1 },
    ]);
  });

  test("shows a void ticket without its code", async () => {
    const { orderId, tickets } = await buyTickets(1);
    await admin.change(orderId, { orderStatus: 3 });
    await ticketDriver.deliverOrderEvents(orderId);
    const [ticketView] = await readTickets(tickets[0]?.code ?? "");
    expect(ticketView).toMatchObject({ state: "void", canMove: false });
    expect(ticketView).not.toHaveProperty("code");
  });
});

describe("sending a ticket to somebody else", () => {
  test("gives the ticket a new holder and a new code, mails both people, and makes the old code invalid", async () => {
    const ticket = await buyTicket();
    const { data } = await moveTicket(ticket.code);
    expect(data).toMatchObject({ state: "moved", holder: FRIEND.name, canMove: false });
    expect(data).not.toHaveProperty("code");
    expect(shop.mails.map(({ to, tags }) => [to, tags["kind"]])).toEqual([[ticket.email, "ticket-moved"]]);
    expect(shop.mails[0]?.text).not.toMatch(/Grace|grace\.h/);
    expect(await ticketDriver.deliverTicketEvents(ticket.ticketId)).toEqual([]);
    await ticketDriver.deliverTicketEvents(ticket.ticketId);
    const [toFriend, ...others] = shop.mails.filter(({ tags }) => tags["kind"] === "tickets");
    expect([toFriend?.to, others]).toEqual([FRIEND.email, []]);
    const code = /\/ticket#(\w+)/.exec(toFriend?.text ?? "")?.[1] ?? "";
    expect(await readTickets(ticket.code, code)).toMatchObject([
      { state: "moved", holder: "" },
      { state: "valid", holder: FRIEND.name, code },
    ]);
    expect(await ticketDriver.eventTypesOf(ticket.ticketId)).toEqual(["TicketIssued", "TicketIssued"]);
    const secondResponse = await moveTicket(ticket.code, { name: "Eve", email: "eve@example.com" });
    expect([secondResponse.status, secondResponse.error.message]).toEqual([
      409,
      "This ticket was already sent to somebody else. Its code is not valid any more.",
    ]);
    // The response to the first request may have been lost.
    expect((await moveTicket(ticket.code)).status).toBe(200);
  });

  test("leaves no item of the ticket without a time to live; everything is deleted 90 days after the event", async () => {
    const ticket = await buyTicket();
    await moveTicket(ticket.code);
    await ticketDriver.deliverTicketEvents(ticket.ticketId);
    const items = await shop.table.partition(`TICKET#${ticket.ticketId}`);
    const deleteAt = Math.floor(Date.parse(taping.event?.endsAt ?? "") / 1000) + 90 * 86_400;
    expect(items.find(({ sk }) => String(sk).startsWith("MAIL#"))?.["ttl"]).toBe(deleteAt);
    // An outbox item gets its time to live when its event is published.
    for (const { ttl } of items.filter(({ sk }) => !String(sk).startsWith("OUTBOX#")))
      expect(Number(ttl)).toBeLessThanOrEqual(deleteAt);
  });

  test("succeeds once when three people send the same ticket at the same time", async () => {
    const { code } = await buyTicket();
    const responses = await Promise.all(
      ["ada", "eve", "bob"].map((name) => moveTicket(code, { name, email: `${name}@example.com` })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test.each<[string, (ticket: Ticket, orderId: string) => Promise<unknown>, string]>([
    [
      "was used",
      ({ ticketId }) =>
        callApi(adminTicketsApi.letIn, { params: { id: ticketId }, body: { id: randomUUID() } }),
      "Someone was let in with this ticket, so it cannot be sent to somebody else.",
    ],
    [
      "is void",
      ({ ticketId }) => callApi(adminTicketsApi.voidTicket, { params: { id: ticketId } }),
      "This ticket is not valid any more.",
    ],
  ])("is refused for a ticket that %s", async (_, prepare, message) => {
    const { tickets, orderId } = await buyTickets(1);
    const [ticket] = tickets;
    if (!ticket) throw new Error("No ticket was issued");
    await prepare(ticket, orderId);
    const { status, error } = await moveTicket(ticket.code);
    expect([status, error.message]).toEqual([409, message]);
  });

  test("is refused after the ticket was sent ten times, and after the event", async () => {
    const ticket = await buyTicket();
    let { code } = ticket;
    for (let i = 1; i <= 10; i++) {
      expect((await moveTicket(code, { name: `Guest ${i}`, email: "guest@example.com" })).status).toBe(200);
      code = (await ticketDriver.ticketsOf(ticket.orderId ?? ""))[0]?.code ?? "";
    }
    expect((await moveTicket(code)).error.message).toBe(
      "A ticket can be sent to somebody else at most 10 times.",
    );
    const validTicket = await buyTicket();
    const past = testProduct({ category: "ticket", event: eventInDays(1) });
    await stockUp(shop.table, past, taping, tee);
    const { orderId } = await driver.buyAndPay([[past, 1]]);
    await ticketDriver.deliverOrderEvents(orderId);
    const [pastTicket] = await ticketDriver.ticketsOf(orderId);
    advanceClock(2 * DAY_MS);
    expect((await moveTicket(pastTicket?.code ?? "")).error.message).toBe("The event is over.");
    expect((await moveTicket(validTicket.code)).status).toBe(200);
  });

  test("gets 404 for a code that belongs to no ticket", async () => {
    const { status, error } = await moveTicket("0".repeat(154));
    expect([status, error.message]).toEqual([404, "This is not a code of a ticket."]);
  });
});

describe("the back office", () => {
  test("lists events with the counts of their tickets", async () => {
    const gala = testProduct({ name: "Gala", category: "ticket", stock: 10, event: eventInDays(200) });
    await stockUp(shop.table, gala, taping, tee);
    const { orderId } = await driver.buyAndPay([[gala, 3]]);
    await ticketDriver.deliverOrderEvents(orderId);
    const [first, second] = await ticketDriver.ticketsOf(orderId);
    await callApi(adminTicketsApi.voidTicket, { params: { id: first?.ticketId ?? "" } });
    const params = { id: second?.ticketId ?? "" };
    await callApi(adminTicketsApi.letIn, { params, body: { id: randomUUID() } });
    await giveTickets(gala.id, { quantity: 2 });
    const { data } = await callApi(adminTicketsApi.listEvents, {});
    expect(data.isOn).toBe(true);
    expect(data.events.find(({ productId }) => productId === gala.id)).toEqual({
      ...{ productId: gala.id, name: "Gala", event: gala.event },
      ...{
        available: 7,
        held: 0,
        sold: 3,
        tickets: 4,
        checkedIn: 1,
        void: 1,
        complimentary: 2,
        conflicts: 0,
        unknown: 0,
      },
    });
    // Later counts read only the tickets that have changed since the previous count.
    advanceClock(10 * 60_000);
    await callApi(adminTicketsApi.voidTicket, { params });
    const readEventCounts = async () =>
      (await callApi(adminTicketsApi.listEvents, {})).data.events.find(
        ({ productId }) => productId === gala.id,
      );
    // The guest still counts as in, although the ticket is void now.
    const expectedCounts = { tickets: 4, checkedIn: 1, void: 2, complimentary: 2, conflicts: 0 };
    expect(await readEventCounts()).toMatchObject(expectedCounts);
    advanceClock(10 * 60_000);
    expect(await readEventCounts()).toMatchObject(expectedCounts);
    const listResponse = await callApi(adminTicketsApi.listTickets, { params: { id: gala.id } });
    expect(listResponse.data.tickets.map(({ state }) => state).sort()).toEqual([
      ...["valid", "valid", "valid", "void", "void"],
    ]);
    expect(listResponse.body).not.toContain(second?.code);
  });

  test("shows offline check-ins with a replaced code and with an unknown ticket", async () => {
    const gala = testProduct({ name: "Gala", category: "ticket", stock: 10, event: eventInDays(200) });
    await stockUp(shop.table, gala, taping, tee);
    const { orderId } = await driver.buyAndPay([[gala, 1]]);
    await ticketDriver.deliverOrderEvents(orderId);
    const [ticket] = await ticketDriver.ticketsOf(orderId);
    if (!ticket) throw new Error("No ticket was issued");
    await moveTicket(ticket.code);
    const door = await openDoor("Front door", { productId: gala.id });
    const unknownTicket = testTicket({ productId: gala.id });
    const [scanOfOldCode, scanBeforeIssue, undoneScan] = [
      door.scanOf(ticket, true),
      door.scanOf({ ticketId: unknownTicket.ticketId }, true),
      door.scanOf(testTicket(), true),
    ];
    const { results } = (
      await door.send([scanOfOldCode, scanBeforeIssue, undoneScan, door.scanOf(testTicket())])
    ).data;
    expect(results.map(({ result }) => result)).toEqual(["conflict", "unknown", "unknown", "unknown"]);
    await door.send([scanBeforeIssue, { ...undoneScan, undoneAt: door.deviceTime() }]);
    // A late repetition of the scan changes nothing.
    await door.send([undoneScan]);
    const readEventCounts = async () => {
      const { events } = (await callApi(adminTicketsApi.listEvents, {})).data;
      const { conflicts, unknown: count } = events.find(({ productId }) => productId === gala.id) ?? {};
      return [conflicts, count];
    };
    const readList = async () =>
      (await callApi(adminTicketsApi.listTickets, { params: { id: gala.id } })).data;
    expect(await readEventCounts()).toEqual([1, 1]);
    const { tickets, unknownScans = [] } = await readList();
    expect(tickets[0]?.checkIns).toMatchObject([{ id: scanOfOldCode.id, oldCode: true }]);
    expect(openScans(unknownScans, tickets)).toMatchObject([
      { id: scanBeforeIssue.id, ticketId: unknownTicket.ticketId, door: "Front door", by: "ada" },
    ]);
    // The ticket was issued late, and the device has sent its check-in again.
    await storeTickets(unknownTicket);
    await door.send([scanBeforeIssue]);
    expect(await readEventCounts()).toEqual([1, 0]);
  });

  const giveTickets = (id: string, changes: object = {}) =>
    callApi(adminTicketsApi.giveTickets, {
      params: { id },
      body: { requestId: randomUUID(), ...FRIEND, reason: "Guest list", quantity: 1, ...changes },
    });

  test("gives tickets away, once for each request", async () => {
    const requestId = randomUUID();
    shop.faults.mail = true;
    expect((await giveTickets(taping.id, { requestId, quantity: 2 })).status).toBe(503);
    shop.faults.mail = false;
    const responses = [await giveTickets(taping.id, { requestId, quantity: 2 })];
    responses.push(await giveTickets(taping.id, { requestId, quantity: 2 }));
    const ids = responses.map(({ data }) => data.tickets.map(({ ticketId }) => ticketId));
    expect(ids[0]).toEqual(ids[1]);
    expect(responses[0]?.data.tickets[0]).toMatchObject({
      ...{ holder: FRIEND.name, n: 1, of: 2, state: "valid" },
      complimentary: { reason: "Guest list" },
    });
    expect(shop.mails.map(({ to, attachments }) => [to, attachments.length])).toEqual([[FRIEND.email, 2]]);
    const otherResponse = await giveTickets(taping.id, { requestId, quantity: 2, name: "Eve" });
    expect(otherResponse.status).toBe(409);
    expect((await giveTickets(tee.id)).status).toBe(404);
  });

  test("makes a ticket void, and no later event of its order makes it valid again", async () => {
    const { orderId, tickets } = await buyTickets(1);
    const params = { id: tickets[0]?.ticketId ?? "" };
    expect((await callApi(adminTicketsApi.voidTicket, { params })).data.state).toBe("void");
    expect((await callApi(adminTicketsApi.voidTicket, { params })).data.version).toBe(2);
    await admin.change(orderId, { orderStatus: 3 });
    await admin.change(orderId, { orderStatus: 1 });
    await ticketDriver.deliverOrderEvents(orderId);
    expect((await ticketDriver.ticketsOf(orderId))[0]?.void?.why).toBe("by-admin");
    expect((await callApi(adminTicketsApi.sendTicket, { params })).status).toBe(409);
  });

  test("lets a guest in by hand, once", async () => {
    const { ticketId } = await buyTicket();
    const letIn = (id: string) => callApi(adminTicketsApi.letIn, { params: { id: ticketId }, body: { id } });
    const id = randomUUID();
    expect((await letIn(id)).data).toMatchObject({ state: "used", checkIns: [{ id, door: "Back office" }] });
    expect((await letIn(id)).status).toBe(200);
    expect((await letIn(randomUUID())).status).toBe(409);
    expect(await ticketDriver.eventTypesOf(ticketId)).toEqual(["TicketIssued", "TicketCheckedIn"]);
  });

  test("refuses users who are not admins, and logs no names or addresses", async () => {
    const { ticketId } = await buyTicket();
    shop.logs.length = 0;
    const params = { id: ticketId };
    for (const endpoint of Object.values(adminTicketsApi)) {
      const claims = { token_use: "access", username: "eve", "cognito:groups": "[door]" };
      expect((await callApi(endpoint, { params, claims, body: {} })).status).toBe(403);
      expect((await callApi(endpoint, { params, claims: null, body: {} })).status).toBe(401);
    }
    await giveTickets(taping.id);
    await callApi(adminTicketsApi.sendTicket, { params });
    expect(shop.logs.join()).not.toMatch(/grace|hopper|lovelace|example\.com/i);
  });
});
