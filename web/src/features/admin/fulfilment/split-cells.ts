/** A row of a pasted table. `line`: the number of the row's first line in the text, from 1. */
export type PastedRow = { line: number; cells: string[] };

const DELIMITERS = ["\t", ";", ","] as const;

/** The delimiter of a table: the first of tab, semicolon and comma that its first row has. */
export function delimiterOf(text: string): string {
  const firstRow = text.trimStart().split(/\r?\n|\r/, 1)[0] ?? "";
  return DELIMITERS.find((delimiter) => firstRow.replaceAll(/"[^"]*"/g, "").includes(delimiter)) ?? ",";
}

/**
 * The rows of a table in the format of RFC 4180 with any delimiter; empty rows are left out. A quote inside
 * an unquoted cell is text, and a quote that is never closed ends at the end of its line, so that one
 * wrong line does not hide the others.
 */
export function splitCells(text: string, delimiter: string): PastedRow[] {
  const rows: PastedRow[] = [];
  let line = 1;
  let row: PastedRow = { line, cells: [] };
  let position = 0;
  const endRow = () => {
    if (row.cells.some((cell) => cell.trim() !== "")) rows.push(row);
    row = { line, cells: [] };
  };
  while (position < text.length) {
    const { cell, end } = readCell(text, position, delimiter);
    row.cells.push(cell);
    line += cell.match(/\r\n|\n|\r/g)?.length ?? 0;
    position = end;
    if (text.startsWith(delimiter, position)) {
      position += delimiter.length;
      continue;
    }
    position += text.startsWith("\r\n", position) ? 2 : 1;
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

const isCellEnd = (text: string, position: number, delimiter: string): boolean =>
  position >= text.length ||
  text.startsWith(delimiter, position) ||
  text[position] === "\n" ||
  text[position] === "\r";
