import type { CheckoutField } from "../../../../shared/checkout-form.ts";

/** Which field of the form a field of the order comes from. */
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

/** The server's messages by field of the order ('orderData.bill.zip'), put to the fields of the form. */
export function formFields(fields: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [path, message] of Object.entries(fields)) {
    const field = FORM_FIELD[path.replace(/^orderData\./, "")];
    if (field) found[field] ??= message;
  }
  return found;
}
