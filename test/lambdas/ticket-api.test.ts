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
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { stockUp, testEvent, testProduct } from "../support/fixtures.ts";
import type { CallOptions } from "../support/invoke.ts";
import { call, runScheduled } from "../support/invoke.ts";
import { SECRETS } from "../support/secrets.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";
import type { TicketOffice } from "../support/ticket-office.ts";
import { openTicketOffice } from "../support/ticket-office.ts";
import { openDoor } from "../support/door.ts";
import { storeTickets, testTicket } from "../support/ticket-fixtures.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FRIEND = { name: "Grace Hopper", email: "grace.h@example.com" };

let shop: Shop;
let admin: BackOffice;
let office: TicketOffice;
const taping = testProduct({ name: "Live Taping", category: "ticket", stock: 100, event: testEvent(100) });
const tee = testProduct({ stock: 100 });

beforeAll(async () => {
  shop = await openShop();
  const driver = await openCheckoutDriver(shop);
  admin = await openBackOffice(shop);
  office = await openTicketOffice(shop, driver);
  await stockUp(shop.table, taping, tee);
});
afterEach(() => {
  shop.secrets.current["tickets"] = SECRETS.tickets;
  shop.faults.mail = false;
  shop.mails.length = 0;
});

const callApi = <const E extends Endpoint>(endpoint: E, options: CallOptions) =>
  call(office.api, endpoint, options);
const read = async (...codes: string[]) =>
  (await callApi(ticketsApi.readTickets, { body: { codes } })).data.tickets;
const move = (code: string, to = FRIEND) => callApi(ticketsApi.moveTicket, { body: { code, ...to } });

/** Buys tickets, and clears the list of sent mails. */
async function buyTickets(quantity: number): Promise<{ orderId: string; tickets: Ticket[] }> {
  const { orderId } = await office.buy([[taping, quantity]]);
  expect(await office.deliverOrder(orderId)).toEqual([]);
  shop.mails.length = 0;
  return { orderId, tickets: await office.ticketsOf(orderId) };
}
async function buyTicket(): Promise<Ticket> {
  const [ticket] = (await buyTickets(1)).tickets;
  if (!ticket) throw new Error("No ticket was issued");
  return ticket;
}

describe("the keys", () => {
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
    const rotated = withNewKey(parseTicketKeys(SECRETS.tickets), second);
    shop.secrets.current["tickets"] = toSecretText(rotated);
    advanceClock(6 * MINUTE);
    const after = await buyTicket();
    expect((await read(before.code, after.code)).map(({ state }) => state)).toEqual(["valid", "valid"]);
    const keys = [{ id: 2, key: await importPublicKey(second.publicKey) }];
    expect(await checkCode(after.code, keys, Date.now())).toMatchObject({ ok: true });
    shop.secrets.current["tickets"] = toSecretText(withKeyEnded(rotated, 1, new Date()));
    advanceClock(6 * MINUTE);
    expect((await read(before.code, after.code)).map(({ ticketId }) => ticketId)).toEqual([after.ticketId]);

    const { data } = await callApi(adminTicketsApi.sendTicket, { params: { id: before.ticketId } });
    expect(data.generation).toBe(0);
    const [mail] = shop.mails;
    const code = /\/ticket#(\w+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect(code).not.toBe(before.code);
    expect((await read(code)).map(({ state }) => state)).toEqual(["valid"]);
    shop.secrets.current["tickets"] = SECRETS.tickets;
    advanceClock(6 * MINUTE);
  });
});

