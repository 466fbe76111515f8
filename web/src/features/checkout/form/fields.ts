import type { ComponentPropsWithRef } from "react";
import type { CheckoutField, CheckoutForm } from "../../../../../shared/checkout-form.ts";

export type TextFieldName = Exclude<CheckoutField, "updates" | "shipMerchandise" | "differentAddress">;

/** The text fields for a state of the US. */
export type StateFieldName = Extract<TextFieldName, "state" | "shipState">;

type TextField = {
  label: string;
  optional?: boolean;
  input: ComponentPropsWithRef<"input">;
};

type AddressFieldName = "address" | "suite" | "city" | "state" | "zip";

/** The fields of an address. `purpose` is the prefix of the autofill tokens: '' or 'shipping '. */
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
      placeholder: "Choose or type",
    },
  },
  zip: {
    label: "ZIP code",
    input: { inputMode: "numeric", autoComplete: `${purpose}postal-code`, placeholder: "40202" },
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

/** The fields that can have an error, in the order of the page. */
export const fieldOrder = [
  "email",
  "confirmEmail",
  "phone",
  "shipMerchandise",
  "firstName",
  "lastName",
  "company",
  "address",
  "suite",
  "city",
  "state",
  "zip",
  "shipAddress",
  "shipSuite",
  "shipCity",
  "shipState",
  "shipZip",
] as const satisfies readonly CheckoutField[];

/** What the summary of errors adds to a field's message: what the message does not name; '' for nothing. */
export function fieldName(field: (typeof fieldOrder)[number], message: string): string {
  if (field === "shipMerchandise") return "Shipping Preference";
  const { label } = textFields[field];
  const [firstWord = label] = label.toLowerCase().split(" ");
  const isNamed = message.toLowerCase().split(" ")[0] === firstWord;
  return [field.startsWith("ship") && "Shipping address", !isNamed && label].filter(Boolean).join(": ");
}

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
  "ship.addr": "shipAddress",
  "ship.city": "shipCity",
  "ship.state": "shipState",
  "ship.zip": "shipZip",
};

/**
 * Converts messages by field of the order ('orderData.bill.zip') to messages by field of the form. The fields
 * of a shipping address that is the billing address are left out, because the form does not show them.
 */
export function toFormErrors(
  fields: Record<string, string>,
  { differentAddress }: Pick<CheckoutForm, "differentAddress">,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [path, message] of Object.entries(fields)) {
    const orderField = path.replace(/^orderData\./, "");
    const field = FORM_FIELD[orderField];
    if (field && (differentAddress || !orderField.startsWith("ship."))) errors[field] ??= message;
  }
  return errors;
}
