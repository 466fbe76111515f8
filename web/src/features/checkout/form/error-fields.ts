import type { CheckoutField, CheckoutForm } from "../../../../../shared/checkout-form.ts";
import type { fieldSequence } from "./fields.ts";
import { textFields } from "./fields.ts";

/**
 * The field's name in the summary of errors, without words that the field's message already contains; '' if no word is
 * left.
 */
export function fieldName(field: (typeof fieldSequence)[number], message: string): string {
  if (field === "shipMerchandise") return "Shipping Preference";
  if (field === "country" || field === "shipCountry") return "Country";
  const { label } = textFields[field];
  const [firstWord = label] = label.toLowerCase().split(" ");
  // The messages of other countries' rules name their field in the country's own words, such as 'Postcode is required'.
  const isFieldNamed =
    message.toLowerCase().split(" ")[0] === firstWord ||
    / (is required$|must be (like|one from) )/.test(message);
  return [field.startsWith("ship") && "Shipping address", !isFieldNamed && label].filter(Boolean).join(": ");
}

const FORM_FIELD_BY_ORDER_FIELD: Record<string, CheckoutField> = {
  "bill.fn": "firstName",
  "bill.ln": "lastName",
  "bill.co": "company",
  "bill.addr": "address",
  "bill.city": "city",
  "bill.state": "state",
  "bill.zip": "zip",
  "bill.country": "country",
  "bill.phone": "phone",
  "bill.email": "email",
  "ship.addr": "shipAddress",
  "ship.city": "shipCity",
  "ship.state": "shipState",
  "ship.zip": "shipZip",
  "ship.country": "shipCountry",
};

/**
 * Converts messages by field of the order ('orderData.bill.zip') to messages by field of the form. If
 * an order is shipped to the billing address, the form has no fields for a shipping address. The messages about the shipping
 * address are then shown at the fields of the billing address.
 */
export function toFormErrors(
  messagesByOrderField: Record<string, string>,
  { differentAddress }: Pick<CheckoutForm, "differentAddress">,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [path, message] of Object.entries(messagesByOrderField)) {
    const orderField = path.replace(/^orderData\./, "");
    const field =
      FORM_FIELD_BY_ORDER_FIELD[differentAddress ? orderField : orderField.replace(/^ship\./, "bill.")];
    if (field) errors[field] ??= message;
  }
  return errors;
}
