/**
 * Two doors let guests in, with the shop's functions and the door's own code. The doors' network, clocks and storage are
 * simulated.
 */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { adminTicketsApi, doorApi, ticketsApi } from "../../shared/api-tickets.ts";
import { conflictsOf, type Ticket } from "../../shared/tickets/ticket.ts";
import { ApiError } from "../../web/src/api-error.ts";
import type { DoorServer } from "../../web/src/features/door/list/door-call.ts";
import { createDoor } from "../../web/src/features/door/list/door.ts";
import { openBackOffice, type BackOffice } from "../support/back-office.ts";
import { openCheckoutDriver, type CheckoutDriver } from "../support/checkout-driver.ts";
import { ticketEvents } from "../support/door.ts";
import { createMemoryStorage } from "../support/fake-door-shop.ts";
import { stockUp, eventInDays, testProduct } from "../support/fixtures.ts";
import { call, type CallResult, type HttpHandler } from "../support/invoke.ts";
import { advanceClock, openShop, type Shop } from "../support/shop.ts";
import { openTicketDriver, type TicketDriver } from "../support/ticket-driver.ts";

const SECOND_MS = 1_000;
const GUEST_COUNT = 30;
/** The pause before each guest. */
const PAUSE_MS = 40 * SECOND_MS;
/** The first and the last guest who arrive while the doors are offline. */
const OFFLINE_GUESTS = { first: 10, last: 24 };
/** The indexes of the guests with a copied code, a refunded ticket and a transferred ticket, and of the guest who does not come. */
const [COPIED, REFUNDED, TRANSFERRED, ABSENT] = [12, 15, 18, 29];

let shop: Shop;
let driver: CheckoutDriver;
let admin: BackOffice;
let ticketDriver: TicketDriver;
let doorHandler: HttpHandler;
const tasting = testProduct({ category: "ticket", stock: GUEST_COUNT, event: eventInDays(1 / 24) });
const params = { id: tasting.id };

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  admin = await openBackOffice(shop);
  ticketDriver = await openTicketDriver(shop, driver);
  ({ handler: doorHandler } = await import("../../lambdas/door-api.ts"));
  await stockUp(shop.table, tasting);
});

const network = { isCut: false };
/** Performs a request as a device does. Throws an ApiError if the network is cut or the status is not 200. */
async function callUnlessCut<T>(
  request: () => Promise<Pick<CallResult, "status"> & { data: T }>,
): Promise<T> {
  if (network.isCut) throw new ApiError(0, "No network");
  const result = await request();
  if (result.status !== 200) throw new ApiError(result.status, "Refused");
  return result.data;
}
const doorShop: Omit<DoorServer, "readPickUp" | "completePickUp"> = {
  listEvents: () => callUnlessCut(() => call(doorHandler, doorApi.listDoorEvents)),
  listKeys: () => callUnlessCut(() => call(ticketDriver.api, ticketsApi.listTicketKeys)),
  listTickets: (id, query) =>
    callUnlessCut(() => call(doorHandler, doorApi.listDoorTickets, { params: { id }, query: { ...query } })),
  checkIn: (options) => callUnlessCut(() => call(doorHandler, doorApi.checkIn, options)),
};

/** Opens a device whose clock is `clockAheadMs` ahead, and loads the event's list. */
async function openDevice(name: string, clockAheadMs: number) {
  const door = createDoor({
    storage: createMemoryStorage(),
    shop: doorShop,
    doorName: () => name,
    device: { deviceId: randomUUID(), by: "" },
    now: () => Date.now() + clockAheadMs,
    monotonicNow: () => Date.now(),
    hasNetwork: () => true,
  });
  const event = (await doorShop.listEvents()).events.find(({ productId }) => productId === tasting.id);
  if (!event) throw new Error("The door has no event");
  await door.open(event);
  const state = () => door.store.current();
  return {
    ...door,
    state,
    /** Scans a code; returns the answer as 'let-in' or 'not-valid: void'. */
    async scanAndAnswer(code: string): Promise<string> {
      await door.scan(code);
      const { shownResult } = state();
      if (shownResult?.kind !== "answer") throw new Error("No answer");
      return shownResult.answer.answer === "not-valid"
        ? `not-valid: ${shownResult.answer.why}`
        : shownResult.answer.answer;
    },
  };
}
const readStoredTickets = async () =>
  (await call(ticketDriver.api, adminTicketsApi.listTickets, { params })).data;

/** Sells six orders of four tickets and six of one ticket, as many tickets as there are guests. */
async function sellTickets(): Promise<Ticket[]> {
  const tickets: Ticket[] = [];
  for (const quantity of [4, 1, 4, 1, 4, 1, 4, 1, 4, 1, 4, 1]) {
    const { orderId } = await driver.buyAndPay([[tasting, quantity]]);
    expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
    tickets.push(...(await ticketDriver.ticketsOf(orderId)));
  }
  return tickets;
}
/** `n`: the number of the ticket in its order, from 1. Each order has one line. */
async function refund({ orderId = "", line = 0, n }: Ticket): Promise<void> {
  const lines = [{ line, quantity: 1, seats: [n - 1] }];
  expect((await admin.refund(orderId, { refundId: randomUUID(), lines })).status).toBe(202);
  expect(await ticketDriver.deliverOrderEvents(orderId)).toEqual([]);
}
/** Transfers a ticket to a friend; returns its new code. */
async function transfer({ code, ticketId, orderId = "" }: Ticket): Promise<string> {
  const body = { code, name: "Grace Hopper", email: "grace.h@example.com" };
  expect((await call(ticketDriver.api, ticketsApi.moveTicket, { body })).status).toBe(200);
  return (await ticketDriver.ticketsOf(orderId)).find((ticket) => ticket.ticketId === ticketId)?.code ?? "";
}

