import { COUNTRY } from "./shipping.ts";
import { SHIPPING_FEE } from "./site/delivery.ts";

/**
 * A discount code that the server has accepted for the cart. In dollars: `discount` is what it takes off in all, `shares` what
 * it takes off each of the cart's lines.
 */
export type AppliedCode = { code: string; discount: number; shares: readonly number[]; terms: string };

/** What an order costs besides its lines, by the settings of the stage. */
export type OrderTerms = {
  /** What shipping costs if the order is shipped, in dollars. */
  shippingFee: number;
  /** The country of an address whose form shows none. */
  country: string;
  /** The sales tax of the order in dollars; absent in a stage without tax, and until it is calculated. */
  tax?: number | undefined;
  applied?: AppliedCode | undefined;
};

/** The terms of a stage without settings. */
export const flatTerms: OrderTerms = { shippingFee: SHIPPING_FEE, country: COUNTRY };
