import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { getTicket } from "../../lambdas/tickets/ticket-table.ts";
import { doorApi, MAX_CHECK_INS, type NewCheckIn } from "../../shared/api-tickets.ts";
import { activeCheckIns, conflictsOf } from "../../shared/tickets/ticket.ts";
import { call } from "../support/invoke.ts";
import { stockUp, eventInDays, testProduct } from "../support/fixtures.ts";
import { advanceClock, openShop, type Shop } from "../support/shop.ts";
import { openDoor, ticketEvents, type Door } from "../support/door.ts";
import { moveTestTicket, storeTickets, testTicket, voidTestTicket } from "../support/ticket-fixtures.ts";

const tasting = testProduct({
  id: "prd_tasting",
  name: "Barrel Tasting",
  category: "ticket",
  event: eventInDays(0),
});
const MINUTE_MS = 60_000;
let shop: Shop;
let frontDoor: Door;
let backDoor: Door;

beforeAll(async () => {
  shop = await openShop();
  await stockUp(shop.table, tasting);
  frontDoor = await openDoor("Front door");
  backDoor = await openDoor("Back door", { clockAheadMs: 3 * MINUTE_MS });
});

const readTicket = async (ticketId: string) => {
  const ticket = await getTicket(ticketId);
  if (!ticket) throw new Error(`There is no ticket ${ticketId}`);
  return ticket;
};
const storeNewTicket = async (changes: Parameters<typeof testTicket>[0] = {}) => {
  const ticket = testTicket(changes);
  await storeTickets(ticket);
  return ticket;
};
/** Sends check-ins; returns their results. */
const sendForResults = async (door: Door, ...checkIns: NewCheckIn[]) =>
  (await door.send(checkIns)).data.results.map(({ result }) => result);
/** For each TicketCheckedIn of a ticket: the check-in's id, whether it was undone, and whether it is a conflict. */
const readCheckInEvents = async (ticketId: string) =>
  (await ticketEvents(shop.table, ticketId)).flatMap((event) =>
    event.type === "TicketCheckedIn" ? [[event.checkInId, event.undone, event.conflict]] : [],
  );
/** A scan that a device without a network made `minutesAgo`, with the time of the device's clock. */
const offlineScan = (door: Door, ticketId: string, minutesAgo: number): NewCheckIn => ({
  id: randomUUID(),
  ticketId,
  isOffline: true,
  at: door.deviceTime(Date.now() - minutesAgo * MINUTE_MS),
});

