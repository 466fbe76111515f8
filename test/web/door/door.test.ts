import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { eventHash } from "../../../shared/tickets/ticket-code.ts";
import { ApiError } from "../../../web/src/api-error.ts";
import { createDoor } from "../../../web/src/features/door/list/door.ts";
import type { DoorStorage } from "../../../web/src/features/door/list/stored-list.ts";
import { sampleTickets, ticketIdOf, type SampleTickets } from "../../support/door-samples.ts";
import { createFakeShop, createMemoryStorage } from "../../support/fake-door-shop.ts";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-12-11T23:00:00Z");
let sample: SampleTickets;
let shop: ReturnType<typeof createFakeShop>;
let now = NOW;
let idCount = 0;
let isOnline = true;

beforeAll(async () => {
  sample = await sampleTickets({ now: NOW });
});
beforeEach(() => {
  now = NOW;
  shop = createFakeShop(sample, () => now);
});

/** Two doors need names of different lengths: the device id is made from the length. */
function createDevice(
  doorName: string,
  {
    storage = createMemoryStorage(),
    clockErrorMs = 0,
  }: { storage?: DoorStorage; clockErrorMs?: number } = {},
) {
  let currentErrorMs = clockErrorMs;
  const door = createDoor({
    storage,
    shop: shop.endpoints,
    doorName: () => doorName,
    hasNetwork: () => isOnline,
    device: { deviceId: `00000000-0000-4000-8000-${doorName.length.toString(16).padStart(12, "0")}`, by: "" },
    now: () => now + currentErrorMs,
    monotonicNow: () => now,
    newId: () => `00000000-0000-4000-9000-${String(idCount++).padStart(12, "0")}`,
  });
  const state = () => door.store.current();
  /** The answer on the screen, as 'let-in' or 'not-valid: void'; the result's kind if it is no answer. */
  const shownAnswer = () => {
    const { shownResult } = state();
    if (shownResult?.kind !== "answer") return shownResult?.kind;
    return shownResult.answer.answer === "not-valid"
      ? `not-valid: ${shownResult.answer.why}`
      : shownResult.answer.answer;
  };
  /** Scans a code that the camera has not seen for some seconds. */
  const scan = async (code: string) => {
    now += 5_000;
    await door.scan(code);
    return shownAnswer();
  };
  const setClockError = (errorMs: number) => void (currentErrorMs = errorMs);
  return { ...door, door, state, shownAnswer, scan, storage, setClockError };
}
async function openDevice(...options: Parameters<typeof createDevice>) {
  const device = createDevice(...options);
  await device.open(shop.event);
  return device;
}
const codeOf = (i: number): string => sample.codes[i] ?? "";
/** The code of the ticket `i`, issued after the devices have read their lists, so the lists do not have the ticket. */
const newCodeOf = (i: number) => sample.signTicket(ticketIdOf(i), { issuedAt: Math.floor(NOW / 1000) + 60 });
/** The check-ins of the sample ticket `i` that the shop has stored. */
const shopCheckInsOf = (i: number) => shop.ticketsById.get(ticketIdOf(i))?.checkIns ?? [];

