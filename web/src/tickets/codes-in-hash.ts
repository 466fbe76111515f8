/** A page shows at most this many tickets: as many as an order of 40 lines has, with ten of each. */
const MAX_CODES = 400;

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
