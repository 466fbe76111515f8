import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { getTicket } from "../../lambdas/tickets/ticket-table.ts";
import { doorApi, MAX_CHECK_INS, type NewCheckIn } from "../../shared/api-tickets.ts";
import { activeCheckIns, conflictsOf } from "../../shared/tickets/ticket.ts";
import { call } from "../support/invoke.ts";
import { stockUp, testEvent, testProduct } from "../support/fixtures.ts";
import { advanceClock, openShop, type Shop } from "../support/shop.ts";
import { openDoor, ticketEvents, type Door } from "../support/door.ts";
import { moveTestTicket, storeTickets, testTicket, voidTestTicket } from "../support/ticket-fixtures.ts";

const tasting = testProduct({
  id: "prd_tasting",
  name: "Barrel Tasting",
  category: "ticket",
  event: testEvent(0),
});
const MINUTE = 60_000;
let shop: Shop;
let front: Door;
let back: Door;

beforeAll(async () => {
  shop = await openShop();
  await stockUp(shop.table, tasting);
  front = await openDoor("Front door");
  back = await openDoor("Back door", { clockAheadMs: 3 * MINUTE });
});

const stored = async (ticketId: string) => {
  const ticket = await getTicket(ticketId);
  if (!ticket) throw new Error(`There is no ticket ${ticketId}`);
  return ticket;
};
const newTicket = async (changes: Parameters<typeof testTicket>[0] = {}) => {
  const ticket = testTicket(changes);
  await storeTickets(ticket);
  return ticket;
};
/** Sends check-ins; returns their results. */
const resultsOf = async (door: Door, ...checkIns: NewCheckIn[]) =>
  (await door.send(checkIns)).data.results.map(({ result }) => result);
const checkInEvents = async (ticketId: string) =>
  (await ticketEvents(shop.table, ticketId)).flatMap((event) =>
    event.type === "TicketCheckedIn" ? [[event.checkInId, event.undone, event.conflict]] : [],
  );
/** A scan without a network, `minutes` ago by the device's clock. */
const offlineScan = (door: Door, ticketId: string, minutes: number): NewCheckIn => ({
  ...{ id: randomUUID(), ticketId, isOffline: true, at: door.deviceTime(Date.now() - minutes * MINUTE) },
});

describe("an online door", () => {
  test("lets one person in with a ticket, also if the request is repeated, and answers who let the person in", async () => {
    const ticket = await newTicket();
    const scan = front.scanOf(ticket);
    expect(await resultsOf(front, scan)).toEqual(["in"]);
    expect(await resultsOf(front, { ...scan, isOffline: true })).toEqual(["in"]);
    const { results } = (await back.send([back.scanOf(ticket)])).data;
    expect(results).toMatchObject([{ result: "refused", ticket: { holder: "Ada Lovelace" } }]);
    expect(results[0]?.ticket?.checkIns).toMatchObject([{ id: scan.id, door: "Front door", by: "ada" }]);
    expect(await checkInEvents(ticket.ticketId)).toEqual([[scan.id, false, false]]);
    const { sequence, version, changedAt } = await stored(ticket.ticketId);
    expect([sequence, version, changedAt > ticket.changedAt]).toEqual([2, 2, true]);
  });

  test("accepts a code in lower case or with spaces, and a ticket that was found by its short code or name", async () => {
    const [spelled, named] = [await newTicket(), await newTicket()];
    expect(
      await resultsOf(
        front,
        { ...front.scanOf(spelled), code: ` ${spelled.code.toLowerCase()}-` },
        front.scanOf({ ticketId: named.ticketId }),
      ),
    ).toEqual(["in", "in"]);
  });

  test("gets a refusal for a void ticket, and for the old code of a ticket that was transferred", async () => {
    const [refunded, moved] = [await newTicket(), await newTicket()];
    await voidTestTicket(refunded.ticketId);
    await moveTestTicket(moved.ticketId);
    expect(await resultsOf(front, front.scanOf(refunded), front.scanOf(moved))).toEqual([
      "refused",
      "refused",
    ]);
    // Found by short code or name in a list that is some seconds old, so the device sends the old generation.
    const named = front.scanOf({ ticketId: moved.ticketId });
    expect(await resultsOf(front, { ...named, generation: 0 })).toEqual(["refused"]);
    expect(await resultsOf(front, { ...named, generation: 1 })).toEqual(["in"]);
    await resultsOf(front, { ...named, generation: 1, undoneAt: front.deviceTime() });
    expect(await resultsOf(front, front.scanOf(await stored(moved.ticketId)))).toEqual(["in"]);
    expect((await stored(refunded.ticketId)).checkIns).toEqual([]);
  });

  test("gets `unknown` for a ticket that the shop does not have, and for a ticket of another event", async () => {
    const other = await newTicket({ productId: "prd_taping" });
    expect(await resultsOf(front, front.scanOf(testTicket()), front.scanOf(other))).toEqual([
      "unknown",
      "unknown",
    ]);
    expect((await stored(other.ticketId)).checkIns).toEqual([]);
  });

  test("an unreadable ticket does not prevent that the other check-ins of a request are stored", async () => {
    const [broken, ticket] = [await newTicket(), await newTicket()];
    const [item] = await shop.table.partition(`TICKET#${broken.ticketId}`);
    await shop.table.put({ ...item, holder: 7 });
    expect(await resultsOf(front, front.scanOf(broken), front.scanOf(ticket))).toEqual(["unknown", "in"]);
  });

  test(`a request has at most ${MAX_CHECK_INS} check-ins`, async () => {
    const ticket = testTicket();
    const scans = Array.from({ length: MAX_CHECK_INS + 1 }, () => front.scanOf(ticket));
    expect((await front.send(scans)).status).toBe(400);
    expect((await front.send([])).status).toBe(400);
  });
});

