import { maskPhone } from "../../../../../shared/checkout-form.ts";
import type { TextName } from "./fields.ts";

/** Removes the country code of '+1 (502) 555-0123'. No national number begins with 1. */
const withoutCountryCode = (input: string): string => {
  const digits = input.replace(/\D/g, "");
  return digits.length > 10 ? digits.replace(/^1/, "") : digits;
};

const masks: Partial<Record<TextName, (input: string) => string>> = {
  phone: (input) => maskPhone(withoutCountryCode(input)),
  state: (input) =>
    input
      .replace(/[^a-z]/gi, "")
      .slice(0, 2)
      .toUpperCase(),
  zip: (input) => input.slice(0, 10),
};

/** A field's value after its mask: what was typed, pasted or filled in, in the field's format. */
export const maskedValue = (name: TextName, input: string): string => masks[name]?.(input) ?? input;

const countAlphanumeric = (text: string): number => text.replace(/[^a-z0-9]/gi, "").length;

/** The caret's position in the masked `value`: after the same number of letters and digits as in what was typed. */
export function caretPosition(value: string, typed: string, caret: number): number {
  if (caret >= typed.length) return value.length;
  const before = countAlphanumeric(typed.slice(0, caret));
  for (let at = 0; at <= value.length; at++) if (countAlphanumeric(value.slice(0, at)) === before) return at;
  return value.length;
}
