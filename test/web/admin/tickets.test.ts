import { describe, expect, test } from "vitest";
import type { AdminTicket } from "../../../shared/api-tickets.ts";
import { shopTime, shopZone } from "../../../test/support/shop-clock.ts";
import {
  outdatedTickets,
  ticketIdsByRequest,
} from "../../../web/src/features/admin/tickets/outdated-tickets.ts";
import { eventInDays } from "../../support/fixtures.ts";
import { findTickets, type TicketFilter } from "../../../web/src/features/admin/tickets/find-tickets.ts";
import { giftErrors, createGift } from "../../../web/src/features/admin/tickets/gift.ts";
import {
  checkInText,
  conflictingScans,
  conflictTitle,
  isToldOfVoid,
  ticketBadge,
} from "../../../web/src/features/admin/tickets/ticket-text.ts";
import { ticketsCsv } from "../../../web/src/features/admin/tickets/tickets-csv.ts";

const ZONE = shopZone("2026-11-22T12:00");
const scan = (id: string, at: string, isOffline = false) => ({
  ...{ id, at, door: `Door ${id}`, deviceId: "d", by: "eve@example.com", isOffline },
});
const ticket = (ticketId: string, changes: Partial<AdminTicket> = {}): AdminTicket => ({
  ...{ ticketId, productId: "prd_1", name: "Tasting", orderId: "ord_7", n: 1, of: 2 },
  ...{ holder: "Ada Lovelace", email: "ada@example.com", generation: 0, shortCode: "K7QM3FXD" },
  ...{ issuedAt: shopTime("2026-11-22T07:00"), changedAt: "2026-11-22T12:00:00.000Z", checkIns: [] },
  ...{ sequence: 1, version: 1, state: "valid" },
  ...changes,
});
const [earlyScan, lateScan] = [
  scan("a", shopTime("2026-11-22T19:42")),
  scan("b", shopTime("2026-11-22T19:45"), true),
];
const tickets = [
  ticket("tkt_1", { n: 2 }),
  ticket("tkt_2", { shortCode: "00000001" }),
  ticket("tkt_3", { holder: "Bo", state: "used", checkIns: [lateScan, earlyScan], shortCode: "00000002" }),
  ticket("tkt_4", {
    holder: "Cy",
    state: "void",
    void: { why: "refunded", at: earlyScan.at },
    shortCode: "00000003",
  }),
  ticket("tkt_5", {
    ...{ orderNumber: "BV-1042", holder: "=Di", shortCode: "00000004" },
    complimentary: { reason: "Press", by: "a" },
  }),
];
const idsOf = (search: string, filter: TicketFilter = "all") =>
  findTickets(tickets, search, filter).map(({ ticketId }) => ticketId);

describe("the list of tickets", () => {
  test.each<[string, TicketFilter, string[]]>([
    ["", "all", ["tkt_5", "tkt_2", "tkt_1", "tkt_3", "tkt_4"]],
    [" LOVELACE ", "all", ["tkt_2", "tkt_1"]],
    ["k7qm-3fxd", "all", ["tkt_1"]],
    ["K7QM", "all", ["tkt_1"]],
    ["oooo-ooo2", "all", ["tkt_3"]],
    ["ord_7", "void", ["tkt_4"]],
    ["bv-1042", "all", ["tkt_5"]],
    ["", "used", ["tkt_3"]],
    ["", "conflict", ["tkt_3"]],
    ["", "complimentary", ["tkt_5"]],
    ["nobody", "all", []],
  ])("for the search %j and the filter '%s' has %j", (search, filter, ids) =>
    expect(idsOf(search, filter)).toEqual(ids),
  );

  test.each(["jose onunez", "O’Núñez José", "jose tasting", "jose-m@"])(
    "for the search %j has the ticket with all its words, and ignores accents, hyphens and apostrophes",
    (search) => {
      const joseTicket = ticket("tkt_6", { holder: "José O'Núñez", email: "jose-m@example.com" });
      expect(findTickets([...tickets, joseTicket], search, "all")).toEqual([joseTicket]);
    },
  );

  test.each<[Partial<AdminTicket>, string]>([
    [{}, "Valid"],
    [{ state: "used" }, "In"],
    [{ state: "void", void: { why: "refunded", at: "" } }, "Void: refunded"],
    [{ state: "void", void: { why: "cancelled", at: "" } }, "Void: order cancelled"],
    [{ state: "void", void: { why: "by-admin", at: "" } }, "Void: by an admin"],
  ])("shows a ticket with %j as '%s'", (changes, text) =>
    expect(ticketBadge(ticket("tkt_1", changes)).text).toBe(text),
  );

  test("shows both scans of a conflict, the earlier one first, and says which device was offline", () => {
    expect(conflictingScans(ticket("t", { checkIns: [lateScan, earlyScan] })).map(checkInText)).toEqual([
      `Door a, Nov 22, 2026 19:42 ${ZONE}, by eve@example.com`,
      `Door b, Nov 22, 2026 19:45 ${ZONE}, by eve@example.com, without a network`,
    ]);
    expect(conflictingScans(ticket("t", { checkIns: [earlyScan] }))).toEqual([]);
  });

  test.each<[string, Partial<AdminTicket>]>([
    ["Scanned 2 times: the earliest scan counts", { checkIns: [lateScan, earlyScan] }],
    ["Someone was let in with a void ticket", { checkIns: [lateScan], void: { why: "refunded", at: "" } }],
    [
      "Someone was let in with the old code of a ticket that was sent to somebody else",
      { checkIns: [{ ...lateScan, oldCode: true }] },
    ],
  ])("names a conflict: %s", (title, changes) => {
    const conflict = ticket("t", changes);
    expect(conflictTitle(conflict)).toBe(title);
    expect(conflictingScans(conflict).length).toBeGreaterThan(0);
  });

  test("has no formulas in its CSV file", () => {
    const rows = ticketsCsv(findTickets(tickets, "", "complimentary")).split("\r\n");
    expect(rows[1]).toBe(
      `'=Di,ada@example.com,Tasting,1 of 2,0000-0004,Valid,,,,ord_7,Press,"Nov 22, 2026 07:00 ${ZONE}",BV-1042`,
    );
  });
});

