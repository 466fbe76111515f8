import * as z from "zod/mini";

/** The id of a product in a request. Other texts could be no key of the table, such as half of a character. */
export const ProductId = z.string().check(z.regex(/^[\w-]{1,60}$/, "Unknown product"));
