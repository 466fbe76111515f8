/** The only country to which the shop ships, and its only way of shipping, as orders store them. */
export const COUNTRY = "US";
export const SHIPPING_METHOD = 1;