describe("an online device", () => {
  test("lets a ticket in once, sends the check-in to the shop, and counts it", async () => {
    const front = await openDevice("Front door");
    expect(front.state().counts).toEqual({ total: 5, in: 0 });
    expect(await front.scan(codeOf(0))).toBe("let-in");
    expect(shopCheckInsOf(0)).toMatchObject([{ door: "Front door", isOffline: false }]);
    expect(await front.scan(codeOf(0))).toBe("already-in");
    expect(front.state()).toMatchObject({ counts: { total: 5, in: 1 }, queuedCount: 0 });
    expect(shop.receivedIds).toHaveLength(1);
  });
  test("ignores a code that stays in the picture", async () => {
    const front = await openDevice("Front door");
    await front.scan(codeOf(0));
    for (let i = 0; i < 20; i++) {
      now += 500;
      await front.door.scan(codeOf(0));
      expect(front.shownAnswer()).toBe("let-in");
    }
    now += 3_000;
    await front.door.scan(codeOf(0));
    expect(front.shownAnswer()).toBe("already-in");
  });
  test("answers a code that it has seen before somebody set its clock back", async () => {
    const front = await openDevice("Front door");
    await front.scan(codeOf(0));
    front.setClockError(-3_600_000);
    expect(await front.scan(codeOf(0))).toBe("already-in");
  });
  test("answers again immediately when the same code is pasted a second time", async () => {
    const front = await openDevice("Front door");
    await front.door.scan(codeOf(0), { isPasted: true });
    expect(front.shownAnswer()).toBe("let-in");
    await front.door.scan(codeOf(0), { isPasted: true });
    expect(front.shownAnswer()).toBe("already-in");
  });
  test("says that a code is withdrawn when the shop refuses the code of a ticket that is valid", async () => {
    const front = await openDevice("Front door");
    vi.spyOn(shop.endpoints, "checkIn").mockImplementationOnce(({ body }) => {
      const [ticket] = sample.tickets;
      const results = body.checkIns.map(({ id }) => ({
        id,
        result: "refused" as const,
        ...(ticket && { ticket }),
      }));
      return Promise.resolve({ results, now: new Date(now).toISOString() });
    });
    expect(await front.scan(codeOf(0))).toBe("not-valid: key-expired");
    expect(front.state()).toMatchObject({ queuedCount: 0, recentCheckIns: [], counts: { in: 0 } });
  });
  test("changes its answer to 'Already in' when the server refuses the check-in, because another door checked the ticket in first", async () => {
    const [front, back] = [await openDevice("Front door"), await openDevice("Back door")];
    await front.scan(codeOf(0));
    expect(await back.scan(codeOf(0))).toBe("already-in");
    expect(shopCheckInsOf(0)).toHaveLength(1);
    expect(back.state()).toMatchObject({ queuedCount: 0, recentCheckIns: [], counts: { in: 1 } });
  });
  test("shows a conflict, also after a restart, for a guest whom the shop refused after the next guest was let in", async () => {
    const [front, back] = [await openDevice("Front door"), await openDevice("Back door")];
    await front.scan(codeOf(0));
    const firstChoice = back.choose(ticketIdOf(0));
    const secondChoice = back.choose(ticketIdOf(1));
    await Promise.all([firstChoice, secondChoice]);
    expect(back.shownAnswer()).toBe("let-in");
    await back.refresh();
    expect(shopCheckInsOf(0)).toMatchObject([{ isOffline: false }, { isOffline: true, door: "Back door" }]);
    const restartedDevice = createDevice("Back door", { storage: back.storage });
    await restartedDevice.restore();
    expect(restartedDevice.state()).toMatchObject({
      queuedCount: 0,
      conflicts: [{ ticketId: ticketIdOf(0) }],
    });
    // The door staff has sent the guest away, and undoes the check-in.
    const [, refusedGuest] = back.state().recentCheckIns;
    await back.undo(refusedGuest?.checkIn.id ?? "");
    expect(back.state().conflicts).toEqual([]);
  });
});

