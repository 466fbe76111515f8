import { TICKET } from "../product.ts";

/**
 * Stripe's tax codes of the categories: https://docs.stripe.com/tax/tax-codes. The codes matter only in a
 * stage with `tax: "stripe"`. Stripe's codes for admissions need a location in each calculation, which the shop does not send, so
 * tickets have the code of services. That is too little tax where admissions are taxed: see infra/decisions/sales-tax.md.
 */
const codes: Readonly<Record<string, string>> = {
  shirts: "txcd_30011000",
  polos: "txcd_30011000",
  sweatpants: "txcd_30011000",
  [TICKET]: "txcd_20030000",
};
/** Tangible goods, such as drinkware. */
const GOODS = "txcd_99999999";

export const SHIPPING_TAX_CODE = "txcd_92010001";
/** Stripe's tax code of a category. An unknown category has the code of tangible goods. */
export const taxCodeOf = (category: string): string =>
  Object.hasOwn(codes, category) ? (codes[category] ?? GOODS) : GOODS;
