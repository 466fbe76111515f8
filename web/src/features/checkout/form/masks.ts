import { formatPhone, maskZip } from "../../../../../shared/checkout-form.ts";
import type { TextFieldName } from "./fields.ts";

/** A plus sign that is not followed by the country code of the US. */
const FOREIGN_NUMBER = /^[\s(]*\+(?!\s*1)/;

/** Removes the country code from '+1 (502) 555-0123'. National numbers in the US never begin with 1. */
const withoutCountryCode = (input: string): string => {
  const digits = input.replace(/\D/g, "");
  return digits.length > 10 ? digits.replace(/^1/, "") : digits;
};

const masks: Partial<Record<TextFieldName, (input: string) => string>> = {
  // A foreign number stays as it was typed, so that it is an error and not another person's number.
  phone: (input) => (FOREIGN_NUMBER.test(input) ? input : formatPhone(withoutCountryCode(input))),
  zip: maskZip,
  shipZip: maskZip,
};

/** The input, typed, pasted or filled in by the browser, in the format of the field. */
export const maskedValue = (name: TextFieldName, input: string): string => masks[name]?.(input) ?? input;

const countAlphanumeric = (text: string): number => text.replace(/[^a-z0-9]/gi, "").length;

/** The caret's position in the masked `value`: after as many letters and digits as before `caret` in the typed `input`. */
export function caretPosition(value: string, input: string, caret: number): number {
  if (value === input) return caret;
  if (caret >= input.length) return value.length;
  const countBeforeCaret = countAlphanumeric(input.slice(0, caret));
  for (let position = 0; position <= value.length; position++)
    if (countAlphanumeric(value.slice(0, position)) === countBeforeCaret) return position;
  return value.length;
}
