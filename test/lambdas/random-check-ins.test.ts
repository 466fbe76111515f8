import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { NewCheckIn } from "../../shared/api-tickets.ts";
import { answerToTicket } from "../../shared/tickets/door-answer.ts";
import { countsOf } from "../../lambdas/tickets/count-tickets.ts";
import {
  activeCheckIns,
  conflictsOf,
  CHECK_IN_UNDO_MS,
  type DoorTicket,
} from "../../shared/tickets/ticket.ts";
import { getTicket } from "../../lambdas/tickets/ticket-table.ts";
import { stockUp, eventInDays, testProduct } from "../support/fixtures.ts";
import { advanceClock, openShop, type Shop } from "../support/shop.ts";
import { openDoor, ticketEvents, type Door } from "../support/door.ts";
import { moveTestTicket, storeTickets, testTicket, voidTestTicket } from "../support/ticket-fixtures.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});

const deviceIndex = fc.nat({ max: 2 });
const ticketIndex = fc.nat({ max: 4 });
const randomAction = fc.oneof(
  fc.record({ type: fc.constant("sell" as const) }),
  fc.record({ type: fc.constant("refund" as const), ticket: ticketIndex }),
  fc.record({ type: fc.constant("move" as const), ticket: ticketIndex }),
  fc.record({ type: fc.constant("sync" as const), device: deviceIndex }),
  fc.record({ type: fc.constant("undo" as const), device: deviceIndex }),
  fc.record({
    type: fc.constant("set-clock" as const),
    device: deviceIndex,
    clockAheadMs: fc.integer({ min: -90_000_000, max: 90_000_000 }),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("online" as const),
      device: deviceIndex,
      ticket: ticketIndex,
      /** Whether the guest shows the first code of the ticket, which a transfer may have replaced. */
      showsFirstCode: fc.boolean(),
    }),
  },
  // The device has sent the scan, but the response is lost. The device decides by its list, and keeps the scan to send it again.
  fc.record({ type: fc.constant("lost-response" as const), device: deviceIndex, ticket: ticketIndex }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("offline" as const),
      device: deviceIndex,
      ticket: ticketIndex,
    }),
  },
);
type Action = typeof randomAction extends fc.Arbitrary<infer A> ? A : never;

/** The state that a ticket should have at the server. Times are Unix times in ms. */
type ExpectedTicket = {
  ticketId: string;
  /** The codes so far; only the last one is valid. */
  codes: string[];
  isVoid: boolean;
  voidAt?: number;
  /** The true time of each check-in that was not undone, by its id. */
  activeTimes: Map<string, number>;
};

/** A device that works like the page /door. */
type Device = {
  door: Door;
  /** The tickets that it has received, by their ids. */
  list: Map<string, DoorTicket>;
  /** The time up to which its list is complete. */
  since?: string;
  /** The check-ins that it has not sent yet, or to which it got no response. */
  queue: NewCheckIn[];
  /** The scan that it can undo. */
  lastScan?: NewCheckIn;
};

/** The number of conflicts: all active check-ins except the earliest, and the earliest if the ticket was void before it. */
const countConflicts = ({ activeTimes, voidAt = Infinity }: ExpectedTicket): number =>
  [...activeTimes.values()].sort((a, b) => a - b).filter((time, i) => i > 0 || time >= voidAt).length;

