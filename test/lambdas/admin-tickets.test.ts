import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { adminTicketsApi, ticketsApi } from "../../shared/api-tickets.ts";
import type { Endpoint } from "../../shared/endpoint.ts";
import type { Product } from "../../shared/product.ts";
import { openScans } from "../../shared/tickets/unknown-scans.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { delayNextRequest } from "../support/delay-request.ts";
import { openDoor } from "../support/door.ts";
import { eventInDays, stockUp, testProduct } from "../support/fixtures.ts";
import { call, type CallOptions } from "../support/invoke.ts";
import { productForms } from "../support/product-forms.ts";
import { advanceClock } from "../support/shop.ts";
import { storeTickets, testTicket } from "../support/ticket-fixtures.ts";
import { openTicketShop } from "../support/ticket-shop.ts";
import { waitUntil } from "../support/wait-until.ts";

const FRIEND = { name: "Grace Hopper", email: "grace.h@example.com" };
const { shop, office, ticketDriver, taping, tee, buyTickets, buyTicket } = await openTicketShop();
let gala: Product;
beforeEach(async () => {
  gala = testProduct({ name: "Gala", category: "ticket", stock: 10, event: eventInDays(200) });
  await stockUp(shop.table, gala);
});

const callApi = <const E extends Endpoint>(endpoint: E, options: CallOptions) =>
  call(ticketDriver.api, endpoint, options);
/** Gives tickets of an event to a friend, as an admin does. */
const giveTickets = (productId: string, changes: object = {}) =>
  callApi(adminTicketsApi.giveTickets, {
    params: { id: productId },
    body: { requestId: randomUUID(), ...FRIEND, reason: "Guest list", quantity: 1, ...changes },
  });
/** The row of the gala in the list of events, with the counts of its tickets. */
const readGalaRow = async () =>
  (await callApi(adminTicketsApi.listEvents, {})).data.events.find(({ productId }) => productId === gala.id);
const listGalaTickets = () => callApi(adminTicketsApi.listTickets, { params: { id: gala.id } });

