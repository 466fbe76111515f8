import * as z from "zod/mini";
import type { CartLine } from "./cart.ts";
import type { CheckoutField } from "./checkout-form.ts";
import { askedParts } from "./checkout-form.ts";
import { customerFields } from "./customer-fields.ts";
import { fieldErrors } from "./errors.ts";
import { apiMessages } from "./api-messages.ts";
import { line, optionalLine } from "./text.ts";
import { usStateRule } from "./us-states.ts";

const optionalField = z._default(optionalLine(100), "");
const street = line("Street address is required", 200);
const state = line("State is required", 100).check(z.length(2, "State must be 2 characters"), usStateRule());

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
    /** The code of the country; '' is the first country of the stage's settings. */
    country: z._default(z.string(), ""),
    phone: customerFields.phone,
    /** Whether the customer wants the newsletter. */
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
    shipCountry: z._default(z.string(), ""),
    /** The applied discount code; '' for none. */
    discountCode: z._default(z.string(), ""),
    /** The text in the field for a discount code, which is not applied yet. */
    typedCode: z._default(z.string(), ""),
  })
  .check(
    z.refine((form) => form.confirmEmail.toLowerCase() === form.email.toLowerCase(), {
      error: "Emails must match",
      path: ["confirmEmail"],
      // Also checked if other fields have errors. An empty field has an error of its own.
      when: ({ value }) => Boolean((value as { confirmEmail?: unknown }).confirmEmail),
    }),
  );
type Form = z.infer<typeof CheckoutForm>;

/** Without `zip`, which every order asks for. */
const BILLING_ADDRESS_FIELDS: readonly string[] = [
  "address",
  "suite",
  "city",
  "state",
] satisfies CheckoutField[];
const SHIPPING_ADDRESS_FIELDS: readonly string[] = [
  "shipAddress",
  "shipSuite",
  "shipCity",
  "shipState",
  "shipZip",
] satisfies CheckoutField[];

/** The errors of addresses and phone numbers outside the US. `fields`: the fields for which other rules than those of the US apply. */
export type ForeignErrors = { fields: readonly string[]; errors: Record<string, string> };

/**
 * The error of each invalid field that is asked for, and an error `cart` if the cart is empty. For the fields of
 * `foreignErrors`, its errors replace those of the US rules.
 */
export function checkoutErrors(
  form: Form,
  lines: readonly CartLine[],
  foreignErrors: ForeignErrors = { fields: [], errors: {} },
): Record<string, string> {
  const askedFor = askedParts(form, lines);
  const { error } = z.safeParse(CheckoutForm, form);
  const usErrors = Object.entries(error ? fieldErrors(error) : {});
  const errors = [
    ...usErrors.filter(([field]) => !foreignErrors.fields.includes(field)),
    ...Object.entries(foreignErrors.errors),
  ].filter(
    ([field]) =>
      (askedFor.billingAddress || !BILLING_ADDRESS_FIELDS.includes(field)) &&
      (askedFor.shippingAddress || !SHIPPING_ADDRESS_FIELDS.includes(field)),
  );
  return {
    ...Object.fromEntries(errors),
    ...(askedFor.delivery && form.shipMerchandise === null
      ? { shipMerchandise: apiMessages.chooseDelivery }
      : {}),
    ...(lines.length === 0 ? { cart: apiMessages.cartEmpty } : {}),
  };
}
