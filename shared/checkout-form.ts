import type * as z from "zod/mini";
import type { CartLine } from "./cart.ts";
import { needsShipping } from "./cart.ts";
import type { CheckoutForm as Schema } from "./checkout-errors.ts";

/** The values of the checkout form. Its rules are in checkout-errors.ts. */
export type CheckoutForm = z.infer<typeof Schema>;
export type CheckoutField = keyof CheckoutForm;

export const EMPTY_CHECKOUT_FORM: CheckoutForm = {
  email: "",
  confirmEmail: "",
  firstName: "",
  lastName: "",
  company: "",
  address: "",
  suite: "",
  city: "",
  state: "",
  zip: "",
  country: "",
  phone: "",
  updates: false,
  shipMerchandise: null,
  differentAddress: false,
  shipAddress: "",
  shipSuite: "",
  shipCity: "",
  shipState: "",
  shipZip: "",
  shipCountry: "",
  discountCode: "",
  typedCode: "",
};

/** The code of the country to which a form's order is shipped; '' if the customer has chosen none. */
export const destinationOf = (
  form: Pick<CheckoutForm, "differentAddress" | "country" | "shipCountry">,
): string => (form.differentAddress ? form.shipCountry : form.country);

/**
 * The parts of the form that this order needs. The card needs only a name and a ZIP code, so the billing
 * address is asked for only if merchandise is shipped.
 */
export function askedParts(form: CheckoutForm, lines: readonly CartLine[]) {
  const delivery = needsShipping(lines);
  const billingAddress = delivery && form.shipMerchandise === true;
  return { delivery, billingAddress, shippingAddress: billingAddress && form.differentAddress };
}

/** The first 9 digits of the input, with a dash after the fifth: '402021' becomes '40202-1'. */
export function maskZip(input: string): string {
  const digits = input.replace(/\D/g, "").slice(0, 9);
  return [digits.slice(0, 5), digits.slice(5)].filter(Boolean).join("-");
}

/** The first 10 digits of the input, with dashes: '5025550' becomes '502-555-0'. */
export function formatPhone(input: string): string {
  const digits = input.replace(/\D/g, "").slice(0, 10);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join("-");
}
