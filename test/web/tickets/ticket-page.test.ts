import { expect, test } from "vitest";
import type { TicketView } from "../../../shared/tickets/ticket.ts";
import { shopTime, shopZone } from "../../../test/support/shop-clock.ts";
import { updateSeenTickets } from "../../../web/src/tickets/stored-tickets.ts";
import {
  factsOf,
  canShowCode,
  numberAndHolderText,
  stateText,
  titlesOf,
} from "../../../web/src/tickets/ticket-text.ts";
import { ApiError } from "../../../web/src/api-error.ts";
import { errorOf } from "../../../web/src/features/tickets/use-tickets.ts";
import { ticketPath } from "../../../shared/tickets/ticket-path.ts";
import { codesInHash } from "../../../web/src/tickets/codes-in-hash.ts";
import { codeOf, eventAt, ticketView, withoutCode } from "../../support/ticket-views.ts";

const NOW = Date.parse("2026-12-12T00:30:00Z");
const HOUR_MS = 3_600_000;
const tonight = eventAt(NOW - HOUR_MS);

test.each([
  ["two codes", "#ABC,DEF", ["ABC", "DEF"]],
  ["a code twice, in small letters and with a comma at the end", "#abc,ABC,", ["ABC"]],
  ["a code with and without its hyphen", "#AB-C,ABC", ["ABC"]],
  ["no code", "", []],
  ["a sign that is in no code", "#%2C", ["2C"]],
])("the URL of a page with %s, %j, has the codes %j", (_, hash, codes) =>
  expect(codesInHash(hash)).toEqual(codes),
);

test("the URL of a page has its codes, of which at most 400 are read", () => {
  const codes = Array.from({ length: 401 }, (_, i) => `C${i}`);
  expect(codesInHash(ticketPath(codes).replace("/ticket", ""))).toEqual(codes.slice(0, 400));
});

test.each([
  ["no answer", new ApiError(0, "", { code: "unavailable" }), "no-network"],
  ["no answer in time", new ApiError(504, ""), "no-network"],
  ["a busy shop", new ApiError(503, "", { messageFrom: "server" }), "failed"],
  ["a time-out in the shop", new ApiError(504, "", { messageFrom: "status" }), "failed"],
] as const)("after %s the page says whether the network or the shop failed", (_, error, expected) =>
  expect(errorOf(error)).toBe(expected),
);

test("the text of a ticket has its holder's name only if the name is known", () => {
  expect(numberAndHolderText({ n: 1, of: 2, holder: "Ada Lovelace" })).toBe("Ticket 1 of 2 · Ada Lovelace");
  expect(numberAndHolderText({ n: 1, of: 2, holder: "" })).toBe("Ticket 1 of 2");
});

const usedTicket = ticketView(1, { state: "used", usedAt: "2026-12-12T00:42:00Z", event: tonight });
test.each<[string, TicketView, string | undefined, boolean]>([
  ["valid", ticketView(1, { event: tonight }), undefined, true],
  ["used", usedTicket, "You were let in at 7:42 PM EST", true],
  [
    "used after midnight",
    { ...usedTicket, usedAt: "2026-12-12T05:05:00Z" },
    "You were let in on Sat, Dec 12, 2026, 12:05 AM EST",
    true,
  ],
  [
    "used, of no event",
    { ...usedTicket, usedAt: shopTime("2026-12-11T19:42"), event: undefined },
    `You were let in on Dec 11, 2026, 7:42 PM ${shopZone("2026-12-11T19:42")}`,
    true,
  ],
  ["used without a time", { ...usedTicket, usedAt: undefined }, "You were let in", true],
  [
    "used, of an event that is over",
    { ...usedTicket, event: eventAt(NOW - 4 * HOUR_MS) },
    "You were let in at 7:42 PM EST",
    false,
  ],
  ["void", withoutCode(1, "void"), "Not valid any more", false],
  ["moved", withoutCode(1, "moved"), "Sent to somebody else", false],
  [
    "of an event that is over",
    ticketView(1, { event: eventAt(NOW - 4 * HOUR_MS) }),
    "This event is over",
    false,
  ],
  ["of no event", ticketView(1, { event: undefined }), undefined, true],
])(
  "a ticket that is %s has the text about its state, if there is one, and shows its code unless it is void, moved or of a past event",
  (_, ticket, title, isCodeShown) => {
    expect(stateText(ticket, NOW)?.title).toBe(title);
    expect(canShowCode(ticket, NOW)).toBe(isCodeShown);
  },
);

test("a ticket has the event's title above its own name, and says nothing of the end of sales", () => {
  const event = { ...tonight, salesEndAt: tonight.startsAt };
  expect(titlesOf(ticketView(1, { event }))).toEqual({
    title: "Barrel Night: The Long Pour",
    subtitle: "Barrel Tasting (VIP)",
  });
  expect(titlesOf(ticketView(1, { event: undefined }))).toEqual({ title: "Barrel Tasting (VIP)" });
  expect(factsOf(ticketView(1, { event })).map(({ label }) => label)).toEqual(["Date", "Doors", "Venue"]);
});

test("the browser keeps a ticket until its event is over (for 90 days if it has none), and forgets one that lost its code", () => {
  const storedTickets = updateSeenTickets(
    [],
    [codeOf(1), codeOf(2)],
    [ticketView(1, { event: tonight }), ticketView(2, { event: eventAt(NOW + 99 * HOUR_MS) })],
    NOW,
  );
  expect(storedTickets.map(({ code }) => code)).toEqual([codeOf(1), codeOf(2)]);
  expect(
    updateSeenTickets(storedTickets, [codeOf(2)], [withoutCode(2, "moved")], NOW).map(({ code }) => code),
  ).toEqual([codeOf(1)]);
  const ticketsLater = updateSeenTickets(storedTickets, [], [], NOW + 3 * HOUR_MS);
  expect(ticketsLater.map(({ code }) => code)).toEqual([codeOf(2)]);
  const undatedTickets = updateSeenTickets([], [codeOf(3)], [ticketView(3, { event: undefined })], NOW);
  expect(updateSeenTickets(undatedTickets, [], [], NOW + 89 * 24 * HOUR_MS)).toHaveLength(1);
  expect(updateSeenTickets(undatedTickets, [], [], NOW + 91 * 24 * HOUR_MS)).toHaveLength(0);
});
