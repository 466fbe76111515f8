import { MAX_CODES_READ } from "../../../../shared/api-tickets.ts";

/** Splits codes into parts of at most `MAX_CODES_READ`, the limit of one request. */
export const readRequests = (codes: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(codes.length / MAX_CODES_READ) }, (_, i) =>
    codes.slice(i * MAX_CODES_READ, (i + 1) * MAX_CODES_READ),
  );