describe("an offline device", () => {
  test("lets in from its list, and sends each check-in once when the network is back", async () => {
    const front = await openDevice("Front door");
    shop.setMode("no-network");
    expect(await front.scan(codeOf(0))).toBe("let-in");
    expect(await front.scan(codeOf(1))).toBe("let-in");
    expect(await front.scan(codeOf(0))).toBe("already-in");
    expect(front.state()).toMatchObject({ connection: "offline", queuedCount: 2, counts: { in: 2 } });
    shop.setMode("answers");
    await front.refresh();
    await front.refresh();
    expect(front.state()).toMatchObject({ connection: "online", queuedCount: 0, counts: { in: 2 } });
    expect(shop.receivedIds).toHaveLength(2);
    expect(shopCheckInsOf(0)).toMatchObject([{ isOffline: true }]);
  });
  test("keeps its list and its queue after a restart", async () => {
    const front = await openDevice("Front door");
    shop.setMode("no-network");
    await front.scan(codeOf(0));
    const restartedDevice = createDevice("Front door", { storage: front.storage });
    await restartedDevice.restore();
    expect(restartedDevice.state()).toMatchObject({ queuedCount: 1, counts: { total: 5, in: 1 } });
    expect(await restartedDevice.scan(codeOf(0))).toBe("already-in");
    expect(await restartedDevice.scan(codeOf(1))).toBe("let-in");
    shop.setMode("answers");
    await restartedDevice.refresh();
    expect([shopCheckInsOf(0).length, shopCheckInsOf(1).length, shop.receivedIds.length]).toEqual([1, 1, 2]);
  });
  test("sends a check-in again under its id when the answer was lost, and the shop has it once", async () => {
    const front = await openDevice("Front door");
    shop.setMode("loses-answer");
    expect(await front.scan(codeOf(0))).toBe("let-in");
    shop.setMode("answers");
    await front.refresh();
    const [firstId] = shop.receivedIds;
    expect(shop.receivedIds).toEqual([firstId, firstId]);
    expect(shopCheckInsOf(0)).toHaveLength(1);
    expect(front.state()).toMatchObject({ queuedCount: 0, conflicts: [] });
  });
  test("shows a guest who came in by two doors as a conflict on both", async () => {
    const [front, back] = [await openDevice("Front door"), await openDevice("Back door")];
    shop.setMode("no-network");
    expect([await front.scan(codeOf(0)), await back.scan(codeOf(0))]).toEqual(["let-in", "let-in"]);
    shop.setMode("answers");
    for (const device of [front, back, front]) await device.refresh();
    for (const device of [front, back])
      expect(device.state().conflicts).toMatchObject([{ ticketId: ticketIdOf(0) }]);
    expect(shopCheckInsOf(0)).toHaveLength(2);
  });
  test("reads its stored data at a later refresh if the first try failed; a list that was opened in the meantime stays", async () => {
    const front = await openDevice("Front door");
    shop.setMode("no-network");
    await front.scan(codeOf(0));
    shop.setMode("answers");
    const startWithFailure = async () => {
      const load = vi.fn(front.storage.load).mockRejectedValueOnce(new Error("The database is blocked"));
      const device = createDevice("Front door", { storage: { ...front.storage, load } });
      await expect(device.restore()).rejects.toThrow("blocked");
      return device;
    };
    const deviceWithoutList = await startWithFailure();
    shop.setMode("no-network");
    const untilBefore = (await front.storage.load()).list?.until;
    await deviceWithoutList.refresh();
    await vi.waitFor(() =>
      expect(deviceWithoutList.state()).toMatchObject({ list: { until: untilBefore }, queuedCount: 1 }),
    );
    shop.setMode("answers");
    const deviceWithOpenedList = await startWithFailure();
    now += 60_000;
    await deviceWithOpenedList.open(shop.event);
    const openedList = deviceWithOpenedList.state().list;
    await deviceWithOpenedList.refresh();
    await vi.waitFor(() =>
      expect(shopCheckInsOf(0)).toMatchObject([{ door: "Front door", isOffline: true }]),
    );
    expect(deviceWithOpenedList.state()).toMatchObject({
      list: { events: openedList?.events },
      queuedCount: 0,
    });
  });
  test("keeps a check-in of a ticket that the shop does not have, also after a restart, until the shop has the ticket", async () => {
    const front = await openDevice("Front door");
    shop.setMode("no-network");
    const code = await newCodeOf(900);
    await front.scan(code);
    shop.setMode("answers");
    await front.refresh();
    expect(front.state()).toMatchObject({ queuedCount: 0, unknownCheckIns: [{ ticketId: ticketIdOf(900) }] });
    const restartedDevice = createDevice("Front door", { storage: front.storage });
    await restartedDevice.restore();
    expect(restartedDevice.state()).toMatchObject({
      queuedCount: 0,
      unknownCheckIns: [{ door: "Front door" }],
    });
    expect(await restartedDevice.scan(code)).toBe("already-in");
    const [ticket] = sample.tickets;
    if (!ticket) throw new Error("No ticket");
    shop.ticketsById.set(ticketIdOf(900), { ...ticket, ticketId: ticketIdOf(900) });
    await restartedDevice.refresh();
    expect(restartedDevice.state()).toMatchObject({ queuedCount: 0, unknownCheckIns: [], conflicts: [] });
    expect(shop.ticketsById.get(ticketIdOf(900))?.checkIns).toMatchObject([{ isOffline: true }]);
  });
  test("forgets a check-in of an unknown ticket after someone has acknowledged or undone it, or a day after the event", async () => {
    const front = await openDevice("Front door");
    const letInUnknownTicket = async (i: number) => {
      shop.setMode("no-network");
      await front.scan(await newCodeOf(i));
      shop.setMode("answers");
      await front.refresh();
    };
    const queueLength = async () => (await front.storage.load()).queue.length;
    await letInUnknownTicket(901);
    await front.forgetUnknown(front.state().unknownCheckIns[0]?.id ?? "");
    expect([front.state().unknownCheckIns.length, await queueLength()]).toEqual([0, 0]);
    await letInUnknownTicket(902);
    await front.undo(front.state().unknownCheckIns[0]?.id ?? "");
    expect([front.state().unknownCheckIns.length, await queueLength()]).toEqual([0, 0]);
    await letInUnknownTicket(903);
    now = Date.parse(shop.event.event.endsAt) + DAY_MS;
    await front.refresh();
    expect([front.state().unknownCheckIns.length, await queueLength()]).toEqual([0, 0]);
  });
  test("lets in a ticket that is newer than its list, once", async () => {
    const front = await openDevice("Front door");
    shop.setMode("no-network");
    const code = await newCodeOf(900);
    expect(await front.scan(code)).toBe("let-in");
    expect(await front.scan(code)).toBe("already-in");
    expect(front.state()).toMatchObject({ queuedCount: 1, counts: { total: 6, in: 1 } });
  });
  test.each([
    ["a text of another kind", () => "https://example.com", "unreadable"],
    ["an altered code", () => (codeOf(0).startsWith("0") ? "4" : "0") + codeOf(0).slice(1), "unreadable"],
    ["a forged signature", () => codeOf(0).slice(0, 100) + codeOf(1).slice(100), "forged"],
    ["an old code that is not on the list", () => sample.signTicket(ticketIdOf(901)), "unknown"],
    [
      "a ticket of another event",
      async () => sample.signTicket(ticketIdOf(1), { event: await eventHash("prd_other") }),
      "another-event",
    ],
  ])("refuses %s", async (_, code, why) => {
    const front = await openDevice("Front door");
    shop.setMode("no-network");
    expect(await front.scan(await code())).toBe(`not-valid: ${why}`);
    expect(front.state().queuedCount).toBe(0);
  });
  test("refuses void tickets and the old codes of transferred tickets", async () => {
    shop.changeTicket(ticketIdOf(0), { void: { why: "refunded", at: new Date(NOW).toISOString() } });
    shop.changeTicket(ticketIdOf(1), { generation: 1 });
    const front = await openDevice("Front door");
    shop.setMode("no-network");
    expect(await front.scan(codeOf(0))).toBe("not-valid: void");
    expect(await front.scan(codeOf(1))).toBe("not-valid: moved");
    expect(await front.scan(await sample.signTicket(ticketIdOf(1), { generation: 1 }))).toBe("let-in");
  });
});

