import * as z from "zod/mini";
import { line } from "./text.ts";

/** Text, an at sign, and a domain with a dot. SES accepts only printable ASCII characters. */
export const EMAIL = /^(?=[!-~]+$)[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\.]+(\.[^\s@<>()[\],;:"\\.]+)+$/;
const PHONE = /^\d{3}-\d{3}-\d{4}$/;
const ZIP = /^\d{5}(-\d{4})?$/;

/**
 * Where the United States Postal Service delivers: the 50 states, the District of Columbia, territories, and the armed
 * forces (AA, AE, AP). https://pe.usps.com/text/pub28/28apb.htm
 */
const US_STATES: ReadonlySet<string> = new Set(
  (
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR " +
    "PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU AS MP AA AE AP"
  ).split(" "),
);

/** Checks the two letters of a state, in any case. Another rule reports texts of another length. */
export const usState = () =>
  z.refine<string>(
    (state) => state.trim().length !== 2 || US_STATES.has(state.trim().toUpperCase()),
    "State must be a US state",
  );

/** The fields of a customer that the checkout form and the order share. */
export const customerFields = {
  email: line("Email is required", 254).check(z.regex(EMAIL, "Email format is invalid")),
  firstName: line("First name is required", 100),
  lastName: line("Last name is required", 100),
  city: line("City is required", 100),
  zip: line("ZIP code is required", 100).check(z.regex(ZIP, "ZIP code must be 5 or 9 digits")),
  phone: line("Phone number is required", 100).check(z.regex(PHONE, "Phone must be in XXX-XXX-XXXX format")),
};
