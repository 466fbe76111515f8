import * as z from "zod/mini";
import type { CartLine } from "./cart.ts";
import type { CheckoutField } from "./checkout-form.ts";
import { askedParts } from "./checkout-form.ts";
import { customerFields } from "./customer-fields.ts";
import { fieldErrors } from "./errors.ts";
import { apiMessages } from "./api-messages.ts";
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
type Form = z.infer<typeof CheckoutForm>;

const BILLING_ADDRESS: readonly string[] = ["address", "suite", "city", "state"] satisfies CheckoutField[];
const SHIPPING_ADDRESS: readonly string[] = [
  "shipAddress",
  "shipSuite",
  "shipCity",
  "shipState",
  "shipZip",
] satisfies CheckoutField[];

/** The error of each invalid field that is asked for, and an error `cart` if the cart is empty. */
export function checkoutErrors(form: Form, lines: readonly CartLine[]): Record<string, string> {
  const asked = askedParts(form, lines);
  const { error } = z.safeParse(CheckoutForm, form);
  const errors = Object.entries(error ? fieldErrors(error) : {}).filter(
    ([field]) =>
      (asked.billingAddress || !BILLING_ADDRESS.includes(field)) &&
      (asked.shippingAddress || !SHIPPING_ADDRESS.includes(field)),
  );
  return {
    ...Object.fromEntries(errors),
    ...(asked.delivery && form.shipMerchandise === null
      ? { shipMerchandise: apiMessages.chooseDelivery }
      : {}),
    ...(lines.length === 0 ? { cart: apiMessages.cartEmpty } : {}),
  };
}
