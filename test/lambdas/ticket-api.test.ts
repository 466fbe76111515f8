import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { recordUndeliverable } from "../../lambdas/mail/undeliverable-table.ts";
import { adminTicketsApi, ticketsApi } from "../../shared/api-tickets.ts";
import type { Endpoint } from "../../shared/endpoint.ts";
import { importPublicKey, checkCode } from "../../shared/tickets/ticket-code.ts";
import { newTicketKey } from "../../shared/tickets/new-ticket-key.ts";
import { parseTicketKeys, toSecretText, withKeyEnded, withNewKey } from "../../shared/tickets/ticket-keys.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { stockUp, eventInDays, testProduct } from "../support/fixtures.ts";
import { call, type CallOptions } from "../support/invoke.ts";
import { SECRETS } from "../support/secrets.ts";
import { advanceClock } from "../support/shop.ts";
import { codeIn, openTicketShop } from "../support/ticket-shop.ts";

const DAY_MS = 86_400_000;
const FRIEND = { name: "Grace Hopper", email: "grace.h@example.com" };
const { shop, office, ticketDriver, taping, tee, buyTickets, buyTicket, ticketMails, replaceTicketKeys } =
  await openTicketShop();

const callApi = <const E extends Endpoint>(endpoint: E, options: CallOptions) =>
  call(ticketDriver.api, endpoint, options);
/** The tickets with these codes, as the page of tickets shows them. */
const readTickets = async (...codes: string[]) =>
  (await callApi(ticketsApi.readTickets, { body: { codes } })).data.tickets;
/** Sends a ticket to somebody else, as its holder does. */
const moveTicket = (code: string, to = FRIEND) => callApi(ticketsApi.moveTicket, { body: { code, ...to } });

describe("the keys that sign tickets", () => {
  afterEach(() => replaceTicketKeys(SECRETS.tickets));

  test("are listed without their private parts, in a response that is cached for five minutes", async () => {
    const { data, headers, body } = await callApi(ticketsApi.listTicketKeys, {});
    const [key] = parseTicketKeys(SECRETS.tickets);
    expect(data).toEqual({ keys: [{ id: 1, key: key?.publicKey }] });
    expect(body).not.toContain(key?.privateKey?.d);
    expect(headers["cache-control"]).toBe("public, max-age=300");
  });

  test("are both accepted after a rotation; when the old key has ended, 'Send again' makes a code of the new key", async () => {
    const ticketOfOldKey = await buyTicket();
    const newKey = await newTicketKey(2, new Date());
    const rotatedKeys = withNewKey(parseTicketKeys(SECRETS.tickets), newKey);
    replaceTicketKeys(toSecretText(rotatedKeys));
    const ticketOfNewKey = await buyTicket();
    const codes = [ticketOfOldKey.code, ticketOfNewKey.code];
    expect((await readTickets(...codes)).map(({ state }) => state)).toEqual(["valid", "valid"]);
    const publicKeys = [{ id: 2, key: await importPublicKey(newKey.publicKey) }];
    expect(await checkCode(ticketOfNewKey.code, publicKeys, Date.now())).toMatchObject({ ok: true });
    replaceTicketKeys(toSecretText(withKeyEnded(rotatedKeys, 1, new Date())));
    expect((await readTickets(...codes)).map(({ ticketId }) => ticketId)).toEqual([ticketOfNewKey.ticketId]);

    const { data } = await callApi(adminTicketsApi.sendTicket, { params: { id: ticketOfOldKey.ticketId } });
    expect(data.generation).toBe(0);
    const newCode = codeIn(shop.mails[0]);
    expect(newCode).not.toBe(ticketOfOldKey.code);
    expect((await readTickets(newCode)).map(({ state }) => state)).toEqual(["valid"]);
  });

  test.each([1, 2])(
    "can be lost: 'Send again' then makes a code of the new key, which has the id %i",
    async (newId) => {
      const ticket = await buyTicket();
      replaceTicketKeys(toSecretText([await newTicketKey(newId, new Date())]));
      expect(await readTickets(ticket.code)).toEqual([]);
      await callApi(adminTicketsApi.sendTicket, { params: { id: ticket.ticketId } });
      expect((await readTickets(codeIn(shop.mails[0]))).map(({ state }) => state)).toEqual(["valid"]);
    },
  );

  test("can be missing in the secret: 'Send again' then mails the old code, because an operator may still restore the keys", async () => {
    const ticket = await buyTicket();
    replaceTicketKeys("a1B2c3D4e5");
    await callApi(adminTicketsApi.sendTicket, { params: { id: ticket.ticketId } });
    expect(codeIn(shop.mails[0])).toBe(ticket.code);
  });
});