describe("the back office's API of tickets", () => {
  test.each([
    ["a text that is no cursor", "0"],
    ["a text that is longer than a key", "x".repeat(1_500)],
    ["the key of another list", Buffer.from('{"at":"0","id":"TICKETS#prd_other"}').toString("base64url")],
  ])("refuses %s in place of a cursor", async (_, cursor) => {
    const { status, error } = await callApi(adminTicketsApi.listTickets, {
      params: { id: gala.id },
      query: { cursor },
    });
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ["cursor"]]);
  });

  test("lists events with the counts of their tickets", async () => {
    const { tickets } = await buyTickets(3, gala);
    const [voidTicket, usedTicket] = tickets;
    await callApi(adminTicketsApi.voidTicket, { params: { id: voidTicket?.ticketId ?? "" } });
    const params = { id: usedTicket?.ticketId ?? "" };
    await callApi(adminTicketsApi.letIn, { params, body: { id: randomUUID() } });
    await giveTickets(gala.id, { quantity: 2 });
    expect((await callApi(adminTicketsApi.listEvents, {})).data.isOn).toBe(true);
    expect(await readGalaRow()).toEqual({
      productId: gala.id,
      name: "Gala",
      event: gala.event,
      available: 7,
      held: 0,
      sold: 3,
      tickets: 4,
      checkedIn: 1,
      void: 1,
      complimentary: 2,
      conflicts: 0,
      unknown: 0,
    });
    // Later counts read only the tickets that have changed since the previous count.
    advanceClock(10 * 60_000);
    await callApi(adminTicketsApi.voidTicket, { params });
    // The guest still counts as checked in, although the ticket is void now.
    const expectedCounts = { tickets: 4, checkedIn: 1, void: 2, complimentary: 2, conflicts: 0 };
    expect(await readGalaRow()).toMatchObject(expectedCounts);
    advanceClock(10 * 60_000);
    expect(await readGalaRow()).toMatchObject(expectedCounts);
  });

  test("lists the tickets of an event with their states, without their codes", async () => {
    const { tickets } = await buyTickets(2, gala);
    await callApi(adminTicketsApi.voidTicket, { params: { id: tickets[0]?.ticketId ?? "" } });
    const { data, body } = await listGalaTickets();
    expect(data.tickets.map(({ state }) => state).sort()).toEqual(["valid", "void"]);
    for (const { code } of tickets) expect(body).not.toContain(code);
  });

  test("shows a check-in with a replaced code as a conflict, and a check-in of an unknown ticket until it is undone or the ticket is issued", async () => {
    const ticket = await buyTicket(gala);
    await callApi(ticketsApi.moveTicket, { body: { code: ticket.code, ...FRIEND } });
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
    expect(await readGalaRow()).toMatchObject({ conflicts: 1, unknown: 1 });
    const { tickets, unknownScans = [] } = (await listGalaTickets()).data;
    expect(tickets[0]?.checkIns).toMatchObject([{ id: scanOfOldCode.id, oldCode: true }]);
    expect(openScans(unknownScans, tickets)).toMatchObject([
      { id: scanBeforeIssue.id, ticketId: unknownTicket.ticketId, door: "Front door", by: "ada" },
    ]);
    // The ticket was issued late, and the device has sent its check-in again.
    await storeTickets(unknownTicket);
    await door.send([scanBeforeIssue]);
    expect(await readGalaRow()).toMatchObject({ conflicts: 1, unknown: 0 });
  });

  test("gives tickets of an event to a friend once for each request, also if SES refuses the first mail", async () => {
    const requestId = randomUUID();
    const sendRequest = () => giveTickets(taping.id, { requestId, quantity: 2 });
    shop.faults.mail = true;
    expect((await sendRequest()).status).toBe(503);
    shop.faults.mail = false;
    const [response, repeatedResponse] = [await sendRequest(), await sendRequest()];
    expect(repeatedResponse.data.tickets.map(({ ticketId }) => ticketId)).toEqual(
      response.data.tickets.map(({ ticketId }) => ticketId),
    );
    expect(response.data.tickets[0]).toMatchObject({
      holder: FRIEND.name,
      n: 1,
      of: 2,
      state: "valid",
      complimentary: { reason: "Guest list" },
    });
    expect(shop.mails.map(({ to, attachments }) => [to, attachments.length])).toEqual([[FRIEND.email, 2]]);
    const responseForOtherName = await giveTickets(taping.id, { requestId, quantity: 2, name: "Eve" });
    expect(responseForOtherName.status).toBe(409);
  });

  test("gives no tickets of a product without an event", async () => {
    expect((await giveTickets(tee.id)).status).toBe(404);
  });

  test("prevents the deletion of an event of which tickets were given away, until these tickets are void", async () => {
    const deleteGala = () => call(office.handler, adminApi.deleteProduct, { params: { id: gala.id } });
    const { tickets } = (await giveTickets(gala.id)).data;
    const { status, error } = await deleteGala();
    expect([status, error.message]).toEqual([409, apiMessages.eventHasGuests]);
    await callApi(adminTicketsApi.voidTicket, { params: { id: tickets[0]?.ticketId ?? "" } });
    expect((await deleteGala()).status).toBe(204);
  });

  test.each([
    ["deletes the product", () => call(office.handler, adminApi.deleteProduct, { params: { id: gala.id } })],
    [
      "makes it merchandise",
      () => productForms(() => office).updateProduct(gala.id, { version: 1, stockWas: 10 }),
    ],
  ])("gives and mails no tickets if another admin %s in the meantime", async (_, change) => {
    const delay = await delayNextRequest(
      (target, body) => target.endsWith("TransactWriteItems") && body.includes("complimentary"),
    );
    const givingRequest = giveTickets(gala.id, { quantity: 2 });
    await waitUntil("the first ticket is stored", delay.hasBegunToWait);
    expect((await change()).status).toBeLessThan(300);
    delay.release();
    expect((await givingRequest).status).toBe(404);
    const { tickets } = (await listGalaTickets()).data;
    expect(tickets.map(({ state, email }) => [state, email])).toEqual([
      ["void", undefined],
      ["void", undefined],
    ]);
    expect(shop.mails).toEqual([]);
  });

  test("mails no void ticket when the request that gave it is repeated", async () => {
    const requestId = randomUUID();
    shop.faults.mail = true;
    await giveTickets(gala.id, { requestId, quantity: 2 });
    shop.faults.mail = false;
    const [voidTicket, validTicket] = (await listGalaTickets()).data.tickets;
    await callApi(adminTicketsApi.voidTicket, { params: { id: voidTicket?.ticketId ?? "" } });
    expect((await giveTickets(gala.id, { requestId, quantity: 2 })).status).toBe(201);
    expect(shop.mails.map(({ attachments }) => attachments.length)).toEqual([1]);
    expect(shop.mails[0]?.text).toContain(`${validTicket?.n} of 2`);
  });

  test("makes a ticket void once, and no later event of its order makes it valid again", async () => {
    const { orderId, tickets } = await buyTickets(1);
    const params = { id: tickets[0]?.ticketId ?? "" };
    expect((await callApi(adminTicketsApi.voidTicket, { params })).data.state).toBe("void");
    expect((await callApi(adminTicketsApi.voidTicket, { params })).data.version).toBe(2);
    await office.change(orderId, { orderStatus: ORDER_STATUS.cancelled });
    await office.change(orderId, { orderStatus: ORDER_STATUS.pending });
    await ticketDriver.deliverOrderEvents(orderId);
    expect((await ticketDriver.ticketsOf(orderId))[0]?.void?.why).toBe("by-admin");
    expect((await callApi(adminTicketsApi.sendTicket, { params })).status).toBe(409);
  });

  test("lets a guest in by hand once for each ticket", async () => {
    const { ticketId } = await buyTicket();
    const letIn = (id: string) => callApi(adminTicketsApi.letIn, { params: { id: ticketId }, body: { id } });
    const id = randomUUID();
    expect((await letIn(id)).data).toMatchObject({ state: "used", checkIns: [{ id, door: "Back office" }] });
    expect((await letIn(id)).status).toBe(200);
    expect((await letIn(randomUUID())).status).toBe(409);
    expect(await ticketDriver.eventTypesOf(ticketId)).toEqual(["TicketIssued", "TicketCheckedIn"]);
  });

  test("refuses users who are not admins, and logs no names or addresses of holders", async () => {
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
