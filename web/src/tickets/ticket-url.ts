import { paths } from "../paths.ts";

/** A page shows at most this many tickets: as many as an order of 40 lines has, with ten of each. */
const MAX_CODES = 400;

/** The URL that shows the tickets with these codes. A browser sends no hash to a server, so the codes are in no log. */
export const ticketUrl = (codes: readonly string[]): string => `${paths.ticket}#${codes.join(",")}`;

/** The codes in the page's hash, each once. */
export const codesInHash = (hash: string): string[] =>
  [
    ...new Set(
      hash
        .toUpperCase()
        .split(",")
        .map((code) => code.replace(/[^0-9A-Z]/g, ""))
        .filter((code) => code !== ""),
    ),
  ].slice(0, MAX_CODES);
