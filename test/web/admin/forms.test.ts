import { expect, test } from "vitest";
import * as z from "zod/mini";
import { fieldErrors } from "../../../shared/errors.ts";
import {
  ChangePasswordForm,
  CodeForm,
  ForgotForm,
  NewPasswordForm,
  ResetForm,
} from "../../../web/src/features/admin/auth/form-schemas.ts";

const errorsOf = (schema: z.core.$ZodType, values: unknown) => {
  const parsed = z.safeParse(schema, values);
  return parsed.success ? {} : fieldErrors(parsed.error);
};

test("the form for a forgotten password requires only a valid email address", () => {
  expect(errorsOf(ForgotForm, { email: "x" })).toEqual({ email: "Invalid email address" });
  expect(errorsOf(ForgotForm, { email: "ada@example.com" })).toEqual({});
});

test.each([
  "short-1A!",
  "all-lower-case-1!",
  "ALL-UPPER-CASE-1!",
  "No-Digit-In-It!",
  "NoSymbolInIt12",
  "NoSymbolInIt12€",
])("%j is too weak for a new password", (password) => {
  expect(errorsOf(NewPasswordForm, { password, repeat: password })).toEqual({
    password: "Please choose a stronger password.",
  });
});

test.each([" Rickhouse-Nine-9!", "Rickhouse-Nine-9! "])(
  "%j is no new password, because Cognito refuses a space at the start or the end",
  (password) => {
    const errors = { password: "A password cannot begin or end with a space." };
    expect(errorsOf(NewPasswordForm, { password, repeat: password })).toEqual(errors);
    expect(errorsOf(ResetForm, { code: "123456", password, repeat: password })).toEqual(errors);
  },
);

test.each([
  ["an underscore", "Rickhouse_Nine_9"],
  ["a space between words", "Rickhouse Nine 99"],
])("%s counts as the symbol of a new password, as in Cognito", (_, password) => {
  expect(errorsOf(NewPasswordForm, { password, repeat: password })).toEqual({});
});

test("a code may be typed with the space that apps show, and a current password may be pasted with a space at its end", () => {
  expect(z.parse(CodeForm, { code: " 123 456 " })).toEqual({ code: "123456" });
  const password = "Rickhouse-Nine-9!";
  const form = { current: "Temporary-1! ", password, repeat: password };
  expect(z.parse(ChangePasswordForm, form)).toMatchObject({ current: "Temporary-1!" });
});

test("the forms for a new password require that it is repeated exactly, and a reset also requires the code", () => {
  const password = "Rickhouse-Nine-9!";
  expect(errorsOf(NewPasswordForm, { password, repeat: "other" })).toEqual({
    repeat: "Passwords must match",
  });
  expect(errorsOf(ResetForm, { code: " ", password, repeat: password })).toEqual({
    code: "Code is required",
  });
  expect(errorsOf(ResetForm, { code: "123456", password, repeat: password })).toEqual({});
});
