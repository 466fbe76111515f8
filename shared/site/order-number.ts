/** The letters before an order's number, as in 'BV-1042'. A change applies to new orders only. */
export const orderNumberPrefix = "BV";

/** The number of the first order. */
export const firstOrderNumber = 1001;