describe("an online door", () => {
  test("lets one person in with a ticket, also if the request is repeated; a refusal says which door let the person in", async () => {
    const ticket = await storeNewTicket();
    const scan = frontDoor.scanOf(ticket);
    expect(await sendForResults(frontDoor, scan)).toEqual(["in"]);
    expect(await sendForResults(frontDoor, { ...scan, isOffline: true })).toEqual(["in"]);
    const { results } = (await backDoor.send([backDoor.scanOf(ticket)])).data;
    expect(results).toMatchObject([{ result: "refused", ticket: { holder: "Ada Lovelace" } }]);
    expect(results[0]?.ticket?.checkIns).toMatchObject([{ id: scan.id, door: "Front door", by: "ada" }]);
    expect(await readCheckInEvents(ticket.ticketId)).toEqual([[scan.id, false, false]]);
    const { sequence, version, changedAt } = await readTicket(ticket.ticketId);
    expect([sequence, version, changedAt > ticket.changedAt]).toEqual([2, 2, true]);
  });

  test("accepts a code in lower case with spaces and dashes, and a ticket that was found by its short code or name", async () => {
    const [ticketByCode, ticketByName] = [await storeNewTicket(), await storeNewTicket()];
    expect(
      await sendForResults(
        frontDoor,
        { ...frontDoor.scanOf(ticketByCode), code: ` ${ticketByCode.code.toLowerCase()}-` },
        frontDoor.scanOf({ ticketId: ticketByName.ticketId }),
      ),
    ).toEqual(["in", "in"]);
  });

  test("refuses a void ticket, and the old code of a transferred ticket", async () => {
    const [voidTicket, transferredTicket] = [await storeNewTicket(), await storeNewTicket()];
    await voidTestTicket(voidTicket.ticketId);
    await moveTestTicket(transferredTicket.ticketId);
    expect(
      await sendForResults(frontDoor, frontDoor.scanOf(voidTicket), frontDoor.scanOf(transferredTicket)),
    ).toEqual(["refused", "refused"]);
    // A device that finds the ticket by its holder's name sends the generation in its list, which may be some seconds old.
    const scanByName = frontDoor.scanOf({ ticketId: transferredTicket.ticketId });
    expect(await sendForResults(frontDoor, { ...scanByName, generation: 0 })).toEqual(["refused"]);
    expect(await sendForResults(frontDoor, { ...scanByName, generation: 1 })).toEqual(["in"]);
    await sendForResults(frontDoor, { ...scanByName, generation: 1, undoneAt: frontDoor.deviceTime() });
    expect(
      await sendForResults(frontDoor, frontDoor.scanOf(await readTicket(transferredTicket.ticketId))),
    ).toEqual(["in"]);
    expect((await readTicket(voidTicket.ticketId)).checkIns).toEqual([]);
  });

  test("gets the result 'unknown' for a ticket that the shop does not have, and for a ticket of another event", async () => {
    const ticketOfOtherEvent = await storeNewTicket({ productId: "prd_taping" });
    expect(
      await sendForResults(frontDoor, frontDoor.scanOf(testTicket()), frontDoor.scanOf(ticketOfOtherEvent)),
    ).toEqual(["unknown", "unknown"]);
    expect((await readTicket(ticketOfOtherEvent.ticketId)).checkIns).toEqual([]);
  });

  test("gets the result 'unknown' for a stored ticket that is invalid, and checks in the other tickets of the request", async () => {
    const [invalidTicket, ticket] = [await storeNewTicket(), await storeNewTicket()];
    const [item] = await shop.table.partition(`TICKET#${invalidTicket.ticketId}`);
    await shop.table.put({ ...item, holder: 7 });
    expect(
      await sendForResults(frontDoor, frontDoor.scanOf(invalidTicket), frontDoor.scanOf(ticket)),
    ).toEqual(["unknown", "in"]);
  });

  test(`gets 400 for a request without check-ins, or with more than ${MAX_CHECK_INS}`, async () => {
    const ticket = testTicket();
    const scans = Array.from({ length: MAX_CHECK_INS + 1 }, () => frontDoor.scanOf(ticket));
    expect((await frontDoor.send(scans)).status).toBe(400);
    expect((await frontDoor.send([])).status).toBe(400);
  });
});

