import type { ComponentPropsWithRef } from "react";
import type { CheckoutField } from "../../../../../shared/checkout-form.ts";

export type TextName = Exclude<CheckoutField, "updates" | "shipMerchandise">;

type TextField = {
  label: string;
  optional?: boolean;
  input: ComponentPropsWithRef<"input">;
};

/** The label of each text field, and the attributes for autofill and on-screen keyboards. */
export const textFields: Record<TextName, TextField> = {
  email: {
    label: "Email",
    input: { type: "email", inputMode: "email", autoComplete: "email", maxLength: 254 },
  },
  confirmEmail: {
    label: "Confirm email",
    input: { type: "email", inputMode: "email", autoComplete: "email", maxLength: 254 },
  },
  phone: {
    label: "Phone number",
    input: { type: "tel", inputMode: "tel", autoComplete: "tel-national", placeholder: "502-555-0123" },
  },
  firstName: { label: "First name", input: { autoComplete: "given-name", maxLength: 100 } },
  lastName: { label: "Last name", input: { autoComplete: "family-name", maxLength: 100 } },
  company: {
    label: "Company",
    optional: true,
    input: { autoComplete: "organization", maxLength: 100 },
  },
  address: { label: "Street address", input: { autoComplete: "address-line1", maxLength: 200 } },
  suite: {
    label: "Apartment, suite",
    optional: true,
    input: { autoComplete: "address-line2", maxLength: 100 },
  },
  city: { label: "City", input: { autoComplete: "address-level2", maxLength: 100 } },
  state: {
    label: "State",
    input: {
      autoComplete: "address-level1",
      autoCapitalize: "characters",
      spellCheck: false,
      maxLength: 2,
      placeholder: "KY",
    },
  },
  zip: {
    label: "ZIP code",
    input: { inputMode: "numeric", autoComplete: "postal-code", maxLength: 10, placeholder: "40202" },
  },
};

/** The text fields in the order of the page. */
export const fieldOrder = [
  "email",
  "confirmEmail",
  "phone",
  "firstName",
  "lastName",
  "company",
  "address",
  "suite",
  "city",
  "state",
  "zip",
] as const satisfies readonly TextName[];

/** The id of a field's control, to which the error summary links. */
export const controlId = (field: string): string => `checkout-${field}`;

/** Maps the fields of the order to the fields of the form. */
const FORM_FIELD: Record<string, CheckoutField> = {
  "bill.fn": "firstName",
  "bill.ln": "lastName",
  "bill.co": "company",
  "bill.addr": "address",
  "bill.city": "city",
  "bill.state": "state",
  "bill.zip": "zip",
  "bill.phone": "phone",
  "bill.email": "email",
};

/** Converts messages by field of the order ('orderData.bill.zip') to messages by field of the form. */
export function toFormErrors(fields: Record<string, string>): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [path, message] of Object.entries(fields)) {
    const field = FORM_FIELD[path.replace(/^orderData\./, "")];
    if (field) errors[field] ??= message;
  }
  return errors;
}
