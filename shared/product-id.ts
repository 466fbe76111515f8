import * as z from "zod/mini";

/** A product's id as a part of a regular expression. */
export const PRODUCT_ID_PATTERN = "prd_\\w{1,56}";
export const PRODUCT_ID = new RegExp(`^${PRODUCT_ID_PATTERN}$`);

/** The id of a product in a request. DynamoDB refuses some other texts as a key, such as half of a surrogate pair. */
export const ProductId = z.string().check(z.regex(PRODUCT_ID, "Unknown product"));
