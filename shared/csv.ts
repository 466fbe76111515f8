/**
 * Spreadsheets run cells with these first characters as formulas. Where the list separator is a semicolon, as in most of Europe,
 * a semicolon also begins a cell, even inside of quotes that follow a comma.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA_STARTS = /(^|;)(?=\s*[=+\-@\t\r＝＋－＠])/g;
/** A negative amount is not a formula. */
const AMOUNT = /^-?\d+(\.\d+)?$/;

/** A value as a CSV cell. A leading apostrophe makes a spreadsheet show a formula as text. */
export function csvCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safeText = AMOUNT.test(value) ? value : value.replace(FORMULA_STARTS, "$1'");
  return /[",\r\n;]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}

/** Rows of cells as CSV (RFC 4180), with the byte order mark by which spreadsheets recognize UTF-8. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("")}`;