describe("undo", () => {
  test("makes the ticket valid again, and a late repetition of the scan changes nothing", async () => {
    const ticket = await newTicket();
    const scan = front.scanOf(ticket);
    const undo = { ...scan, undoneAt: front.deviceTime() };
    expect(await resultsOf(front, scan, undo, undo, scan)).toEqual(["in", "undone", "undone", "undone"]);
    const again = back.scanOf(ticket);
    expect(await resultsOf(back, again)).toEqual(["in"]);
    expect(await checkInEvents(ticket.ticketId)).toEqual([
      [scan.id, false, false],
      [scan.id, true, false],
      [again.id, false, false],
    ]);
  });

  test("is for the device that has let the guest in, and for a minute", async () => {
    const ticket = await newTicket();
    const scan = front.scanOf(ticket);
    const after = (ms: number) => ({ ...scan, undoneAt: front.deviceTime(Date.parse(scan.at) + ms) });
    expect(await resultsOf(front, scan)).toEqual(["in"]);
    advanceClock(11 * MINUTE);
    expect(await resultsOf(front, after(10 * MINUTE))).toEqual(["in"]);
    // A request can name another time for the check-in.
    const named = { ...after(10 * MINUTE), at: front.deviceTime(Date.parse(scan.at) + 10 * MINUTE) };
    expect(await resultsOf(front, named)).toEqual(["in"]);
    expect(await resultsOf(back, { ...scan, undoneAt: scan.at })).toEqual(["in"]);
    expect(activeCheckIns(await stored(ticket.ticketId))).toHaveLength(1);
    expect(await resultsOf(front, after(30_000))).toEqual(["undone"]);
    const [late] = [offlineScan(front, (await newTicket()).ticketId, 5)];
    expect(await resultsOf(front, { ...late, undoneAt: front.deviceTime() })).toEqual(["in"]);
  });

  test("of a check-in that never arrived is stored, and the ticket stays valid", async () => {
    const ticket = await newTicket();
    const scan = offlineScan(front, ticket.ticketId, 1);
    expect(await resultsOf(front, { ...scan, undoneAt: front.deviceTime() }, scan)).toEqual([
      "undone",
      "undone",
    ]);
    expect(activeCheckIns(await stored(ticket.ticketId))).toEqual([]);
    expect(await checkInEvents(ticket.ticketId)).toEqual([[scan.id, true, false]]);
  });

  test("keeps the newest fifty check-ins of a ticket", async () => {
    const ticket = await newTicket();
    for (let i = 0; i < 26; i++) {
      const scans = [front.scanOf(ticket), front.scanOf(ticket)].map((scan) => [
        scan,
        { ...scan, undoneAt: front.deviceTime() },
      ]);
      expect(await resultsOf(front, ...scans.flat())).toEqual(["in", "undone", "in", "undone"]);
    }
    expect((await stored(ticket.ticketId)).checkIns).toHaveLength(50);
  });
});