describe("reading tickets", () => {
  test("returns only tickets with a valid code, and leaves out altered and unknown codes", async () => {
    const { code, ticketId, shortCode } = await buyTicket();
    const alteredCode = code.slice(0, 30) + (code[30] === "0" ? "1" : "0") + code.slice(31);
    const tickets = await readTickets("HELLO", alteredCode, "0".repeat(154), code);
    expect(tickets).toMatchObject([
      { ticketId, state: "valid", code, shortCode, canMove: true, n: 1, of: 1 },
    ]);
  });

  test("shows a void ticket without its code", async () => {
    const { orderId, tickets } = await buyTickets(1);
    await office.change(orderId, { orderStatus: ORDER_STATUS.cancelled });
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
    // A repeated event sends no second mail.
    await ticketDriver.deliverTicketEvents(ticket.ticketId);
    expect(ticketMails().map(({ to }) => to)).toEqual([FRIEND.email]);
    const newCode = codeIn(ticketMails()[0]);
    expect(await readTickets(ticket.code, newCode)).toMatchObject([
      { state: "moved", holder: "" },
      { state: "valid", holder: FRIEND.name, code: newCode },
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

  test("gives the ticket's new items a time to live that ends at most 90 days after the event", async () => {
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

  test.each<[description: string, changeTicket: (ticketId: string) => Promise<unknown>, message: string]>([
    [
      "was used",
      (id) => callApi(adminTicketsApi.letIn, { params: { id }, body: { id: randomUUID() } }),
      "Someone was let in with this ticket, so it cannot be sent to somebody else.",
    ],
    [
      "is void",
      (id) => callApi(adminTicketsApi.voidTicket, { params: { id } }),
      "This ticket is not valid any more.",
    ],
  ])("is refused for a ticket that %s", async (_, changeTicket, message) => {
    const { ticketId, code } = await buyTicket();
    await changeTicket(ticketId);
    const { status, error } = await moveTicket(code);
    expect([status, error.message]).toEqual([409, message]);
  });

  test("is refused after the ticket was sent ten times", async () => {
    const ticket = await buyTicket();
    let { code } = ticket;
    for (let i = 1; i <= 10; i++) {
      expect((await moveTicket(code, { name: `Guest ${i}`, email: "guest@example.com" })).status).toBe(200);
      code = (await ticketDriver.ticketsOf(ticket.orderId ?? ""))[0]?.code ?? "";
    }
    expect((await moveTicket(code)).error.message).toBe(
      "A ticket can be sent to somebody else at most 10 times.",
    );
  });

  test("is refused after the ticket's event, but possible for a ticket of a later event", async () => {
    const ticketOfLaterEvent = await buyTicket();
    const eventOfTomorrow = testProduct({ category: "ticket", event: eventInDays(1) });
    await stockUp(shop.table, eventOfTomorrow, taping, tee);
    const ticket = await buyTicket(eventOfTomorrow);
    advanceClock(2 * DAY_MS);
    expect((await moveTicket(ticket.code)).error.message).toBe("The event is over.");
    expect((await moveTicket(ticketOfLaterEvent.code)).status).toBe(200);
  });

  test.each(["bounce", "complaint"] as const)(
    "is refused for an address with a %s, without saying what its owner did",
    async (reason) => {
      const { code } = await buyTicket();
      const email = `${reason}@example.com`;
      await recordUndeliverable(email, { reason, since: new Date().toISOString() });
      const { status, error } = await moveTicket(code, { name: "Eve", email });
      expect([status, error.message]).toEqual([
        409,
        "We cannot send mail to this address. Please check it, or use another one.",
      ]);
    },
  );

  test("is refused with 404 for a code that belongs to no ticket", async () => {
    const { status, error } = await moveTicket("0".repeat(154));
    expect([status, error.message]).toEqual([404, "This is not a code of a ticket."]);
  });
});
