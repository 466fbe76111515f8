import { describe, expect, test } from "vitest";
import type { CheckoutForm } from "../../shared/checkout-form.ts";
import { checkoutErrors, EMPTY_CHECKOUT_FORM, maskPhone } from "../../shared/checkout-form.ts";

const filled: CheckoutForm = {
  ...EMPTY_CHECKOUT_FORM,
  email: "grace@example.com",
  confirmEmail: "grace@example.com",
  firstName: "Grace",
  lastName: "Hopper",
  address: "12 Barrel Rd",
  city: "Louisville",
  state: "KY",
  zip: "40202",
  phone: "502-555-0101",
};

describe("the checkout form", () => {
  test("is valid with all required fields", () => expect(checkoutErrors(filled, 1)).toEqual({}));

  test("shows an error for every required field when it is empty", () => {
    expect(checkoutErrors(EMPTY_CHECKOUT_FORM, 0)).toEqual({
      email: "Email is required",
      confirmEmail: "Confirm email is required",
      firstName: "First name is required",
      lastName: "Last name is required",
      address: "Street address is required",
      city: "City is required",
      state: "State is required",
      zip: "ZIP code is required",
      phone: "Phone number is required",
      cart: "Cart is empty.",
    });
  });

  test.each([
    [{ email: "grace", confirmEmail: "grace" }, { email: "Email format is invalid" }],
    [{ email: "a@b", confirmEmail: "a@b" }, { email: "Email format is invalid" }],
    [{ confirmEmail: "ada@example.com" }, { confirmEmail: "Emails must match" }],
    [
      { confirmEmail: "ada@example.com", city: "" },
      { confirmEmail: "Emails must match", city: "City is required" },
    ],
    [{ state: "K" }, { state: "State must be 2 characters" }],
    [{ state: "KYX" }, { state: "State must be 2 characters" }],
    [{ state: "ZZ" }, { state: "State must be a US state" }],
    [{ state: "ON" }, { state: "State must be a US state" }],
    [{ firstName: "Ada\u202E" }, { firstName: "Must not contain invisible characters" }],
    [{ company: "A\u200BB" }, { company: "Must not contain invisible characters" }],
    [{ suite: "1\n2" }, { suite: "Must be one line of text" }],
    [{ zip: "4020" }, { zip: "ZIP code must be 5 or 9 digits" }],
    [{ zip: "40202-12" }, { zip: "ZIP code must be 5 or 9 digits" }],
    [{ zip: "402021234" }, { zip: "ZIP code must be 5 or 9 digits" }],
    [{ phone: "5025550101" }, { phone: "Phone must be in XXX-XXX-XXXX format" }],
    [{ firstName: "   " }, { firstName: "First name is required" }],
  ])("%j gives the errors %j", (change, errors) =>
    expect(checkoutErrors({ ...filled, ...change }, 1)).toEqual(errors),
  );

  test.each([
    { zip: "40202-1234" },
    { state: "pr" },
    { state: "AP" },
    { firstName: "علی\u200Cرضا" },
    { company: "", suite: "" },
    { email: " grace@example.com " },
  ])("%j gives no error", (change) => expect(checkoutErrors({ ...filled, ...change }, 1)).toEqual({}));
});

test.each([
  ["5", "5"],
  ["5025", "502-5"],
  ["5025550", "502-555-0"],
  ["502-555-0101", "502-555-0101"],
  ["(502) 555.0101 ext 9", "502-555-0101"],
  ["abc", ""],
])("a phone number typed as %j becomes %j", (typed, shown) => expect(maskPhone(typed)).toBe(shown));
