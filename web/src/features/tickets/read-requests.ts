import { MAX_CODES_READ } from "../../../../shared/api-tickets.ts";

/** The codes in parts of as many as one request reads. */
export const readRequests = (codes: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(codes.length / MAX_CODES_READ) }, (_, i) =>
    codes.slice(i * MAX_CODES_READ, (i + 1) * MAX_CODES_READ),
  );
