import * as z from "zod/mini";
import { customerFields, usState } from "./customer-fields.ts";
import { fieldErrors } from "./errors.ts";
import { messages } from "./messages.ts";
import { line, optionalLine } from "./text.ts";

const optionalField = z._default(optionalLine(100), "");

/** The checkout form, with its rules and messages. */
export const CheckoutForm = z
  .object({
    email: customerFields.email,
    confirmEmail: line("Confirm email is required", 254),
    firstName: customerFields.firstName,
    lastName: customerFields.lastName,
    company: optionalField,
    address: line("Street address is required", 200),
    suite: optionalField,
    city: customerFields.city,
    state: line("State is required", 100).check(z.length(2, "State must be 2 characters"), usState()),
    zip: customerFields.zip,
    phone: customerFields.phone,
    updates: z._default(z.boolean(), false),
    shipMerchandise: z._default(z.boolean(), false),
  })
  .check(
    z.refine((form) => form.confirmEmail === form.email, {
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
  shipMerchandise: false,
};

/** The error of each invalid field, and an error `cart` if the cart is empty. */
export function checkoutErrors(form: CheckoutForm, cartLines: number): Record<string, string> {
  const result = z.safeParse(CheckoutForm, form);
  return {
    ...(result.success ? {} : fieldErrors(result.error)),
    ...(cartLines === 0 ? { cart: messages.cartEmpty } : {}),
  };
}

/** The first 10 digits of the input, with dashes: '5025550' becomes '502-555-0'. */
export function maskPhone(input: string): string {
  const digits = input.replace(/\D/g, "").slice(0, 10);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join("-");
}
