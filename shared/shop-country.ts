/** The code of the shop's own country, as orders store it. */
export const SHOP_COUNTRY = "US";
