/** An order's id, `ord_` and a ULID, as a part of a regular expression. */
export const ORDER_ID_PATTERN = "ord_[0-9A-Z]{26}";
export const ORDER_ID = new RegExp(`^${ORDER_ID_PATTERN}$`);