describe("an event whose date changes after the sale", () => {
  const gala = testProduct({ name: "Gala", category: "ticket", stock: 20, event: testEvent(10) });
  const later = { ...gala, event: testEvent(200) };
  const tell = (...ticketIds: string[]) => callApi(adminTicketsApi.tellOfChange, { body: { ticketIds } });

  test("has its new date on the tickets' page at once, and one mail is sent to each holder's address", async () => {
    await stockUp(shop.table, gala, taping, tee);
    const { orderId } = await office.buy([[gala, 3]]);
    await office.deliverOrder(orderId);
    const tickets = await office.ticketsOf(orderId);
    const [first, second, third] = tickets.map(({ ticketId, code }) => ({ ticketId, code }));
    if (!first || !second || !third) throw new Error("No tickets were issued");
    await callApi(adminTicketsApi.voidTicket, { params: { id: third.ticketId } });
    await stockUp(shop.table, later, taping, tee);
    expect((await read(first.code)).map(({ event }) => event)).toEqual([later.event]);
    shop.mails.length = 0;
    const ids = tickets.map(({ ticketId }) => ticketId);
    shop.faults.mail = true;
    expect((await tell(...ids)).status).toBe(503);
    shop.faults.mail = false;
    expect([(await tell(...ids)).data, (await tell(...ids)).data]).toEqual([{ told: 2 }, { told: 0 }]);
    expect(shop.mails.map(({ subject }) => subject)).toEqual([
      "Your event has changed: Gala (Bourbon Vipers)",
    ]);
    const text = shop.mails[0]?.text ?? "";
    expect([text.includes(first.code), text.includes(second.code), text.includes(third.code)]).toEqual([
      ...[true, true, false],
    ]);
    // The codes stay valid, and the tickets are kept until 90 days after the new date.
    expect((await office.ticketsOf(orderId)).map(({ event, code }) => [event, code])).toEqual(
      tickets.map(({ code }, i) => [i < 2 ? later.event : gala.event, code]),
    );
    const items = await shop.table.partition(`TICKET#${first.ticketId}`);
    const end = Math.floor(Date.parse(later.event?.endsAt ?? "") / 1000) + 90 * 86_400;
    expect(items.find(({ sk }) => sk === "TICKET")?.["ttl"]).toBe(end);
  });

  test("can be announced again when its date changes back and forth, and the answer says how many holders were told", async () => {
    await stockUp(shop.table, gala, taping, tee);
    const { orderId } = await office.buy([[gala, 1]]);
    await office.deliverOrder(orderId);
    const [ticket] = await office.ticketsOf(orderId);
    const id = ticket?.ticketId ?? "";
    shop.mails.length = 0;
    for (const product of [later, gala, later]) {
      await stockUp(shop.table, product, taping, tee);
      expect((await tell(id)).data).toEqual({ told: 1 });
    }
    expect(shop.mails).toHaveLength(3);
    // The holder of an undeliverable address is not told, so the back office still asks the admin to tell the holder.
    const email = "no-mail-for-change@example.com";
    await move(ticket?.code ?? "", { name: "Radia Perlman", email });
    await recordUndeliverable(email, { reason: "bounce", since: new Date().toISOString() });
    await stockUp(shop.table, gala, taping, tee);
    expect((await tell(id)).data).toEqual({ told: 0 });
    expect((await office.ticketsOf(orderId))[0]?.event).toEqual(later.event);
  });

  test("keeps its tickets until 90 days after the new date, even if no holder was told of the change", async () => {
    const { handler: keepTickets } = await import("../../lambdas/keep-tickets.ts");
    const hourly = () => runScheduled(keepTickets);
    const ttlOf = async (ticketId: string) =>
      (await shop.table.partition(`TICKET#${ticketId}`)).find(({ sk }) => sk === "TICKET")?.["ttl"];
    const deletedAfter = (event = gala.event) =>
      Math.floor(Date.parse(event?.endsAt ?? "") / 1000) + 90 * 86_400;
    await stockUp(shop.table, gala, taping, tee);
    const { orderId } = await office.buy([[gala, 2]]);
    await office.deliverOrder(orderId);
    const [first, second] = (await office.ticketsOf(orderId)).map(({ ticketId }) => ticketId);
    if (first === undefined || second === undefined) throw new Error("No tickets were issued");
    await hourly();
    expect(await ttlOf(first)).toBe(deletedAfter());
    await stockUp(shop.table, later, taping, tee);
    await hourly();
    await callApi(adminTicketsApi.letIn, { params: { id: first }, body: { id: randomUUID() } });
    await callApi(adminTicketsApi.voidTicket, { params: { id: second } });
    expect([await ttlOf(first), await ttlOf(second)]).toEqual([
      deletedAfter(later.event),
      deletedAfter(later.event),
    ]);
    // A ticket that is issued late, from an old order, is kept for the same time.
    const late = await office.buy([[gala, 1]]);
    await office.deliverOrder(late.orderId);
    const [issued] = await office.ticketsOf(late.orderId);
    expect(await ttlOf(issued?.ticketId ?? "")).toBe(deletedAfter(later.event));
    // The event goes back to its first date.
    await stockUp(shop.table, gala, taping, tee);
    await hourly();
    expect(await ttlOf(first)).toBe(deletedAfter());
    // A year that was entered wrongly leaves some weeks to correct it, also if the ticket is written meanwhile.
    const mistake = { ...gala, event: testEvent(-355) };
    await stockUp(shop.table, mistake, taping, tee);
    const inAMonth = Math.floor(Date.now() / 1000) + 30 * 86_400;
    await hourly();
    await tell(issued?.ticketId ?? "");
    await hourly();
    // An order that is paid meanwhile gets its tickets.
    await stockUp(shop.table, gala, taping, tee);
    const meanwhile = await office.buy([[gala, 1]]);
    await stockUp(shop.table, mistake, taping, tee);
    await office.deliverOrder(meanwhile.orderId);
    expect(await office.ticketsOf(meanwhile.orderId)).toHaveLength(1);
    for (const id of [first, issued?.ticketId ?? ""]) {
      expect(Number(await ttlOf(id))).toBeGreaterThanOrEqual(inAMonth);
      expect(Number(await ttlOf(id))).toBeLessThan(inAMonth + 60);
    }
    await stockUp(shop.table, gala, taping, tee);
    await hourly();
    expect([await ttlOf(first), await ttlOf(issued?.ticketId ?? "")]).toEqual([
      deletedAfter(),
      deletedAfter(),
    ]);
  });

  test("has tickets that can be sent to somebody else after its first date, with the new date", async () => {
    await stockUp(shop.table, gala, taping, tee);
    const { orderId } = await office.buy([[gala, 1]]);
    await office.deliverOrder(orderId);
    const [ticket] = await office.ticketsOf(orderId);
    await stockUp(shop.table, later, taping, tee);
    advanceClock(20 * 24 * 60 * MINUTE);
    expect((await move(ticket?.code ?? "")).status).toBe(200);
    expect((await office.ticketsOf(orderId))[0]?.event).toEqual(later.event);
  });
});