describe("a check-in", () => {
  test("can be undone for a minute, with and without a network", async () => {
    const front = await openDevice("Front door");
    for (const mode of ["answers", "no-network"] as const) {
      shop.setMode(mode);
      await front.scan(codeOf(0));
      await front.undo(front.state().recentCheckIns[0]?.checkIn.id ?? "");
      expect(front.state()).toMatchObject({ recentCheckIns: [], counts: { in: 0 }, shownResult: undefined });
    }
    shop.setMode("answers");
    await front.refresh();
    expect(shopCheckInsOf(0).every(({ undoneAt }) => undoneAt !== undefined)).toBe(true);
    await front.scan(codeOf(0));
    const id = front.state().recentCheckIns[0]?.checkIn.id ?? "";
    now += 60_000;
    await front.undo(id);
    expect(front.state().counts.in).toBe(1);
  });
  test("that was not sent can be undone for a minute also after a restart", async () => {
    const front = await openDevice("Front door");
    shop.setMode("no-network");
    await front.scan(codeOf(0));
    now += 30_000;
    await front.scan(codeOf(1));
    now += 30_000;
    const restartedDevice = createDevice("Front door", { storage: front.storage });
    await restartedDevice.restore();
    expect(restartedDevice.state().recentCheckIns).toMatchObject([{ ticket: { ticketId: ticketIdOf(1) } }]);
    await restartedDevice.undo(restartedDevice.state().recentCheckIns[0]?.checkIn.id ?? "");
    shop.setMode("answers");
    await restartedDevice.refresh();
    expect(restartedDevice.state()).toMatchObject({ recentCheckIns: [], counts: { in: 1 } });
  });
  test("has the time of the device's clock, and the offset from this clock to the server's", async () => {
    const clockErrorMs = 3_600_000;
    const front = await openDevice("Front door", { clockErrorMs });
    const checkInSpy = vi.spyOn(shop.endpoints, "checkIn");
    await front.scan(codeOf(0));
    const deviceTime = new Date(now + clockErrorMs).toISOString();
    const [{ body }] = checkInSpy.mock.lastCall ?? [{ body: undefined }];
    expect(body).toMatchObject({
      sentAt: deviceTime,
      checkIns: [{ at: deviceTime, clockOffset: -clockErrorMs }],
    });
    expect(shopCheckInsOf(0)[0]?.at).toBe(new Date(now).toISOString());
    // The device's list also shows queued check-ins with the server's time.
    shop.setMode("no-network");
    await front.scan(codeOf(1));
    const ticket = front.state().recentCheckIns[0]?.checkIn.ticketId ?? "";
    expect(front.rows.find(ticket)?.checkIns[0]?.at).toBe(new Date(now).toISOString());
  });
});