describe("the undo of a check-in", () => {
  test("makes the ticket valid again, and a late repetition of the scan changes nothing", async () => {
    const ticket = await storeNewTicket();
    const scan = frontDoor.scanOf(ticket);
    const undo = { ...scan, undoneAt: frontDoor.deviceTime() };
    expect(await sendForResults(frontDoor, scan, undo, undo, scan)).toEqual([
      "in",
      "undone",
      "undone",
      "undone",
    ]);
    const secondScan = backDoor.scanOf(ticket);
    expect(await sendForResults(backDoor, secondScan)).toEqual(["in"]);
    expect(await readCheckInEvents(ticket.ticketId)).toEqual([
      [scan.id, false, false],
      [scan.id, true, false],
      [secondScan.id, false, false],
    ]);
  });

  test("is possible only on the device that let the guest in, and only within a minute of the scan", async () => {
    const ticket = await storeNewTicket();
    const scan = frontDoor.scanOf(ticket);
    const undoAfter = (ms: number) => ({ ...scan, undoneAt: frontDoor.deviceTime(Date.parse(scan.at) + ms) });
    expect(await sendForResults(frontDoor, scan)).toEqual(["in"]);
    advanceClock(11 * MINUTE_MS);
    expect(await sendForResults(frontDoor, undoAfter(10 * MINUTE_MS))).toEqual(["in"]);
    // A repeated check-in with a later time does not extend the minute.
    const undoWithLaterScan = {
      ...undoAfter(10 * MINUTE_MS),
      at: frontDoor.deviceTime(Date.parse(scan.at) + 10 * MINUTE_MS),
    };
    expect(await sendForResults(frontDoor, undoWithLaterScan)).toEqual(["in"]);
    expect(await sendForResults(backDoor, { ...scan, undoneAt: scan.at })).toEqual(["in"]);
    expect(activeCheckIns(await readTicket(ticket.ticketId))).toHaveLength(1);
    expect(await sendForResults(frontDoor, undoAfter(30_000))).toEqual(["undone"]);
    const scanOfFiveMinutesAgo = offlineScan(frontDoor, (await storeNewTicket()).ticketId, 5);
    expect(
      await sendForResults(frontDoor, { ...scanOfFiveMinutesAgo, undoneAt: frontDoor.deviceTime() }),
    ).toEqual(["in"]);
  });

  test("is stored even if it arrives before the check-in, and the ticket stays valid", async () => {
    const ticket = await storeNewTicket();
    const scan = offlineScan(frontDoor, ticket.ticketId, 1);
    expect(await sendForResults(frontDoor, { ...scan, undoneAt: frontDoor.deviceTime() }, scan)).toEqual([
      "undone",
      "undone",
    ]);
    expect(activeCheckIns(await readTicket(ticket.ticketId))).toEqual([]);
    expect(await readCheckInEvents(ticket.ticketId)).toEqual([[scan.id, true, false]]);
  });

  test("is possible more than fifty times for a ticket, whose newest fifty check-ins stay stored", async () => {
    const ticket = await storeNewTicket();
    const scanIds: string[] = [];
    for (let i = 0; i < 26; i++) {
      const scans = [frontDoor.scanOf(ticket), frontDoor.scanOf(ticket)];
      scanIds.push(...scans.map(({ id }) => id));
      const sentScans = scans.flatMap((scan) => [scan, { ...scan, undoneAt: frontDoor.deviceTime() }]);
      expect(await sendForResults(frontDoor, ...sentScans)).toEqual(["in", "undone", "in", "undone"]);
    }
    const storedIds = (await readTicket(ticket.ticketId)).checkIns.map(({ id }) => id);
    expect(storedIds.toSorted()).toEqual(scanIds.slice(-50).toSorted());
  });
});

describe("an offline door", () => {
  test("reports its check-ins later; of two doors' scans of a ticket, the later is the conflict, even if reported first", async () => {
    const ticket = await storeNewTicket();
    const [earlierScan, laterScan] = [
      offlineScan(frontDoor, ticket.ticketId, 10),
      offlineScan(backDoor, ticket.ticketId, 5),
    ];
    expect(await sendForResults(backDoor, laterScan)).toEqual(["in"]);
    expect(await sendForResults(frontDoor, earlierScan)).toEqual(["conflict"]);
    expect(await sendForResults(backDoor, laterScan)).toEqual(["conflict"]);
    expect(conflictsOf(await readTicket(ticket.ticketId)).map(({ id }) => id)).toEqual([laterScan.id]);
    expect(await readCheckInEvents(ticket.ticketId)).toEqual([
      [laterScan.id, false, false],
      [earlierScan.id, false, true],
    ]);
    expect(await sendForResults(frontDoor, frontDoor.scanOf(ticket))).toEqual(["refused"]);
  });

  test("reports a scan of a void ticket, which is stored as a conflict", async () => {
    const ticket = await storeNewTicket();
    await voidTestTicket(ticket.ticketId);
    const scan = offlineScan(frontDoor, ticket.ticketId, 0);
    expect(await sendForResults(frontDoor, scan, scan)).toEqual(["conflict", "conflict"]);
    expect(await readCheckInEvents(ticket.ticketId)).toEqual([[scan.id, false, true]]);
  });

  test("causes no conflict by a scan from before the ticket became void, even if it is reported later", async () => {
    const ticket = await storeNewTicket();
    await voidTestTicket(ticket.ticketId);
    const scan = offlineScan(frontDoor, ticket.ticketId, 1);
    expect(await sendForResults(frontDoor, scan)).toEqual(["in"]);
    expect(await readCheckInEvents(ticket.ticketId)).toEqual([[scan.id, false, false]]);
  });

  test("causes no conflict if the ticket becomes void after the reported check-in", async () => {
    const ticket = await storeNewTicket();
    await frontDoor.send([offlineScan(frontDoor, ticket.ticketId, 1)]);
    await voidTestTicket(ticket.ticketId);
    expect(conflictsOf(await readTicket(ticket.ticketId))).toEqual([]);
  });

  test("can report at most fifty check-ins of a ticket; further check-ins are not stored and cause no event", async () => {
    const ticket = await storeNewTicket();
    const scans = Array.from({ length: 51 }, (_, i) => offlineScan(frontDoor, ticket.ticketId, 60 - i));
    await frontDoor.send(scans.slice(0, 50));
    expect(await sendForResults(frontDoor, ...scans.slice(50))).toEqual(["conflict"]);
    expect((await readTicket(ticket.ticketId)).checkIns).toHaveLength(50);
    expect(await readCheckInEvents(ticket.ticketId)).toHaveLength(50);
  });
});

