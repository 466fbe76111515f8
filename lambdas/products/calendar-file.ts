/** The event of a product as a calendar file. https://www.rfc-editor.org/rfc/rfc5545 */
import { formatEventTime } from "../../shared/event-details.ts";
import { cityLine } from "../../shared/postal-address.ts";
import type { Product } from "../../shared/product.ts";
import { brand } from "../../shared/site/brand.ts";

/** The most bytes of a content line, without its line break. */
const MAX_LINE_BYTES = 75;

const escapeText = (text: string): string => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** For example '20261211T190000Z'. */
const utcTime = (iso: string): string =>
  new Date(iso).toISOString().replace(/\.\d+/, "").replace(/[-:]/g, "");

/** Folds a line: inserts a line break and a space before each character that would make the line too long. */
function fold(line: string): string {
  let bytes = 0;
  let foldedLine = "";
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_LINE_BYTES) {
      foldedLine += "\r\n ";
      bytes = 1;
    }
    foldedLine += character;
    bytes += size;
  }
  return foldedLine;
}

/**
 * `origin` is the site's origin, 'https://…'. DTSTAMP and SEQUENCE tell a calendar which version of the event is newer.
 */
export function calendarFile(
  product: Pick<Product, "id" | "name" | "version" | "updatedAt">,
  event: NonNullable<Product["event"]>,
  origin: string,
): string {
  const { title = product.name, startsAt, endsAt, doorsAt, venue } = event;
  const page = `${origin}/store/${encodeURIComponent(product.id)}`;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(brand.name)}//Tickets//EN`,
    "BEGIN:VEVENT",
    `UID:${product.id}@${new URL(origin).host}`,
    `DTSTAMP:${utcTime(product.updatedAt)}`,
    `SEQUENCE:${product.version}`,
    `DTSTART:${utcTime(startsAt)}`,
    `DTEND:${utcTime(endsAt)}`,
    `SUMMARY:${escapeText(title)}`,
    `LOCATION:${escapeText([venue.name, venue.street, cityLine(venue)].join(", "))}`,
    `DESCRIPTION:${escapeText([...(doorsAt ? [`Doors: ${formatEventTime(doorsAt, event)}`] : []), page].join("\n"))}`,
    `URL:${page}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}