describe("an offline door", () => {
  test("has its check-in stored; of two scans the later one is the conflict, whichever arrives first", async () => {
    const ticket = await newTicket();
    const [early, late] = [offlineScan(front, ticket.ticketId, 10), offlineScan(back, ticket.ticketId, 5)];
    expect(await resultsOf(back, late)).toEqual(["in"]);
    expect(await resultsOf(front, early)).toEqual(["conflict"]);
    expect(await resultsOf(back, late)).toEqual(["conflict"]);
    expect(conflictsOf(await stored(ticket.ticketId)).map(({ id }) => id)).toEqual([late.id]);
    expect(await checkInEvents(ticket.ticketId)).toEqual([
      [late.id, false, false],
      [early.id, false, true],
    ]);
    expect(await resultsOf(front, front.scanOf(ticket))).toEqual(["refused"]);
  });

  test("has a check-in of a void ticket stored as a conflict", async () => {
    const ticket = await newTicket();
    await voidTestTicket(ticket.ticketId);
    const scan = offlineScan(front, ticket.ticketId, 0);
    expect(await resultsOf(front, scan, scan)).toEqual(["conflict", "conflict"]);
    expect(await checkInEvents(ticket.ticketId)).toEqual([[scan.id, false, true]]);
  });

  test("has no conflict for a scan before the ticket became void, even if the scan is reported later", async () => {
    const [ticket, other] = [await newTicket(), await newTicket()];
    await voidTestTicket(ticket.ticketId);
    const scan = offlineScan(front, ticket.ticketId, 1);
    expect(await resultsOf(front, scan)).toEqual(["in"]);
    expect(await checkInEvents(ticket.ticketId)).toEqual([[scan.id, false, false]]);
    // A guest who was let in gets the money back later.
    await front.send([{ ...front.scanOf(other), at: front.deviceTime(Date.now() - MINUTE) }]);
    await voidTestTicket(other.ticketId);
    expect(conflictsOf(await stored(other.ticketId))).toEqual([]);
  });

  test("has at most fifty check-ins of a ticket stored, and the others cause no event", async () => {
    const ticket = await newTicket();
    const scans = Array.from({ length: 51 }, (_, i) => offlineScan(front, ticket.ticketId, 60 - i));
    await front.send(scans.slice(0, 50));
    expect(await resultsOf(front, ...scans.slice(50))).toEqual(["conflict"]);
    expect((await stored(ticket.ticketId)).checkIns).toHaveLength(50);
    expect(await checkInEvents(ticket.ticketId)).toHaveLength(50);
  });
});

test("a check-in's time is corrected by the difference of the clocks, which is stored; a time is never in the future", async () => {
  const [ticket, other] = [await newTicket(), await newTicket()];
  const before = Date.now();
  const scan = offlineScan(back, ticket.ticketId, 10);
  await back.send([scan, { ...back.scanOf(other), at: back.deviceTime(Date.now() + MINUTE) }]);
  const [corrected] = (await stored(ticket.ticketId)).checkIns;
  expect(Math.abs(Date.parse(corrected?.at ?? "") - (before - 10 * MINUTE))).toBeLessThan(5_000);
  expect(Math.abs((corrected?.clockOffset ?? 0) + 3 * MINUTE)).toBeLessThan(5_000);
  const [future] = (await stored(other.ticketId)).checkIns;
  expect(Date.parse(future?.at ?? "")).toBeLessThanOrEqual(Date.now());
});

test("a check-in's time is corrected by the offset that the device measured at the scan, even if its clock was set later", async () => {
  const ticket = await newTicket();
  const [early, late] = await Promise.all([
    openDoor("Early", { clockAheadMs: 10 * MINUTE, sendsOffset: true }),
    openDoor("Late", { sendsOffset: true }),
  ]);
  const first = { ...early.scanOf(ticket, true), at: early.deviceTime(Date.now() - 2 * MINUTE) };
  const second = { ...late.scanOf(ticket, true), at: late.deviceTime(Date.now() - MINUTE) };
  // Someone sets the clock before the device is online. With the offset of this request, the scan would be 10 minutes
  // later.
  early.setClockAhead(0);
  await late.send([second]);
  await early.send([first]);
  const kept = await stored(ticket.ticketId);
  expect(conflictsOf(kept).map(({ id }) => id)).toEqual([second.id]);
  const own = kept.checkIns.find(({ id }) => id === first.id);
  expect(own).toMatchObject({ clockOffset: -10 * MINUTE });
  expect(Math.abs(own?.offsetAtReport ?? 0)).toBeLessThan(5_000);
  const other = kept.checkIns.find(({ id }) => id === second.id);
  expect([other?.clockOffset, other?.offsetAtReport]).toEqual([undefined, undefined]);
});

