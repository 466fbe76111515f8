import { maskPhone } from "../../../../shared/checkout-form.ts";
import type { TextName } from "./fields.ts";

/** Pasted or filled in with the country's code: '+1 (502) 555-0123'. No number inside the US begins with 1. */
const national = (input: string): string => {
  const digits = input.replace(/\D/g, "");
  return digits.length > 10 ? digits.replace(/^1/, "") : digits;
};

const masks: Partial<Record<TextName, (input: string) => string>> = {
  phone: (input) => maskPhone(national(input)),
  state: (input) =>
    input
      .replace(/[^a-z]/gi, "")
      .slice(0, 2)
      .toUpperCase(),
  zip: (input) => input.slice(0, 10),
};

/** What a field makes of what was typed, pasted or filled in. */
export const maskedValue = (name: TextName, input: string): string => masks[name]?.(input) ?? input;

const count = (text: string): number => text.replace(/[^a-z0-9]/gi, "").length;

/** Where the caret belongs in `value`, when it stood at `caret` in what was typed: after the same letters and digits. */
export function caretIn(value: string, typed: string, caret: number): number {
  if (caret >= typed.length) return value.length;
  const before = count(typed.slice(0, caret));
  for (let at = 0; at <= value.length; at++) if (count(value.slice(0, at)) === before) return at;
  return value.length;
}
