import { beforeAll, expect, test } from "vitest";
import { getTicket } from "../../lambdas/tickets/ticket-table.ts";
import { openShop, type Shop } from "../support/shop.ts";
import { openDoor, ticketEvents, type Door } from "../support/door.ts";
import { storeTickets, testTicket } from "../support/ticket-fixtures.ts";

let shop: Shop;
let doors: Door[];
beforeAll(async () => {
  shop = await openShop();
  doors = await Promise.all(["Front", "Back", "Cellar", "Terrace"].map((name) => openDoor(name)));
});

/** How often each result came. */
async function scanConcurrently(count: number, scan: (door: Door) => ReturnType<Door["send"]>) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) => {
      const door = doors[i % doors.length];
      if (!door) throw new Error("No door");
      return scan(door);
    }),
  );
  const counts: Record<string, number> = {};
  for (const { data } of answers)
    for (const { result } of data.results) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
}
const checkIns = async (ticketId: string) => (await getTicket(ticketId))?.checkIns ?? [];

test("of 200 simultaneous scans of one ticket by 4 devices, exactly one is let in", async () => {
  for (let round = 0; round < 3; round++) {
    const ticket = testTicket();
    await storeTickets(ticket);
    const counts = await scanConcurrently(200, (door) => door.send([door.scanOf(ticket)]));
    expect(counts).toEqual({ in: 1, refused: 199 });
    expect(await checkIns(ticket.ticketId)).toHaveLength(1);
    expect(await ticketEvents(shop.table, ticket.ticketId)).toMatchObject([
      { type: "TicketCheckedIn", sequence: 2 },
    ]);
  }
});

test("a check-in that is sent 40 times at once is stored and reported once", async () => {
  const ticket = testTicket();
  await storeTickets(ticket);
  const [door] = doors;
  const scan = { ...testScan(door, ticket), isOffline: true };
  expect(await scanConcurrently(40, (sender) => sender.send([scan]))).toEqual({ in: 40 });
  expect(await checkIns(ticket.ticketId)).toHaveLength(1);
  expect(await ticketEvents(shop.table, ticket.ticketId)).toHaveLength(1);
});

function testScan(door: Door | undefined, ticket: ReturnType<typeof testTicket>) {
  if (!door) throw new Error("No door");
  return door.scanOf(ticket);
}

test("8 devices that let one ticket in while they had no network report 7 conflicts", async () => {
  const ticket = testTicket();
  await storeTickets(ticket);
  const counts = await scanConcurrently(8, (door) => door.send([door.scanOf(ticket, true)]));
  expect(counts["conflict"]).toBe(7);
  const events = await ticketEvents(shop.table, ticket.ticketId);
  expect(events.filter((event) => event.type === "TicketCheckedIn" && event.conflict)).toHaveLength(7);
  expect(new Set(events.map(({ sequence }) => sequence)).size).toBe(8);
});
