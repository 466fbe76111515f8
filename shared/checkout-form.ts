import * as z from "zod/mini";
import type { CartLine } from "./cart.ts";
import { needsShipping } from "./cart.ts";
import { customerFields } from "./customer-fields.ts";
import { fieldErrors } from "./errors.ts";
import { messages } from "./messages.ts";
import { line, optionalLine } from "./text.ts";
import { usState } from "./us-states.ts";

const optionalField = z._default(optionalLine(100), "");
const street = line("Street address is required", 200);
const state = line("State is required", 100).check(z.length(2, "State must be 2 characters"), usState());

/** The checkout form, with its rules and messages. Not every order needs every field: see `askedParts`. */
export const CheckoutForm = z
  .object({
    email: customerFields.email,
    confirmEmail: line("Confirm email is required", 254),
    firstName: customerFields.firstName,
    lastName: customerFields.lastName,
    company: optionalField,
    address: street,
    suite: optionalField,
    city: customerFields.city,
    state,
    zip: customerFields.zip,
    phone: customerFields.phone,
    updates: z._default(z.boolean(), false),
    /** Ship (true) or pick up (false); null until the customer chooses. */
    shipMerchandise: z._default(z.nullable(z.boolean()), null),
    /** Whether to ship to the address below instead of the billing address. */
    differentAddress: z._default(z.boolean(), false),
    shipAddress: street,
    shipSuite: optionalField,
    shipCity: customerFields.city,
    shipState: state,
    shipZip: customerFields.zip,
  })
  .check(
    z.refine((form) => form.confirmEmail.toLowerCase() === form.email.toLowerCase(), {
      error: "Emails must match",
      path: ["confirmEmail"],
      when: ({ value }) => Boolean((value as { confirmEmail?: unknown }).confirmEmail),
    }),
  );
export type CheckoutForm = z.infer<typeof CheckoutForm>;
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
  phone: "",
  updates: false,
  shipMerchandise: null,
  differentAddress: false,
  shipAddress: "",
  shipSuite: "",
  shipCity: "",
  shipState: "",
  shipZip: "",
};

const BILLING_ADDRESS: readonly string[] = ["address", "suite", "city", "state"] satisfies CheckoutField[];
const SHIPPING_ADDRESS: readonly string[] = [
  "shipAddress",
  "shipSuite",
  "shipCity",
  "shipState",
  "shipZip",
] satisfies CheckoutField[];

/**
 * The parts of the form that this order needs. The card needs only a name and a ZIP code, so the billing
 * address is asked for only if merchandise is shipped.
 */
export function askedParts(form: CheckoutForm, lines: readonly CartLine[]) {
  const delivery = needsShipping(lines);
  const billingAddress = delivery && form.shipMerchandise === true;
  return { delivery, billingAddress, shippingAddress: billingAddress && form.differentAddress };
}

/** The error of each invalid field that is asked for, and an error `cart` if the cart is empty. */
export function checkoutErrors(form: CheckoutForm, lines: readonly CartLine[]): Record<string, string> {
  const asked = askedParts(form, lines);
  const { error } = z.safeParse(CheckoutForm, form);
  const errors = Object.entries(error ? fieldErrors(error) : {}).filter(
    ([field]) =>
      (asked.billingAddress || !BILLING_ADDRESS.includes(field)) &&
      (asked.shippingAddress || !SHIPPING_ADDRESS.includes(field)),
  );
  return {
    ...Object.fromEntries(errors),
    ...(asked.delivery && form.shipMerchandise === null ? { shipMerchandise: messages.chooseDelivery } : {}),
    ...(lines.length === 0 ? { cart: messages.cartEmpty } : {}),
  };
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