test("a device without a network is 'offline' from the start of the next refresh, and 'online' after the next answer", async () => {
  const front = await openDevice("Front door");
  const connections: string[] = [];
  front.store.subscribe(() => connections.push(front.state().connection));
  isOnline = false;
  shop.setMode("no-network");
  await front.refresh();
  // The first value is set before the request, and the second after its failure.
  expect(connections).toEqual(["offline", "offline"]);
  isOnline = true;
  shop.setMode("answers");
  await front.refresh();
  expect(front.state().connection).toBe("online");
});

describe("a sign-in that has ended", () => {
  test("does not stop scanning, and the queued check-ins are sent after the next sign-in", async () => {
    const front = await openDevice("Front door");
    shop.setMode(401);
    await front.refresh();
    expect(await front.scan(codeOf(0))).toBe("let-in");
    expect(front.state()).toMatchObject({ connection: "signed-out", queuedCount: 1 });
    shop.setMode("answers");
    await front.refresh();
    expect(front.state()).toMatchObject({ connection: "online", queuedCount: 0 });
  });
});

describe("the list", () => {
  test("can be deleted from the device; unsent check-ins stay, without names", async () => {
    const front = await openDevice("Front door");
    shop.setMode("no-network");
    await front.scan(codeOf(0));
    await front.removeList();
    const storedState = await front.storage.load();
    expect(storedState).toMatchObject({ list: undefined, tickets: [] });
    expect(JSON.stringify(storedState.queue)).not.toContain("Ada");
    expect(storedState.queue).toHaveLength(1);
  });
  test("is deleted from the device a day after the event's end, or a week after it if the device is offline", async () => {
    const end = Date.parse(shop.event.event.endsAt);
    const front = await openDevice("Front door");
    now = end + DAY_MS - 1;
    await front.refresh();
    expect((await front.storage.load()).tickets).toHaveLength(5);
    // Somebody sets the clock of the offline device a day ahead.
    shop.setMode("no-network");
    const restartedDevice = createDevice("Front door", { storage: front.storage, clockErrorMs: DAY_MS });
    await restartedDevice.restore();
    await restartedDevice.refresh();
    expect(restartedDevice.state().counts.total).toBe(5);
    now = end + DAY_MS;
    shop.setMode(404);
    await front.refresh();
    expect(front.state().list).toBeUndefined();
    expect((await front.storage.load()).tickets).toEqual([]);
    const lateDevice = await deviceAWeekLater(end);
    await lateDevice.restore();
    expect((await lateDevice.storage.load()).tickets).toEqual([]);
  });
  /** A device that starts a week after the event's end, with the list that it read at NOW. */
  async function deviceAWeekLater(end: number) {
    shop.setMode("answers");
    now = NOW;
    const { storage } = await openDevice("Front door");
    now = end + 7 * DAY_MS;
    return createDevice("Front door", { storage });
  }
  test("of an event that the device has left does not come back with a late answer", async () => {
    const front = await openDevice("Front door");
    shop.setMode("no-network");
    await front.scan(codeOf(0));
    shop.setMode("answers");
    const refreshing = front.refresh();
    await front.removeList();
    await refreshing;
    await front.refresh();
    expect(shopCheckInsOf(0)).toHaveLength(1);
    expect(await front.storage.load()).toEqual({ list: undefined, tickets: [], queue: [] });
    expect(front.rows.all()).toEqual([]);
  });
  test("that another tab has removed from the device is read again, and no guest is refused meanwhile", async () => {
    const front = await openDevice("Front door");
    await front.storage.clearList();
    shop.changeTicket(ticketIdOf(0), { holder: "Hedy Lamarr" });
    await front.refresh();
    shop.setMode("no-network");
    const restartedDevice = createDevice("Front door", { storage: front.storage });
    await restartedDevice.restore();
    expect(await restartedDevice.scan(codeOf(3))).toBe("let-in");
    shop.setMode("answers");
    await restartedDevice.refresh();
    expect(restartedDevice.state()).toMatchObject({
      queuedCount: 0,
      counts: { total: 5, in: 1 },
      conflicts: [],
    });
    expect((await restartedDevice.storage.load()).tickets).toHaveLength(5);
  });
  test("is read again if another tab has stored the tickets of another event in its place; meanwhile no guest is refused, and the other event's tickets are not found", async () => {
    const front = await openDevice("Front door");
    await front.storage.clearList();
    const otherTickets = sample.tickets.map((ticket, i) => ({ ...ticket, ticketId: `tkt_other${i}` }));
    await front.storage.putTickets(otherTickets, "prd_other");
    await front.refresh();
    shop.setMode("no-network");
    const restartedDevice = createDevice("Front door", { storage: front.storage });
    await restartedDevice.restore();
    expect(restartedDevice.rows.all()).toEqual([]);
    expect(await restartedDevice.scan(codeOf(3))).toBe("let-in");
    shop.setMode("answers");
    await restartedDevice.refresh();
    expect(shopCheckInsOf(3)).toHaveLength(1);
    expect(restartedDevice.rows.find(ticketIdOf(4))).toMatchObject({ ticketId: ticketIdOf(4) });
  });
  test("is read further with each refresh if a slow network answers only the first of several pages, and check-ins are sent meanwhile", async () => {
    const front = await openDevice("Front door");
    shop.setMode("no-network");
    await front.scan(codeOf(0));
    shop.setMode("answers");
    const at = new Date(now).toISOString();
    for (const i of [1, 2, 3]) shop.changeTicket(ticketIdOf(i), { void: { why: "refunded", at } });
    now += 10_000;
    const { listTickets } = shop.endpoints;
    vi.spyOn(shop.endpoints, "listTickets").mockImplementation(async (id, query) => {
      if (query.cursor) throw new ApiError(0, "No answer in time");
      const page = await listTickets(id, query);
      const tickets = page.tickets.sort((a, b) => (a.changedAt < b.changedAt ? -1 : 1));
      return tickets.length > 2 ? { ...page, tickets: tickets.slice(0, 2), cursor: "next" } : page;
    });
    await front.refresh();
    expect(front.state().queuedCount).toBe(0);
    expect(shopCheckInsOf(0)).toHaveLength(1);
    await front.refresh();
    await front.refresh();
    expect(front.state().connection).toBe("online");
    expect(await front.scan(codeOf(3))).toBe("not-valid: void");
  });
  test("stays in use when the shop no longer lists its event", async () => {
    const front = await openDevice("Front door");
    vi.spyOn(shop.endpoints, "listEvents").mockResolvedValue({ events: [] });
    // The door reads the shop's events again after 300,000 ms.
    now += 400_000;
    await front.refresh();
    expect(await front.scan(codeOf(0))).toBe("let-in");
  });
  test.each([404, 503])(
    "whose request fails with %i does not stop the device from sending its check-ins",
    async (status) => {
      const front = await openDevice("Front door");
      shop.setMode("no-network");
      await front.scan(codeOf(0));
      shop.setMode("answers");
      vi.spyOn(shop.endpoints, "listTickets").mockRejectedValue(new ApiError(status, "No list"));
      await front.refresh();
      expect(front.state().queuedCount).toBe(0);
      expect(shopCheckInsOf(0)).toMatchObject([{ isOffline: true }]);
      expect(await front.scan(codeOf(0))).toBe("already-in");
    },
  );
  test("counts a guest whose ticket was made void later, and stops counting a ticket when the shop answers that it is unknown", async () => {
    const front = await openDevice("Front door");
    await front.scan(codeOf(0));
    now += 1_000;
    for (const i of [0, 1])
      shop.changeTicket(ticketIdOf(i), { void: { why: "refunded", at: new Date(now).toISOString() } });
    shop.setMode("no-network");
    await front.scan(await newCodeOf(950));
    expect(front.state().counts).toEqual({ total: 6, in: 2 });
    shop.setMode("answers");
    await front.refresh();
    expect(front.state()).toMatchObject({ counts: { total: 4, in: 1 }, unknownCheckIns: [{}] });
  });
  test("is not replaced by an older answer of the shop", async () => {
    const front = await openDevice("Front door");
    const olderList = await shop.endpoints.listTickets("prd_tasting", {});
    await front.scan(codeOf(0));
    const listSpy = vi.spyOn(shop.endpoints, "listTickets").mockResolvedValueOnce(olderList);
    await front.refresh();
    expect(listSpy).toHaveBeenCalledOnce();
    expect(front.state().counts.in).toBe(1);
  });
});

