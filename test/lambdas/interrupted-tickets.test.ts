import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { adminTicketsApi } from "../../shared/api-tickets.ts";
import { eventHash, parseCode } from "../../shared/tickets/ticket-code.ts";
import { stateOf } from "../../shared/tickets/ticket.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { repeatForEveryCrash, type CrashDuring } from "../support/crash.ts";
import { stockUp, eventInDays, testProduct } from "../support/fixtures.ts";
import { checkInvariants } from "../support/invariants.ts";
import { call } from "../support/invoke.ts";
import type { ShopWithTableFaults } from "../support/shop.ts";
import { advanceClock, openShopWithTableFaults } from "../support/shop.ts";
import { shortenBackoff } from "../support/short-backoff.ts";
import type { TicketDriver } from "../support/ticket-driver.ts";
import { openTicketDriver } from "../support/ticket-driver.ts";

const MINUTE_MS = 60_000;

let shop: ShopWithTableFaults;
let driver: CheckoutDriver;
let admin: BackOffice;
let ticketDriver: TicketDriver;

beforeAll(async () => {
  shortenBackoff();
  shop = await openShopWithTableFaults();
  driver = await openCheckoutDriver(shop);
  admin = await openBackOffice(shop);
  ticketDriver = await openTicketDriver(shop, driver);
});
afterEach(() => shop.table.clear());

const forEveryCrash = (scenario: (crashDuring: CrashDuring) => Promise<void>) =>
  repeatForEveryCrash(shop, scenario, () => checkInvariants(shop.table));

/** Creates a paid order for `quantity` tickets. No function has handled the order's events yet. */
async function createPaidOrder(quantity: number) {
  const taping = testProduct({ category: "ticket", event: eventInDays(50) });
  await stockUp(shop.table, taping);
  shop.mails.length = 0;
  return { taping, ...(await driver.buyAndPay([[taping, quantity]])) };
}
/** Delivers the order's events after a minute, when the claim of a crashed function on a mail has ended. */
async function deliverLater(orderId: string) {
  advanceClock(MINUTE_MS);
  expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
}
const ticketMails = () => shop.mails.filter(({ tags }) => tags["kind"] === "tickets");

describe("issue-tickets, when it crashes after any number of calls of the table", () => {
  test("while it issues tickets: the repeated event issues each ticket once, and the tickets are mailed", () =>
    forEveryCrash(async (crashDuring) => {
      const { orderId, taping } = await createPaidOrder(2);
      await crashDuring(() => ticketDriver.deliverOrderEvents(orderId));
      await deliverLater(orderId);
      const tickets = await ticketDriver.ticketsOf(orderId);
      expect(tickets.map(({ n, version }) => [n, version])).toEqual([
        [1, 1],
        [2, 1],
      ]);
      for (const { ticketId, code } of tickets) {
        expect(parseCode(code)).toMatchObject({ id: ticketId, event: await eventHash(taping.id) });
        expect(await ticketDriver.eventTypesOf(ticketId)).toEqual(["TicketIssued"]);
      }
      // If the function crashes after SES accepted the mail and before the mail is recorded as sent, it is sent twice.
      expect(ticketMails().length).toBeGreaterThan(0);
      expect(ticketMails().length).toBeLessThan(3);
    }));

  test("while it makes tickets void: the repeated event makes each ticket void once", () =>
    forEveryCrash(async (crashDuring) => {
      const { orderId } = await createPaidOrder(3);
      await deliverLater(orderId);
      const lines = [{ line: 0, quantity: 2, seats: [0, 2] }];
      expect((await admin.refund(orderId, { refundId: randomUUID(), lines })).status).toBe(202);
      await crashDuring(() => ticketDriver.deliverOrderEvents(orderId));
      await deliverLater(orderId);
      const tickets = await ticketDriver.ticketsOf(orderId);
      expect(tickets.map(stateOf)).toEqual(["void", "valid", "void"]);
      expect(await ticketDriver.eventTypesOf(tickets[0]?.ticketId ?? "")).toEqual([
        "TicketIssued",
        "TicketVoided",
      ]);
      expect(ticketMails()).toHaveLength(1);
    }));
});

test("'Tell the holders', when it crashes after any number of calls of the table, is finished by another press; no mail leaves out a ticket", () =>
  forEveryCrash(async (crashDuring) => {
    const { orderId, taping } = await createPaidOrder(3);
    await deliverLater(orderId);
    const tickets = await ticketDriver.ticketsOf(orderId);
    const event = eventInDays(60);
    expect((await admin.saveProduct(taping, { event })).status).toBe(200);
    shop.mails.length = 0;
    const body = { ticketIds: tickets.map(({ ticketId }) => ticketId) };
    const tellOfChange = () => call(ticketDriver.api, adminTicketsApi.tellOfChange, { body });
    await crashDuring(tellOfChange);
    advanceClock(MINUTE_MS);
    expect((await tellOfChange()).status).toBe(200);
    expect((await ticketDriver.ticketsOf(orderId)).map((ticket) => ticket.event)).toEqual([
      event,
      event,
      event,
    ]);
    // It is sent twice only if the function crashes before the mail is recorded as sent.
    expect(ticketMails().length).toBeGreaterThan(0);
    expect(ticketMails().length).toBeLessThan(3);
    for (const { text } of ticketMails())
      expect(tickets.map(({ code }) => text.includes(code))).toEqual([true, true, true]);
  }));

describe("issue-tickets, while the order changes", () => {
  test("leaves no valid ticket of an order that is cancelled at the same time", async () => {
    for (let i = 0; i < 10; i++) {
      const { orderId } = await createPaidOrder(3);
      await Promise.all([
        ticketDriver.deliverOrderEvents(orderId),
        admin
          .change(orderId, { orderStatus: ORDER_STATUS.cancelled })
          .then(() => ticketDriver.deliverOrderEvents(orderId)),
      ]);
      await deliverLater(orderId);
      const states = (await ticketDriver.ticketsOf(orderId)).map(stateOf);
      expect(states.filter((state) => state !== "void")).toEqual([]);
    }
  });
});
