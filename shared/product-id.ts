import * as z from "zod/mini";

/** The id of a product in a request. DynamoDB refuses some other texts as a key, such as half of a surrogate pair. */
export const ProductId = z.string().check(z.regex(/^[\w-]{1,60}$/, "Unknown product"));
