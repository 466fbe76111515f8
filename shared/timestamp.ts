import * as z from "zod/mini";

/** A time in ISO 8601 and UTC, as `Date.prototype.toISOString` writes it. */
export const Timestamp = z.iso.datetime();
