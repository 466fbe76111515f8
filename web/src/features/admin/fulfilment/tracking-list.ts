/** Reads a pasted list of orders and tracking numbers: lines of 'order, tracking', or a carrier's CSV file. */
import { MAX_TRACKING_LENGTH } from "../../../../../shared/api-admin.ts";
import { delimiterOf, type PastedRow, splitCells } from "./split-cells.ts";

/**
 * A line of the list. `lineNumber`: its number in the text, from 1. `reference`: the order's number, its id, or the end of its
 * id. `tracking`: the tracking number, '' for none. `mayBeSwapped`: whether the line may have the tracking number first.
 * `problem`: why the line cannot be used.
 */
export type TrackingLine = {
  lineNumber: number;
  reference: string;
  tracking: string;
  mayBeSwapped: boolean;
  problem?: string;
};

/** The most lines that are read. */
export const MAX_LINES = 1000;

/** Headings of the column with the reference, in the form that `headingOf` returns, the most specific heading first. */
const REFERENCE_HEADINGS = (
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
const LABEL_STATUS_HEADINGS = ["status", "labelstatus", "shipmentstatus", "refundstatus"];

/** Spreadsheets turn long numbers into '9.4001E+21', and lose the last digits. */
const ROUNDED_NUMBER = /^\d([.,]\d+)?e\+?\d+$/i;
const INVISIBLE_CHARACTERS = /[\u200b-\u200f\u2060\ufeff]/g;

/** The text of a cell, without the marks with which spreadsheets store digits as text: '="0123"', or a leading apostrophe. */
function cleanCell(cell: string): string {
  const text = cell.replace(INVISIBLE_CHARACTERS, "").replaceAll("\u00a0", " ").trim();
  return text
    .replace(/^="?(.*?)"?$/, "$1")
    .replace(/^'/, "")
    .trim();
}

/** A heading in lower case, with letters and digits only. */
const headingOf = (cell: string): string =>
  cleanCell(cell)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");

/** The index of the column whose heading comes first in `names`; -1 if no heading is in `names`. */
const columnOf = (headings: readonly string[], names: readonly string[]): number => {
  const name = names.find((candidate) => headings.includes(candidate));
  return name === undefined ? -1 : headings.indexOf(name);
};

/** The indexes of the columns; -1 for a missing column. */
type Columns = { reference: number; tracking: number; labelStatus: number };

/** The columns that the headings in the first row name; undefined if the row has no headings. */
function columnsOf(row: PastedRow): Columns | undefined {
  const headings = row.cells.map(headingOf);
  const columns = {
    reference: columnOf(headings, REFERENCE_HEADINGS),
    tracking: columnOf(headings, TRACKING_HEADINGS),
    labelStatus: columnOf(headings, LABEL_STATUS_HEADINGS),
  };
  return columns.tracking >= 0 || (columns.reference >= 0 && headings.length > 1) ? columns : undefined;
}

/**
 * The cells of a row. A row with one cell, such as 'BV-1042 9400 1000' or 'BV-1042: 1Z9', is split into reference and tracking
 * number.
 */
function referenceAndTracking(cells: readonly string[]): string[] {
  const cleanCells = cells.map(cleanCell);
  const [firstCell = "", ...otherCells] = cleanCells;
  if (otherCells.some((cell) => cell !== "")) return cleanCells;
  const [, reference = firstCell, tracking = ""] = /^(\S+?)\s*[\s:=,;|]\s*(\S.*)$/.exec(firstCell) ?? [];
  return [reference, tracking];
}

/** Carriers print numbers in groups, but no number contains a space. */
const withoutSpaces = (text: string): string => text.replaceAll(/\s+/g, "");

/** Why a tracking number cannot be used; undefined if it can be used. */
function trackingProblem(tracking: string): string | undefined {
  if (ROUNDED_NUMBER.test(tracking))
    return "A spreadsheet has rounded this number. Format its column as text, and copy it again.";
  if (tracking.length > MAX_TRACKING_LENGTH)
    return `A tracking number has at most ${MAX_TRACKING_LENGTH} characters.`;
  return /[\p{Cc}]/u.test(tracking) ? "This tracking number has characters that cannot be shown." : undefined;
}

function problemOf(reference: string, tracking: string, labelStatus: string): string | undefined {
  if (reference === "") return "No order in this line.";
  if (/void|refund|cancel/i.test(labelStatus))
    return `The carrier's file says about this label: ${labelStatus}.`;
  return trackingProblem(tracking);
}

/** Swaps reference and tracking number, for a line that has the tracking number first. */
export function swapNumbers(line: TrackingLine): TrackingLine {
  const tracking = withoutSpaces(line.reference);
  const problem = line.problem ?? trackingProblem(tracking);
  return { ...line, reference: line.tracking, tracking, ...(problem === undefined ? {} : { problem }) };
}

function toTrackingLine({ lineNumber, cells }: PastedRow, columns: Columns | undefined): TrackingLine {
  const cellAt = (index: number) => cleanCell(cells[index] ?? "");
  const [reference = "", trackingText = ""] = columns
    ? [cellAt(columns.reference), cellAt(columns.tracking)]
    : referenceAndTracking(cells);
  const tracking = withoutSpaces(trackingText);
  // Not swapped: more than two cells, because the first may be a name or a date; and a reference without a digit, because every
  // tracking number has one.
  const cellCount = cells.filter((cell) => cleanCell(cell) !== "").length;
  const mayBeSwapped = !columns && cellCount <= 2 && /\d/.test(reference);
  const problem = problemOf(reference, tracking, columns ? cellAt(columns.labelStatus) : "");
  return { lineNumber, reference, tracking, mayBeSwapped, ...(problem === undefined ? {} : { problem }) };
}

/** The lines of a pasted text. If a column is missing, returns a single line, whose `problem` names the column. */
export function parseTrackingList(text: string): TrackingLine[] {
  const textWithoutBom = text.replace(/^\ufeff/, "");
  const rows = splitCells(textWithoutBom, delimiterOf(textWithoutBom));
  const [firstRow] = rows;
  if (!firstRow) return [];
  const columns = columnsOf(firstRow);
  if (columns && (columns.reference < 0 || columns.tracking < 0)) {
    const missingColumn = columns.reference < 0 ? "the order's id or number" : "the tracking number";
    return [
      {
        lineNumber: firstRow.lineNumber,
        reference: "",
        tracking: "",
        mayBeSwapped: false,
        problem: `No column with ${missingColumn} was found.`,
      },
    ];
  }
  const lines = (columns ? rows.slice(1) : rows)
    .slice(0, MAX_LINES + 1)
    .map((row) => toTrackingLine(row, columns));
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
