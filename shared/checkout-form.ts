import * as z from "zod/mini";
import { messages } from "./messages.ts";
import { line, optionalLine } from "./text.ts";
import { usState } from "./us-states.ts";

/** Address-like: something, an at sign, a domain with a dot; printable ASCII only, which is what SES takes. */
export const EMAIL = /^(?=[!-~]+$)[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\.]+(\.[^\s@<>()[\],;:"\\.]+)+$/;
export const PHONE = /^\d{3}-\d{3}-\d{4}$/;
export const ZIP = /^\d{5}(-\d{4})?$/;

// Not aborting: an aborted field would keep the comparison of the two addresses from being made.
const required = (message: string, max = 100) => line(message, max);
const optional = z._default(optionalLine(100), "");

/** The checkout form: rules and messages, shared by the page and (through the order it makes) the server. */
export const CheckoutForm = z
  .object({
    email: required("Email is required", 254).check(z.regex(EMAIL, "Email format is invalid")),
    confirmEmail: required("Confirm email is required", 254),
    firstName: required("First name is required"),
    lastName: required("Last name is required"),
    company: optional,
    address: required("Street address is required", 200),
    suite: optional,
    city: required("City is required"),
    state: required("State is required").check(z.length(2, "State must be 2 characters"), usState()),
    zip: required("ZIP code is required").check(z.regex(ZIP, "ZIP code must be 5 or 9 digits")),
    phone: required("Phone number is required").check(z.regex(PHONE, "Phone must be in XXX-XXX-XXXX format")),
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

/** The first message of each field, by field name. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join(".")] ??= issue.message;
  return fields;
}

/** Errors of the checkout form by field, and '' for an empty cart; an empty record when all is right. */
export function checkoutErrors(form: CheckoutForm, cartLines: number): Record<string, string> {
  const result = z.safeParse(CheckoutForm, form);
  return {
    ...(result.success ? {} : fieldErrors(result.error)),
    ...(cartLines === 0 ? { cart: messages.cartEmpty } : {}),
  };
}

/** Digits only, at most 10, with dashes as they come: '5025550' → '502-555-0'. */
export function maskPhone(input: string): string {
  const digits = input.replace(/\D/g, "").slice(0, 10);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join("-");
}