describe("a device that cannot store anything", () => {
  test("stays online, reports the full storage, and stores everything when there is space again", async () => {
    const storage = createMemoryStorage();
    let isFull = false;
    const unlessFull =
      <A extends unknown[]>(write: (...args: A) => Promise<void>) =>
      (...args: A) =>
        isFull ? Promise.reject(new Error("QuotaExceededError")) : write(...args);
    const front = createDevice("Front door", {
      storage: {
        ...storage,
        putList: unlessFull(storage.putList),
        putTickets: unlessFull(storage.putTickets),
        putCheckIns: unlessFull(storage.putCheckIns),
        removeCheckIns: unlessFull(storage.removeCheckIns),
      },
    });
    await front.open(shop.event);
    vi.spyOn(console, "error").mockReturnValue();
    isFull = true;
    expect(await front.scan(codeOf(0))).toBe("let-in");
    await front.refresh();
    expect(await front.scan(codeOf(1))).toBe("let-in");
    expect(front.state()).toMatchObject({ connection: "online", isStored: false, queuedCount: 0 });
    expect([shopCheckInsOf(0), shopCheckInsOf(1)]).toMatchObject([
      [{ isOffline: false }],
      [{ isOffline: false }],
    ]);
    shop.setMode("no-network");
    await front.scan(codeOf(2));
    isFull = false;
    await front.refresh();
    expect(front.state().isStored).toBe(true);
    expect(storage.stored()).toMatchObject({ queue: [{ ticketId: ticketIdOf(2) }] });
    vi.mocked(console.error).mockRestore();
  });
  test("reads a change again after a restart if only the change could not be stored", async () => {
    const storage = createMemoryStorage();
    const putTickets = vi.spyOn(storage, "putTickets");
    const front = await openDevice("Front door", { storage });
    putTickets.mockRejectedValueOnce(new Error("Connection to the database was lost"));
    vi.spyOn(console, "error").mockReturnValueOnce();
    const at = new Date(now).toISOString();
    shop.changeTicket(ticketIdOf(0), { void: { why: "refunded", at } });
    now += 10_000;
    await front.refresh();
    const restartedDevice = createDevice("Front door", { storage });
    await restartedDevice.restore();
    await restartedDevice.refresh();
    expect(restartedDevice.rows.find(ticketIdOf(0))).toHaveProperty("void.why", "refunded");
  });
  test("sends its check-ins and answers the next scan while a write never ends", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const storage = createMemoryStorage();
    vi.spyOn(storage, "putCheckIns").mockReturnValue(new Promise(() => undefined));
    const front = await openDevice("Front door", { storage });
    vi.spyOn(console, "error").mockReturnValueOnce();
    const scanned = front.scan(codeOf(0));
    await vi.waitFor(() => expect(shopCheckInsOf(0)).toMatchObject([{ isOffline: false }]), 10_000);
    expect(await scanned).toBe("let-in");
    expect(front.state().isStored).toBe(false);
    vi.useRealTimers();
  });
});