test("30 guests at two doors, eleven minutes offline, a refund, a transfer and a copied code: devices and table agree", async () => {
  const tickets = await sellTickets();
  const codeOf = (guest: number): string => tickets[guest]?.code ?? "";
  const ticketOf = (guest: number): Ticket => {
    const ticket = tickets[guest];
    if (!ticket) throw new Error("No such guest");
    return ticket;
  };
  expect(tickets).toHaveLength(GUEST_COUNT);
  const doors = [
    await openDevice("Front door", 3 * 60 * SECOND_MS),
    await openDevice("Back door", -2 * 60 * SECOND_MS),
  ] as const;
  const doorOf = (guest: number) => doors[guest % 2 === 0 ? 0 : 1];
  const answers: Record<string, number> = {};
  const scan = async (door: (typeof doors)[number], code: string) => {
    const result = await door.scanAndAnswer(code);
    answers[result] = (answers[result] ?? 0) + 1;
    return result;
  };
  const syncDoors = async () => {
    for (const door of doors) await door.refresh();
  };

  for (let guest = 0; guest < GUEST_COUNT; guest++) {
    advanceClock(PAUSE_MS);
    network.isCut = guest >= OFFLINE_GUESTS.first && guest <= OFFLINE_GUESTS.last;
    await syncDoors();
    if (guest === REFUNDED) await refund(ticketOf(REFUNDED));
    const code = guest === TRANSFERRED ? await transfer(ticketOf(TRANSFERRED)) : codeOf(guest);
    if (guest !== ABSENT) expect(await scan(doorOf(guest), code), `guest ${guest}`).toBe("let-in");
    // Online doors refuse a copy of a used code. Offline, the other door cannot know that the code was used.
    if (guest === 3) expect(await scan(doors[0], codeOf(3))).toBe("already-in");
    if (guest === COPIED + 1) expect(await scan(doors[1], codeOf(COPIED))).toBe("let-in");
    if (guest === OFFLINE_GUESTS.last) expect(doors.map((door) => door.state().queuedCount)).toEqual([8, 8]);
    advanceClock(5 * SECOND_MS);
  }
  // These guests come a second time: with the copied code, the refunded ticket, and the old code of the transferred
  // ticket.
  await syncDoors();
  expect(await scan(doors[0], codeOf(COPIED))).toBe("already-in");
  expect(await scan(doors[0], codeOf(REFUNDED))).toBe("not-valid: void");
  expect(await scan(doors[1], codeOf(TRANSFERRED))).toBe("not-valid: moved");
  await syncDoors();

  const storedList = await readStoredTickets();
  for (const { ticketId, checkIns } of storedList.tickets)
    for (const door of doors) expect(door.rows.find(ticketId)?.checkIns, ticketId).toEqual(checkIns);
  const ticketsWithConflict = storedList.tickets.filter((ticket) => conflictsOf(ticket).length > 0);
  expect(ticketsWithConflict.map(({ ticketId }) => ticketId).sort()).toEqual(
    [COPIED, REFUNDED].map((guest) => ticketOf(guest).ticketId).sort(),
  );
  // The clocks differ by five minutes, but after the correction the front door's scan is the first.
  const copiedTicket = storedList.tickets.find(({ ticketId }) => ticketId === ticketOf(COPIED).ticketId);
  expect(conflictsOf(copiedTicket ?? { checkIns: [] })).toMatchObject([{ door: "Back door" }]);
  let reportedConflictCount = 0;
  for (const { ticketId } of tickets)
    for (const event of await ticketEvents(shop.table, ticketId))
      if (event.type === "TicketCheckedIn" && event.conflict) reportedConflictCount++;
  const { events } = (await call(ticketDriver.api, adminTicketsApi.listEvents)).data;
  const event = events.find(({ productId }) => productId === tasting.id);
  const counts = {
    sold: tickets.length,
    valid: event?.tickets,
    in: event?.checkedIn,
    void: event?.void,
    conflicts: event?.conflicts,
    reported: reportedConflictCount,
    unknown: event?.unknown,
    scans: storedList.tickets.reduce((sum, { checkIns }) => sum + checkIns.length, 0),
    devices: doors.map((door) => {
      const { counts: shownCounts, conflicts, queuedCount, unknownCheckIns } = door.state();
      return [shownCounts.in, shownCounts.total, conflicts.length, queuedCount, unknownCheckIns.length];
    }),
    answers,
  };
  process.stdout.write(`The evening: ${JSON.stringify(counts)}\n`);
  expect(counts).toEqual({
    sold: 30,
    valid: 29,
    in: 28,
    void: 1,
    conflicts: 2,
    reported: 2,
    unknown: 0,
    scans: 30,
    devices: [
      [28, 29, 2, 0, 0],
      [28, 29, 2, 0, 0],
    ],
    answers: { "let-in": 30, "already-in": 2, "not-valid: void": 1, "not-valid: moved": 1 },
  });
}, 60_000);
