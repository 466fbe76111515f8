import { describe, expect, test } from "vitest";
import type { DoorAnswer } from "../../../shared/tickets/door-answer.ts";
import { betterOffset, measureOffset } from "../../../web/src/features/door/list/device-clock.ts";
import { toRequests } from "../../../web/src/features/door/list/check-in-queue.ts";
import { connectionAfter } from "../../../web/src/features/door/list/connection.ts";
import { isLongOver } from "../../../web/src/features/door/list/known-events.ts";
import { doorNameError } from "../../../web/src/features/door/device.ts";
import {
  answerText,
  checkInText,
  conflictReasons,
  handedOverText,
} from "../../../web/src/features/door/scan/answer-text.ts";
import { findTickets } from "../../../web/src/features/door/scan/find-tickets.ts";
import { ApiError } from "../../../web/src/api-error.ts";
import { sampleEvent, sampleTickets } from "../../support/door-samples.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse("2026-12-12T00:42:00Z");
const eventHere = {
  title: "Barrel Tasting",
  startsAt: "2026-12-12T00:00:00Z",
  timeZone: "America/Kentucky/Louisville",
};
const { tickets } = await sampleTickets({ now: NOW });
const [ticket] = tickets;
if (!ticket) throw new Error("No ticket");
const NOW_ISO = new Date(NOW).toISOString();
const firstCheckIn = { id: "a", at: NOW_ISO, door: "Front door", deviceId: "d", by: "b", isOffline: false };
const otherEvent = { productId: "p", hash: "h", startsAt: "2026-12-13T00:00:00Z" };

describe("the words of an answer", () => {
  test.each<[DoorAnswer, string, string[]]>([
    [{ answer: "let-in", ticket }, "Let in", ["Barrel Tasting", "Ticket 1 of 3"]],
    [{ answer: "let-in", ticket: undefined }, "Let in", ["Bought just now: no name yet"]],
    [
      { answer: "already-in", ticket, first: firstCheckIn },
      "Already in",
      ["7:42 PM at Front door", "Barrel Tasting", "Ticket 1 of 3"],
    ],
    [
      { answer: "not-valid", why: "void", reason: "refunded", at: NOW_ISO, ticket },
      "Not valid",
      ["This ticket was refunded", "at 7:42 PM, Fri, Dec 11"],
    ],
    [
      { answer: "not-valid", why: "another-event", event: { ...otherEvent, title: "Live Taping" } },
      "Not valid",
      ["This ticket is for another event", "Live Taping, Sat, Dec 12"],
    ],
    [
      { answer: "not-valid", why: "another-event", event: { ...otherEvent, title: "Barrel Tasting" } },
      "Not valid",
      ["This ticket is for another day", "Sat, Dec 12"],
    ],
    [
      {
        answer: "not-valid",
        why: "another-event",
        event: { ...otherEvent, title: "Barrel Tasting", startsAt: "2026-12-11T20:00:00Z" },
      },
      "Not valid",
      ["This ticket is for another time", "Fri, Dec 11, 3:00 PM"],
    ],
    [{ answer: "not-valid", why: "another-event" }, "Not valid", ["This ticket is for another event"]],
    [{ answer: "not-valid", why: "forged" }, "Not valid", ["The shop has not made this code"]],
    [{ answer: "not-valid", why: "unreadable" }, "Not valid", ["This is not a ticket of this shop"]],
    [{ answer: "not-valid", why: "unknown" }, "Not valid", ["This ticket is not on the list"]],
    [
      { answer: "not-valid", why: "moved" },
      "Not valid",
      ["This ticket was sent to somebody else", "Only the new code is valid"],
    ],
    [
      { answer: "not-valid", why: "another-day", from: 0, ticket },
      "Not valid",
      ["This ticket is for another day", "Fri, Dec 11, 7:00 PM"],
    ],
    [
      { answer: "not-valid", why: "unknown-key" },
      "Not valid",
      ["This code cannot be checked yet", "Type the short code below it"],
    ],
    [
      { answer: "not-valid", why: "key-expired" },
      "Not valid",
      ["This code is withdrawn", "The guest can ask for a new email"],
    ],
    [{ answer: "not-valid", why: "pick-up" }, "Not valid", ["This code is for picking up an order"]],
    [
      { answer: "not-valid", why: "several" },
      "Not valid",
      ["This link has several tickets", "Open it, and scan one code after the other"],
    ],
  ])("for %j are '%s'", (answer, title, lines) => {
    expect(answerText(answer, eventHere, NOW)).toMatchObject({ title, lines });
  });
});

