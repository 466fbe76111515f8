import { expect, test } from "vitest";
import { fieldName } from "../../../web/src/features/checkout/form/error-fields.ts";
import { textFields } from "../../../web/src/features/checkout/form/fields.ts";

test.each([
  ["email", "Email is required", ""],
  ["confirmEmail", "Emails must match", "Confirm email"],
  ["phone", "Phone must be in XXX-XXX-XXXX format", ""],
  ["firstName", "Must be at most 100 characters", "First name"],
  ["shipCity", "City is required", "Shipping address"],
  ["shipCity", "Must be one line of text", "Shipping address: City"],
  ["state", "Province is required", ""],
  ["shipZip", "Postal code is required", "Shipping address"],
  ["zip", "Postal code must be like K1A 0B1", ""],
  ["shipMerchandise", "Please choose shipping or pick-up", "Shipping Preference"],
] as const)(
  "the summary of errors names the field %s with the error %j as %j, which is empty if the error itself names the field",
  (field, message, name) => {
    expect(fieldName(field, message)).toBe(name);
  },
);

test("the placeholders of state and ZIP code are short enough for two fields side by side on a phone", () => {
  for (const name of ["state", "shipState", "zip", "shipZip"] as const)
    expect(textFields[name].input.placeholder).toMatch(/^e\.g\. \w{2,5}$/);
});