test("a check-in's time is corrected by the offset of the device's clock, which is stored, and is never in the future", async () => {
  const [ticket, otherTicket] = [await storeNewTicket(), await storeNewTicket()];
  const sentMs = Date.now();
  const scan = offlineScan(backDoor, ticket.ticketId, 10);
  await backDoor.send([
    scan,
    { ...backDoor.scanOf(otherTicket), at: backDoor.deviceTime(Date.now() + MINUTE_MS) },
  ]);
  const [correctedCheckIn] = (await readTicket(ticket.ticketId)).checkIns;
  expect(Math.abs(Date.parse(correctedCheckIn?.at ?? "") - (sentMs - 10 * MINUTE_MS))).toBeLessThan(5_000);
  expect(Math.abs((correctedCheckIn?.clockOffset ?? 0) + 3 * MINUTE_MS)).toBeLessThan(5_000);
  const [futureCheckIn] = (await readTicket(otherTicket.ticketId)).checkIns;
  expect(Date.parse(futureCheckIn?.at ?? "")).toBeLessThanOrEqual(Date.now());
});

test("a check-in's time is corrected by the offset measured at the scan, even if the clock was set later", async () => {
  const ticket = await storeNewTicket();
  const [doorAhead, doorOnTime] = await Promise.all([
    openDoor("Ahead", { clockAheadMs: 10 * MINUTE_MS, sendsOffset: true }),
    openDoor("On time", { sendsOffset: true }),
  ]);
  const earlierScan = {
    ...doorAhead.scanOf(ticket, true),
    at: doorAhead.deviceTime(Date.now() - 2 * MINUTE_MS),
  };
  const laterScan = { ...doorOnTime.scanOf(ticket, true), at: doorOnTime.deviceTime(Date.now() - MINUTE_MS) };
  // The clock is corrected before the device reports its scan. If the shop used the offset at the report, the earlier scan would
  // seem to be 10 minutes later than it was.
  doorAhead.setClockAhead(0);
  await doorOnTime.send([laterScan]);
  await doorAhead.send([earlierScan]);
  const storedTicket = await readTicket(ticket.ticketId);
  expect(conflictsOf(storedTicket).map(({ id }) => id)).toEqual([laterScan.id]);
  const earlierCheckIn = storedTicket.checkIns.find(({ id }) => id === earlierScan.id);
  expect(earlierCheckIn).toMatchObject({ clockOffset: -10 * MINUTE_MS });
  expect(Math.abs(earlierCheckIn?.offsetAtReport ?? 0)).toBeLessThan(5_000);
  const laterCheckIn = storedTicket.checkIns.find(({ id }) => id === laterScan.id);
  expect([laterCheckIn?.clockOffset, laterCheckIn?.offsetAtReport]).toEqual([undefined, undefined]);
});

test("the stored time of a check-in is not before 1970, even if the device's times are millennia apart", async () => {
  const ticket = await storeNewTicket();
  const scan = { ...frontDoor.scanOf(ticket, true), at: "0001-01-01T00:00:00.000Z" };
  await frontDoor.send([scan], "9999-12-31T23:59:59.999Z");
  expect((await readTicket(ticket.ticketId)).checkIns.map(({ at }) => at)).toEqual([
    "1970-01-01T00:00:00.000Z",
  ]);
});

