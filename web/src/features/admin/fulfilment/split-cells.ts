/** A row of a pasted table. `line`: the number of its first line in the text, from 1. */
export type Row = { line: number; cells: string[] };

const DELIMITERS = ["\t", ";", ","] as const;

/** The delimiter of a table: the first of tab, semicolon and comma that its first row has. */
export function delimiterOf(text: string): string {
  const firstRow = text.trimStart().split(/\r?\n|\r/, 1)[0] ?? "";
  return DELIMITERS.find((delimiter) => firstRow.replaceAll(/"[^"]*"/g, "").includes(delimiter)) ?? ",";
}

/**
 * The rows of a table in the format of RFC 4180 with any delimiter; empty rows are left out. A quote inside an unquoted cell
 * is text, and a quote that is never closed ends at the end of its line, so that one wrong line does not hide the others.
 */
export function splitCells(text: string, delimiter: string): Row[] {
  const rows: Row[] = [];
  let line = 1;
  let row: Row = { line, cells: [] };
  let at = 0;
  const endRow = () => {
    if (row.cells.some((cell) => cell.trim() !== "")) rows.push(row);
    row = { line, cells: [] };
  };
  while (at < text.length) {
    const { cell, end } = readCell(text, at, delimiter);
    row.cells.push(cell);
    line += cell.match(/\r\n|\n|\r/g)?.length ?? 0;
    at = end;
    if (text.startsWith(delimiter, at)) {
      at += delimiter.length;
      continue;
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    line += 1;
    endRow();
  }
  endRow();
  return rows;
}

const QUOTED = /[ ]*"((?:[^"]|"")*)"[ ]*/y;

/** Reads the cell at `start`; `end` is the position of the delimiter or the line end after it. */
function readCell(text: string, start: number, delimiter: string): { cell: string; end: number } {
  QUOTED.lastIndex = start;
  const quoted = QUOTED.exec(text);
  const afterQuote = start + (quoted?.[0].length ?? 0);
  if (quoted && isCellEnd(text, afterQuote, delimiter))
    return { cell: (quoted[1] ?? "").replaceAll('""', '"'), end: afterQuote };
  let end = start;
  while (!isCellEnd(text, end, delimiter)) end += 1;
  return { cell: text.slice(start, end), end };
}

const isCellEnd = (text: string, at: number, delimiter: string): boolean =>
  at >= text.length || text.startsWith(delimiter, at) || text[at] === "\n" || text[at] === "\r";
