/** The shop's own country, and the only shipping method, as orders store them. */
export const COUNTRY = "US";
export const SHIPPING_METHOD = 1;
