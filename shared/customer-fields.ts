import * as z from "zod/mini";
import { line } from "./text.ts";

/**
 * A mailbox of RFC 5321, section 4.1.2, without quoted text and IP addresses: single dots inside the text before the at sign, and a
 * domain of at least two names. Each name has letters, digits and hyphens, and begins and ends with a letter or digit. SES refuses
 * mails with any other recipient or Reply-To.
 */
export const EMAIL =
  /^(?=[!-~]+$)[^\s@<>()[\],;:"\\.]+(\.[^\s@<>()[\],;:"\\.]+)*@(?!-|.*(-\.|\.-|-$))[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
const PHONE = /^\d{3}-\d{3}-\d{4}$/;
const ZIP = /^\d{5}(-\d{4})?$/;

/** Fields that several forms and the order share. ZIP code and phone number are those of the US. */
export const customerFields = {
  email: line("Email is required", 254).check(z.regex(EMAIL, "Email format is invalid")),
  firstName: line("First name is required", 100),
  lastName: line("Last name is required", 100),
  city: line("City is required", 100),
  zip: line("ZIP code is required", 100).check(z.regex(ZIP, "ZIP code must be 5 or 9 digits")),
  phone: line("Phone number is required", 100).check(z.regex(PHONE, "Phone must be in XXX-XXX-XXXX format")),
};
