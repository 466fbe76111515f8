import { expect, test } from "vitest";
import { caretPosition, maskedValue } from "../../../web/src/features/checkout/form/masks.ts";

test.each([
  ["5", "5"],
  ["5025550", "502-555-0"],
  ["(502) 555-0123", "502-555-0123"],
  ["+1 502.555.0123", "502-555-0123"],
  ["502-555-01234", "502-555-0123"],
  ["call me", ""],
  ["+1 (502) 555-0123", "502-555-0123"],
  ["+ 1 502 555 0123", "502-555-0123"],
  ["+44 20 7946 0958", "+44 20 7946 0958"],
  ["(+49) 30 901820", "(+49) 30 901820"],
  ["+", "+"],
])("the typed phone number %j becomes %j", (typed, value) => {
  expect(maskedValue("phone", typed)).toBe(value);
});

test.each([
  ["402", "402"],
  ["40202-", "40202"],
  ["402021", "40202-1"],
  ["402021234", "40202-1234"],
  ["40202-123456", "40202-1234"],
])("the typed ZIP code %j becomes %j", (typed, value) => {
  expect(maskedValue("zip", typed)).toBe(value);
});

test("names of people are not changed", () => {
  expect(maskedValue("firstName", " Ada ")).toBe(" Ada ");
});

test("the caret stays behind the same digit", () => {
  // Backspace has deleted the digit before the caret of '502-5|55-0123'.
  expect(caretPosition("502-550-123", "502-55-0123", 4)).toBe(3);
  // The mask adds a dash before the typed digit.
  expect(caretPosition("502-5", "5025", 4)).toBe(5);
  // The dash was deleted: the mask adds it again, and the caret goes before it.
  expect(caretPosition("502-555", "502555", 3)).toBe(3);
  // The mask does not change a foreign number.
  expect(caretPosition("+44 20", "+44 20", 1)).toBe(1);
});
