import type { ComponentPropsWithRef } from "react";
import type { CheckoutField } from "../../../../../shared/checkout-form.ts";

export type TextFieldName = Exclude<
  CheckoutField,
  | "updates"
  | "shipMerchandise"
  | "differentAddress"
  | "country"
  | "shipCountry"
  | "discountCode"
  | "typedCode"
>;

export type StateFieldName = Extract<TextFieldName, "state" | "shipState">;

type TextField = {
  label: string;
  optional?: boolean;
  input: ComponentPropsWithRef<"input">;
};

type AddressFieldName = "address" | "suite" | "city" | "state" | "zip";

/** The fields of an address. `purpose` is the prefix of the autofill tokens. */
const addressFields = (purpose: "" | "shipping "): Record<AddressFieldName, TextField> => ({
  address: {
    label: "Street address",
    input: { autoComplete: `${purpose}address-line1`, maxLength: 200 },
  },
  suite: {
    label: "Apartment, suite",
    optional: true,
    input: { autoComplete: `${purpose}address-line2`, maxLength: 100 },
  },
  city: { label: "City", input: { autoComplete: `${purpose}address-level2`, maxLength: 100 } },
  state: {
    label: "State",
    input: {
      autoComplete: `${purpose}address-level1`,
      autoCapitalize: "words",
      spellCheck: false,
      placeholder: "e.g. KY",
    },
  },
  zip: {
    label: "ZIP code",
    input: { inputMode: "numeric", autoComplete: `${purpose}postal-code`, placeholder: "e.g. 40202" },
  },
});

/** The label of each text field, and the attributes for autofill and on-screen keyboards. */
export const textFields: Record<TextFieldName, TextField> = {
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
  ...addressFields(""),
  shipAddress: addressFields("shipping ").address,
  shipSuite: addressFields("shipping ").suite,
  shipCity: addressFields("shipping ").city,
  shipState: addressFields("shipping ").state,
  shipZip: addressFields("shipping ").zip,
};

/** The fields that can have an error, in the sequence of the page. */
export const fieldSequence = [
  "email",
  "confirmEmail",
  "phone",
  "shipMerchandise",
  "firstName",
  "lastName",
  "company",
  "country",
  "address",
  "suite",
  "city",
  "state",
  "zip",
  "shipCountry",
  "shipAddress",
  "shipSuite",
  "shipCity",
  "shipState",
  "shipZip",
] as const satisfies readonly CheckoutField[];

/** The id of a field's control, to which the error summary links. */
export const controlId = (field: string): string => `checkout-${field}`;
