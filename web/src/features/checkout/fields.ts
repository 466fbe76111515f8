import type { ComponentPropsWithRef } from "react";
import type { CheckoutField } from "../../../../shared/checkout-form.ts";

export type TextName = Exclude<CheckoutField, "updates" | "shipMerchandise">;

export type TextField = {
  label: string;
  optional?: boolean;
  input: ComponentPropsWithRef<"input">;
};

/** What each text field is called, and what browsers and on-screen keyboards are told about it. */
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

/** Fields in the order in which they stand on the page. */
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

/** Where an error summary sends people: the id of a field's control. */
export const controlId = (field: string): string => `checkout-${field}`;
