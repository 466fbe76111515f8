import { SHOP_COUNTRY } from "./shop-country.ts";
import { SHIPPING_FEE } from "./site/delivery.ts";

/**
 * A discount code that the server has accepted for the cart. `discount`: the whole discount, `shares`: the part of each line
 * of the cart, both in dollars. `terms`: a text such as '10% off Shirts'.
 */
export type AppliedCode = { code: string; discount: number; shares: readonly number[]; terms: string };

/** What the total of an order depends on besides its lines: the settings of the stage, and the discount code. */
export type OrderTerms = {
  /** The shipping fee in dollars, if the order is shipped. */
  shippingFee: number;
  /** The country code of an address if the customer has chosen no country. */
  country: string;
  /** The sales tax of the order in dollars; absent in a stage without tax, and until Stripe has calculated it. */
  tax?: number | undefined;
  /** The discount code that the customer uses. */
  applied?: AppliedCode | undefined;
};

/** The terms of a stage without settings for shipping, tax and discounts. */
export const defaultTerms: OrderTerms = { shippingFee: SHIPPING_FEE, country: SHOP_COUNTRY };
