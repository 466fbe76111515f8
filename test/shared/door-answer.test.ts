import { describe, expect, test } from "vitest";
import {
  answerToCode,
  answerToTicket,
  refuseBeforeLetIn,
  type DoorAnswer,
  type HashedEvent,
} from "../../shared/tickets/door-answer.ts";
import type { CodeCheck, CodeContent } from "../../shared/tickets/ticket-code.ts";
import type { EventFacts } from "../../shared/event-facts.ts";
import type { CheckIn, DoorTicket } from "../../shared/tickets/ticket.ts";
import { eventInDays } from "../support/fixtures.ts";

const checkIn = (id: string, at: string, undoneAt?: string): CheckIn => ({
  id,
  at,
  door: "Front door",
  deviceId: "d",
  by: "eve@example.com",
  isOffline: false,
  ...(undoneAt === undefined ? {} : { undoneAt }),
});
const ticketWith = (changes: Partial<DoorTicket> = {}): DoorTicket => ({
  ticketId: "tkt_1",
  name: "Tasting",
  holder: "Ada",
  n: 1,
  of: 2,
  generation: 1,
  shortCode: "K7QM3FXD",
  checkIns: [],
  changedAt: "2026-11-22T18:00:00.000Z",
  ...changes,
});
const VOID = { why: "refunded", at: "2026-11-22T19:00:00.000Z" } as const;
const firstCheckIn = checkIn("a", "2026-11-22T19:42:00.000Z");
const secondCheckIn = checkIn("b", "2026-11-22T19:45:00.000Z");
const undoneCheckIn = checkIn("c", "2026-11-22T19:00:00.000Z", "2026-11-22T19:00:30.000Z");

/** The answer as 'let-in', 'already-in <id of the first check-in>' or 'not-valid <why>'. */
const textOf = (answer: DoorAnswer): string => {
  if (answer.answer === "already-in") return `already-in ${answer.first.id}`;
  return answer.answer === "let-in" ? "let-in" : `not-valid ${answer.why}`;
};

describe("the answer to a ticket", () => {
  test.each<
    [description: string, expected: string, changes: Partial<DoorTicket>, generation: number | undefined]
  >([
    ["with its current code", "let-in", {}, 1],
    ["found by short code or name", "let-in", {}, undefined],
    ["with an earlier code", "not-valid moved", {}, 0],
    ["with a later code than the list has", "not-valid moved", {}, 2],
    ["that is used", "already-in a", { checkIns: [firstCheckIn] }, 1],
    [
      "with two check-ins, of which the earlier one counts,",
      "already-in a",
      { checkIns: [secondCheckIn, firstCheckIn] },
      1,
    ],
    ["whose check-in was undone", "let-in", { checkIns: [undoneCheckIn] }, 1],
    ["whose first check-in was undone", "already-in b", { checkIns: [undoneCheckIn, secondCheckIn] }, 1],
    ["that is void", "not-valid void", { void: VOID }, 1],
    ["that was used, then made void", "not-valid void", { void: VOID, checkIns: [firstCheckIn] }, 1],
    ["that is void, with an earlier code", "not-valid void", { void: VOID }, 0],
    ["that is used, with an earlier code", "not-valid moved", { checkIns: [firstCheckIn] }, 0],
  ])("%s is '%s'", (_, expected, changes, generation) => {
    expect(textOf(answerToTicket(ticketWith(changes), generation))).toBe(expected);
  });

  test("says why and since when a ticket is void", () => {
    expect(answerToTicket(ticketWith({ void: VOID }))).toMatchObject({ reason: "refunded", at: VOID.at });
  });

  test("sorts check-ins of the same time in the same sequence on every device", () => {
    const at = "2026-11-22T19:42:00.000Z";
    const [a, b] = [checkIn("a", at), checkIn("b", at)];
    for (const checkIns of [
      [a, b],
      [b, a],
    ])
      expect(textOf(answerToTicket(ticketWith({ checkIns })))).toBe("already-in a");
  });
});

test.each<[description: string, changes: Partial<DoorTicket>]>([
  ["a ticket that was sent to somebody else", {}],
  ["a ticket that was sent to somebody else and then made void", { void: VOID }],
  ["a ticket with which its new holder was let in", { checkIns: [firstCheckIn] }],
])("the answer to the old code of %s does not contain the new holder", (_, changes) => {
  expect(answerToTicket(ticketWith(changes), 0)).not.toHaveProperty("ticket");
});

