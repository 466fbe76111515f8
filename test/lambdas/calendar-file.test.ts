import { expect, test } from "vitest";
import { calendarFile } from "../../lambdas/products/calendar-file.ts";
import { eventInDays, testProduct } from "../support/fixtures.ts";

const ORIGIN = "https://shop.example";
const name = "Käse, Whiskey; & a \\ – 🥃 ".repeat(8).trim();
const event = {
  ...eventInDays(0),
  startsAt: "2026-12-12T00:00:00.000Z",
  endsAt: "2026-12-12T03:00:00.000Z",
  doorsAt: "2026-12-11T23:15:00.000Z",
};
const product = testProduct({ id: "prd_1", name, category: "ticket", event, version: 3 });

/** Parses a calendar file as a calendar program does: joins folded lines and unescapes texts. Returns the properties. */
function parseCalendar(file: string): Map<string, string> {
  const lines = file.replaceAll("\r\n ", "").split("\r\n");
  const unescape = (text: string) =>
    text.replace(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? "\n" : character));
  return new Map(
    lines.map((line) => [line.split(":")[0] ?? "", unescape(line.slice(line.indexOf(":") + 1))]),
  );
}

test("a calendar file has the event's start and end in UTC, its place, its page, and its title or else the product's name", () => {
  expect(Object.fromEntries(parseCalendar(calendarFile(product, event, ORIGIN)))).toMatchObject({
    VERSION: "2.0",
    UID: "prd_1@shop.example",
    DTSTAMP: "20261101T120000Z",
    SEQUENCE: "3",
    DTSTART: "20261212T000000Z",
    DTEND: "20261212T030000Z",
    SUMMARY: name,
    LOCATION: "The Rickhouse, 12 Barrel Rd, Louisville, KY 40202",
    DESCRIPTION: "Doors: 6:15 PM EST\nhttps://shop.example/store/prd_1",
    URL: "https://shop.example/store/prd_1",
    END: "VCALENDAR",
  });
  const fileWithTitle = calendarFile(product, { ...event, title: "Live" }, ORIGIN);
  expect(parseCalendar(fileWithTitle).get("SUMMARY")).toBe("Live");
});

test("lines of a calendar file end with CRLF, have at most 75 bytes, and are never folded inside a character", () => {
  const file = calendarFile(product, event, ORIGIN);
  expect(file.endsWith("\r\n")).toBe(true);
  const lines = file.split("\r\n");
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/[\r\n\uFFFD]|^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/);
  }
  expect(lines.filter((line) => line.startsWith(" ")).length).toBeGreaterThan(0);
});