test("an offline scan of an unknown ticket is kept for 90 days from its report, also if the device's clock was years behind", async () => {
  const scan = { ...frontDoor.scanOf(testTicket(), true), at: "2020-01-01T00:00:00.000Z" };
  expect(await sendForResults(frontDoor, scan)).toEqual(["unknown"]);
  const items = await shop.table.partition(`TICKETS#${tasting.id}`);
  const ttl = Number(items.find(({ sk }) => sk === `UNKNOWN#${scan.id}`)?.["ttl"]);
  expect(Math.round((ttl - Date.now() / 1000) / 86_400)).toBe(90);
});

describe("the door's list of events", () => {
  test("has each event with its counts until the day after the event, soonest first, but no drafts without tickets", async () => {
    const eventProduct = (id: string, days: number, state: "active" | "draft" | "archived" = "active") =>
      testProduct({ id, name: id, category: "ticket", event: eventInDays(days), state });
    await stockUp(
      shop.table,
      eventProduct("prd_late", 9),
      eventProduct("prd_archived", 2, "archived"),
      eventProduct("prd_draft", 3, "draft"),
      eventProduct("prd_sold_draft", 4, "draft"),
      eventProduct("prd_over", -2),
      eventProduct("prd_last_night", -1),
    );
    await storeTickets(testTicket({ productId: "prd_late" }), testTicket({ productId: "prd_late" }));
    await storeTickets(testTicket({ productId: "prd_sold_draft" }));
    const voidTicket = await storeNewTicket({ productId: "prd_late" });
    await voidTestTicket(voidTicket.ticketId);
    const door = await openDoor("Front door", { productId: "prd_late" });
    await door.send([door.scanOf(await storeNewTicket({ productId: "prd_late" }))]);
    const { events } = (await call(door.handler, doorApi.listDoorEvents)).data;
    expect(events.map(({ productId }) => productId)).toEqual([
      "prd_last_night",
      "prd_tasting",
      "prd_archived",
      "prd_sold_draft",
      "prd_late",
    ]);
    expect(events.at(-1)).toMatchObject({ name: "prd_late", tickets: 3, checkedIn: 1 });
  });
});

describe("the door's list of tickets", () => {
  test.each([
    ["an event that is over", "prd_over"],
    ["an unknown event", "prd_none"],
  ])("gets 404 for %s", async (_, productId) => {
    await stockUp(shop.table, testProduct({ id: "prd_over", category: "ticket", event: eventInDays(-2) }));
    expect((await (await openDoor("Front door", { productId })).list()).status).toBe(404);
  });

  test("has all tickets at first and later only changed tickets, without email addresses; a forged cursor is refused", async () => {
    const ticketIds = [(await storeNewTicket()).ticketId, (await storeNewTicket()).ticketId];
    const door = await openDoor("Front door", { productId: "prd_tasting" });
    const fullList = (await door.list()).data;
    expect(fullList.tickets.map(({ ticketId }) => ticketId)).toEqual(expect.arrayContaining(ticketIds));
    expect(Object.keys(fullList.tickets[0] ?? {})).not.toContain("email");
    expect(Date.parse(fullList.now) - Date.parse(fullList.until)).toBe(30_000);
    // Each change of a ticket gets a later time than the change before it, so the last time can be some ms in the future.
    const lastChange = Math.max(...fullList.tickets.map(({ changedAt }) => Date.parse(changedAt)));
    const since = new Date(lastChange + 1).toISOString();
    expect((await door.list({ since })).data.tickets).toEqual([]);
    const ticket = await storeNewTicket({ changedAt: new Date(lastChange + 5).toISOString() });
    expect((await door.list({ since })).data.tickets.map(({ ticketId }) => ticketId)).toEqual([
      ticket.ticketId,
    ]);
    const forgedCursor = Buffer.from(JSON.stringify({ at: "0", id: "TICKETS#prd_other" })).toString(
      "base64url",
    );
    expect((await door.list({ cursor: forgedCursor })).status).toBe(400);
    const position = { at: ticket.changedAt, id: ticket.ticketId };
    const cursor = Buffer.from(JSON.stringify(position)).toString("base64url");
    expect((await door.list({ cursor })).data.tickets).toEqual([]);
  });
});
