import * as z from "zod/mini";

/** The id of a request that creates something. A repeated request with the same id creates nothing more. */
export const RequestId = z.string().check(z.regex(/^[\da-f-]{36}$/, "Not the id of a request"));