describe("reading tickets", () => {
  test("leaves out forged, altered and unknown codes", async () => {
    const { code, ticketId, shortCode } = await buyTicket();
    const altered = code.slice(0, 30) + (code[30] === "0" ? "1" : "0") + code.slice(31);
    const tickets = await read("HELLO", altered, "0".repeat(154), code);
    expect(tickets).toMatchObject([
      { ticketId, state: "valid", code, shortCode, canMove: true, n: 1, of: 1 },
    ]);
  });

  test("shows a void ticket without its code", async () => {
    const { orderId, tickets } = await buyTickets(1);
    await admin.change(orderId, { orderStatus: 3 });
    await office.deliverOrder(orderId);
    const [view] = await read(tickets[0]?.code ?? "");
    expect(view).toMatchObject({ state: "void", canMove: false });
    expect(view).not.toHaveProperty("code");
  });
});

describe("sending a ticket to somebody else", () => {
  test("gives it a new holder and a new code, mails both people, and ends the old code", async () => {
    const ticket = await buyTicket();
    const { data } = await move(ticket.code);
    expect(data).toMatchObject({ state: "moved", holder: FRIEND.name, canMove: false });
    expect(data).not.toHaveProperty("code");
    expect(shop.mails.map(({ to, tags }) => [to, tags["kind"]])).toEqual([[ticket.email, "ticket-moved"]]);
    expect(shop.mails[0]?.text).not.toMatch(/Grace|grace\.h/);
    expect(await office.deliverTicket(ticket.ticketId)).toEqual([]);
    await office.deliverTicket(ticket.ticketId);
    const [toFriend, ...others] = shop.mails.filter(({ tags }) => tags["kind"] === "tickets");
    expect([toFriend?.to, others]).toEqual([FRIEND.email, []]);
    const code = /\/ticket#(\w+)/.exec(toFriend?.text ?? "")?.[1] ?? "";
    expect(await read(ticket.code, code)).toMatchObject([
      { state: "moved", holder: "" },
      { state: "valid", holder: FRIEND.name, code },
    ]);
    expect(await office.eventTypesOf(ticket.ticketId)).toEqual(["TicketIssued", "TicketIssued"]);
    const again = await move(ticket.code, { name: "Eve", email: "eve@example.com" });
    expect([again.status, again.error.message]).toEqual([
      409,
      "This ticket was already sent to somebody else. Its code is not valid any more.",
    ]);
    // The answer to the first request may have been lost.
    expect((await move(ticket.code)).status).toBe(200);
  });

  test("leaves no item of the ticket without a time to live; everything is deleted 90 days after the event", async () => {
    const ticket = await buyTicket();
    await move(ticket.code);
    await office.deliverTicket(ticket.ticketId);
    const items = await shop.table.partition(`TICKET#${ticket.ticketId}`);
    const end = Math.floor(Date.parse(taping.event?.endsAt ?? "") / 1000) + 90 * 86_400;
    expect(items.find(({ sk }) => String(sk).startsWith("MAIL#"))?.["ttl"]).toBe(end);
    // An outbox item gets its time to live when its event is published.
    for (const { ttl } of items.filter(({ sk }) => !String(sk).startsWith("OUTBOX#")))
      expect(Number(ttl)).toBeLessThanOrEqual(end);
  });

  test("is carried out once when three people send it at the same time", async () => {
    const { code } = await buyTicket();
    const answers = await Promise.all(
      ["ada", "eve", "bob"].map((name) => move(code, { name, email: `${name}@example.com` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
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
    const { status, error } = await move(ticket.code);
    expect([status, error.message]).toEqual([409, message]);
  });

  test("is refused after ten times, and after the event", async () => {
    const ticket = await buyTicket();
    let { code } = ticket;
    for (let i = 1; i <= 10; i++) {
      expect((await move(code, { name: `Guest ${i}`, email: "guest@example.com" })).status).toBe(200);
      code = (await office.ticketsOf(ticket.orderId ?? ""))[0]?.code ?? "";
    }
    expect((await move(code)).error.message).toBe("A ticket can be sent to somebody else at most 10 times.");
    const other = await buyTicket();
    const past = testProduct({ category: "ticket", event: testEvent(1) });
    await stockUp(shop.table, past, taping, tee);
    const { orderId } = await office.buy([[past, 1]]);
    await office.deliverOrder(orderId);
    const [pastTicket] = await office.ticketsOf(orderId);
    advanceClock(2 * DAY);
    expect((await move(pastTicket?.code ?? "")).error.message).toBe("The event is over.");
    expect((await move(other.code)).status).toBe(200);
  });

  test("is 404 for a code that is not of a ticket", async () => {
    const { status, error } = await move("0".repeat(154));
    expect([status, error.message]).toEqual([404, "This is not a code of a ticket."]);
  });
});

describe("the back office", () => {
  test("lists events with their numbers", async () => {
    const gala = testProduct({ name: "Gala", category: "ticket", stock: 10, event: testEvent(200) });
    await stockUp(shop.table, gala, taping, tee);
    const { orderId } = await office.buy([[gala, 3]]);
    await office.deliverOrder(orderId);
    const [first, second] = await office.ticketsOf(orderId);
    await callApi(adminTicketsApi.voidTicket, { params: { id: first?.ticketId ?? "" } });
    const params = { id: second?.ticketId ?? "" };
    await callApi(adminTicketsApi.letIn, { params, body: { id: randomUUID() } });
    await give(gala.id, { quantity: 2 });
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
    const numbers = async () =>
      (await callApi(adminTicketsApi.listEvents, {})).data.events.find(
        ({ productId }) => productId === gala.id,
      );
    // The guest still counts as in, although the ticket is void now.
    const changed = { tickets: 4, checkedIn: 1, void: 2, complimentary: 2, conflicts: 0 };
    expect(await numbers()).toMatchObject(changed);
    advanceClock(10 * 60_000);
    expect(await numbers()).toMatchObject(changed);
    const list = await callApi(adminTicketsApi.listTickets, { params: { id: gala.id } });
    expect(list.data.tickets.map(({ state }) => state).sort()).toEqual([
      ...["valid", "valid", "valid", "void", "void"],
    ]);
    expect(list.body).not.toContain(second?.code);
  });

  test("shows offline check-ins with a replaced code and with an unknown ticket", async () => {
    const gala = testProduct({ name: "Gala", category: "ticket", stock: 10, event: testEvent(200) });
    await stockUp(shop.table, gala, taping, tee);
    const { orderId } = await office.buy([[gala, 1]]);
    await office.deliverOrder(orderId);
    const [ticket] = await office.ticketsOf(orderId);
    if (!ticket) throw new Error("No ticket was issued");
    await move(ticket.code);
    const door = await openDoor("Front door", { productId: gala.id });
    const unknown = testTicket({ productId: gala.id });
    const [moved, early, undone] = [
      door.scanOf(ticket, true),
      door.scanOf({ ticketId: unknown.ticketId }, true),
      door.scanOf(testTicket(), true),
    ];
    const { results } = (await door.send([moved, early, undone, door.scanOf(testTicket())])).data;
    expect(results.map(({ result }) => result)).toEqual(["conflict", "unknown", "unknown", "unknown"]);
    await door.send([early, { ...undone, undoneAt: door.deviceTime() }]);
    // A late repetition of the scan changes nothing.
    await door.send([undone]);
    const numbers = async () => {
      const { events } = (await callApi(adminTicketsApi.listEvents, {})).data;
      const { conflicts, unknown: count } = events.find(({ productId }) => productId === gala.id) ?? {};
      return [conflicts, count];
    };
    const list = async () => (await callApi(adminTicketsApi.listTickets, { params: { id: gala.id } })).data;
    expect(await numbers()).toEqual([1, 1]);
    const { tickets, unknownScans = [] } = await list();
    expect(tickets[0]?.checkIns).toMatchObject([{ id: moved.id, oldCode: true }]);
    expect(openScans(unknownScans, tickets)).toMatchObject([
      { id: early.id, ticketId: unknown.ticketId, door: "Front door", by: "ada" },
    ]);
    // The ticket was issued late, and the device has sent its check-in again.
    await storeTickets(unknown);
    await door.send([early]);
    expect(await numbers()).toEqual([1, 0]);
  });

  const give = (id: string, changes: object = {}) =>
    callApi(adminTicketsApi.giveTickets, {
      params: { id },
      body: { requestId: randomUUID(), ...FRIEND, reason: "Guest list", quantity: 1, ...changes },
    });

  test("gives tickets away, once for each request", async () => {
    const requestId = randomUUID();
    shop.faults.mail = true;
    expect((await give(taping.id, { requestId, quantity: 2 })).status).toBe(503);
    shop.faults.mail = false;
    const answers = [await give(taping.id, { requestId, quantity: 2 })];
    answers.push(await give(taping.id, { requestId, quantity: 2 }));
    const ids = answers.map(({ data }) => data.tickets.map(({ ticketId }) => ticketId));
    expect(ids[0]).toEqual(ids[1]);
    expect(answers[0]?.data.tickets[0]).toMatchObject({
      ...{ holder: FRIEND.name, n: 1, of: 2, state: "valid" },
      complimentary: { reason: "Guest list" },
    });
    expect(shop.mails.map(({ to, attachments }) => [to, attachments.length])).toEqual([[FRIEND.email, 2]]);
    const other = await give(taping.id, { requestId, quantity: 2, name: "Eve" });
    expect(other.status).toBe(409);
    expect((await give(tee.id)).status).toBe(404);
  });

  test("makes a ticket void, and no later event of its order makes it valid again", async () => {
    const { orderId, tickets } = await buyTickets(1);
    const params = { id: tickets[0]?.ticketId ?? "" };
    expect((await callApi(adminTicketsApi.voidTicket, { params })).data.state).toBe("void");
    expect((await callApi(adminTicketsApi.voidTicket, { params })).data.version).toBe(2);
    await admin.change(orderId, { orderStatus: 3 });
    await admin.change(orderId, { orderStatus: 1 });
    await office.deliverOrder(orderId);
    expect((await office.ticketsOf(orderId))[0]?.void?.why).toBe("by-admin");
    expect((await callApi(adminTicketsApi.sendTicket, { params })).status).toBe(409);
  });

  test("lets a guest in by hand, once", async () => {
    const { ticketId } = await buyTicket();
    const letIn = (id: string) => callApi(adminTicketsApi.letIn, { params: { id: ticketId }, body: { id } });
    const id = randomUUID();
    expect((await letIn(id)).data).toMatchObject({ state: "used", checkIns: [{ id, door: "Back office" }] });
    expect((await letIn(id)).status).toBe(200);
    expect((await letIn(randomUUID())).status).toBe(409);
    expect(await office.eventTypesOf(ticketId)).toEqual(["TicketIssued", "TicketCheckedIn"]);
  });

  test("is closed to others, and its log lines have no names and addresses", async () => {
    const { ticketId } = await buyTicket();
    shop.logs.length = 0;
    const params = { id: ticketId };
    for (const endpoint of Object.values(adminTicketsApi)) {
      const claims = { token_use: "access", username: "eve", "cognito:groups": "[door]" };
      expect((await callApi(endpoint, { params, claims, body: {} })).status).toBe(403);
      expect((await callApi(endpoint, { params, claims: null, body: {} })).status).toBe(401);
    }
    await give(taping.id);
    await callApi(adminTicketsApi.sendTicket, { params });
    expect(shop.logs.join()).not.toMatch(/grace|hopper|lovelace|example\.com/i);
  });
});
