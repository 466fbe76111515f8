/** A row of a pasted table. `lineNumber`: the number, from 1, of the line of the text in which the row begins. */
export type PastedRow = { lineNumber: number; cells: string[] };

const DELIMITERS = ["\t", ";", ","] as const;

/** The delimiter of a table: the first of tab, semicolon and comma that its first row has; a comma if it has none. */
export function delimiterOf(text: string): string {
  const firstRow = text.trimStart().split(/\r?\n|\r/, 1)[0] ?? "";
  return DELIMITERS.find((delimiter) => firstRow.replaceAll(/"[^"]*"/g, "").includes(delimiter)) ?? ",";
}

/**
 * The rows of a table in the format of RFC 4180 with any delimiter. Empty rows are left out. A quote inside an unquoted cell is
 * text. A quote that is never closed ends with its line, so that one wrong line does not hide the other lines.
 */
export function splitCells(text: string, delimiter: string): PastedRow[] {
  const rows: PastedRow[] = [];
  let lineNumber = 1;
  let row: PastedRow = { lineNumber, cells: [] };
  let position = 0;
  const endRow = () => {
    if (row.cells.some((cell) => cell.trim() !== "")) rows.push(row);
    row = { lineNumber, cells: [] };
  };
  while (position < text.length) {
    const { cell, end } = readCell(text, position, delimiter);
    row.cells.push(cell);
    lineNumber += cell.match(/\r\n|\n|\r/g)?.length ?? 0;
    position = end;
    if (text.startsWith(delimiter, position)) {
      position += delimiter.length;
      continue;
    }
    position += text.startsWith("\r\n", position) ? 2 : 1;
    lineNumber += 1;
    endRow();
  }
  endRow();
  return rows;
}

const QUOTED_CELL = /[ ]*"((?:[^"]|"")*)"[ ]*/y;

/** Reads the cell at `start`; `end` is the position of the delimiter or the line end after it. */
function readCell(text: string, start: number, delimiter: string): { cell: string; end: number } {
  QUOTED_CELL.lastIndex = start;
  const match = QUOTED_CELL.exec(text);
  const quotedEnd = start + (match?.[0].length ?? 0);
  if (match && isCellEnd(text, quotedEnd, delimiter))
    return { cell: (match[1] ?? "").replaceAll('""', '"'), end: quotedEnd };
  let end = start;
  while (!isCellEnd(text, end, delimiter)) end += 1;
  return { cell: text.slice(start, end), end };
}

const isCellEnd = (text: string, position: number, delimiter: string): boolean =>
  position >= text.length ||
  text.startsWith(delimiter, position) ||
  text[position] === "\n" ||
  text[position] === "\r";
