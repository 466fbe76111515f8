import { COUNTRY } from "./shipping.ts";
import { SHIPPING_FEE } from "./site/delivery.ts";

/** What an order costs besides its lines, by the settings of the stage. */
export type OrderTerms = {
  /** What shipping costs if the order is shipped, in dollars. */
  shippingFee: number;
  /** The country of an address whose form shows none. */
  country: string;
  /** The sales tax of the order in dollars; absent in a stage without tax, and until it is calculated. */
  tax?: number | undefined;
};

/** The terms of a stage without settings. */
export const flatTerms: OrderTerms = { shippingFee: SHIPPING_FEE, country: COUNTRY };
