/** The code of the shop's own country, as orders store it. */
export const SHOP_COUNTRY = "US";
/** The number of the only shipping method, as orders store it. */
export const SHIPPING_METHOD = 1;
