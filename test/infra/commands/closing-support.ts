import { HEADINGS } from "../../../infra/commands/closing/csv.ts";
import { monthOf } from "../../../infra/commands/closing/month.ts";

/** The present, which is after the months of these tests. */
export const NOW = new Date("2026-12-24T12:00:00Z");
export const NEW_YORK = "America/New_York";
export const november = monthOf("2026-11", NEW_YORK, NOW);
export const october = monthOf("2026-10", NEW_YORK, NOW);

/** The cells of each row below the headings, by heading. No cell may be quoted. */
export const rowsIn = (csv: string): Record<string, string>[] =>
  csv
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => Object.fromEntries(line.split(",").map((cell, i) => [HEADINGS[i] ?? "", cell])));
/** The sum of the amounts in a column, in cents. */
export const centsIn = (
  rows: readonly Record<string, string>[],
  heading: (typeof HEADINGS)[number],
): number => rows.reduce((sum, row) => sum + Math.round(Number(row[heading]) * 100), 0);
