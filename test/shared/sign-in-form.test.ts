import { expect, test } from "vitest";
import * as z from "zod/mini";
import { fieldErrors } from "../../shared/errors.ts";
import { SignInForm } from "../../shared/sign-in-form.ts";

test("the sign-in form leaves out spaces around the password, which come from copying it out of the invitation mail", () => {
  const form = { email: "ada@example.com", password: " Temporary-1! " };
  expect(z.parse(SignInForm, form)).toEqual({ email: "ada@example.com", password: "Temporary-1!" });
});

test.each([
  [
    { email: "", password: "" },
    { email: "Email is required", password: "Password is required" },
  ],
  [
    { email: "ada", password: "12345" },
    { email: "Invalid email address", password: "Password must be at least 6 characters" },
  ],
  [{ email: "ada@example.com", password: "123456" }, {}],
  [{ email: " ada@example.com ", password: "123456" }, {}],
])("the sign-in form %j has the errors %j", (form, errors) => {
  const result = z.safeParse(SignInForm, form);
  expect(result.success ? {} : fieldErrors(result.error)).toEqual(errors);
});