/** Creates a door for each clock, and keeps the expected state while actions are performed. */
async function createSimulation(productId: string, clocksAheadMs: readonly number[]) {
  const tickets: ExpectedTicket[] = [];
  const devices: Device[] = [];
  for (const [i, clockAheadMs] of clocksAheadMs.entries())
    devices.push({
      door: await openDoor(`Door ${i}`, { productId, clockAheadMs, sendsOffset: true }),
      list: new Map(),
      queue: [],
    });
  /** The ids of the check-ins that the shop accepted from online devices and that were not undone, by ticket. */
  const onlineCheckIns = new Map<string, Set<string>>();
  /** The ids of the check-ins that the server has to report as conflicts. */
  const conflicts = new Set<string>();
  /** The true Unix time in ms of each check-in, by its id. The clock of its device may differ. */
  const trueTimes = new Map<string, number>();

  /** Updates the expected state by a check-in, or the undo of one, that the server has stored. */
  function applyScan(expected: ExpectedTicket, scan: NewCheckIn): void {
    if (scan.undoneAt !== undefined) {
      expected.activeTimes.delete(scan.id);
      return;
    }
    if (expected.activeTimes.has(scan.id)) return;
    const countBefore = countConflicts(expected);
    expected.activeTimes.set(scan.id, trueTimes.get(scan.id) ?? 0);
    if (countConflicts(expected) > countBefore) conflicts.add(scan.id);
  }
  /** What the server has handled: the id of each check-in, and for each undo the id followed by the time of the undo. */
  const handledKeys = new Set<string>();

  async function send(device: Device, scans: NewCheckIn[]): Promise<void> {
    if (scans.length === 0) return;
    const { results } = (await device.door.send(scans)).data;
    for (const [i, scan] of scans.entries()) {
      const expected = tickets.find(({ ticketId }) => ticketId === scan.ticketId);
      const result = results[i]?.result;
      if (!expected || result === undefined) throw new Error("No result");
      const key = `${scan.id}${scan.undoneAt ?? ""}`;
      if (result === "refused") {
        expect(expected.isVoid || expected.activeTimes.size > 0 || expected.codes.at(-1) !== scan.code).toBe(
          true,
        );
        continue;
      }
      expect(result).not.toBe("unknown");
      // A check-in that arrives after its undo is ignored, because the undo has also added the id.
      if (!handledKeys.has(key)) applyScan(expected, scan);
      handledKeys.add(key).add(scan.id);
      if (scan.isOffline || result === "undone") onlineCheckIns.get(scan.ticketId)?.delete(scan.id);
      else if (result === "in") {
        const ids = onlineCheckIns.get(scan.ticketId) ?? new Set();
        onlineCheckIns.set(scan.ticketId, ids.add(scan.id));
      }
      const row = results[i]?.ticket;
      if (row) device.list.set(row.ticketId, row);
    }
  }

  /** Sends the device's queue and then updates its list. */
  async function sync(device: Device): Promise<void> {
    await send(device, device.queue.splice(0));
    const { tickets: changed, until } = (await device.door.list(device.since ? { since: device.since } : {}))
      .data;
    for (const row of changed) device.list.set(row.ticketId, row);
    device.since = until;
  }

  async function perform(action: Action): Promise<void> {
    advanceClock(20_000);
    const device = "device" in action ? devices[action.device] : undefined;
    const expected = "ticket" in action ? tickets[action.ticket % Math.max(1, tickets.length)] : undefined;
    if (action.type === "sell") {
      const soldTicket = testTicket({ productId });
      await storeTickets(soldTicket);
      tickets.push({
        ticketId: soldTicket.ticketId,
        codes: [soldTicket.code],
        isVoid: false,
        activeTimes: new Map(),
      });
    } else if (device && action.type === "sync") await sync(device);
    else if (device && action.type === "undo") await undo(device);
    else if (device && action.type === "set-clock") setClock(device, action.clockAheadMs);
    else if (!expected) return;
    else if (action.type === "refund") {
      if (expected.isVoid) return;
      await voidTestTicket(expected.ticketId);
      expected.isVoid = true;
      expected.voidAt = Date.now();
    } else if (action.type === "move") {
      if (expected.isVoid) return;
      const movedTicket = await moveTestTicket(expected.ticketId);
      expected.codes.push(movedTicket.code);
    } else if (
      device &&
      (action.type === "online" || action.type === "lost-response" || action.type === "offline")
    )
      await scan(device, expected, action);
  }

  async function scan(
    device: Device,
    expected: ExpectedTicket,
    action: Extract<Action, { type: "online" | "lost-response" | "offline" }>,
  ): Promise<void> {
    const code =
      action.type === "online" && action.showsFirstCode ? expected.codes[0] : expected.codes.at(-1);
    const checkIn = device.door.scanOf({
      ticketId: expected.ticketId,
      ...(code === undefined ? {} : { code }),
    });
    trueTimes.set(checkIn.id, Date.now());
    if (action.type === "online") {
      await send(device, [checkIn]);
      device.lastScan = checkIn;
      return;
    }
    if (action.type === "lost-response")
      await device.door
        .send([checkIn])
        .then((response) => applyScanWithLostResponse(expected, checkIn, response));
    const row = device.list.get(expected.ticketId);
    if (row && answerToTicket(row).answer !== "let-in") return;
    const keptScan = { ...checkIn, isOffline: true };
    device.queue.push(keptScan);
    device.lastScan = keptScan;
  }

  /** Updates the expected state by a check-in that the server has handled, but whose response the device did not get. */
  function applyScanWithLostResponse(
    expected: ExpectedTicket,
    checkIn: NewCheckIn,
    response: Awaited<ReturnType<Door["send"]>>,
  ): void {
    if (response.data.results[0]?.result !== "in") return;
    applyScan(expected, checkIn);
    handledKeys.add(checkIn.id);
  }

  /**
   * Sets the device's clock. The device measures the new offset before its next scan; earlier scans keep their offset.
   */
  function setClock(device: Device, clockAheadMs: number): void {
    device.door.setClockAhead(clockAheadMs);
    // In this test, a scan from before the clock was set is not undone.
    delete device.lastScan;
  }

  async function undo(device: Device): Promise<void> {
    const { lastScan } = device;
    if (!lastScan) return;
    delete device.lastScan;
    if (Date.now() - (trueTimes.get(lastScan.id) ?? 0) >= CHECK_IN_UNDO_MS) return;
    const undoneScan = { ...lastScan, undoneAt: device.door.deviceTime() };
    const queueIndex = device.queue.findIndex(({ id }) => id === lastScan.id);
    if (queueIndex >= 0) device.queue[queueIndex] = undoneScan;
    else if (handledKeys.has(lastScan.id)) await send(device, [undoneScan]);
  }

  /** Synchronizes the devices, and compares the table and the lists of the devices with the expected state. */
  async function expectFinalState(): Promise<void> {
    for (let round = 0; round < 2; round++) for (const device of devices) await sync(device);
    const storedTickets = [];
    for (const expected of tickets) {
      const storedTicket = await getTicket(expected.ticketId);
      if (!storedTicket) throw new Error("A ticket is gone");
      storedTickets.push(storedTicket);
      const active = activeCheckIns(storedTicket);
      expect(new Set(active.map(({ id }) => id))).toEqual(new Set(expected.activeTimes.keys()));
      // The server accepted at most one of these check-ins from an online device.
      expect(
        active.filter(({ id }) => onlineCheckIns.get(expected.ticketId)?.has(id)).length,
      ).toBeLessThanOrEqual(1);
      for (const { id, at } of active)
        expect(Math.abs(Date.parse(at) - (expected.activeTimes.get(id) ?? 0))).toBeLessThan(5_000);
      await expectReportedOnce(expected);
      const listedRows = devices.map(({ list }) => list.get(expected.ticketId));
      for (const row of listedRows) {
        expect(row?.checkIns).toEqual(storedTicket.checkIns);
        expect(row && conflictsOf(row)).toEqual(conflictsOf(storedTicket));
      }
    }
    const checkedInCount = tickets.filter(
      ({ activeTimes, voidAt = Infinity }) => Math.min(Infinity, ...activeTimes.values()) < voidAt,
    ).length;
    expect(storedTickets.filter((ticket) => countsOf(ticket).checkedIn === 1).length).toBe(checkedInCount);
  }

  /**
   * Expects that events reported each active check-in of the ticket once, each undone one and each undo at most once, and
   * exactly the right conflicts.
   */
  async function expectReportedOnce({ ticketId, activeTimes }: ExpectedTicket): Promise<void> {
    const events = (await ticketEvents(shop.table, ticketId)).filter(
      (event) => event.type === "TicketCheckedIn",
    );
    const idsOf = (chosenEvents: typeof events) => chosenEvents.map(({ checkInId }) => checkInId);
    const checkInIds = idsOf(events.filter(({ undone }) => !undone));
    const undoneIds = idsOf(events.filter(({ undone }) => undone));
    expect(checkInIds).toEqual(expect.arrayContaining([...activeTimes.keys()]));
    expect(new Set(checkInIds).size).toBe(checkInIds.length);
    expect(new Set(undoneIds).size).toBe(undoneIds.length);
    const conflictIds = idsOf(events.filter(({ conflict }) => conflict));
    expect(conflictIds.sort()).toEqual(checkInIds.filter((id) => conflicts.has(id)).sort());
  }
  return { perform, expectFinalState, countConflicts: () => conflicts.size };
}

test("after random scans, online doors accepted each ticket at most once, and each conflict is reported once", async () => {
  const runCount = Number(process.env["CHAOS_RUNS"] ?? 40);
  // The default is an arbitrary number.
  const seed = Number(process.env["CHAOS_SEED"] ?? 1_897);
  const clockAheadMs = fc.integer({ min: -600_000, max: 600_000 });
  let conflictCount = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(randomAction, { minLength: 10, maxLength: 40 }),
      fc.tuple(clockAheadMs, clockAheadMs, fc.constant(0)),
      async (actions, clocksAheadMs) => {
        const productId = `prd_${randomUUID()}`;
        await stockUp(shop.table, testProduct({ id: productId, category: "ticket", event: eventInDays(0) }));
        const simulation = await createSimulation(productId, clocksAheadMs);
        await simulation.perform({ type: "sell" });
        for (const action of actions) await simulation.perform(action);
        await simulation.expectFinalState();
        conflictCount += simulation.countConflicts();
      },
    ),
    { numRuns: runCount, seed, endOnFailure: true },
  );
  // With fewer conflicts, the runs would have tested too little.
  expect(conflictCount).toBeGreaterThan(runCount / 4);
});
