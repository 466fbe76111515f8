import { PRODUCT_ID_PATTERN } from "./product-id.ts";

/** A request that is not confirmed ends this long after it was last made. */
export const CONFIRM_HOURS = 48;
/** When the address of a request that is not confirmed is deleted: DynamoDB deletes ended requests some days late. */
export const UNCONFIRMED_DELETION = "within a week";
/** A confirmed request ends at the end of the month in which its confirmation is a year old. */
export const WAIT_DAYS = 365;

/**
 * The page that confirms or ends a request. Opening it changes nothing, because mail scanners follow links.
 * `action`: confirm or end.
 */
export const backInStockPath = "/back-in-stock?{action}={request}&token={token}";

/** The id of a request in links: the product, the variant, and a hash of the address. */
export const STOCK_REQUEST_ID = new RegExp(`^(${PRODUCT_ID_PATTERN})\\.([\\w-]{1,60})\\.([0-9a-f]{32})$`);