describe("the time", () => {
  const textAfter = (ms: number) => checkInText(firstCheckIn, eventHere, NOW + ms);
  test("of a check-in includes the day, unless that is today at the venue", () => {
    expect(textAfter(4 * HOUR_MS)).toBe("7:42 PM at Front door");
    expect(textAfter(5 * HOUR_MS)).toBe("Fri, Dec 11, 7:42 PM at Front door");
    expect(
      answerText({ answer: "already-in", ticket, first: firstCheckIn }, eventHere, NOW + DAY_MS).lines[0],
    ).toBe(textAfter(DAY_MS));
  });
  test("of a pick-up includes the day, unless that is today at the venue", () => {
    const by = "eve@example.com";
    expect(handedOverText({ at: NOW_ISO, by }, eventHere, NOW)).toBe(
      "Handed over at 7:42 PM by eve@example.com",
    );
    expect(handedOverText({ at: NOW_ISO, by }, eventHere, NOW + 7 * DAY_MS)).toBe(
      "Handed over on Fri, Dec 11, 7:42 PM by eve@example.com",
    );
    expect(handedOverText({}, eventHere, NOW)).toBe("Handed over");
  });
});

describe("the door's name", () => {
  test.each([
    ["Front door", undefined],
    [" Tür 🚪 ", undefined],
    ["  ", "Please name this door"],
    ["Front\u202C door", "Must not contain invisible characters"],
    ["x".repeat(61), "Must be at most 60 characters"],
  ])("%j has the error: %s", (name, error) => {
    expect(doorNameError(name)).toBe(error);
  });
});

describe("a search", () => {
  const foundHolders = (text: string) => findTickets(tickets, text).map(({ holder }) => holder);
  test.each([
    ["ada", ["Ada Lovelace"]],
    ["jose nunez", ["José Núñez"]],
    ["  LOVELACE ada ", ["Ada Lovelace"]],
    ["perl", ["Radia Perlman"]],
    ["a", []],
    ["nobody", []],
    ["--", []],
  ])("for %j finds %j", (text, names) => {
    expect(foundHolders(text)).toEqual(names);
  });
  test("lists the tickets of a holder by their number", () => {
    const holderTickets = [3, 1, 2].map((n) => ({ ...ticket, ticketId: `tkt_${n}`, n }));
    expect(findTickets([...holderTickets, ...tickets.slice(1)], "ada").map(({ n }) => n)).toEqual([1, 2, 3]);
  });
  test("finds a ticket by its short code, with spaces, a hyphen and in lower case, and by the code's beginning", () => {
    const { shortCode } = ticket;
    const typedCode = `${shortCode.slice(0, 4)} - ${shortCode.slice(4)}`.toLowerCase();
    expect(foundHolders(typedCode)).toEqual(["Ada Lovelace"]);
    expect(foundHolders(shortCode.slice(0, 6))).toEqual(["Ada Lovelace"]);
  });
});

describe("the shop's clock", () => {
  /** A measurement of the shop's clock. All values are in ms. */
  const measurement = (offset: number, roundTrip: number, measuredAt: number) => ({
    offset,
    roundTrip,
    measuredAt,
  });
  test("is compared with the device's clock halfway between request and answer", () => {
    expect(measureOffset(1_000, 1_200, new Date(6_100).toISOString())).toEqual(
      measurement(5_000, 200, 1_200),
    );
  });
  test.each([
    [
      "the new one after a shorter round trip",
      measurement(5_000, 400, 0),
      measurement(5_050, 100, 10),
      5_050,
    ],
    [
      "the known one after a longer round trip",
      measurement(5_000, 100, 0),
      measurement(5_100, 400, 10),
      5_000,
    ],
    [
      "the new one if the device's clock was set",
      measurement(5_000, 100, 0),
      measurement(65_000, 400, 10),
      65_000,
    ],
    [
      "the new one if the known one is old",
      measurement(5_000, 100, 0),
      measurement(5_100, 400, 600_001),
      5_100,
    ],
  ])("is known from the better of two measurements: %s", (_, knownMeasurement, newMeasurement, offset) => {
    expect(betterOffset(knownMeasurement, newMeasurement).offset).toBe(offset);
  });
});