test("no clock of a device makes a ticket unreadable", async () => {
  const ticket = await newTicket();
  const sent = { at: "0001-01-01T00:00:00.000Z", sentAt: "9999-12-31T23:59:59.999Z" };
  const scan = { ...front.scanOf(ticket, true), at: sent.at };
  await front.send([scan], sent.sentAt);
  expect((await stored(ticket.ticketId)).checkIns.map(({ at }) => at)).toEqual(["1970-01-01T00:00:00.000Z"]);
});

describe("lists", () => {
  test("have each open event with its numbers, soonest first, without drafts that have no tickets and without events that were over yesterday", async () => {
    const event = (id: string, days: number, state: "active" | "draft" | "archived" = "active") =>
      testProduct({ id, name: id, category: "ticket", event: testEvent(days), state });
    await stockUp(shop.table, event("prd_late", 9), event("prd_archived", 2, "archived"));
    await stockUp(
      shop.table,
      event("prd_draft", 3, "draft"),
      event("prd_sold_draft", 4, "draft"),
      event("prd_over", -2),
      event("prd_last_night", -1),
    );
    await storeTickets(testTicket({ productId: "prd_late" }), testTicket({ productId: "prd_late" }));
    await storeTickets(testTicket({ productId: "prd_sold_draft" }));
    const refunded = testTicket({ productId: "prd_late" });
    await storeTickets(refunded);
    await voidTestTicket(refunded.ticketId);
    const door = await openDoor("Front door", { productId: "prd_late" });
    const guest = testTicket({ productId: "prd_late" });
    await storeTickets(guest);
    await door.send([door.scanOf(guest)]);
    const { events } = (await call(door.handler, doorApi.listDoorEvents)).data;
    expect(events.map(({ productId }) => productId)).toEqual([
      "prd_last_night",
      "prd_tasting",
      "prd_archived",
      "prd_sold_draft",
      "prd_late",
    ]);
    expect(events.at(-1)).toMatchObject({ name: "prd_late", tickets: 3, checkedIn: 1 });
    expect((await (await openDoor("Front door", { productId: "prd_over" })).list()).status).toBe(404);
    expect((await (await openDoor("Front door", { productId: "prd_none" })).list()).status).toBe(404);
  });

  test("have all tickets, then those that have changed since; a forged cursor is refused", async () => {
    const door = await openDoor("Front door", { productId: "prd_tasting" });
    const all = (await door.list()).data;
    expect(all.tickets.length).toBeGreaterThan(5);
    expect(Object.keys(all.tickets[0] ?? {})).not.toContain("email");
    expect(Date.parse(all.now) - Date.parse(all.until)).toBe(30_000);
    // A change is always later than the one before, so the last one can be some milliseconds ahead of the clock.
    const lastChange = Math.max(...all.tickets.map(({ changedAt }) => Date.parse(changedAt)));
    const since = new Date(lastChange + 1).toISOString();
    expect((await door.list({ since })).data.tickets).toEqual([]);
    const ticket = await newTicket({ changedAt: new Date(lastChange + 5).toISOString() });
    expect((await door.list({ since })).data.tickets.map(({ ticketId }) => ticketId)).toEqual([
      ticket.ticketId,
    ]);
    const forged = Buffer.from(JSON.stringify({ at: "0", id: "TICKETS#prd_other" })).toString("base64url");
    expect((await door.list({ cursor: forged })).status).toBe(400);
    const { at, id } = { at: ticket.changedAt, id: ticket.ticketId };
    const cursor = Buffer.from(JSON.stringify({ at, id })).toString("base64url");
    expect((await door.list({ cursor })).data.tickets).toEqual([]);
  });
});