test.each<[description: string, changes: Partial<EventFacts>, from: string]>([
  ["from the start of the event's day", {}, "2026-12-11T05:00:00.000Z"],
  [
    "from the start of the day on which the doors open, in the zone of the venue",
    { doorsAt: "2026-12-11T04:30:00Z" },
    "2026-12-10T05:00:00.000Z",
  ],
  [
    "from six hours before the doors open, if that is on the day before",
    { doorsAt: "2026-12-11T05:30:00Z" },
    "2026-12-10T23:30:00.000Z",
  ],
  [
    "from the start of the day in UTC if the zone is unknown",
    { timeZone: "Mars/Olympus", doorsAt: "2026-12-12T20:00:00Z" },
    "2026-12-12T00:00:00.000Z",
  ],
])("guests are let in %s", (_, changes, from) => {
  const facts = { ...eventInDays(0), startsAt: "2026-12-12T00:00:00Z", ...changes };
  const letIn: DoorAnswer = { answer: "let-in", ticket: ticketWith() };
  const answerAt = (ms: number) => textOf(refuseBeforeLetIn(letIn, facts, Date.parse(from) + ms));
  expect([answerAt(-1), answerAt(0)]).toEqual(["not-valid another-day", "let-in"]);
});

describe("the answer to a code", () => {
  const event: HashedEvent = { productId: "prd_1", hash: "aa", title: "Tasting", startsAt: "" };
  const otherEvent: HashedEvent = { productId: "prd_2", hash: "bb", title: "Taping", startsAt: "" };
  const completeUntil = Date.parse("2026-11-22T19:00:00Z");
  const completeUntilSeconds = completeUntil / 1000;
  const content: CodeContent = {
    kind: "ticket",
    keyId: 1,
    id: "tkt_1",
    generation: 1,
    event: "aa",
    issuedAt: completeUntilSeconds - 3_600,
  };
  const validCode = (changes: Partial<CodeContent> = {}): CodeCheck => ({
    ok: true,
    content: { ...content, ...changes },
  });
  const answerFor = (check: CodeCheck, ticket?: DoorTicket) =>
    answerToCode(check, { event, otherEvents: [otherEvent], completeUntil, ticketOf: () => ticket });

  test.each<[description: string, expected: string, check: CodeCheck, ticket: DoorTicket | undefined]>([
    ["that is no code", "not-valid unreadable", { ok: false, why: "unreadable" }, undefined],
    ["that is forged", "not-valid forged", { ok: false, why: "forged" }, ticketWith()],
    ["of a key that has expired", "not-valid key-expired", { ok: false, why: "key-expired" }, ticketWith()],
    ["of an order", "not-valid pick-up", validCode({ kind: "order" }), undefined],
    ["of another event", "not-valid another-event", validCode({ event: "bb" }), ticketWith()],
    [
      "of an event that the device does not know",
      "not-valid another-event",
      validCode({ event: "cc" }),
      ticketWith(),
    ],
    ["of a ticket on the list", "let-in", validCode(), ticketWith()],
    ["of a used ticket", "already-in a", validCode(), ticketWith({ checkIns: [firstCheckIn] })],
    ["of a void ticket", "not-valid void", validCode(), ticketWith({ void: VOID })],
    ["of a ticket that was transferred", "not-valid moved", validCode({ generation: 0 }), ticketWith()],
    ["that is newer than the list's ticket", "let-in", validCode({ generation: 2 }), ticketWith()],
    [
      "that is newer, of a used ticket",
      "already-in a",
      validCode({ generation: 2 }),
      ticketWith({ checkIns: [firstCheckIn] }),
    ],
    ["of an old ticket that is not on the list", "not-valid unknown", validCode(), undefined],
    [
      "of a ticket that was issued after the list was loaded",
      "let-in",
      validCode({ issuedAt: completeUntilSeconds + 1 }),
      undefined,
    ],
    [
      "of a ticket that was issued less than a minute before the list was loaded",
      "let-in",
      validCode({ issuedAt: completeUntilSeconds - 59 }),
      undefined,
    ],
    [
      "of a ticket that was issued a minute before the list was loaded",
      "not-valid unknown",
      validCode({ issuedAt: completeUntilSeconds - 60 }),
      undefined,
    ],
  ])("%s is '%s'", (_, expected, check, ticket) => {
    expect(textOf(answerFor(check, ticket))).toBe(expected);
  });

  test("names the other event if the device knows it", () => {
    expect(answerFor(validCode({ event: "bb" }))).toMatchObject({ event: otherEvent });
    expect(answerFor(validCode({ event: "cc" }))).not.toHaveProperty("event");
  });

  test("has the content of the code, which the report of the check-in needs", () => {
    expect(answerFor(validCode(), ticketWith())).toMatchObject({ answer: "let-in", content });
    const newCode = validCode({ issuedAt: completeUntilSeconds + 1 });
    expect(answerFor(newCode)).toMatchObject({ ticket: undefined, content: { id: content.id } });
  });
});