test("each request has at most 50 check-ins, all of one event and one door", () => {
  const checkIn = (i: number, productId: string, door: string) => ({
    id: String(i),
    ticketId: "t",
    at: NOW_ISO,
    isOffline: true,
    productId,
    door,
  });
  const queue = Array.from({ length: 120 }, (_, i) =>
    checkIn(i, i % 10 === 0 ? "talk" : "tasting", i < 101 ? "Front" : "Back"),
  );
  const requests = toRequests(queue).map((request) => ({
    count: request.length,
    groups: [...new Set(request.map(({ productId, door }) => `${productId} ${door}`))],
  }));
  expect(requests).toEqual([
    { count: 11, groups: ["talk Front"] },
    { count: 50, groups: ["tasting Front"] },
    { count: 40, groups: ["tasting Front"] },
    { count: 18, groups: ["tasting Back"] },
    { count: 1, groups: ["talk Back"] },
  ]);
});

test.each([
  ["no response", "offline", new ApiError(0, "")],
  ["status 504", "offline", new ApiError(504, "")],
  ["status 500", "offline", new ApiError(500, "")],
  ["another error", "offline", new Error("?")],
  ["status 401", "signed-out", new ApiError(401, "")],
  ["status 429", "offline", new ApiError(429, "", { messageFrom: "status" })],
  ["status 403 of the shop", "forbidden", new ApiError(403, "", { messageFrom: "server" })],
  ["status 403 of the firewall", "offline", new ApiError(403, "", { messageFrom: "status" })],
  ["status 404", "online", new ApiError(404, "")],
] as const)("after %s the device is %s", (_, connection, error) => {
  expect(connectionAfter(error)).toBe(connection);
});

test("a list is deleted a day after the event's end, or after a week if the server has not confirmed the device's clock", () => {
  const row = sampleEvent("p", "Tasting", NOW);
  const end = Date.parse(row.event.endsAt);
  const isOverAfter = (ms: number, isTimeConfirmed: boolean) => isLongOver(row, end + ms, isTimeConfirmed);
  expect([isOverAfter(DAY_MS - 1, true), isOverAfter(DAY_MS, true)]).toEqual([false, true]);
  expect([isOverAfter(7 * DAY_MS - 1, false), isOverAfter(7 * DAY_MS, false)]).toEqual([false, true]);
});

describe("the text of a conflict", () => {
  const checkInAt = (minutes: number, id: string) => ({
    id,
    at: new Date(NOW + minutes * 60_000).toISOString(),
    door: "Front",
    deviceId: "d",
    by: "b",
    isOffline: true,
  });
  const voidAt = (minutes: number) => ({
    why: "refunded" as const,
    at: new Date(NOW + minutes * 60_000).toISOString(),
  });

  test("says for two scans before a refund only that someone was let in twice", () => {
    const conflictTicket = { checkIns: [checkInAt(0, "a"), checkInAt(1, "b")], void: voidAt(5) };
    expect(conflictReasons(conflictTicket, eventHere, NOW)).toEqual([
      "Let in more than once with the same ticket",
    ]);
  });

  test("says for a scan after a refund that the ticket was void and when it was refunded, with the date on another day", () => {
    const conflictTicket = { checkIns: [checkInAt(6, "a")], void: voidAt(5) };
    expect(conflictReasons(conflictTicket, eventHere, NOW)).toEqual([
      "Let in with a void ticket",
      "This ticket was refunded at 7:47 PM",
    ]);
    expect(conflictReasons(conflictTicket, eventHere, NOW + DAY_MS)[1]).toBe(
      "This ticket was refunded on Fri, Dec 11, 7:47 PM",
    );
  });
});
