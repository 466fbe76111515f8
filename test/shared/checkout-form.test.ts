import { describe, expect, test } from "vitest";
import type { CheckoutForm } from "../../shared/checkout-form.ts";
import { checkoutErrors } from "../../shared/checkout-errors.ts";
import { EMPTY_CHECKOUT_FORM, formatPhone } from "../../shared/checkout-form.ts";
import { testProduct } from "../support/fixtures.ts";

const tee = [{ product: testProduct(), quantity: 1 }];
const ticket = [{ product: testProduct({ category: "ticket" }), quantity: 1 }];
const filledForm: CheckoutForm = {
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
  shipMerchandise: true,
};

describe("the checkout form", () => {
  test("is valid with all required fields", () => expect(checkoutErrors(filledForm, tee)).toEqual({}));

  test("shows an error for every required field when it is empty", () => {
    expect(checkoutErrors({ ...EMPTY_CHECKOUT_FORM, shipMerchandise: true }, tee)).toEqual({
      email: "Email is required",
      confirmEmail: "Confirm email is required",
      firstName: "First name is required",
      lastName: "Last name is required",
      address: "Street address is required",
      city: "City is required",
      state: "State is required",
      zip: "ZIP code is required",
      phone: "Phone number is required",
    });
    expect(checkoutErrors(filledForm, [])).toEqual({ cart: "Cart is empty." });
  });

  test("requires a choice of shipping or pick-up, and none is chosen at first", () => {
    const form = { ...filledForm, shipMerchandise: EMPTY_CHECKOUT_FORM.shipMerchandise };
    expect(checkoutErrors(form, tee)).toEqual({ shipMerchandise: "Please choose shipping or pick-up" });
    expect(checkoutErrors(form, ticket)).toEqual({});
  });

  test("needs a ZIP code and no address for pick-up and for tickets", () => {
    const form = { ...filledForm, address: "", city: "", state: "", zip: "", shipMerchandise: false };
    expect(checkoutErrors(form, tee)).toEqual({ zip: "ZIP code is required" });
    expect(checkoutErrors({ ...form, shipMerchandise: true }, ticket)).toEqual({
      zip: "ZIP code is required",
    });
  });

  test("checks a different shipping address like the billing address, if the order is shipped there", () => {
    const form = { ...filledForm, differentAddress: true, shipCity: "Reno", shipState: "ZZ", shipZip: "895" };
    expect(checkoutErrors(form, tee)).toEqual({
      shipAddress: "Street address is required",
      shipState: "State must be a US state",
      shipZip: "ZIP code must be 5 or 9 digits",
    });
    expect(checkoutErrors({ ...form, differentAddress: false }, tee)).toEqual({});
    expect(checkoutErrors({ ...form, shipMerchandise: false }, tee)).toEqual({});
  });

  test.each([
    [{ email: "grace", confirmEmail: "grace" }, { email: "Email format is invalid" }],
    [{ email: "a@b", confirmEmail: "a@b" }, { email: "Email format is invalid" }],
    ...["a@-b.org", "a@b-.org", "a@b.-org", "a@b.org-"].map((email): [object, object] => [
      { email, confirmEmail: email },
      { email: "Email format is invalid" },
    ]),
    [{ email: "-a.-b-@c--d-e.org", confirmEmail: "-a.-b-@c--d-e.org" }, {}],
    [{ confirmEmail: "ada@example.com" }, { confirmEmail: "Emails must match" }],
    [
      { confirmEmail: "ada@example.com", city: "" },
      { confirmEmail: "Emails must match", city: "City is required" },
    ],
    [{ state: "K" }, { state: "State must be 2 characters" }],
    [{ state: "KYX" }, { state: "State must be 2 characters" }],
    [{ state: "KE" }, { state: "State must be a US state" }],
    [{ state: "ZZ" }, { state: "State must be a US state" }],
    [{ state: "ON" }, { state: "State must be a US state" }],
    [{ firstName: "Ada\u202E" }, { firstName: "Must not contain invisible characters" }],
    [{ company: "A\u200BB" }, { company: "Must not contain invisible characters" }],
    [{ suite: "1\n2" }, { suite: "Must be one line of text" }],
    [{ zip: "4020" }, { zip: "ZIP code must be 5 or 9 digits" }],
    [{ zip: "40202-12" }, { zip: "ZIP code must be 5 or 9 digits" }],
    [{ zip: "402021234" }, { zip: "ZIP code must be 5 or 9 digits" }],
    [{ phone: "5025550101" }, { phone: "Phone must be in XXX-XXX-XXXX format" }],
    [{ phone: "+44 20 7946 0958" }, { phone: "Phone must be in XXX-XXX-XXXX format" }],
    [{ firstName: "   " }, { firstName: "First name is required" }],
  ])("with %j shows the errors %j", (change, errors) =>
    expect(checkoutErrors({ ...filledForm, ...change }, tee)).toEqual(errors),
  );

  test.each([
    { zip: "40202-1234" },
    { state: "pr" },
    { state: "AP" },
    { firstName: "علی\u200Cرضا" },
    { company: "", suite: "" },
    { email: " grace@example.com " },
    { email: "Grace@Example.com" },
  ])("with %j shows no error", (change) =>
    expect(checkoutErrors({ ...filledForm, ...change }, tee)).toEqual({}),
  );
});

test.each([
  ["5", "5"],
  ["5025", "502-5"],
  ["5025550", "502-555-0"],
  ["502-555-0101", "502-555-0101"],
  ["(502) 555.0101 ext 9", "502-555-0101"],
  ["abc", ""],
])("a phone number typed as %j becomes %j", (typed, formatted) => expect(formatPhone(typed)).toBe(formatted));
