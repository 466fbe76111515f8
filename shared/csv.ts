/**
 * Spreadsheets run cells with these first characters as formulas:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA_START = /^[\s]*[=+\-@\t\r＝＋－＠]/;
/** A negative amount is not a formula. */
const AMOUNT = /^-?\d+(\.\d+)?$/;

/** A value as a CSV cell. A leading apostrophe makes a spreadsheet show a formula as text. */
export function csvCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safeText = FORMULA_START.test(value) && !AMOUNT.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}

/** Rows of cells as CSV (RFC 4180), with the byte order mark by which spreadsheets recognize UTF-8. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("")}`;