test.each<[string, boolean, Partial<AdminTicket>, daysToEvent?: number]>([
  ["a ticket that its buyer has kept", false, {}],
  ["a ticket that was sent to somebody else", true, { generation: 1 }],
  ["a complimentary ticket", true, { complimentary: { reason: "Press", by: "a" } }],
  ["a ticket without an email address", false, { generation: 1, email: undefined }],
  ["a ticket of an event that is over", false, { generation: 1 }, -1],
  ["a ticket with the earlier date of a postponed event", true, { generation: 1, event: eventInDays(-1) }],
  [
    "a ticket with the later date of an event that is over",
    false,
    { generation: 1, event: eventInDays(1) },
    -1,
  ],
])("whether the holder gets a mail when %s becomes void: %j", (_, isTold, changes, daysToEvent = 1) =>
  expect(isToldOfVoid(ticket("t", changes), eventInDays(daysToEvent), Date.now())).toBe(isTold),
);

test("valid tickets with an address and another date than their event are found, sorted by address", () => {
  const { endsAt, ...otherFacts } = eventInDays(3);
  const event = { endsAt, ...otherFacts };
  const soldTickets = Array.from({ length: 41 }, (_, i) =>
    ticket(`tkt_${i}`, { event: eventInDays(4), email: `${i % 2}@example.com`, n: i }),
  );
  const otherDate = { event: eventInDays(4) };
  const ticketsWithoutMail = [
    // The same facts as the event, in another order of fields.
    ticket("tkt_same", { event: { ...otherFacts, endsAt } }),
    // The end of the sales does not matter to a person who has a ticket.
    ticket("tkt_sales", { event: { ...event, salesEndAt: endsAt } }),
    // This ticket has no stored event.
    ticket("tkt_no_event"),
    // These tickets get no mail, although their date differs.
    ticket("tkt_void", { ...otherDate, state: "void" }),
    ticket("tkt_used", { ...otherDate, state: "used" }),
    ticket("tkt_erased", { ...otherDate, email: undefined }),
  ];
  const ticketsToMail = outdatedTickets([...ticketsWithoutMail, ...soldTickets], event);
  expect(ticketsToMail.map(({ email }) => email)).toEqual([
    ...Array.from({ length: 21 }, () => "0@example.com"),
    ...Array.from({ length: 20 }, () => "1@example.com"),
  ]);
});

test.each<[string, number[], number[]]>([
  ["twenty tickets of several addresses", [5, 5, 10], [20]],
  ["all tickets of an address in the next request, if they do not fit beside the others", [12, 12], [12, 12]],
  ["the 21 tickets of one address, in two requests", [21, 4], [20, 5]],
])("a request mails at most twenty tickets: %s", (_, countByAddress, countByRequest) => {
  const ticketsToMail = countByAddress.flatMap((count, address) =>
    Array.from({ length: count }, (__, i) =>
      ticket(`tkt_${address}_${i}`, { email: `${address}@example.com` }),
    ),
  );
  const requests = ticketIdsByRequest(ticketsToMail);
  expect(requests.map(({ length }) => length)).toEqual(countByRequest);
  expect(requests.flat()).toEqual(ticketsToMail.map(({ ticketId }) => ticketId));
});

test("the form for complimentary tickets requires a name, an email address, a reason, and one to twenty tickets", () => {
  expect(Object.keys(giftErrors({ ...createGift(), quantity: 21 })).sort()).toEqual([
    "email",
    "name",
    "quantity",
    "reason",
  ]);
  for (const quantity of [0, 21, 1.5])
    expect(giftErrors({ ...createGift(), quantity })).toMatchObject({
      quantity: "Number of tickets must be a whole number from 1 to 20",
    });
  const gift = { ...createGift(), name: "Ada", email: "ada@example.com", reason: "Press", quantity: 20 };
  expect(giftErrors(gift)).toEqual({});
});
