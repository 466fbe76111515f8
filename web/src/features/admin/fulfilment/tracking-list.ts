/** Reads a pasted list of orders and tracking numbers: lines of 'order, tracking', or a carrier's CSV file. */
import { MAX_TRACKING_LENGTH } from "../../../../../shared/api-admin.ts";
import { delimiterOf, type PastedRow, splitCells } from "./split-cells.ts";

/** A line of the list. `line`: its number in the text, from 1. `problem`: why it cannot be used. */
export type TrackingLine = { line: number; order: string; tracking: string; problem?: string };

/** The most lines that are read. */
export const MAX_LINES = 1000;

/** Headings of the column with the order, the most specific first. In the form that `headingOf` returns. */
const ORDER_HEADINGS = (
  "orderid ordernumber orderno order ordername orderreference orderref customerorder reference " +
  "referenceid referencenumber referenceno reference1 referencenumber1 ref ref1 refno " +
  "customerreference customerref packagereference packagereference1 shipmentreference " +
  "shipmentreference1 yourreference rubberstamp1 custommessage id"
).split(" ");
const TRACKING_HEADINGS = (
  "trackingnumber trackingno trackingid trackingcode tracking trackingnumbers " +
  "mastertrackingnumber packagetrackingnumber shipmenttrackingnumber trackingnumber1 labelnumber " +
  "shipmentnumber piecenumber barcode trackandtrace trackno"
).split(" ");
const STATE_HEADINGS = ["status", "labelstatus", "shipmentstatus", "refundstatus"];

/** Spreadsheets turn long numbers into '9.4001E+21', and lose the last digits. */
const ROUNDED = /^\d([.,]\d+)?e\+?\d+$/i;
const INVISIBLE = /[\u200b-\u200f\u2060\ufeff]/g;

/** The text of a cell. Spreadsheets write text as '="0123"' or with an apostrophe, so that it stays text. */
function cleanCell(cell: string): string {
  const text = cell.replace(INVISIBLE, "").replaceAll("\u00a0", " ").trim();
  return text
    .replace(/^="?(.*?)"?$/, "$1")
    .replace(/^'/, "")
    .trim();
}

const headingOf = (cell: string): string =>
  cleanCell(cell)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");

const columnOf = (headings: readonly string[], names: readonly string[]): number => {
  const name = names.find((candidate) => headings.includes(candidate));
  return name === undefined ? -1 : headings.indexOf(name);
};

type Columns = { order: number; tracking: number; state: number };

/** The columns that the headings in the first row name; undefined if the row has no headings. */
function columnsOf(row: PastedRow): Columns | undefined {
  const headings = row.cells.map(headingOf);
  const columns = {
    order: columnOf(headings, ORDER_HEADINGS),
    tracking: columnOf(headings, TRACKING_HEADINGS),
    state: columnOf(headings, STATE_HEADINGS),
  };
  return columns.tracking >= 0 || (columns.order >= 0 && headings.length > 1) ? columns : undefined;
}

/**
 * The cells of a row. A row with one cell, such as 'BV-1042 9400 1000' or 'BV-1042: 1Z9', is split in two.
 */
function orderAndTracking(cells: readonly string[]): string[] {
  const cleanCells = cells.map(cleanCell);
  const [firstCell = "", ...otherCells] = cleanCells;
  if (otherCells.some((cell) => cell !== "")) return cleanCells;
  const [, order = firstCell, tracking = ""] = /^(\S+?)\s*[\s:=,;|]\s*(\S.*)$/.exec(firstCell) ?? [];
  return [order, tracking];
}

function problemOf(order: string, tracking: string, state: string): string | undefined {
  if (order === "") return "No order in this line.";
  if (/void|refund|cancel/i.test(state)) return `The carrier's file says about this label: ${state}.`;
  if (ROUNDED.test(tracking))
    return "A spreadsheet has rounded this number. Format its column as text, and copy it again.";
  if (tracking.length > MAX_TRACKING_LENGTH)
    return `A tracking number has at most ${MAX_TRACKING_LENGTH} characters.`;
  return /[\p{Cc}]/u.test(tracking) ? "This tracking number has characters that cannot be shown." : undefined;
}

function lineOf({ line, cells }: PastedRow, columns: Columns | undefined): TrackingLine {
  const cellAt = (index: number) => cleanCell(cells[index] ?? "");
  const [order = "", trackingText = ""] = columns
    ? [cellAt(columns.order), cellAt(columns.tracking)]
    : orderAndTracking(cells);
  // Carriers print numbers in groups, but no number contains a space.
  const tracking = trackingText.replaceAll(/\s+/g, "");
  const problem = problemOf(order, tracking, columns ? cellAt(columns.state) : "");
  return { line, order, tracking, ...(problem === undefined ? {} : { problem }) };
}

/** The lines of a pasted text. If a column is missing, returns one line whose `problem` is the reason. */
export function parseTrackingList(text: string): TrackingLine[] {
  const textWithoutMark = text.replace(/^\ufeff/, "");
  const rows = splitCells(textWithoutMark, delimiterOf(textWithoutMark));
  const [firstRow] = rows;
  if (!firstRow) return [];
  const columns = columnsOf(firstRow);
  if (columns && (columns.order < 0 || columns.tracking < 0)) {
    const missingColumn = columns.order < 0 ? "the order's id or number" : "the tracking number";
    return [
      { line: firstRow.line, order: "", tracking: "", problem: `No column with ${missingColumn} was found.` },
    ];
  }
  const lines = (columns ? rows.slice(1) : rows).slice(0, MAX_LINES + 1).map((row) => lineOf(row, columns));
  const firstUnreadLine = lines[MAX_LINES];
  return firstUnreadLine
    ? [
        ...lines.slice(0, MAX_LINES),
        {
          ...firstUnreadLine,
          problem: `Only the first ${MAX_LINES} lines are read: paste the others afterwards.`,
        },
      ]
    : lines;
}
