import { beforeAll, expect, test } from "vitest";
import { changeTicket } from "../../lambdas/tickets/change-ticket.ts";
import { stateOf } from "../../shared/tickets/ticket.ts";
import { getTicket } from "../../lambdas/tickets/ticket-table.ts";
import type { NewCheckIn } from "../../shared/api-tickets.ts";
import { openShop, type Shop } from "../support/shop.ts";
import { openDoor, ticketEvents, type Door } from "../support/door.ts";
import { storeTickets, testTicket, voidTestTicket } from "../support/ticket-fixtures.ts";

let shop: Shop;
let doors: Door[];
beforeAll(async () => {
  shop = await openShop();
  doors = await Promise.all(["Front", "Back", "Cellar", "Terrace"].map((name) => openDoor(name)));
});

/**
 * Sends `count` scans at the same time, from all doors; returns the number of each result. More than 50 scans would wait for
 * each other, because one process has 50 connections to the table. test/e2e/race.test.ts sends 200 scans to the whole stack.
 */
async function scanConcurrently(count: number, scanOf: (door: Door) => NewCheckIn) {
  const responses = await Promise.all(
    Array.from({ length: count }, (_, i) => {
      const door = doors[i % doors.length];
      if (!door) throw new Error("No door");
      return door.send([scanOf(door)]);
    }),
  );
  const counts: Record<string, number> = {};
  for (const { result } of responses.flatMap(({ data }) => data.results))
    counts[result] = (counts[result] ?? 0) + 1;
  return counts;
}
const readStoredCheckIns = async (ticketId: string) => (await getTicket(ticketId))?.checkIns ?? [];

test("of 40 simultaneous scans of one ticket at 4 doors, exactly one lets somebody in", async () => {
  for (let round = 0; round < 3; round++) {
    const ticket = testTicket();
    await storeTickets(ticket);
    const counts = await scanConcurrently(40, (door) => door.scanOf(ticket));
    expect(counts).toEqual({ in: 1, refused: 39 });
    expect(await readStoredCheckIns(ticket.ticketId)).toHaveLength(1);
    expect(await ticketEvents(shop.table, ticket.ticketId)).toMatchObject([
      { type: "TicketCheckedIn", sequence: 2 },
    ]);
  }
});

test("of a simultaneous scan and transfer one succeeds; a check-in stays stored if the ticket becomes void", async () => {
  const [door] = doors;
  for (let round = 0; round < 8; round++) {
    const [transferred, refunded] = [testTicket(), testTicket()];
    await storeTickets(transferred, refunded);
    const scanForResult = async (ticket: typeof transferred) =>
      (await door?.send([scanAt(door, ticket)]))?.data.results[0]?.result;
    const transfer = () =>
      changeTicket(transferred.ticketId, (ticket) => {
        if (stateOf(ticket) !== "valid") throw new Error("It was used");
        const newTicket = { ...ticket, generation: 1, code: `${ticket.code}M` };
        return { ticket: newTicket, events: [{ type: "TicketIssued", generation: 1 }] };
      });
    const [wasTransferred, transferredResult, , refundedResult] = await Promise.all([
      transfer().then(
        () => true,
        () => false,
      ),
      scanForResult(transferred),
      voidTestTicket(refunded.ticketId),
      scanForResult(refunded),
    ]);
    expect([wasTransferred, transferredResult]).toEqual(wasTransferred ? [true, "refused"] : [false, "in"]);
    const ticketAfter = await getTicket(refunded.ticketId);
    expect(ticketAfter?.void).toBeDefined();
    expect(ticketAfter?.checkIns).toHaveLength(refundedResult === "in" ? 1 : 0);
    expect(["in", "refused"]).toContain(refundedResult);
  }
});

test("a check-in that is sent 40 times at the same time is stored and reported once", async () => {
  const ticket = testTicket();
  await storeTickets(ticket);
  const [door] = doors;
  const scan = { ...scanAt(door, ticket), isOffline: true };
  expect(await scanConcurrently(40, () => scan)).toEqual({ in: 40 });
  expect(await readStoredCheckIns(ticket.ticketId)).toHaveLength(1);
  expect(await ticketEvents(shop.table, ticket.ticketId)).toHaveLength(1);
});

/** A scan of a ticket at a door. Throws an error if `door` is undefined. */
function scanAt(door: Door | undefined, ticket: ReturnType<typeof testTicket>) {
  if (!door) throw new Error("No door");
  return door.scanOf(ticket);
}

test("if 4 offline doors let somebody in 8 times with the same ticket, 7 check-ins are conflicts", async () => {
  const ticket = testTicket();
  await storeTickets(ticket);
  const counts = await scanConcurrently(8, (door) => door.scanOf(ticket, true));
  expect(counts["conflict"]).toBe(7);
  const events = await ticketEvents(shop.table, ticket.ticketId);
  expect(events.filter((event) => event.type === "TicketCheckedIn" && event.conflict)).toHaveLength(7);
  expect(new Set(events.map(({ sequence }) => sequence)).size).toBe(8);
});