describe("a code", () => {
  test("is also accepted as the link to a page with one ticket, but not with several", async () => {
    const front = await openDevice("Front door");
    expect(await front.scan(`https://shop.example/ticket#${codeOf(0)},${codeOf(1)}`)).toBe(
      "not-valid: several",
    );
    expect(await front.scan(`https://shop.example/ticket#${codeOf(0)}`)).toBe("let-in");
  });
  test("signed with a newer key than the device has is accepted if its ticket is on the list; otherwise the device cannot check the code yet", async () => {
    const keysSpy = vi.spyOn(shop.endpoints, "listKeys").mockResolvedValue({ keys: [] });
    const front = await openDevice("Front door");
    expect(await front.scan(codeOf(0))).toBe("let-in");
    const unlistedCode = await sample.signTicket(ticketIdOf(1), { generation: 0, issuedAt: 1 });
    const newCode = await newCodeOf(960);
    for (const code of [unlistedCode, newCode]) expect(await front.scan(code)).toBe("not-valid: unknown-key");
    keysSpy.mockRestore();
    await front.refresh();
    shop.setMode("no-network");
    expect(await front.scan(newCode)).toBe("let-in");
  });
  test("signed with a key that the shop ends is refused from the key's end on, also without a network", async () => {
    const endedKeys = sample.keys.map((key) => ({ ...key, notAfter: new Date(NOW + 60_000).toISOString() }));
    const keysSpy = vi.spyOn(shop.endpoints, "listKeys").mockResolvedValue({ keys: endedKeys });
    const front = await openDevice("Front door");
    keysSpy.mockRestore();
    shop.setMode("no-network");
    expect(await front.scan(codeOf(0))).toBe("let-in");
    now += 60_000;
    expect(await front.scan(codeOf(1))).toBe("not-valid: key-expired");
    const restartedDevice = createDevice("Front door", { storage: front.storage });
    await restartedDevice.restore();
    expect(await restartedDevice.scan(codeOf(1))).toBe("not-valid: key-expired");
  });
  test("of a former holder is refused, also if the ticket is chosen from a list that is some seconds old", async () => {
    const front = await openDevice("Front door");
    for (const i of [0, 1]) shop.changeTicket(ticketIdOf(i), { generation: 1, holder: "Hedy Lamarr" });
    expect(await front.scan(codeOf(0))).toBe("not-valid: moved");
    await front.choose(ticketIdOf(1));
    expect(front.shownAnswer()).toBe("not-valid: moved");
    expect(JSON.stringify(front.state().shownResult)).not.toContain("Hedy");
    expect([shopCheckInsOf(0), shopCheckInsOf(1)]).toEqual([[], []]);
  });
  test("is refused as 'for another day' before the day of the event, but only if the server has confirmed the device's clock", async () => {
    now = Date.parse(shop.event.event.startsAt) - 2 * DAY_MS;
    const front = await openDevice("Front door");
    expect([await front.scan(codeOf(0)), front.isEarly()]).toEqual(["not-valid: another-day", true]);
    await front.choose(ticketIdOf(1));
    expect(front.shownAnswer()).toBe("not-valid: another-day");
    expect(shop.receivedIds).toEqual([]);
    shop.setMode("no-network");
    const restartedDevice = createDevice("Back door", { storage: front.storage });
    await restartedDevice.restore();
    expect(await restartedDevice.scan(codeOf(1))).toBe("let-in");
    shop.setMode("answers");
    now += 2 * DAY_MS;
    await front.refresh();
    expect([await front.scan(codeOf(0)), front.isEarly()]).toEqual(["let-in", false]);
    // Somebody sets the clock of the offline device back.
    shop.setMode("no-network");
    front.setClockError(-2 * DAY_MS);
    expect(await front.scan(codeOf(2))).toBe("let-in");
  });
});
