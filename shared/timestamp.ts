import * as z from "zod/mini";

/** A time in ISO 8601 and UTC. The shop writes it like `Date.prototype.toISOString`; requests may have another precision. */
export const Timestamp = z.iso.datetime();
