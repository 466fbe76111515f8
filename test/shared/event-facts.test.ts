import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { fieldErrors } from "../../shared/errors.ts";
import { haveSalesEnded, isEventOver } from "../../shared/event-facts.ts";
import { EventInput } from "../../shared/event-input.ts";
import { eventDetails } from "../../shared/event-details.ts";
import { eventLine } from "../../shared/event-text.ts";
import { ProductInput } from "../../shared/product-input.ts";
import { eventInDays, testProduct } from "../support/fixtures.ts";

const event = {
  ...eventInDays(0),
  startsAt: "2026-12-12T00:00:00.000Z",
  endsAt: "2026-12-12T03:00:00.000Z",
  doorsAt: "2026-12-11T23:15:00.000Z",
};
const longTime = `2026-12-12T00:00:00.${"1".repeat(210_000)}Z`;
const errorsOf = (changes: object) => {
  const { error } = z.safeParse(EventInput, { ...event, ...changes });
  return error ? fieldErrors(error) : {};
};

test("an event is valid with all its facts, and with only the required facts", () => {
  expect(errorsOf({ title: "Live", salesEndAt: event.doorsAt })).toEqual({});
  expect(errorsOf({ doorsAt: undefined })).toEqual({});
});

test.each([
  ["ends when it starts", { endsAt: event.startsAt }, { endsAt: "The end must be after the start" }],
  [
    "opens its doors after the start",
    { doorsAt: event.endsAt },
    { doorsAt: "Doors must not open after the start" },
  ],
  [
    "is sold after its end",
    { salesEndAt: "2026-12-12T03:00:00.001Z" },
    { salesEndAt: "Sales must not end after the event" },
  ],
  [
    "opens its doors more than a day before the start",
    { doorsAt: "2026-12-10T23:59:59.999Z" },
    { doorsAt: "Doors must not open more than a day before the start" },
  ],
  [
    "starts at a time of 210,000 characters",
    { startsAt: longTime },
    { startsAt: "A time has at most 24 characters" },
  ],
  [
    "is before 2000",
    { startsAt: "1999-12-31T23:59:59.999Z", doorsAt: undefined },
    { startsAt: "Enter a year from 2000 to 2100" },
  ],
  ["is after 2100", { endsAt: "2101-01-01T00:00:00.000Z" }, { endsAt: "Enter a year from 2000 to 2100" }],
  ["has no start", { startsAt: undefined }, { startsAt: "Start is required" }],
  ["starts at a text that is no time", { startsAt: "soon" }, { startsAt: "Start is required" }],
  [
    "is in an unknown time zone",
    { timeZone: "Kentucky" },
    { timeZone: "Enter a time zone such as America/New_York" },
  ],
  [
    "is in an unknown state",
    { venue: { ...event.venue, state: "ZZ" } },
    { "venue.state": expect.any(String) as string },
  ],
  ["has no venue", { venue: { ...event.venue, name: " " } }, { "venue.name": "Venue is required" }],
])("an event that %s is refused", (_, changes, errors) => expect(errorsOf(changes)).toEqual(errors));

test("only a ticket may have an event", () => {
  const { error } = z.safeParse(ProductInput, { ...testProduct(), event });
  expect(error && fieldErrors(error)).toEqual({ event: "Only a ticket has an event" });
  expect(z.safeParse(ProductInput, { ...testProduct({ category: "ticket" }), event }).success).toBe(true);
});

describe("the texts of an event", () => {
  test("on one line have the event's local time, and the year if the event is not in its zone's current year", () => {
    const now = new Date("2027-01-01T04:59:00.000Z");
    expect(eventLine(event, now)).toBe("Fri, Dec 11, 7:00 PM EST · The Rickhouse, Louisville");
    expect(eventLine(event, new Date("2027-01-01T05:00:00.000Z"))).toContain(
      "Fri, Dec 11, 2026, 7:00 PM EST",
    );
    const summerEvent = { ...event, startsAt: "2027-07-01T18:30:00.000Z", timeZone: "Europe/London" };
    expect(eventLine(summerEvent, now)).toBe("Thu, Jul 1, 7:30 PM GMT+1 · The Rickhouse, Louisville");
  });

  test("are in UTC when a browser does not know the zone", () => {
    expect(eventLine({ ...event, timeZone: "Mars/Olympus" })).toMatch(/^Sat, Dec 12, .*12:00 AM UTC/);
  });

  test("in the details have the year, the doors and the address, and repeat no day", () => {
    const venue = { label: "Venue", lines: ["The Rickhouse", "12 Barrel Rd", "Louisville, KY 40202"] };
    expect(eventDetails(event)).toEqual([
      { label: "Date", lines: ["Fri, Dec 11, 2026", "7:00 PM to 10:00 PM EST"] },
      { label: "Doors", lines: ["6:15 PM EST"] },
      venue,
    ]);
    const lateEvent = {
      ...event,
      endsAt: "2026-12-12T08:00:00.000Z",
      salesEndAt: "2026-12-11T04:59:00.000Z",
    };
    expect(eventDetails({ ...lateEvent, doorsAt: undefined })).toEqual([
      { label: "Date", lines: ["Fri, Dec 11, 2026", "7:00 PM to Sat, Dec 12, 2026, 3:00 AM EST"] },
      { label: "Sales end", lines: ["Thu, Dec 10, 2026, 11:59 PM EST"] },
      venue,
    ]);
  });
});

describe("the sales of a ticket", () => {
  test.each([
    ["at the start", {}, event.startsAt],
    ["at the set time", { salesEndAt: event.doorsAt }, event.doorsAt],
  ])("end %s", (_, changes, end) => {
    const product = { event: { ...event, ...changes } };
    expect(haveSalesEnded(product, Date.parse(end) - 1)).toBe(false);
    expect(haveSalesEnded(product, Date.parse(end))).toBe(true);
  });

  test("do not end if the ticket has no event; isEventOver is then false", () => {
    expect([haveSalesEnded({}, Infinity), isEventOver({}, Infinity)]).toEqual([false, false]);
  });
});

test("an event is over at its end", () => {
  expect(isEventOver({ event }, Date.parse(event.endsAt) - 1)).toBe(false);
  expect(isEventOver({ event }, Date.parse(event.endsAt))).toBe(true);
});
